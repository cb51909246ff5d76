import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { LiveMessage } from '../../src/domain/wire/live.ts'
import { applicationMachine } from '../../src/machines/application/index.ts'
import { liveFeedMachine, type SocketEvent, type SocketInput } from '../../src/machines/live-feed/index.ts'
import { type Counted, type MarkInput, noticesMachine } from '../../src/machines/notices/index.ts'
import { sessionMachine } from '../../src/machines/session/index.ts'
import { ok } from '../../src/machines/support/index.ts'
import {
  type ExchangeInput,
  type ExchangeOutput,
  type KeptIdentity,
  type RenewalOutput,
  type SessionOutput,
  tokenExchangeMachine,
} from '../../src/machines/token-exchange/index.ts'
import { applicationSpec, noticeTo } from '../../src/model/charts/application.ts'
import { messageOf } from '../../src/model/charts/liveFeed.ts'
import { sessionOf } from '../../src/model/charts/session.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const macrotask = () => new Promise<void>(resolve => setImmediate(resolve))

/** Exchanges as the services make them, each for the organisation that is asked for. */
const exchanges = () => {
  let organisationId = '0001'
  return tokenExchangeMachine.provide({
    actors: {
      renewIdentity: fromPromise<RenewalOutput>(async () => 'renewed'),
      findIdentity: fromPromise<KeptIdentity>(async () => ({
        hasIdentity: true,
        lastOrganisationId: undefined,
      })),
      exchangeToken: fromPromise<ExchangeOutput, ExchangeInput>(async ({ input }) => {
        organisationId = input.organisationId ?? '0001'
        return ok(null)
      }),
      readSession: fromPromise<SessionOutput>(async () => ok(sessionOf(organisationId))),
    },
    actions: { keepToken: () => undefined },
  })
}

/** The application of a provider who is signed in, with the channels that are opened and closed, in order. */
const opened = async () => {
  const channels: string[] = []
  const places: string[] = []
  const faults: string[] = []
  const sockets: ((event: SocketEvent) => void)[] = []
  /** What the server answers when it is asked how many notices are unread. */
  const answers: Counted[] = []
  const application = createActor(
    applicationMachine.provide({
      actions: {
        navigate: (_, to) => places.push(to),
        reportFault: (_, error) => faults.push(String(error)),
      },
      actors: {
        session: sessionMachine.provide({
          actors: {
            readToken: fromPromise<number>(async () => 900_000),
            readSession: fromPromise<SessionOutput>(async () => ok(sessionOf('0001'))),
            tokenExchange: exchanges(),
            dropToken: fromPromise<void>(async () => undefined),
            signOut: fromPromise<void>(() => new Promise(() => undefined)),
            watchTokens: fromCallback(() => undefined),
          },
        }),
        liveFeed: liveFeedMachine.provide({
          actors: {
            socket: fromCallback<SocketEvent, SocketInput>(({ input, sendBack }) => {
              sockets.push(sendBack)
              channels.push(`+${input.channel.id}`)
              return () => channels.push(`-${input.channel.id}`)
            }),
            watchWaking: fromCallback(() => undefined),
          },
        }),
        notices: noticesMachine.provide({
          actors: {
            count: fromPromise<Counted>(async () => answers.shift() ?? { unread: 0 }),
            mark: fromPromise<Counted, MarkInput>(async () => ({ unread: 0 })),
          },
        }),
        watchLocation: fromCallback(({ sendBack }) => {
          sendBack({ type: 'LOCATION_CHANGED', location: '/' })
        }),
      },
    }),
    { input: { entry: 'page', location: '/submissions' } },
  ).start()
  await macrotask()
  const { session, liveFeed } = application.getSnapshot().children
  let refreshes = 0
  liveFeed?.on('live.refresh', () => {
    refreshes += 1
  })
  /** The connection that was opened last stands, after this many messages; how often everything was then asked for again. */
  const greet = (instId: string, sequence: number): number => {
    const before = refreshes
    sockets.at(-1)?.({ type: 'LIVE_OPENED', instId, sequence })
    return refreshes - before
  }
  const unread = () => application.getSnapshot().children.notices?.getSnapshot().context.unread
  return { application, session: session!, channels, places, faults, sockets, greet, answers, unread }
}

