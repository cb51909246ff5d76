import { ProblemError, problem } from '../../src/domain/problem.ts'
import { type EnteredPart, enteredPart } from '../../src/domain/ruleConfiguration.ts'
import type { Tolerance } from '../../src/domain/tolerance.ts'
import { type Message, message } from '../../src/messages/message.ts'

const invalid = (field: string, reason: Message): ProblemError =>
  new ProblemError(problem('invalid', reason, [{ field, message: reason }]))

const wrongForm = () => invalid('body.tolerances', message('specification', 'tolerance.form'))

/**
 * The tolerance that is asked for in place of the rule's: other values, with the types, their order and the conjunction
 * of the ruleset. The values are judged as those of a specification are. Throws an invalid problem that names the field.
 */
export const requestedTolerance = (current: Tolerance, parts: readonly EnteredPart[]): Tolerance => {
  if (parts.length !== current.parts.length) throw wrongForm()
  return {
    ...current,
    parts: parts.map((requested, place) => {
      const part = current.parts[place]
      if (!part) throw wrongForm()
      const entered = enteredPart(part, requested)
      if (entered.ok) return entered.part
      const { at, reason } = entered.fault
      throw at === 'form' ? wrongForm() : invalid(`body.tolerances.${place}.${at}`, reason)
    }),
  }
}
