import type { UserPrincipal } from '../../domain/principal.ts'
import { problem } from '../../domain/problem.ts'
import { type OrganisationChoice, type Session, sessionMachine } from '../../machines/session/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'

export const organisations: OrganisationChoice[] = [
  { id: '0002', type: 'provider', name: 'Brackley Institute of Arts', isOnboarded: true },
  { id: '0001', type: 'provider', name: 'University of Ashby', isOnboarded: true },
  { id: '0005', type: 'provider', name: 'Elgin University', isOnboarded: false },
  { id: '0003', type: 'provider', name: 'Calder Conservatoire', isOnboarded: true },
]

const streams = [
  { id: '056', name: 'Student', isAvailable: true },
  { id: '042', name: 'Estates', isAvailable: false },
  { id: '025', name: 'Staff', isAvailable: true },
]

const userOf = (organisationId: string, userId: string): UserPrincipal => ({
  kind: 'user',
  userId,
  name: 'A Supplier',
  organisationId,
  organisationType: 'provider',
  roles: ['submitter'],
  isPrimaryRegulator: false,
})

/** The session of a user who acts for this organisation. */
export const sessionOf = (organisationId: string, userId = 'supplier'): Session => ({
  user: userOf(organisationId, userId),
  organisations,
  streams,
  records: [],
  liveSequence: 3,
  unreadNotices: 2,
})

export const unauthorised = problem('unauthorised', 'The token has expired.')
const fault = new Error('no answer')
/** What an exchange gives whose answer did not come. */
export const unanswered = { ...err<Session>(problem('network', 'No answer.')), isUnanswered: true }
const exchange = { outputs: [ok(sessionOf('0001')), err(unauthorised), unanswered], errors: [fault] }

export const sessionSpec: ModelSpec<typeof sessionMachine> = {
  machine: sessionMachine.provide({ actions: { forgetToken: () => undefined } }),
  samples: {
    SIGN_IN: [{ type: 'SIGN_IN' }],
    SIGN_OUT: [{ type: 'SIGN_OUT' }],
    SWITCH_ORGANISATION: [
      { type: 'SWITCH_ORGANISATION', organisationId: '0002' },
      { type: 'SWITCH_ORGANISATION', organisationId: '0001' },
      { type: 'SWITCH_ORGANISATION', organisationId: '0003' },
      { type: 'SWITCH_ORGANISATION', organisationId: '0005' },
      { type: 'SWITCH_ORGANISATION', organisationId: '9999' },
    ],
    SELECT_STREAM: [
      { type: 'SELECT_STREAM', streamId: '056' },
      { type: 'SELECT_STREAM', streamId: '025' },
      { type: 'SELECT_STREAM', streamId: '042' },
    ],
    STAY_SIGNED_IN: [{ type: 'STAY_SIGNED_IN' }],
    DISMISS_PROBLEM: [{ type: 'DISMISS_PROBLEM' }],
    RETRY: [{ type: 'RETRY' }],
    LOCATION_CHANGED: [
      { type: 'LOCATION_CHANGED', location: '/submissions' },
      { type: 'LOCATION_CHANGED', location: '/specification/23056?part=rules' },
    ],
    UNAUTHORISED: [{ type: 'UNAUTHORISED' }],
    TOKEN_EXPIRING: [{ type: 'TOKEN_EXPIRING' }],
    ORGANISATION_CHANGED: [{ type: 'ORGANISATION_CHANGED' }],
    SIGNED_IN_ELSEWHERE: [{ type: 'SIGNED_IN_ELSEWHERE' }],
    SIGNED_OUT_ELSEWHERE: [{ type: 'SIGNED_OUT_ELSEWHERE' }],
    SESSION_ENDED_ELSEWHERE: [{ type: 'SESSION_ENDED_ELSEWHERE' }],
  },
  settles: {
    readToken: { outputs: [30_001, 30_000], errors: [fault] },
    readSession: { outputs: [ok(sessionOf('0001')), err(unauthorised)], errors: [fault] },
    findIdentity: {
      outputs: [true, false].map(hasIdentity => ({ hasIdentity, lastOrganisationId: undefined })),
      errors: [fault],
    },
    completeSignIn: {
      outputs: [
        { outcome: 'signedIn', location: '/monitoring' },
        { outcome: 'staleLoginState' },
        { outcome: 'refused', problem: unauthorised },
      ],
      errors: [fault],
    },
    completeSignOut: { outputs: [undefined], errors: [fault] },
    redirectToSignIn: { errors: [fault] },
    exchangeToken: exchange,
    followSession: { ...exchange, outputs: [...exchange.outputs, ok(sessionOf('0001', 'somebody-else'))] },
    switchOrganisation: { outputs: [ok(sessionOf('0002')), err(unauthorised), unanswered], errors: [fault] },
    renewSession: exchange,
    retryRenewal: exchange,
    dropToken: { errors: [fault] },
    clearTokens: { outputs: [undefined], errors: [fault] },
    signOut: { outputs: [undefined], errors: [fault] },
    watchTokens: { errors: [fault] },
  },
  project: ({ session, requestedOrganisationId, location, isFresh, problem: why }) => ({
    organisation: session?.user.organisationId,
    wanted: requestedOrganisationId,
    person: session?.user.userId,
    location,
    isFresh,
    why: why?.kind,
  }),
  inputs: {
    'an ordinary page': { parent, entry: 'page', location: '/submissions' },
    'a page for everybody': { parent, entry: 'page', location: '/accessibility' },
    'back from signing in': { parent, entry: 'signInCallback', location: '/' },
    'back from signing out': { parent, entry: 'signOutCallback', location: '/' },
  },
}
