import { act, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { NoticeWire } from '../../src/domain/wire/notices.ts'
import { Component as Notices } from '../../src/features/notices/page.tsx'
import { submitter } from './support/people.ts'
import { type Answer, show } from './support/services.tsx'

/* The page of the notices, where fewer are left than the address thinks (decisions §14). */

/** The page with so many notices, all unread; who goes to what one tells of has read it. */
const openNotices = (at: string, count: number, marks: unknown[] = []) => {
  const read = new Set<string>()
  const notices = Array.from({ length: count }, (_, n): NoticeWire => {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    return {
      id,
      kind: 'collectionOpened',
      mode: 'live',
      at: '2024-11-01T11:00:00Z',
      isRead: false,
      earlier: 0,
      title: `Notice ${n + 1}`,
      collection: { id: 'c-23056', reference: '23056', name: 'Student 2023/24' },
    }
  })
  const list: Answer = ({ query = {} }) => {
    const unread = notices.filter(({ id }) => !read.has(id))
    const listed = query.unread === 'true' ? unread : notices
    const [from, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 25)]
    return {
      notices: listed.slice(from, from + limit),
      unread: unread.length,
      pagingMetadata: { totalResultsCount: listed.length, limit, offset: from },
    }
  }
  const mark: Answer = ({ body }) => {
    marks.push(body)
    for (const id of (body as { ids: string[] }).ids) read.add(id)
    return { unread: count - read.size }
  }
  return show(
    <Routes>
      <Route path="/notices" element={<Notices />} />
      <Route path="*" element={<p>What it tells of</p>} />
    </Routes>,
    { user: submitter, at, answers: { 'GET /notices': list, 'POST /notices/read': mark } },
  )
}

const listed = async () => within(await screen.findByRole('list', { name: 'Notices' })).findAllByRole('link')

it('comes back to the last page of those unread when the one on the page after it has been read', async () => {
  const { user, router, address } = await openNotices('/notices?no.page=2&no.f.show=unread', 26)
  const [only, ...others] = await listed()
  expect([only?.textContent, others]).toEqual([expect.stringContaining('Notice 26'), []])
  await user.click(only!)
  expect(await screen.findByText('What it tells of')).toBeTruthy()
  await router.navigate(-1)
  await expect.poll(address).toBe('/notices?no.f.show=unread')
  expect(await listed()).toHaveLength(25)
  expect(screen.queryByText('All notices are read.')).toBeNull()
})

it('shows the last page to an address that names a page beyond it', async () => {
  const { address } = await openNotices('/notices?no.page=9', 26)
  await expect.poll(address).toBe('/notices?no.page=2')
  expect(await listed()).toHaveLength(1)
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  expect(screen.queryByText('No notices yet.')).toBeNull()
})

it('a notice that comes into sight is read, once, and keeps its mark until the list is fetched again', async () => {
  const observed: Element[] = []
  let look: IntersectionObserverCallback = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        look = callback
      }
      observe = (element: Element) => observed.push(element)
      disconnect = () => observed.splice(0)
    },
  )
  const marks: unknown[] = []
  await openNotices('/notices', 3, marks)
  await listed()
  expect(observed).toHaveLength(3)
  expect(marks).toEqual([])
  const seen = observed.map((target, at) => ({ target, isIntersecting: at < 2 })) as never
  act(() => look(seen, {} as never))
  act(() => look(seen, {} as never))
  await expect
    .poll(() => marks)
    .toEqual([{ ids: [expect.stringMatching(/0$/), expect.stringMatching(/1$/)] }])
  expect((await listed())[0]?.closest('li')?.textContent).toContain('New: ')
  vi.unstubAllGlobals()
})
