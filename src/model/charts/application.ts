import type { NoticeKind } from '../../domain/notice.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { applicationMachine } from '../../machines/application/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { people } from '../people.ts'
import { messageOf } from './liveFeed.ts'
import { sessionOf } from './session.ts'

const fault = new Error('no such machine')
const provider = sessionOf('0001').user

/** A notice for an organisation. */
export const noticeTo = (
  instId: string,
  kind: NoticeKind = 'approved',
  mode: SubmissionMode = 'live',
): LiveMessage => ({
  type: 'NOTICE',
  instId,
  sequence: 4,
  occurredAt: '2026-11-21T10:00:00Z',
  notice: { id: 'n', kind, mode },
})

export const applicationSpec: ModelSpec<typeof applicationMachine> = {
  machine: applicationMachine,
  samples: {
    NAVIGATE: [{ type: 'NAVIGATE', to: '/monitoring' }],
    SESSION_ACTING: [
      { type: 'SESSION_ACTING', user: provider, liveSequence: 3, unreadNotices: 2 },
      {
        type: 'SESSION_ACTING',
        user: people.analyst as UserPrincipal,
        liveSequence: 3,
        unreadNotices: 0,
      },
    ],
    MESSAGE_ARRIVED: [
      { type: 'MESSAGE_ARRIVED', message: noticeTo('0001') },
      { type: 'MESSAGE_ARRIVED', message: noticeTo('bedel') },
      { type: 'MESSAGE_ARRIVED', message: messageOf(4) },
    ],
    MESSAGES_MISSED: [{ type: 'MESSAGES_MISSED' }],
    FRAME_UNUSABLE: [{ type: 'FRAME_UNUSABLE', reason: 'notJson' }],
    SESSION_CONTINUED: [{ type: 'SESSION_CONTINUED' }],
    SESSION_LEFT: [{ type: 'SESSION_LEFT' }],
    LOCATION_CHANGED: [{ type: 'LOCATION_CHANGED', location: '/submissions' }],
    INSTITUTION_VISITED: [
      { type: 'INSTITUTION_VISITED', instId: '0001' },
      { type: 'INSTITUTION_VISITED', instId: '0002', seen: 7 },
    ],
    INSTITUTION_LEFT: [{ type: 'INSTITUTION_LEFT' }],
  },
  settles: {
    session: { errors: [fault] },
    liveFeed: { errors: [fault] },
    notices: { errors: [fault] },
    watchLocation: { errors: [fault] },
  },
  project: ({ user, visited }) => ({ organisation: user?.organisationId, visited }),
  inputs: { 'a page': { entry: 'page', location: '/' } },
}
