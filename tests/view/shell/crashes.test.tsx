import { act, render, screen } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { type ActorRefFrom, fromCallback, fromPromise, setup } from 'xstate'
import { Component as Frame } from '../../../src/app/Frame.tsx'
import { RenderFailure } from '../../../src/features/shell/RenderFailure.tsx'
import { ApplicationContext } from '../../../src/hooks/application.ts'
import { type ApplicationMachine, applicationMachine } from '../../../src/machines/application/index.ts'
import { liveFeedMachine } from '../../../src/machines/live-feed/index.ts'
import { sessionMachine } from '../../../src/machines/session/index.ts'
import { ok } from '../../../src/machines/support/index.ts'
import type { SessionOutput } from '../../../src/machines/token-exchange/index.ts'
import { analyst } from '../support/services.tsx'

let silence: MockInstance
beforeEach(() => {
  silence = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => silence.mockRestore())

const throwing = (): never => {
  throw new Error('Something is undefined.')
}

/** The page of somebody who is being signed in, whose actors crash at their next event. */
const opened = async () => {
  const reported: unknown[] = []
  const restored = Promise.withResolvers<SessionOutput>()
  const logic = applicationMachine.provide({
    actions: { navigate: throwing, reportFault: (_, error) => reported.push(error) },
    actors: {
      session: sessionMachine.provide({
        actions: { keepSession: throwing },
        actors: {
          readToken: fromPromise<number>(async () => 900_000),
          readSession: fromPromise<SessionOutput>(() => restored.promise),
          watchTokens: fromCallback(() => undefined),
        },
      }),
      liveFeed: liveFeedMachine.provide({ actions: { keepChannel: throwing } }),
      watchLocation: fromCallback(() => undefined),
    },
  })
  let application: ActorRefFrom<ApplicationMachine> | undefined
  function Opened() {
    application = ApplicationContext.useActorRef()
    return <RouterProvider router={router} />
  }
  const router = createMemoryRouter([{ path: '/', element: <Frame />, errorElement: <RenderFailure /> }])
  await act(async () => {
    render(
      <ApplicationContext.Provider logic={logic} options={{ input: { entry: 'page', location: '/' } }}>
        <Opened />
      </ApplicationContext.Provider>,
    )
  })
  expect((await screen.findByRole('status')).textContent).toBe('Signing in…')
  return { application: application!, reported, restore: restored.resolve }
}

const expectFailure = async () => {
  expect(await screen.findByRole('heading', { level: 1, name: 'An error has occurred' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
  expect(document.title).toBe('An error has occurred – Bedel')
}

describe('a page that says what has happened to it, and can be loaded anew', () => {
  it('is one whose session has crashed', async () => {
    const { application, reported, restore } = await opened()
    await act(async () =>
      restore(
        ok({ user: analyst, organisations: [], streams: [], records: [], liveSequence: 0, unreadNotices: 0 }),
      ),
    )
    await expectFailure()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(application.getSnapshot().value).toBe('failed')
    expect(reported).toEqual([new Error('Something is undefined.')])
  })

  it('is one whose live feed has crashed', async () => {
    const { application, reported } = await opened()
    const channel = { id: '0001', carries: 'oneInstitution' } as const
    await act(async () => application.getSnapshot().children.liveFeed?.send({ type: 'FOLLOW', channel }))
    await expectFailure()
    expect(application.getSnapshot().value).toBe('failed')
    expect(reported).toEqual([new Error('Something is undefined.')])
  })

  it('is one whose application has crashed itself', async () => {
    const { application } = await opened()
    await act(async () => application.send({ type: 'NAVIGATE', to: '/monitoring' }))
    await expectFailure()
    expect(application.getSnapshot().status).toBe('error')
  })

  it('is one on which an actor of a screen has crashed', async () => {
    const machine = setup({
      types: { events: {} as { type: 'GO' } },
      actions: { go: throwing },
    }).createMachine({
      initial: 'here',
      states: { here: { on: { GO: { actions: 'go' } } } },
    })
    const held: { actor?: ActorRefFrom<typeof machine> } = {}
    function Screen() {
      held.actor = useActorRef(machine)
      return <h1>{useSelector(held.actor, ({ value }) => value)}</h1>
    }
    const router = createMemoryRouter([{ path: '/', element: <Screen />, errorElement: <RenderFailure /> }])
    render(<RouterProvider router={router} />)
    await act(async () => held.actor?.send({ type: 'GO' }))
    await expectFailure()
  })
})
