import { fromPromise } from 'xstate'
import { ProblemError } from '../../domain/problem.ts'
import { listNotices, markNotices } from '../../domain/wire/notices.ts'
import type { Counted, MarkInput } from '../../machines/notices/index.ts'
import type { Api } from '../api.ts'

/** What the notices' chart asks the server, and tells it. */
export const createNoticesActors = ({ api }: { api: Api }) => ({
  count: fromPromise<Counted>(async ({ signal }) => {
    const answer = await api.call(listNotices, { query: { limit: '1' }, signal })
    if (!answer.ok) throw new ProblemError(answer.problem)
    return { unread: answer.value.unread }
  }),
  // Not ended with the actor's state: what was read stays read, also where the reader is off to another page.
  mark: fromPromise<Counted, MarkInput>(async ({ input: { ids } }) => {
    const answer = await api.call(markNotices, { body: ids === undefined ? {} : { ids: [...ids] } })
    if (!answer.ok) throw new ProblemError(answer.problem)
    return answer.value
  }),
})
