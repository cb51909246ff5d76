import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import { Entrance } from '../../src/features/session/Entrance.tsx'
import { ApplicationContext } from '../../src/hooks/application.ts'
import { useSession } from '../../src/hooks/session.ts'
import { applicationMachine } from '../../src/machines/application/index.ts'
import { liveFeedMachine } from '../../src/machines/live-feed/index.ts'
import { sessionMachine } from '../../src/machines/session/index.ts'
import { ok } from '../../src/machines/support/index.ts'
import type { SessionOutput } from '../../src/machines/token-exchange/index.ts'

it('names each situation of somebody who is not signed in in the title of the page', async () => {
  let answer: (output: SessionOutput) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const never = () => new Promise<never>(() => undefined)
  const sessionLogic = sessionMachine.provide({
    actors: {
      readToken: fromPromise<number>(async () => 900_000),
      readSession: fromPromise(
        () =>
          new Promise<SessionOutput>((resolve, reject) => {
            answer = resolve
            fail = reject
          }),
      ),
      watchTokens: fromCallback(() => undefined),
      dropToken: fromPromise<void>(never),
      signOut: fromPromise<void>(never),
      clearTokens: fromPromise<void>(never),
    },
  })
  const application = applicationMachine.provide({
    actors: {
      session: sessionLogic,
      liveFeed: liveFeedMachine.provide({
        actors: { socket: fromCallback(() => undefined), watchWaking: fromCallback(() => undefined) },
      }),
      watchLocation: fromCallback(() => undefined),
    },
  })
  const held: { session?: ReturnType<typeof useSession> } = {}
  function Shown() {
    held.session = useSession()
    return <Entrance />
  }
  await act(async () => {
    render(
      <ApplicationContext.Provider logic={application} options={{ input: { entry: 'page', location: '/' } }}>
        <Shown />
      </ApplicationContext.Provider>,
    )
  })
  const session = held.session!
  expect(document.title).toBe('Signing in – Bedel')
  await act(async () => fail(new Error('No answer.')))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign-in failed')
  expect(document.title).toBe('Sign-in failed – Bedel')
  await act(async () => session.send({ type: 'RETRY' }))
  expect(document.title).toBe('Signing in – Bedel')
  const user = {
    kind: 'user',
    userId: 'u',
    name: 'N',
    organisationId: '0001',
    organisationType: 'provider',
    roles: [],
    isPrimaryRegulator: false,
  } as const
  await act(async () =>
    answer(ok({ user, organisations: [], streams: [], records: [], liveSequence: 0, unreadNotices: 0 })),
  )
  await act(async () => session.send({ type: 'SIGN_OUT' }))
  expect(document.title).toBe('Signing out – Bedel')
})
