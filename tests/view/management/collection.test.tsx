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

/** A provider of the register, with a contact. */
const managedProvider = {
  ukprn: '10000001',
  name: 'University of Ashby',
  publishedName: 'University of Ashby',
  countryCode: 'E',
  region: '',
  regulatorCode: '5016',
  riskCode: '01',
  awardingPowers: true,
  isTakenIn: true,
  contacts: [{ name: 'Ada', role: '', email: 'ada@ashby.example', phone: '' }],
  lastRemindedUtc: null,
  updatedUtc: '2024-10-14T09:30:00Z',
}

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

it('a target is a whole number of working days, and an empty field is none', async () => {
  const sent: unknown[] = []
  const stored = collection({ stayTargets: 'SC_APPROVAL=5 PROVIDER_SIGNOFF=10' })
  const { user } = await show(details, {
    user: admin,
    at: '/management/collections/23056/details',
    answers: {
      'GET /collections/{reference}': stored,
      'PATCH /collections/{reference}': ({ body }: { body?: unknown }) => {
        sent.push(body)
        return stored
      },
    },
  })
  const targets = within(await screen.findByRole('group', { name: 'Targets by status' }, aWhile))
  const fields = targets.getAllByRole('textbox')
  const field = (value: string) => fields.find(one => (one as HTMLInputElement).value === value)!
  const [approval, signOff] = [field('5'), field('10')]
  await user.clear(approval)
  await user.type(approval, '0')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText('Enter a whole number of working days from 1 to 250, or leave the field empty.'),
  ).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(approval)
  await user.clear(signOff)
  await user.type(signOff, '12')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ stayTargets: 'PROVIDER_SIGNOFF=12' }]), aWhile)
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
  expect(asked.textContent).toContain(
    '22056_1.0.0 was made for 2022/23 (22056), and this collection is for 2023/24 (23056).',
  )
})

const empty = {
  'GET /collections/{reference}/events': { events: [] },
  'GET /collections/{reference}/cost-centres': { costCentres: 0, providers: 0, sentUtc: null, sentBy: null },
  'GET /specifications': { specifications: [] },
}

