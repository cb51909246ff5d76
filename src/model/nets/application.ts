import { initialTransition, transition } from 'xstate'
import type { UserPrincipal } from '../../domain/principal.ts'
import { type ApplicationContext, applicationMachine } from '../../machines/application/index.ts'
import { noticeTo } from '../charts/application.ts'
import { messageOf } from '../charts/liveFeed.ts'
import { people } from '../people.ts'
import { emits, failedBy, type Net, type Outcome, type Question, sends, starts, theParent } from './net.ts'

/*
 * What lives as long as the page (decisions §4, §14). Written apart from the chart: which channel of live messages is followed
 * by whom, when a new connection is made, who hears of what, and that the notices of who is signed in are counted: each that
 * arrives and that they may read is one more, and after a gap the server is asked. A page whose session or live feed has
 * crashed stays so until it is loaded anew.
 */

type State = 'running.signedOut' | 'running.signedIn.atHome' | 'running.signedIn.visiting' | 'failed'
type Facts = ApplicationContext
type Decided = Outcome<Facts, State>

const opened = { entry: 'page', location: '/', release: '1.2.0', spread: 0.25 } as const
const nobody: Facts = { opened, user: undefined, visited: undefined }

/** A provider's channel carries its own messages; those of agency and regulators carry many institutions'. */
const home = ({ organisationId: id, organisationType }: UserPrincipal, seen?: number): string =>
  sends('liveFeed', {
    type: 'FOLLOW',
    channel: { id, carries: organisationType === 'provider' ? 'oneInstitution' : 'manyInstitutions' },
    seen,
  })
const elsewhere = (id: string): string =>
  sends('liveFeed', { type: 'FOLLOW', channel: { id, carries: 'oneInstitution' } })

const disconnects = sends('liveFeed', { type: 'DISCONNECT' })
/** For the log of the browser. */
const logs = (error: unknown): string => emits({ type: 'application.fault', error })

const goesHome = (user: UserPrincipal): Decided => ({
  state: 'running.signedIn.atHome',
  facts: { ...nobody, user },
  effects: [home(user)],
})
/** Another reader: the notices begin with the number that the session has brought. */
const signsIn = (user: UserPrincipal, seen: number, unread: number): Decided => ({
  state: 'running.signedIn.atHome',
  facts: { ...nobody, user },
  effects: [starts('notices', { unread }), home(user, seen)],
})
const visits = (facts: Facts, instId: string): Decided => ({
  state: 'running.signedIn.visiting',
  facts: { ...facts, visited: instId },
  effects: [elsewhere(instId)],
})

/** What arrives, and the organisation whose people hear of it; nobody where it is no notice that they may read. */
const arrivals = [
  { message: noticeTo('0001'), readers: '0001' },
  { message: noticeTo('bedel'), readers: 'bedel' },
  { message: noticeTo('0002'), readers: '0002' },
  // Only who delivers data reads of deliveries, and of online validation only who validates online.
  { message: noticeTo('0001', 'deliveryReady'), readers: undefined },
  { message: noticeTo('0001', 'approved', 'ovt'), readers: undefined },
  { message: messageOf(4, '0001'), readers: undefined },
]

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const { user, visited } = facts
  const stays = (...effects: string[]): Decided => ({ state, facts, effects })
  if (state === 'failed') return undefined
  switch (event.type) {
    case 'NAVIGATE':
      return stays(emits({ type: 'application.navigate', to: event.to }))
    case 'LOCATION_CHANGED':
      return stays(sends('session', { type: 'LOCATION_CHANGED', location: event.location }))
    case 'xstate.error.actor.watchLocation':
      return stays(logs(event.error))
    case 'xstate.error.actor.liveFeed':
    case 'xstate.error.actor.session':
      return { state: 'failed', facts, effects: [logs(event.error)] }
    // For the log of the browser (live-feed).
    case 'FRAME_UNUSABLE':
      return stays(logs(new Error(`A live message could not be used: ${event.reason}.`)))
    case 'SESSION_ACTING': {
      // A renewal of the same person for the same organisation changes nothing.
      const isSame = user?.userId === event.user.userId && user?.organisationId === event.user.organisationId
      return isSame ? undefined : signsIn(event.user, event.liveSequence, event.unreadNotices)
    }
    default:
  }
  if (user === undefined) return undefined
  switch (event.type) {
    case 'MESSAGE_ARRIVED': {
      const readers = arrivals.find(({ message }) => message === event.message)?.readers
      return readers === user.organisationId ? stays(sends('notices', { type: 'NOTICE_GIVEN' })) : undefined
    }
    case 'MESSAGES_MISSED':
      return stays(sends('notices', { type: 'REFRESH' }))
    case 'xstate.error.actor.notices':
      return stays(logs(event.error))
    // While the session was ended the connection was refused: what has happened since is not known.
    case 'SESSION_CONTINUED':
      return visited === undefined ? goesHome(user) : visits(facts, visited)
    case 'SESSION_LEFT':
      return { state: 'running.signedOut', facts: nobody, effects: [disconnects] }
    case 'INSTITUTION_VISITED':
      if (event.instId !== user.organisationId) return visits(facts, event.instId)
      return visited === undefined ? undefined : goesHome(user)
    case 'INSTITUTION_LEFT':
      return visited === undefined ? undefined : goesHome(user)
    default:
      return undefined
  }
}

