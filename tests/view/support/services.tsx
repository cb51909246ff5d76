import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense } from 'react'
import { RouterProvider as LinkProvider } from 'react-aria-components'
import { createMemoryRouter, Outlet, RouterProvider, useNavigate } from 'react-router'
import { vi } from 'vitest'
import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate'
import { useLinkAddress } from '../../../src/app/linkAddress.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { type RecordDescription, recordParts } from '../../../src/domain/record.ts'
import type { Stream } from '../../../src/domain/stream.ts'
import type { Call } from '../../../src/domain/wire/call.ts'
import type { CollectionWire } from '../../../src/domain/wire/collections.ts'
import type { LiveMessage } from '../../../src/domain/wire/live.ts'
import { ApplicationContext } from '../../../src/hooks/application.ts'
import {
  createDrafts,
  createPreferences,
  createUnanswered,
  type Preferences,
  type Services,
  ServicesContext,
} from '../../../src/hooks/index.ts'
import { useLiveFeed } from '../../../src/hooks/live.ts'
import { useSession } from '../../../src/hooks/session.ts'
import { applicationMachine } from '../../../src/machines/application/index.ts'
import {
  type LiveFeedMachine,
  liveFeedMachine,
  type SocketEvent,
  type SocketInput,
} from '../../../src/machines/live-feed/index.ts'
import { noticesMachine } from '../../../src/machines/notices/index.ts'
import {
  type OrganisationChoice,
  type SessionMachine,
  sessionMachine,
} from '../../../src/machines/session/index.ts'
import { err, ok, type Result } from '../../../src/machines/support/index.ts'
import {
  type KeptIdentity,
  type SessionOutput,
  tokenExchangeMachine,
} from '../../../src/machines/token-exchange/index.ts'
import { uploadMachine } from '../../../src/machines/upload/index.ts'
import { createNoticesActors } from '../../../src/services/actors/notices.ts'
import type { Api, Request } from '../../../src/services/api.ts'
import { createFileRegistry } from '../../../src/services/fileRegistry.ts'

export const analyst: UserPrincipal = {
  kind: 'user',
  userId: 'bedel-analyst',
  name: 'Ivo Marsh',
  organisationId: 'bedel',
  organisationType: 'agency',
  roles: ['analyst'],
  isPrimaryRegulator: false,
}

/** What a call answers (a refusal when the function throws a ProblemError), by "GET /path/of/{the}/call", for a text with its media type: a value, or a function of the request. */
export type Answers = Readonly<Record<string, unknown>>

interface AnsweredRequest {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob | FormData
}
export type Answer = (request: AnsweredRequest) => unknown

const apiOf = (answers: Answers): Api => {
  const answered = async (name: string, request: AnsweredRequest): Promise<Result<never>> => {
    if (!(name in answers)) throw new ProblemError(problem('internal', `The test has no answer to ${name}.`))
    const answer = answers[name]
    try {
      const value = typeof answer === 'function' ? (answer as Answer)(request) : answer
      // A promise is an answer that takes its time, or never comes.
      return ok(value instanceof Promise ? await value : value) as Result<never>
    } catch (thrown) {
      if (thrown instanceof ProblemError) return err(thrown.problem)
      throw thrown
    }
  }
  const nameOf = ({ method, path }: Call) => `${method} ${path}`
  return {
    call: <C extends Call>(definition: C, request: Request<C> = {}) =>
      answered(nameOf(definition), request as AnsweredRequest),
    text: (definition, request, accept) =>
      answered(`${nameOf(definition)} ${accept}`, request as AnsweredRequest),
    blob: (definition, request, accept) =>
      answered(`${nameOf(definition)} ${accept}`, request as AnsweredRequest),
  }
}

/** What is waited for comes as soon as it can; a busy machine may take longer than the usual second. */
export const aWhile = { timeout: 10_000, interval: 20 }

const never = () => new Promise<never>(() => undefined)

/** The student record, which has every part. */
export const studentRecord: NonNullable<CollectionWire['record']> = {
  id: 'student',
  name: 'Student',
  words: { unit: 'student', units: 'students', sub: 'engagement', subs: 'engagements' },
  parts: [...recordParts],
}

/** Streams as they are from the start (decisions §17). */
export const streams: readonly Stream[] = [
  { id: '056', name: 'Student', isAvailable: true },
  { id: '042', name: 'Estates', isAvailable: false },
  { id: '031', name: 'Finance', isAvailable: false },
  { id: '025', name: 'Staff', isAvailable: false },
]

/** The upload as the application has it, but for who carries it out: for pages on which nothing is sent. */
const idleUpload = Promise.resolve(
  uploadMachine.provide({ actors: { takeHandedOver: fromCallback(() => undefined) } }),
)

