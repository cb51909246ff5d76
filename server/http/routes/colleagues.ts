import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { message } from '../../../src/messages/message.ts'
import type { SignIns } from '../../identity/signIns.ts'

type People = Pick<SignIns, 'peopleOf'>

/** To whom of a provider an issue can be assigned: those who may answer one and have signed in. */
export const colleaguesOf = (signIns: People, instId: string) =>
  signIns.peopleOf({ id: instId, type: 'provider' }, 'collections.answer-issue')

/** The same person by id. Throws invalid for anybody else. */
export const colleagueOf = async (signIns: People, instId: string, userId: string) => {
  const person = (await colleaguesOf(signIns, instId)).find(one => one.userId === userId)
  if (!person) throw new ProblemError(problem('invalid', message('server', 'notAColleague')))
  return person
}
