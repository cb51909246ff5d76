import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate'
import { problem } from '../../src/domain/problem.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { LiveFrame } from '../../src/domain/wire/live.ts'
import { liveFeedMachine, relayMessages, type SocketEvent } from '../../src/machines/live-feed/index.ts'
import type { LoadInput, LoadOutput } from '../../src/machines/resource/index.ts'
import { stepperMachine } from '../../src/machines/stepper/index.ts'
import {
  answerMachine,
  type SubmissionAnswer,
  type SubmissionPageMachine,
  type SubmissionQuestion,
  submissionPageMachine,
} from '../../src/machines/submission-page/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import { sampleSubmission } from '../../src/model/charts/submission.ts'
import { parent } from '../../src/model/parent.ts'
import type { FaultKind } from './faults.ts'
import { request } from './requests.ts'
import type { SimulatedServer } from './server.ts'
import type { World } from './world.ts'

/** The world's clock for the delays of a chart. */
const clockOf = (world: World) => {
  const cleared = new WeakSet<object>()
  return {
    setTimeout: (run: (...args: unknown[]) => void, ms: number) => {
      const timer = {}
      if (ms < Number.POSITIVE_INFINITY) world.after(undefined, ms, () => cleared.has(timer) || run())
      return timer
    },
    clearTimeout: (timer: object) => void cleared.add(timer),
  }
}

/** Always the same, so that known seeds keep telling their stories. */
const reconnectMs = 1000
const heldMs = 30_000

/** Actions of the product's page that a test can drop, to see that the simulator notices. */
export type DroppedAction = 'refresh' | 'tellNews' | 'refreshWhereBehind' | 'overtakeAnswer'

/**
 * A browser of somebody of an institution, which follows its live messages and has pages of its submissions open. Frames
 * arrive in the order in which they were sent, but where the network is at fault.
 */
