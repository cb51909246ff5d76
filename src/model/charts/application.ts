import type { UserPrincipal } from '../../domain/principal.ts'
import { applicationMachine } from '../../machines/application/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { people } from '../people.ts'
import { sessionOf } from './session.ts'

const fault = new Error('no such machine')
const provider = sessionOf('0001').user

export const applicationSpec: ModelSpec<typeof applicationMachine> = {
  machine: applicationMachine,
  samples: {
    NAVIGATE: [{ type: 'NAVIGATE', to: '/monitoring' }],
    SESSION_ACTING: [
      { type: 'SESSION_ACTING', user: provider, liveSequence: 3 },
      { type: 'SESSION_ACTING', user: people.analyst as UserPrincipal, liveSequence: 3 },
    ],
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
    watchLocation: { errors: [fault] },
  },
  project: ({ user, visited }) => ({ organisation: user?.organisationId, visited }),
  inputs: { 'a page': { entry: 'page', location: '/' } },
}