export interface ShownOptions {
  user?: UserPrincipal
  organisations?: readonly OrganisationChoice[]
  /** Records of the installation; the student record by default. */
  records?: readonly RecordDescription[]
  /** Path and query of the page. */
  at?: string
  /** What the browser remembers; by default nothing. */
  preferences?: Preferences
  answers?: Answers
  /** Finds the identity for a change of organisation; by default it fails. */
  findIdentity?: () => Promise<KeptIdentity>
  /** Version of the release that the page is of. */
  release?: string
  /** Makes the live connection, or throws; by default it is there at once. What it returns the server says in its greeting. */
  connect?: () => { release?: string } | undefined
  /** The clock, in ms since 1970; noon of the first of November 2024 by default. */
  now?: () => number
}

interface Actors {
  session: ActorRefFrom<SessionMachine>
  live: ActorRefFrom<LiveFeedMachine>
}

/** Draws the screen once somebody is signed in, and gives the test the actors that the application runs. */
function SignedIn({ actors, children }: { actors: Partial<Actors>; children: ReactNode }) {
  const session = useSession()
  const live = useLiveFeed()
  Object.assign(actors, { session, live })
  return useSelector(session, snapshot => snapshot.matches('signedIn')) ? children : null
}

function Frame() {
  const navigate = useNavigate()
  return (
    <LinkProvider navigate={(to, options) => void navigate(to, options)} useHref={useLinkAddress}>
      <Suspense>
        <Outlet />
      </Suspense>
    </LinkProvider>
  )
}

/**
 * Draws a screen inside the portal, with the charts that it lives with in the application: the session of a person who
 * is signed in, a live connection whose messages the test sends, and an API that answers what the test says.
 */
export const show = async (
  screen: ReactNode,
  {
    user = analyst,
    organisations = [],
    records = [studentRecord],
    at = '/',
    answers = {},
    preferences = createPreferences(),
    findIdentity = () => Promise.reject(new Error('The test has no identity.')),
    release,
    connect = () => undefined,
    now = () => Date.parse('2024-11-01T12:00:00Z'),
  }: ShownOptions = {},
) => {
  const sessionWith = sessionMachine.provide({
    actors: {
      readToken: fromPromise<number>(async () => 900_000),
      readSession: fromPromise<SessionOutput>(async () =>
        ok({ user, organisations, streams, records, liveSequence: 0, unreadNotices: 0 }),
      ),
      tokenExchange: tokenExchangeMachine.provide({
        actors: { findIdentity: fromPromise<KeptIdentity>(findIdentity) },
      }),
      watchTokens: fromCallback(() => undefined),
      dropToken: fromPromise<void>(never),
      signOut: fromPromise<void>(never),
      clearTokens: fromPromise<void>(never),
    },
  })
  const api = apiOf(answers)
  const application = applicationMachine.provide({
    actors: {
      session: sessionWith,
      notices: noticesMachine.provide({ actors: createNoticesActors({ api }) }),
      liveFeed: liveFeedMachine.provide({
        actors: {
          socket: fromCallback<SocketEvent, SocketInput>(({ sendBack, input }) => {
            const said = connect() ?? {}
            sendBack({ type: 'LIVE_OPENED', instId: input.channel.id, sequence: 0, ...said })
          }),
          watchWaking: fromCallback(() => undefined),
        },
        // The connection is never silent, however far a test moves the clock.
        delays: { silence: 2 ** 31 - 1 },
      }),
      watchLocation: fromCallback(() => undefined),
    },
  })
  const actors: Partial<Actors> = {}
  const services: Services = {
    api,
    files: createFileRegistry(),
    preferences,
    drafts: createDrafts(),
    unanswered: createUnanswered(),
    uploadMachine: () => idleUpload,
    configuration: never,
    download: vi.fn(),
    saveText: vi.fn(),
    saveBlob: vi.fn(),
    savePng: vi.fn(async () => undefined),
    readPdf: vi.fn(async () => ok({ text: '', pages: 1, sha256: '', pictures: [] })),
    readSheet: vi.fn(async () => ok('')),
    postFile: vi.fn(async () => ok(null)),
    signInAgain: vi.fn(async () => ok(null)),
    leaveFor: vi.fn(),
    location: () => router.state.location,
    // Nothing of the pages here has to be fetched.
    isLeaving: () => false,
    now,
  }
  const router = createMemoryRouter([{ element: <Frame />, children: [{ path: '*', element: screen }] }], {
    initialEntries: [at],
  })
  // Awaited, for a page may suspend until its code is there.
  await act(async () => {
    render(
      <ApplicationContext.Provider
        logic={application}
        options={{ input: { entry: 'page', location: at, release } }}
      >
        <ServicesContext value={services}>
          <SignedIn actors={actors}>
            <RouterProvider router={router} />
          </SignedIn>
        </ServicesContext>
      </ApplicationContext.Provider>,
    )
  })
  await vi.waitUntil(() => actors.session?.getSnapshot().matches('signedIn'), aWhile)
  const { session, live } = actors as Actors
  return {
    user: userEvent.setup(),
    services,
    session,
    live,
    router,
    /** Path and query as they are now. */
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    /** A live message arrives. */
    tell: (message: LiveMessage) => live.send({ type: 'LIVE_MESSAGE', message }),
  }
}
