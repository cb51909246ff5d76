import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useLeaveGuard } from '../../../src/hooks/index.ts'

const closing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('asks before another page and before the tab is closed, only while there is something to lose', async () => {
  let isAtWork = true
  function Upload() {
    const guard = useLeaveGuard(() => isAtWork)
    return guard.isBlocked ? (
      <button type="button" onClick={guard.stay}>
        Stay
      </button>
    ) : (
      <h1>Upload</h1>
    )
  }
  const router = createMemoryRouter(
    [
      { path: '/upload', Component: Upload },
      { path: '/list', element: <h1>List</h1> },
    ],
    { initialEntries: ['/upload'] },
  )
  render(<RouterProvider router={router} />)
  expect(closing()).toBe(true)
  await act(() => router.navigate('/list'))
  await act(async () => screen.getByRole('button', { name: 'Stay' }).click())
  expect(screen.getByRole('heading').textContent).toBe('Upload')
  isAtWork = false
  expect(closing()).toBe(false)
  await act(() => router.navigate('/list'))
  expect(screen.getByRole('heading').textContent).toBe('List')
})
