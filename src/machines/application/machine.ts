import { assign, emit, fromCallback, sendTo, setup } from 'xstate'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { type Channel, type LiveFeedParentEvent, liveFeedMachine } from '../live-feed/index.ts'
import { isNoticeFor, noticesMachine } from '../notices/index.ts'
import { sessionMachine } from '../session/index.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import type { ApplicationContext, ApplicationEmitted, ApplicationEvent, ApplicationInput } from './types.ts'

/** The channel of a person's own organisation; an agency's and a regulator's carry those of many institutions. */
const ownChannel = ({ organisationId, organisationType }: UserPrincipal): Channel => ({
  id: organisationId,
  carries: organisationType === 'provider' ? 'oneInstitution' : 'manyInstitutions',
})

const unusable = ({ event }: { event: Extract<LiveFeedParentEvent, { type: 'FRAME_UNUSABLE' }> }): Error =>
  new Error(`A live message could not be used: ${event.reason}.`)

/**
 * A chart, because session, live feed and notices need one owner that outlives every page. Runs the session, the live feed and,
 * after sign-in, the notices. It decides which channel is followed, and passes events between them, the router and the screens,
 * so that none of them depends on another.
 */
export const applicationMachine = setup({
  types: {
    context: {} as ApplicationContext,
    events: {} as ApplicationEvent,
    input: {} as ApplicationInput,
    emitted: {} as ApplicationEmitted,
    tags: {} as 'failed',
    children: {} as {
      session: 'session'
      liveFeed: 'liveFeed'
      notices: 'notices'
      watchLocation: 'watchLocation'
    },
  },
  actors: {
    session: sessionMachine,
    liveFeed: liveFeedMachine,
    notices: noticesMachine,
    /** Sends LOCATION_CHANGED. */
    watchLocation: fromCallback<ApplicationEvent>(missing('watchLocation')),
  },
  guards: {
    isOtherOrganisation: ({ context }, user: UserPrincipal) =>
      context.user?.organisationId !== user.organisationId || context.user.userId !== user.userId,
    isForeign: ({ context }, instId: string) => context.user?.organisationId !== instId,
    isNoticeForUser: ({ context }, message: LiveMessage) =>
      context.user !== undefined && isNoticeFor(context.user, message),
  },
  actions: {
    keepUser: assign((_, user: UserPrincipal) => ({ user })),
    forgetUser: assign({ user: undefined }),
    keepVisited: assign((_, instId: string) => ({ visited: instId })),
    forgetVisited: assign({ visited: undefined }),
    // Whoever has just signed in has seen nothing that is older than the session; whoever comes back may have.
    followOwn: sendTo('liveFeed', ({ context, event }) => ({
      type: 'FOLLOW' as const,
      channel: ownChannel(context.user!),
      seen: event.type === 'SESSION_ACTING' ? event.liveSequence : undefined,
    })),
    followVisited: sendTo('liveFeed', ({ context, event }) => ({
      type: 'FOLLOW' as const,
      channel: { id: context.visited!, carries: 'oneInstitution' as const },
      seen: event.type === 'INSTITUTION_VISITED' ? event.seen : undefined,
    })),
    disconnect: sendTo('liveFeed', { type: 'DISCONNECT' }),
    tellNotice: sendTo('notices', { type: 'NOTICE_GIVEN' }),
    countNotices: sendTo('notices', { type: 'REFRESH' }),
    tellLocation: sendTo('session', (_, location: string) => ({
      type: 'LOCATION_CHANGED' as const,
      location,
    })),
    // The page listens to these two: the router goes there, the browser's log gets the fault.
    navigate: emit((_, to: string) => ({ type: 'application.navigate' as const, to })),
    reportFault: emit((_, error: unknown) => ({ type: 'application.fault' as const, error })),
  },
}).createMachine({
  id: 'application',
  description: 'All that lives as long as the page, and which channel of live messages it follows.',
  context: ({ input }) => ({ opened: input, user: undefined, visited: undefined }),
  options: { maxIterations: 1000 },
  initial: 'running',
  states: {
    running: {
      description: 'Session and live feed run, and the router is watched.',
      invoke: [
        {
          id: 'liveFeed',
          src: 'liveFeed',
          input: ({ context: { opened }, self }) => ({
            parent: self,
            release: opened.release,
            spread: opened.spread,
          }),
          onError: { target: 'failed', actions: { type: 'reportFault', params: thrown } },
        },
        {
          id: 'session',
          src: 'session',
          input: ({ context: { opened }, self }) => ({
            parent: self,
            entry: opened.entry,
            location: opened.location,
          }),
          onError: { target: 'failed', actions: { type: 'reportFault', params: thrown } },
        },
        {
          id: 'watchLocation',
          src: 'watchLocation',
          onError: { actions: { type: 'reportFault', params: thrown } },
        },
      ],
      initial: 'signedOut',
      on: {
        NAVIGATE: { actions: { type: 'navigate', params: ({ event }) => event.to } },
        LOCATION_CHANGED: { actions: { type: 'tellLocation', params: ({ event }) => event.location } },
        FRAME_UNUSABLE: { actions: { type: 'reportFault', params: unusable } },
      },
      states: {
        signedOut: {
          description: 'Nobody is signed in, so nothing is followed.',
          on: {
            SESSION_ACTING: {
              target: 'signedIn',
              actions: { type: 'keepUser', params: ({ event }) => event.user },
            },
          },
        },
        signedIn: {
          description:
            'Somebody acts for an organisation: its notices are counted and a channel is followed.',
          initial: 'atHome',
          invoke: {
            id: 'notices',
            src: 'notices',
            input: ({ event }) => ({ unread: event.type === 'SESSION_ACTING' ? event.unreadNotices : 0 }),
            onError: { actions: { type: 'reportFault', params: thrown } },
          },
          on: {
            SESSION_ACTING: {
              guard: { type: 'isOtherOrganisation', params: ({ event }) => event.user },
              target: 'signedIn',
              reenter: true,
              actions: { type: 'keepUser', params: ({ event }) => event.user },
              description: 'All over again: the notices are those of another reader.',
            },
            SESSION_LEFT: { target: 'signedOut', actions: ['disconnect', 'forgetUser', 'forgetVisited'] },
            MESSAGE_ARRIVED: {
              guard: { type: 'isNoticeForUser', params: ({ event }) => event.message },
              actions: 'tellNotice',
            },
            MESSAGES_MISSED: { actions: 'countNotices' },
          },
          states: {
            atHome: {
              description: "The channel of the viewer's own organisation is followed.",
              entry: ['forgetVisited', 'followOwn'],
              on: {
                SESSION_CONTINUED: {
                  target: 'atHome',
                  reenter: true,
                  description:
                    'A new connection asks for everything afresh: while the session was ended, it was refused.',
                },
                INSTITUTION_VISITED: {
                  guard: { type: 'isForeign', params: ({ event }) => event.instId },
                  target: 'visiting',
                  actions: { type: 'keepVisited', params: ({ event }) => event.instId },
                },
              },
            },
            visiting: {
              description:
                'The channel of one institution is followed: the own one of an agency or a regulator carries no progress.',
              entry: 'followVisited',
              on: {
                SESSION_CONTINUED: { target: 'visiting', reenter: true },
                INSTITUTION_VISITED: [
                  {
                    guard: { type: 'isForeign', params: ({ event }) => event.instId },
                    target: 'visiting',
                    reenter: true,
                    actions: { type: 'keepVisited', params: ({ event }) => event.instId },
                  },
                  { target: 'atHome' },
                ],
                INSTITUTION_LEFT: { target: 'atHome' },
              },
            },
          },
        },
      },
    },
    failed: {
      description:
        'The session or the live feed has crashed, and all is stopped: what the screens went on showing could be wrong. Only loading the page anew helps.',
      tags: ['failed'],
    },
  },
})

export type ApplicationMachine = typeof applicationMachine