const provider = people.signOff as UserPrincipal
const colleague = people.submitter as UserPrincipal
const agency = people.analyst as UserPrincipal
/** The same person, acting for another organisation. */
const supplier: UserPrincipal = { ...provider, organisationId: '0002' }
const acting = (user: UserPrincipal) => ({
  type: 'SESSION_ACTING' as const,
  user,
  liveSequence: 3,
  unreadNotices: 2,
})
const fault = new Error('no such machine')

/** The notices' actor, which runs beside the states of who is signed in. */
const { notices } = transition(
  applicationMachine,
  initialTransition(applicationMachine, opened)[0],
  acting(provider),
)[0].children

export const applicationNet: Net<Facts, State> = {
  machine: applicationMachine,
  states: ['running.signedOut', 'running.signedIn.atHome', 'running.signedIn.visiting', 'failed'],
  factsIn: state => {
    if (state === 'running.signedOut') return [nobody]
    return [provider, agency].map(user => ({
      ...nobody,
      user,
      visited: state === 'running.signedIn.visiting' || state === 'failed' ? '0005' : undefined,
    }))
  },
  events: [
    { type: 'NAVIGATE', to: '/monitoring' },
    { type: 'LOCATION_CHANGED', location: '/submissions' },
    ...[provider, colleague, supplier, agency].map(acting),
    ...arrivals.map(({ message }) => ({ type: 'MESSAGE_ARRIVED', message })),
    { type: 'MESSAGES_MISSED' },
    { type: 'FRAME_UNUSABLE', reason: 'wrongShape' },
    { type: 'SESSION_CONTINUED' },
    { type: 'SESSION_LEFT' },
    ...['0001', '0002', '0005', 'bedel'].map(instId => ({ type: 'INSTITUTION_VISITED', instId })),
    { type: 'INSTITUTION_LEFT' },
    ...['liveFeed', 'session', 'notices', 'watchLocation'].map(actor => failedBy(actor, fault)),
  ],
  decided,
  tags: {
    'running.signedOut': [],
    'running.signedIn.atHome': [],
    'running.signedIn.visiting': [],
    failed: ['failed'],
  },
  children: machine => ({
    ...initialTransition(machine, opened as never)[0].children,
    ...(notices && { notices }),
  }),
  starts: [
    {
      input: opened,
      outcome: {
        state: 'running.signedOut',
        facts: nobody,
        effects: [
          starts('liveFeed', { parent: theParent, release: '1.2.0', spread: 0.25 }),
          starts('session', { parent: theParent, entry: 'page', location: '/' }),
          starts('watchLocation'),
        ],
      },
    },
  ],
}