export const openBrowser = (options: {
  world: World
  name: string
  instId: string
  /** Collection of its pages. */
  collectionId: string
  /** A server that answers now; undefined while there is none. */
  serverOf: () => SimulatedServer | undefined
  /** False: a gap in the numbers changes nothing, which is a fault put in. */
  noticesGaps: boolean
  /** Actions of its pages that do nothing: faults put in. */
  dropped: readonly DroppedAction[]
  /** Called when a page that knows its submission does not show what a live message has just told. */
  onBehind: (submissionId: string, version: number) => void
  /** Told of what a page shows whenever that changes. */
  onShown: (submissionId: string, version: number, status: StatusName) => void
}) => {
  const { world, name, instId, collectionId, serverOf, noticesGaps, dropped, onBehind, onShown } = options
  const pages = new Map<string, ActorRefFrom<SubmissionPageMachine>>()

  const connect = (sendBack: (event: SocketEvent) => void) => {
    let isClosed = false
    let closeSocket = (): void => undefined
    const later = (ms: number, run: () => void): void => world.after(undefined, ms, run)
    const open = (): void => {
      if (isClosed) return
      const server = serverOf()
      if (!server) {
        sendBack({ type: 'LIVE_LOST' })
        return
      }
      const listeners: (() => void)[] = []
      let last = world.now()
      /** A frame that is lost once another one follows it; the last one of all comes late. */
      const held: LiveFrame[] = []
      const socket = {
        OPEN: 1,
        readyState: 1,
        bufferedAmount: 0,
        on: (event: string, tell: () => void) => event === 'close' && listeners.push(tell),
        ping: () => undefined,
        close: () => lose(),
        terminate: () => lose(),
        send: (text: string) => {
          const frame = JSON.parse(text) as LiveFrame
          const struck = world.point('frame', `${name}, ${frame.type} ${frame.sequence}`)
          // Without its greeting a connection is none.
          const fault = struck && frame.type === 'HELLO' ? 'socketCut' : struck
          const overtaken = held.splice(0)
          if (overtaken.length > 0) return arriveLater(frame)
          if (fault === 'frameLost') {
            held.push(frame)
            return later(heldMs, () => held.splice(0).forEach(arrive))
          }
          if (fault === 'socketCut') return later(0, lose)
          arriveLater(frame, fault)
        },
      }
      const arriveLater = (frame: LiveFrame, fault?: FaultKind): void => {
        last = Math.max(last, world.now() + 1 + world.chance(name) * 30)
        const wait = last - world.now()
        later(fault === 'frameLate' ? wait + 200 : wait, () => arrive(frame))
        if (fault === 'frameTwice') later(wait + 5, () => arrive(frame))
      }
      const arrive = (frame: LiveFrame): void => {
        if (isClosed || socket.readyState !== 1) return
        if (frame.type === 'HELLO')
          sendBack({ type: 'LIVE_OPENED', instId: frame.instId, sequence: frame.sequence })
        else if (frame.type === 'EMPTY')
          sendBack({ type: 'LIVE_EMPTY', instId: frame.instId, sequence: frame.sequence })
        else sendBack({ type: 'LIVE_MESSAGE', message: frame })
      }
      const lose = (): void => {
        if (socket.readyState !== 1) return
        socket.readyState = 3
        for (const tell of listeners) tell()
        if (!isClosed) sendBack({ type: 'LIVE_LOST' })
      }
      closeSocket = lose
      world.onDeath.push(process => process === server.process && later(0, lose))
      const person = { userId: name, signInId: name, organisationId: instId, issuedAt: server.clock.now() }
      const opened = { ...person, language: 'en' as const, channel: instId }
      server.sockets.attach(socket as never, opened).catch(() => lose())
    }
    open()
    return () => {
      isClosed = true
      closeSocket()
    }
  }

  const feed = createActor(
    liveFeedMachine.provide({
      actors: {
        socket: fromCallback(({ sendBack }) => connect(sendBack as (event: SocketEvent) => void)) as never,
        watchWaking: fromCallback(() => undefined) as never,
      },
      // The server's heartbeat runs by real time, so the silence is never measured.
      delays: { backoff: reconnectMs, silence: Number.POSITIVE_INFINITY },
      ...(noticesGaps ? {} : { guards: { isAfterGap: () => false } }),
    }),
    {
      clock: clockOf(world),
      input: { parent, channel: { id: instId, carries: 'oneInstitution' } },
    },
  )

  /** What a server answers about a submission. */
  const load = async (id: string): Promise<LoadOutput<SubmissionAnswer>> => {
    const server = serverOf()
    const answer = server && (await request(world, server, name, ({ lifecycle }) => lifecycle.factsOf(id)))
    if (!answer) return err(problem('network', 'the connection is lost'))
    if (!answer.value) return err(problem('not-found', 'there is no such submission'))
    const { submission, facts } = answer.value
    const { version, status, fileHash, isLatest, copiedFrom } = submission
    const own = { submissionId: id, version, status, fileHash, isLatest, copiedFrom, facts }
    return ok({
      is: 'begun',
      found: { mode: facts.mode, collectionId, reference: sampleSubmission.collection.reference, instId },
      submission: { ...sampleSubmission, ...own, history: [] },
      changesInMs: undefined,
    })
  }

  /** The page of the product itself, with another server behind it. */
  const pageMachine = submissionPageMachine.provide({
    actors: {
      live: relayMessages(feed),
      stepper: stepperMachine.provide({
        actors: { sight: fromCallback(({ sendBack }) => sendBack({ type: 'SEEN' })) },
      }),
      answer: answerMachine.provide({
        actors: {
          inSight: fromPromise<void>(async () => undefined),
          load: fromPromise<LoadOutput<SubmissionAnswer>, LoadInput<SubmissionQuestion>>(
            ({ input: { params } }) => load('submissionId' in params ? params.submissionId : ''),
          ),
        },
      }),
    },
    actions: Object.fromEntries(dropped.map(action => [action, () => undefined])),
  })

  const open = (submissionId: string): void => {
    if (pages.has(submissionId)) return
    const page = createActor(pageMachine, {
      clock: clockOf(world),
      input: {
        submissionId,
        instId,
        named: { mode: 'live', collectionId, reference: undefined, instId: undefined },
        place: { page: undefined, isAllowed: true },
        leads: { isStatutoryCustomer: false },
      },
    })
    pages.set(submissionId, page)
    const { submission } = page.getSnapshot().children
    submission?.subscribe(({ context }) => {
      if (context.submission) onShown(submissionId, context.submission.version, context.submission.status)
    })
    page.start()
    // Subscribed after the page, so the page gets the message first.
    feed.on('live.message', ({ message }) => {
      const known = page.getSnapshot().children.submission?.getSnapshot().context.submission
      if (message.type !== 'FILE_EVENT' || message.submissionId !== submissionId || !known) return
      if (known.version < message.version) onBehind(submissionId, message.version)
    })
  }

  feed.start()
  return {
    name,
    instId,
    open,
    /** The pages that are open, with what they show. */
    shown: () =>
      [...pages].map(([submissionId, page]) => ({
        submissionId,
        snapshot: page.getSnapshot().children.submission!.getSnapshot(),
      })),
    close: () => {
      for (const page of pages.values()) page.stop()
      feed.stop()
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>
