import { noticesMachine } from '../../machines/notices/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const noticesSpec: ModelSpec<typeof noticesMachine> = {
  machine: noticesMachine,
  samples: {
    NOTICE_GIVEN: [{ type: 'NOTICE_GIVEN' }],
    REFRESH: [{ type: 'REFRESH' }],
    READ: [
      { type: 'READ', ids: ['a'] },
      { type: 'READ', ids: undefined },
    ],
  },
  settles: {
    count: { outputs: [{ unread: 3 }], errors: [new Error('no answer')] },
    mark: { outputs: [{ unread: 0 }], errors: [new Error('no answer')] },
  },
  // The number itself grows without end: whether there is any is what the bell shows.
  project: ({ unread, marked }) => ({ hasUnread: unread > 0, marked: marked ?? 'all' }),
  inputs: { 'nothing unread': { unread: 0 }, 'something unread': { unread: 2 } },
}