describe('application', () => {
  isWalkedWhole(applicationSpec)

  it("follows the person's own organisation, and another one when they act for it", async () => {
    const { session, channels, places } = await opened()
    expect(channels).toEqual(['+0001'])
    session.send({ type: 'SWITCH_ORGANISATION', organisationId: '0002' })
    await macrotask()
    expect([channels, places]).toEqual([['+0001', '-0001', '+0002'], ['/']])
  })

  it('follows an institution while its submission is shown, and nothing after signing out', async () => {
    const { application, session, channels } = await opened()
    application.send({ type: 'INSTITUTION_VISITED', instId: '0001' })
    application.send({ type: 'INSTITUTION_VISITED', instId: '0005' })
    application.send({ type: 'INSTITUTION_LEFT' })
    session.send({ type: 'SIGN_OUT' })
    expect(channels).toEqual(['+0001', '-0001', '+0005', '-0005', '+0001', '-0001'])
  })

  it('asks for nothing twice of an institution that has sent nothing since its first answer was read', async () => {
    const { application, greet } = await opened()
    application.send({ type: 'INSTITUTION_VISITED', instId: '0005', seen: 7 })
    expect(greet('0005', 7)).toBe(0)
    application.send({ type: 'INSTITUTION_LEFT' })
    application.send({ type: 'INSTITUTION_VISITED', instId: '0005', seen: 7 })
    expect(greet('0005', 8)).toBe(1)
  })

  it('asks afresh of an institution when the session goes on after its end, or it is not known what was seen', async () => {
    const { application, session, greet } = await opened()
    application.send({ type: 'INSTITUTION_VISITED', instId: '0005', seen: 7 })
    greet('0005', 7)
    session.send({ type: 'SESSION_ENDED_ELSEWHERE' })
    session.send({ type: 'SIGNED_IN_ELSEWHERE' })
    await macrotask()
    expect(greet('0005', 7)).toBe(1)
    application.send({ type: 'INSTITUTION_VISITED', instId: '0006' })
    expect(greet('0006', 0)).toBe(1)
  })

  it('asks for everything afresh, by a new connection, when the session goes on after its end', async () => {
    const { session, channels } = await opened()
    session.send({ type: 'SESSION_ENDED_ELSEWHERE' })
    expect(channels).toEqual(['+0001'])
    session.send({ type: 'SIGNED_IN_ELSEWHERE' })
    await macrotask()
    expect(channels).toEqual(['+0001', '-0001', '+0001'])
  })

  it("counts the notices of who is signed in, beginning with those of the session, and nobody else's", async () => {
    const { session, sockets, answers, greet, unread } = await opened()
    expect(unread()).toBe(2)
    greet('0001', 3)
    const arrive = (sequence: number, message: LiveMessage) =>
      sockets.at(-1)?.({ type: 'LIVE_MESSAGE', message: { ...message, sequence } })
    // Only the server knows whether it is about something that is unread already.
    answers.push({ unread: 3 })
    arrive(4, noticeTo('0001'))
    await macrotask()
    expect(unread()).toBe(3)
    arrive(5, noticeTo('0001', 'deliveryReady'))
    arrive(6, messageOf(6))
    expect(unread()).toBe(3)
    session.send({ type: 'SIGN_OUT' })
    expect(unread()).toBeUndefined()
  })

  it('asks how many notices are unread where one may have been missed', async () => {
    const { application, sockets, answers, unread, greet } = await opened()
    greet('0001', 3)
    sockets.at(-1)?.({ type: 'LIVE_LOST' })
    answers.push({ unread: 7 })
    application.getSnapshot().children.liveFeed?.send({ type: 'WOKEN', by: 'network' })
    await macrotask()
    expect(unread()).toBe(7)
  })

  it('begins anew with the number of the session for another organisation, and keeps its own at a renewal', async () => {
    const { session, sockets, answers, greet, unread } = await opened()
    greet('0001', 3)
    answers.push({ unread: 3 })
    sockets.at(-1)?.({ type: 'LIVE_MESSAGE', message: noticeTo('0001') })
    session.send({ type: 'TOKEN_EXPIRING' })
    await macrotask()
    expect([session.getSnapshot().value, unread()]).toEqual([{ signedIn: 'active' }, 3])
    session.send({ type: 'SWITCH_ORGANISATION', organisationId: '0002' })
    await macrotask()
    expect(unread()).toBe(2)
  })

  it('reports a live message that cannot be used', async () => {
    const { sockets, faults } = await opened()
    sockets.at(-1)?.({ type: 'LIVE_INVALID', reason: 'notJson' })
    expect(faults).toEqual(['Error: A live message could not be used: notJson.'])
  })

  it.each(['session', 'liveFeed'] as const)('stops all, and says so, when the %s has crashed', async id => {
    const { application, channels, faults, unread } = await opened()
    const crashed = { type: `xstate.error.actor.${id}`, actorId: id, error: new Error('A guard has thrown.') }
    application.send(crashed as never)
    const snapshot = application.getSnapshot()
    expect([snapshot.value, snapshot.status, snapshot.hasTag('failed')]).toEqual(['failed', 'active', true])
    expect(faults).toEqual(['Error: A guard has thrown.'])
    expect([channels, unread()]).toEqual([['+0001', '-0001'], undefined])
  })

  it('tells the session where the user is', async () => {
    const { application, session } = await opened()
    application.send({ type: 'LOCATION_CHANGED', location: '/monitoring' })
    expect(session.getSnapshot().context.location).toBe('/monitoring')
  })
})
