import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate'
import { type StatusName, statusNameOf } from '../../src/domain/status.ts'
import { factsFromWire } from '../../src/domain/wire/facts.ts'
import { isSubmissionBehind } from '../../src/domain/wire/fileEvents.ts'
import type { LiveFrame, LiveMessage } from '../../src/domain/wire/live.ts'
import { liveFeedMachine, type SocketEvent } from '../../src/machines/live-feed/index.ts'
import { resourceMachine } from '../../src/machines/resource/index.ts'
import {
  type KnownSubmission,
  selectSubmission,
  submissionMachine,
} from '../../src/machines/submission/index.ts'
import { sampleSubmission } from '../../src/model/charts/submission.ts'
import { parent } from '../../src/model/parent.ts'
import type { FaultKind } from './faults.ts'
import { request } from './requests.ts'
import type { SimulatedServer } from './server.ts'
import type { World } from './world.ts'

/** What a page asks for. */
interface ResourceParams {
  id: string
}

/** A page of one submission: the product's own charts, with what `useSubmission` hands from one to the other. */
interface Page {
  submissionId: string
  submission: ActorRefFrom<typeof submissionMachine>
  resource: ReturnType<typeof openResource>
  stop: () => void
}

const openResource = (load: (id: string) => Promise<KnownSubmission>, submissionId: string) =>
  createActor(
    resourceMachine<KnownSubmission, ResourceParams>('submission').provide({
      actors: {
        load: fromPromise(async ({ input }: { input: { params: ResourceParams } }) => ({
          ok: true as const,
          value: await load(input.params.id),
        })) as never,
      },
    }),
    { input: { params: { id: submissionId } } },
  )

/** The world's clock for the delays of a chart. */
const clockOf = (world: World) => {
  const cleared = new WeakSet<object>()
  return {
    setTimeout: (run: (...args: unknown[]) => void, ms: number) => {
      const timer = {}
      world.after(undefined, ms, () => cleared.has(timer) || run())
      return timer
    },
    clearTimeout: (timer: object) => void cleared.add(timer),
  }
}

/** Always the same, so that known seeds keep telling their stories. */
const reconnectMs = 1000
const tryAgainMs = 3000
const heldMs = 30_000

/**
 * A browser of somebody of an institution, which follows its live messages and has pages of its submissions open. Frames
 * arrive in the order in which they were sent, but where the network is at fault.
 */
export const openBrowser = (options: {
  world: World
  name: string
  instId: string
  /** A server that answers now; undefined while there is none. */
  serverOf: () => SimulatedServer | undefined
  /** False: a gap in the numbers changes nothing, which is a fault put in. */
  noticesGaps: boolean
  /** Told of what a page shows whenever that changes. */
  onShown: (submissionId: string, version: number, status: StatusName) => void
}) => {
  const { world, name, instId, serverOf, noticesGaps, onShown } = options
  const pages = new Map<string, Page>()

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
      delays: { backoff: reconnectMs },
      ...(noticesGaps ? {} : { guards: { isAfterGap: () => false } }),
    }),
    {
      clock: clockOf(world),
      input: { parent, channel: { id: instId, carries: 'oneInstitution' } },
    },
  )

  /** What a server answers about a submission: refused while the way there is gone. */
  const load = async (id: string): Promise<KnownSubmission> => {
    const server = serverOf()
    const answer = server && (await request(world, server, name, ({ lifecycle }) => lifecycle.factsOf(id)))
    if (!answer?.value) throw new Error('the connection is lost, or there is no such submission')
    const { submission, facts } = answer.value
    return {
      ...sampleSubmission,
      submissionId: id,
      version: submission.version,
      status: submission.status,
      facts,
      history: [],
    }
  }

  const hear = (page: Page, message: LiveMessage): void => {
    if (message.type !== 'FILE_EVENT') return
    const { submissionId, version } = message
    const facts = factsFromWire(message.facts)
    const status = statusNameOf(message.status.id)
    const known = selectSubmission(page.submission.getSnapshot())
    page.resource.send({ type: 'OVERTAKEN' })
    if (isSubmissionBehind(known, page.submissionId, message)) page.resource.send({ type: 'REFRESH' })
    const { occurredAt: at, isLatest } = message
    page.submission.send({ type: 'MOVED', submissionId, version, status, at, isLatest, facts })
  }

  const open = (submissionId: string): void => {
    if (pages.has(submissionId)) return
    const submission = createActor(submissionMachine)
    const resource = openResource(load, submissionId)
    const message = feed.on('live.message', event => hear(page, event.message))
    const refresh = feed.on('live.refresh', () => resource.send({ type: 'REFRESH' }))
    let received: KnownSubmission | undefined
    let isTrying = false
    resource.subscribe(snapshot => {
      const { data } = snapshot.context
      if (data !== undefined && data !== received) {
        received = data
        submission.send({ type: 'SUBMISSION_RECEIVED', submission: data })
      }
      // A person who sees that it failed tries again.
      if (!snapshot.matches({ work: 'fetching' }) && snapshot.context.problem !== undefined && !isTrying) {
        isTrying = true
        world.after(undefined, tryAgainMs, () => {
          isTrying = false
          resource.send({ type: 'RETRY' })
        })
      }
    })
    submission.subscribe(({ context }) => {
      if (context.submission) onShown(submissionId, context.submission.version, context.submission.status)
    })
    const page: Page = {
      submissionId,
      submission,
      resource,
      stop: () => {
        message.unsubscribe()
        refresh.unsubscribe()
        submission.stop()
        resource.stop()
      },
    }
    pages.set(submissionId, page)
    submission.start()
    resource.start()
  }

  feed.start()
  return {
    name,
    instId,
    open,
    /** The pages that are open, with what they show. */
    shown: () =>
      [...pages.values()].map(({ submissionId, submission }) => ({
        submissionId,
        snapshot: submission.getSnapshot(),
      })),
    close: () => {
      for (const page of pages.values()) page.stop()
      feed.stop()
    },
  }
}
export type Browser = ReturnType<typeof openBrowser>
