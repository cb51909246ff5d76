import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { CollectionEventWire } from '../../../src/domain/wire/management.ts'
import { Component as Collection } from '../../../src/features/management/collection/page.tsx'
import { Component as CollectionDetails } from '../../../src/features/management/collection-details/page.tsx'
import { collection, collectionEvent } from '../submissions/fixtures.ts'
import { analyst, aWhile, show } from '../support/services.tsx'

/* One collection: what changed, when and by whom (specification 1 §2, §3). */

const admin: UserPrincipal = { ...analyst, userId: 'bedel-admin', name: 'Ruth Calloway', roles: ['admin'] }

const event = (sequence: number, change: Partial<CollectionEventWire>): CollectionEventWire => ({
  sequence,
  event: 'CHANGE_DETAILS',
  from: { id: 3, name: 'Open' },
  to: { id: 3, name: 'Open' },
  changes: [],
  by: 'Ruth Calloway',
  occurredUtc: '2024-10-14T09:30:00Z',
  ...change,
})

it('does not say that there is no specification when the list could not be loaded', async () => {
  const user = admin
  const answers = {
    'GET /collections/{reference}': collection(),
    'GET /collections/{reference}/events': { events: [] },
    'GET /collections/{reference}/cost-centres': {
      costCentres: 0,
      providers: 0,
      sentUtc: null,
      sentBy: null,
    },
  }
  const none = 'No specification is Available or In Use.'
  await show(<Collection />, { user, answers })
  expect(await screen.findByText('The specifications are not loaded.', {}, aWhile)).toBeTruthy()
  expect(screen.queryByText(none)).toBeNull()
  cleanup()
  await show(<Collection />, { user, answers: { ...answers, 'GET /specifications': { specifications: [] } } })
  expect(await screen.findByText(none, {}, aWhile)).toBeTruthy()
})

it('says of each change who made it, and beside that only when', async () => {
  const events = [
    event(5, {}),
    event(4, { changes: [{ field: 'supportContact', before: null, after: 'season@agency.example' }] }),
    event(3, {
      event: 'ASSIGN_SPECIFICATION',
      changes: [{ field: 'specification', before: null, after: '23056_1.0.0' }],
    }),
    event(2, { event: 'OPEN', from: { id: 2, name: 'Draft' } }),
    event(1, { event: 'CREATE', from: null }),
  ]
  await show(<Collection />, {
    user: admin,
    answers: {
      'GET /collections/{reference}': collection(),
      'GET /collections/{reference}/events': { events },
      'GET /collections/{reference}/cost-centres': {
        costCentres: 0,
        providers: 0,
        sentUtc: null,
        sentBy: null,
      },
      'GET /specifications': { specifications: [] },
    },
  })
  const list = await screen.findByRole('list', { name: 'Changes' }, aWhile)
  for (const title of [
    'Saved without changes by Ruth Calloway',
    'Details changed by Ruth Calloway',
    'Specification 23056_1.0.0 assigned by Ruth Calloway',
    'State changed from Draft to Open by Ruth Calloway',
    'Collection created by Ruth Calloway',
  ])
    expect(within(list).getByText(title)).toBeTruthy()
  expect(within(list).getAllByText('14/10/2024 10:30')).toHaveLength(events.length)
})

const details = (
  <Routes>
    <Route path="/management/collections/:reference/details" element={<CollectionDetails />} />
  </Routes>
)

it('a form sends only what its user changed, so it keeps what somebody else changed', async () => {
  const sent: unknown[] = []
  let stored = collection()
  const { user, tell } = await show(details, {
    user: admin,
    at: '/management/collections/23056/details',
    answers: {
      'GET /collections/{reference}': () => stored,
      'PATCH /collections/{reference}': ({ body }: { body?: unknown }) => {
        sent.push(body)
        return stored
      },
    },
  })
  const name = await screen.findByRole('textbox', { name: /^Name/ }, aWhile)
  stored = collection({ supportContact: 'season@agency.example', disallowCreateIssues: true })
  await act(async () => tell(collectionEvent('Open')))
  await user.type(name, ' again')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ name: `${collection().name} again` }]), aWhile)
})

it('asks before another specification is assigned, also if the list arrives after the page', async () => {
  const { user } = await show(<Collection />, {
    user: admin,
    answers: {
      'GET /collections/{reference}': collection(),
      'GET /collections/{reference}/events': { events: [] },
      'GET /specifications': {
        specifications: [{ id: 9, version: '22056_1.0.0', state: { id: 3, name: 'Available' } }],
      },
    },
  })
  const change = await screen.findByRole('button', { name: /^Change Specification of/ }, aWhile)
  await waitFor(() => expect(change.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(change)
  await user.click(await screen.findByRole('button', { name: /Specification of Student 2023/ }))
  await user.click(await screen.findByRole('option', { name: '22056_1.0.0' }, aWhile))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const asked = await screen.findByRole('alertdialog', {}, aWhile)
  expect(asked.textContent).toContain('22056_1.0.0 was made for 22056, and this collection is 23056.')
})
