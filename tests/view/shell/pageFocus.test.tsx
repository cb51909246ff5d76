import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { PageFocus } from '../../../src/app/PageFocus.tsx'
import { samePage } from '../../../src/hooks/leave.ts'

const show = () => {
  const page = (
    <main>
      <h1 id="page-title" tabIndex={-1}>
        ashby.xml
      </h1>
      <button type="button">Cancel</button>
    </main>
  )
  const frame = (
    <>
      <PageFocus />
      <Outlet />
    </>
  )
  const router = createMemoryRouter([{ element: frame, children: [{ path: '*', element: page }] }], {
    initialEntries: ['/submissions/c23056/new/upload'],
  })
  render(<RouterProvider router={router} />)
  return router
}

const heading = () => screen.getByRole('heading', { name: 'ashby.xml' })

it('leads to the heading after a navigation', async () => {
  const router = show()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await act(() => router.navigate('/submissions/c23056/1/processing'))
  expect(document.activeElement).toBe(heading())
})

it('stays where it is when an upload gets the address of its submission', async () => {
  const router = show()
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  await userEvent.click(cancel)
  await act(() => router.navigate('/submissions/c23056/1/upload', { replace: true, state: samePage('new') }))
  expect(document.activeElement).toBe(cancel)
})

it('leads to the heading of such a page when somebody comes back to it', async () => {
  const router = show()
  await act(() => router.navigate('/submissions/c23056/1/upload', { replace: true, state: samePage('new') }))
  await act(() => router.navigate('/submissions'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await act(() => router.navigate(-1))
  expect(document.activeElement).toBe(heading())
})
