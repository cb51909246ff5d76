import { taskGroupOf, taskGroups } from '../../../src/domain/tasks.ts'
import type { ResponseOf } from '../../../src/domain/wire/call.ts'
import type { listTasks, Task, TaskCounts } from '../../../src/domain/wire/tasks.ts'
import type { Standing } from '../../../src/machines/submission-lifecycle/index.ts'
import { inEnglish } from '../../../src/model/everyMessage.ts'

/** An approval for the agency; with other fields that a test names. */
export const task = (rest: Partial<Task> = {}): Task => ({
  id: rest.id ?? [rest.action ?? 'approve', rest.provider?.instId ?? '0001', rest.sender?.instId].join(':'),
  action: 'approve',
  group: taskGroupOf(rest.action ?? 'approve'),
  collection: { id: 'c-23056', reference: '23056', name: 'Student 2023/24' },
  provider: { instId: '0001', name: 'Provider 0001' },
  submissionId: 'submission-of-0001',
  statusId: 25,
  issue: null,
  sender: null,
  findings: null,
  since: '2024-10-30T12:00:00Z',
  due: '2026-12-18',
  page: '/monitoring/23056/c-23056/0001/submission-of-0001/approval',
  ...rest,
})

/** What GET /tasks answers: these, filtered by the groups of the request. */
export const tasksAnswer =
  (tasks: readonly Task[], standings: ResponseOf<typeof listTasks>['standings'] = []) =>
  ({ query }: { query?: { group?: unknown; limit?: unknown } } = {}): ResponseOf<typeof listTasks> => {
    const groups = [query?.group ?? []].flat()
    const listed = tasks.filter(({ group }) => groups.length === 0 || groups.includes(group))
    const limit = Number(query?.limit ?? 25)
    return {
      tasks: listed.slice(0, limit),
      counts: Object.fromEntries(
        taskGroups.map(group => [group, tasks.filter(one => one.group === group).length]),
      ) as TaskCounts,
      oldest: tasks.reduce<string | null>(
        (oldest, { since }) => (since !== null && (oldest === null || since < oldest) ? since : oldest),
        null,
      ),
      standings: [...standings],
      pagingMetadata: { totalResultsCount: listed.length, limit, offset: 0 },
    }
  }

/** Who acts next in a collection, as GET /tasks answers it. */
export const standingAnswer = (
  collectionId: string,
  { turn, act, last, follows, stopped }: Standing,
): ResponseOf<typeof listTasks>['standings'][number] => ({
  collectionId,
  turn,
  act: act ?? null,
  last,
  follows: follows ?? null,
  stopped: typeof stopped === 'object' ? inEnglish(stopped) : (stopped ?? null),
})
