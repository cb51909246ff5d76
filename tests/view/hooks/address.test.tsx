import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useAddress } from '../../../src/hooks/index.ts'
import { type Services, ServicesContext } from '../../../src/hooks/services.ts'

function Reports() {
  const [, change] = useAddress()
  return (
    <>
      <Link to="/submit">Continue to Submit</Link>
      <button
        type="button"
        onClick={() => change(() => new URLSearchParams({ page: '2' }), { replace: true })}
      >
        Second page
      </button>
    </>
  )
}

it('what follows the state of a page does not end the way to the next one', async () => {
  const { promise: code, resolve: come } = Promise.withResolvers<void>()
  const router = createMemoryRouter(
    [
      { path: '/reports', element: <Reports /> },
      { path: '/submit', lazy: () => code.then(() => ({ Component: () => <h1>Submit</h1> })) },
    ],
    { initialEntries: ['/reports'] },
  )
  const services = {
    location: () => router.state.location,
    isLeaving: () => router.state.navigation.location?.pathname === '/submit',
  } as Partial<Services> as Services
  render(
    <ServicesContext value={services}>
      <RouterProvider router={router} />
    </ServicesContext>,
  )
  const press = (name: string) => act(async () => screen.getByText(name).click())
  await press('Second page')
  expect(router.state.location.search).toBe('?page=2')
  await press('Continue to Submit')
  await press('Second page')
  await act(async () => come())
  expect(await screen.findByRole('heading', { name: 'Submit' })).toBeTruthy()
})