it('shows what is left of the set-up of a Draft, onboards the providers that wait, and sets its days', async () => {
  const sent: unknown[] = []
  const provider = (instId: string, onboarded: boolean) => ({ ...managedProvider, instId, onboarded })
  const draft = collection({
    state: { id: 1, name: 'Draft' },
    specification: null,
    submissionDeadline: '2025-01-31',
  })
  const { user } = await show(<Collection />, {
    user: admin,
    answers: {
      ...empty,
      'GET /collections/{reference}': draft,
      'GET /providers/register': { providers: [provider('0001', true), provider('0005', false)] },
      'POST /providers/onboard': ({ body }: { body?: unknown }) => {
        sent.push(body)
        return { onboarded: ['0005'] }
      },
      'PATCH /collections/{reference}': ({ body }: { body?: unknown }) => {
        sent.push(body)
        return { ...draft, validationOn: null, scheduleRefusal: 'It has no specification.' }
      },
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: `Set up ${draft.name}` }, aWhile)).toBeTruthy()
  expect(await screen.findByText('1 of 2 can take part. All have a contact.', {}, aWhile)).toBeTruthy()
  expect(screen.getByText('1 of 5 steps done · Next: Specification')).toBeTruthy()
  expect(screen.getByText('Needs a specification')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add and onboard 1' }))
  const question = await screen.findByRole('alertdialog', {}, aWhile)
  await user.click(within(question).getByRole('button', { name: 'Add and onboard 1' }))
  await waitFor(() => expect(sent).toEqual([{ instIds: ['0005'] }]), aWhile)
  const [validation] = screen.getAllByRole('button', { name: 'Save schedule' })
  await user.click(validation!)
  await waitFor(() => expect(sent[1]).toEqual({ validationOn: null }), aWhile)
  expect(await screen.findByText('It has no specification.', {}, aWhile)).toBeTruthy()
})

it('asks before an opening is planned, and names the day and how many people get the notice', async () => {
  const sent: unknown[] = []
  const draft = collection({ state: { id: 1, name: 'Draft' }, submissionDeadline: '2025-01-31' })
  const { user } = await show(<Collection />, {
    user: admin,
    answers: {
      ...empty,
      'GET /collections/{reference}': draft,
      'GET /providers/register': { providers: [] },
      'GET /collections/{reference}/opening-audience': {
        parties: [
          { type: 'provider', organisations: 3, people: 7, mails: 5 },
          { type: 'agency', organisations: 1, people: 4, mails: 2 },
        ],
        withoutReader: 0,
      },
      'PATCH /collections/{reference}': ({ body }: { body?: unknown }) => {
        sent.push(body)
        return { ...draft, opensOn: '2024-12-02' }
      },
    },
  })
  const opens = await screen.findByRole('group', { name: 'Opens on' }, aWhile)
  for (const [part, digits] of Object.entries({ day: '02', month: '12', year: '2024' })) {
    await user.click(within(opens).getByRole('spinbutton', { name: new RegExp(`^${part}`) }))
    await user.keyboard(digits)
  }
  const form = screen.getByRole('form', { name: 'Opens on, Closes on' })
  await user.click(within(form).getByRole('button', { name: 'Save schedule' }))
  const question = await screen.findByRole('alertdialog', {}, aWhile)
  expect(question.textContent).toContain('Open Student 2023/24 on 02/12/2024?')
  expect((await within(question).findByRole('row', { name: /^Together/ }, aWhile)).textContent).toBe(
    'Together4117',
  )
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Plan the opening' }))
  await waitFor(() => expect(sent).toEqual([{ opensOn: '2024-12-02', closesOn: null }]), aWhile)
})

it('pauses submissions with a reason, and lets them go on', async () => {
  const sent: unknown[] = []
  const { user } = await show(<Collection />, {
    user: admin,
    answers: {
      ...empty,
      'GET /collections/{reference}': collection(),
      'PATCH /collections/{reference}': ({ body }: { body?: unknown }) => {
        sent.push(body)
        const { pauseReason } = body as { pauseReason: string | null }
        return collection({ pauseReason, allowSubmissions: pauseReason === null })
      },
    },
  })
  await user.type(await screen.findByRole('textbox', { name: /^Reason/ }, aWhile), 'A rule is wrong.')
  await user.click(screen.getByRole('button', { name: 'Pause submissions' }))
  expect(await screen.findByText('Paused', {}, aWhile)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Accept submissions again' }))
  expect(await screen.findByText('Accepted', {}, aWhile)).toBeTruthy()
  expect(sent).toEqual([{ pauseReason: 'A rule is wrong.' }, { pauseReason: null }])
})

it('shows the way of a collection, what differs from the one before it, and what is still to decide', async () => {
  const former = collection({ submissionDeadline: '2024-10-31', signsInPortal: false })
  const draft = collection({
    id: 'c24056',
    reference: '24056',
    name: 'Student 2024/25',
    referencePeriodStart: '2024-08-01',
    referencePeriodEnd: '2025-07-31',
    state: { id: 1, name: 'Draft' },
    specification: null,
    submissionDeadline: '2025-10-31',
    opensOn: '2025-08-04',
    signsInPortal: true,
  })
  const specification = (id: number, version: string, rest: object = {}) => ({
    id,
    version,
    state: { id: 3, name: 'Available' },
    ruleset: { id, version, recordId: 'student' },
    awaitsConfiguration: false,
    ...rest,
  })
  const change = (id: string, cause: string | null) => ({
    id,
    code: id,
    name: `Rule ${id}`,
    part: 'tolerance',
    regulatorCode: '5016',
    fallback: '5 records',
    value: '2%',
    by: 'Ivo Marsh',
    at: '2024-10-14T09:30:00Z',
    reason: '',
    cause,
  })
  const returned = (instId: string, publishedName: string, isThere: boolean) => ({
    provider: { instId, publishedName },
    latestSubmission: isThere ? {} : null,
  })
  await show(<Collection />, {
    user: admin,
    answers: {
      ...empty,
      'GET /collections/{reference}': draft,
      'GET /collections/{reference}/events': {
        events: [event(1, { event: 'CREATE', from: null, occurredUtc: '2024-10-14T09:30:00Z' })],
      },
      'GET /collections': { collections: [draft, former], pagingMetadata: { total: 2 } },
      'GET /providers/register': {
        providers: [
          { ...managedProvider, instId: '0001', onboarded: true },
          { ...managedProvider, instId: '0006', publishedName: 'Farndon', onboarded: true },
        ],
      },
      'GET /collections/{reference}/submissions': {
        submissions: [
          returned('0001', 'Ashby', true),
          returned('0002', 'Brackley', true),
          returned('0006', 'Farndon', false),
        ],
      },
      'GET /regulators': { regulators: [{ code: '5016', name: 'Office', shortName: 'OHE' }] },
      'GET /specifications': {
        specifications: [
          specification(9, '24056_1.0.0', { state: { id: 1, name: 'Created' }, awaitsConfiguration: true }),
          specification(8, '23056_1.0.0'),
        ],
      },
      'GET /specifications/{id}/carry-over/{rulesetId}': {
        changes: [change('QR.A', 'otherType'), change('QR.B', null)],
        rules: { total: 2, added: 0, removed: 0 },
      },
    },
  })
  const items = async (term: string) =>
    (await screen.findByText(term, { selector: 'dt' }, aWhile)).nextElementSibling?.textContent
  expect(await items('Draft')).toBe('14/10/2024, now')
  expect([await items('Online validation'), await items('Open'), await items('Closed')]).toEqual([
    'no day set',
    '04/08/2025, planned',
    'no day set',
  ])
  expect(await screen.findByRole('heading', { name: 'Different from Student 2023/24' }, aWhile)).toBeTruthy()
  expect(await items('Sign-off form')).toBe('signed in the portal or on paper (was signed on paper)')
  expect(await items('New providers (1)')).toBe('Farndon')
  expect(await items('No longer taking part (1)')).toBe('Brackley')
  expect(screen.queryByText('Contact', { selector: 'dt' })).toBeNull()
  const row = await screen.findByRole('row', { name: /Rule QR\.A/ }, aWhile)
  expect(row.textContent).toBe(
    'Rule QR.ATolerance, OHE2%5 recordsThe new rule has a different type of tolerance',
  )
  expect(screen.queryByRole('row', { name: /Rule QR\.B/ })).toBeNull()
  expect(screen.getByText(/^24056_1\.0\.0 starts from 23056_1\.0\.0 and is not configured yet/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Decide' }).getAttribute('href')).toBe(
    '/management/specifications/specs/9',
  )
})
