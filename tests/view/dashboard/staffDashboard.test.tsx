import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { collectionStateOf } from '../../../src/domain/collection.ts'
import type { Task } from '../../../src/domain/wire/tasks.ts'
import { Component as Dashboard } from '../../../src/features/dashboard/Dashboard.tsx'
import { collection, issueEvent } from '../submissions/fixtures.ts'
import { receiver } from '../support/people.ts'
import { analyst, aWhile, type ShownOptions, show } from '../support/services.tsx'
import { task, tasksAnswer } from '../support/tasks.ts'

const day = 86_400_000
const ago = (days: number) => new Date(Date.parse('2024-11-01T12:00:00Z') - days * day).toISOString()
const uuid = (n: number) => `5e7c1ed0-0000-4000-8000-${String(n).padStart(12, '0')}`

const item = (n: number, rest: Partial<Task>): Task =>
  task({
    provider: { instId: `100${n}`, name: `Provider ${n}` },
    submissionId: uuid(n),
    since: ago(n),
    page: `/page/of/${n}`,
    ...rest,
  })

const step = (id: number, name: string, count: number) => ({
  step: { id, name },
  status: null,
  name,
  count,
  needing: id === 3 ? 1 : 0,
  need: 'blocked',
  latestSubmission: null,
})

const answers = {
  'GET /collections': {
    collections: [
      collection({
        id: 'old',
        reference: '21056',
        name: 'Student 2021/22',
        state: collectionStateOf('Closed'),
      }),
      collection({
        id: 'next',
        reference: '24056',
        name: 'Student 2024/25',
        state: collectionStateOf('Validation'),
      }),
      collection({
        id: 'draft',
        reference: '25056',
        name: 'Student 2025/26',
        state: collectionStateOf('Draft'),
      }),
      collection({
        id: 'amended',
        reference: '22056',
        name: 'Student 2022/23',
        state: collectionStateOf('Historic amendment'),
      }),
      collection(),
    ],
    pagingMetadata: { total: 5 },
  },
  'GET /tasks': tasksAnswer([
    item(4, { findings: { outside: 12, blocking: 0, records: 0, names: [], issues: 1 } }),
    item(3, {
      action: 'answerIssue',
      statusId: null,
      issue: {
        id: uuid(30),
        code: 'QR.1',
        name: 'Disability not known',
        lastComment: { text: 'Is this right?', by: 'Provider 3' },
      },
    }),
    item(2, { action: 'recordSignOff', statusId: 29 }),
    item(1, { action: 'reprocess', statusId: 12, due: null }),
  ]),
  'GET /collections/{reference}/step-summary': {
    steps: [
      step(1, 'Upload', 1),
      step(2, 'Processing', 0),
      step(3, 'Quality assurance', 2),
      step(4, 'Approval', 1),
      step(5, 'Signed off', 1),
    ],
  },
  'GET /collections/{reference}/burn-up': {
    providers: 5,
    today: '2026-11-23',
    deadline: '2026-12-18',
    days: [{ day: '2026-11-20', reached: { processing: 4, qualityAssurance: 4, approval: 2, signedOff: 1 } }],
    before: null,
  },
  'GET /collections/{reference}/since-yesterday': {
    since: '2026-11-22',
    uploads: 9,
    submitted: 1,
    signedOff: 3,
  },
  'GET /collections/{reference}/worst-rules': {
    providers: 4,
    rules: [{ code: 'QR.1', name: 'Disability not known', outside: 3, checked: 4 }],
    worstProviders: [{ instId: '0002', name: 'Brackley', submissionUuid: 'two', outside: 12, blocking: 3 }],
  },
}

const open = async (options: ShownOptions = {}) => {
  const shown = await show(<Dashboard />, { answers, ...options })
  await screen.findByRole('region', { name: 'My tasks' })
  return shown
}

describe('the dashboard of agency and regulators', () => {
  it('holds the queue over all collections first: what, for how long, until when, and the way there', async () => {
    await open()
    const queue = screen.getByRole('region', { name: 'My tasks' })
    expect(await within(queue).findByText('4 tasks, oldest waiting for 4 days.')).toBeTruthy()
    const rows = within(queue)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'Provider 4Provider pageInspectAwaiting Bedel analyst approval12 rules outside, 1 open issueStudent 2023/24due 18/12/20264 days',
      'Provider 3Provider pageInspectAnswer Provider 3 on Disability not knownStudent 2023/24due 18/12/20263 days',
      'Provider 2Provider pageInspectSigned form to recordStudent 2023/24due 18/12/20262 days',
      'Provider 1Provider pageInspectEnrichment error: re-processStudent 2023/24no deadline1 day',
    ])
    const address = (name: string) => within(queue).getByRole('link', { name }).getAttribute('href')
    expect(address('Provider 4')).toBe('/page/of/4')
    expect(address('Provider page of Provider 3')).toBe('/monitoring/providers/1003')
    expect(address('Open first task: Provider 4, Awaiting Bedel analyst approval')).toBe('/page/of/4')
  })

  it('narrows the queue to a kind, by the address', async () => {
    const { user, address } = await open()
    const queue = screen.getByRole('region', { name: 'My tasks' })
    await user.click(await within(queue).findByRole('link', { name: /^Errors/ }))
    await expect.poll(() => within(queue).getAllByRole('row')).toHaveLength(2)
    expect(address()).toBe('/?queue=error')
  })

  it('draws the open collection large, an amended one in a line, and no figure where nobody can submit', async () => {
    const steps = vi.fn(() => answers['GET /collections/{reference}/step-summary'])
    await open({ answers: { ...answers, 'GET /collections/{reference}/step-summary': steps } })
    const large = await screen.findByRole('region', { name: 'Student 2023/24' })
    const counts = await within(large).findByRole('list', { name: 'Providers by step' })
    expect(
      within(counts)
        .getAllByRole('link')
        .map(link => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Upload', '/monitoring/23056?ss.f.step=1'],
      ['Processing', '/monitoring/23056?ss.f.step=2'],
      ['Quality assurance', '/monitoring/23056?ss.f.step=3'],
      ['Approval', '/monitoring/23056?ss.f.step=4'],
      ['Signed off', '/monitoring/23056?ss.f.step=5'],
    ])
    // One chart alone.
    expect(within(large).getAllByRole('figure')).toHaveLength(1)
    expect(await within(large).findByText(/^2 of 5 providers have reached approval/)).toBeTruthy()
    const rules = await within(large).findByRole('table', {
      name: 'Rules most often outside tolerance',
    })
    expect(within(rules).getAllByRole('row')[1]?.textContent).toContain('Disability not known')
    const worst = within(large).getByRole('table', { name: 'Providers with most rules outside tolerance' })
    expect(within(worst).getAllByRole('row')[1]?.textContent).toBe('Brackley123')
    expect(within(worst).getByRole('link', { name: 'Brackley' }).getAttribute('href')).toBe(
      '/monitoring/23056/c-23056/0002/two/reports',
    )
    expect(
      await within(large).findByText('Since yesterday: 9 uploads, 1 submitted, 3 signed off'),
    ).toBeTruthy()
    expect(within(large).getByRole('link', { name: 'Open monitoring' }).getAttribute('href')).toBe(
      '/monitoring/23056',
    )
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'My tasks',
      'Student 2023/24',
      'Student 2022/23',
      'Student 2024/25',
      'Student 2025/26',
    ])
    const amended = screen.getByRole('region', { name: 'Student 2022/23' })
    expect(await within(amended).findByText(/^1 of 5 providers/)).toBeTruthy()
    const draft = screen.getByRole('region', { name: 'Student 2025/26' })
    expect(within(draft).getByText('Not open yet')).toBeTruthy()
    expect(within(draft).queryByRole('link')).toBeNull()
    const validation = screen.getByRole('region', { name: 'Student 2024/25' })
    expect(within(validation).getByText(/online validation/i)).toBeTruthy()
    await vi.waitUntil(() => steps.mock.calls.length > 1, aWhile)
    expect(steps).toHaveBeenCalledTimes(2)
  })

  it('counts rules and steps of a collection anew when something is done about an issue of it', async () => {
    const worst = vi.fn(() => answers['GET /collections/{reference}/worst-rules'])
    const steps = vi.fn(
      (_: { path: { reference: string } }) => answers['GET /collections/{reference}/step-summary'],
    )
    const { tell } = await open({
      answers: {
        ...answers,
        'GET /collections/{reference}/worst-rules': worst,
        'GET /collections/{reference}/step-summary': steps,
      },
    })
    const stepsOf = (asked: string) =>
      steps.mock.calls.filter(([{ path }]) => path.reference === asked).length
    await expect.poll(() => [worst.mock.calls.length, stepsOf('23056'), stepsOf('22056')]).toEqual([1, 1, 1])
    tell(issueEvent('submission-of-0001'))
    await expect.poll(() => [worst.mock.calls.length, stepsOf('23056'), stepsOf('22056')]).toEqual([2, 2, 1])
  })

  it('says that nothing awaits, and that nothing is active', async () => {
    await open({
      answers: {
        ...answers,
        'GET /collections': { collections: [], pagingMetadata: { total: 0 } },
        'GET /tasks': tasksAnswer([]),
      },
    })
    expect(await screen.findByText('You have no tasks.')).toBeTruthy()
    expect(await screen.findByText('No collections are active at the moment.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Open first task/ })).toBeNull()
  })

  it('shows who receives data their latest deliveries, and asks for nothing that they may not see', async () => {
    await show(<Dashboard />, {
      user: receiver,
      answers: {
        'GET /deliveries': {
          deliveries: [
            {
              id: uuid(7),
              name: 'Weekly set',
              customer: { id: '5002', name: 'Funding Council for Wales' },
              collection: { id: 'c-23056', reference: '23056', name: 'Student 2023/24' },
              format: 'TSV',
              isPseudonymised: true,
              state: 'READY',
              requestedUtc: '2026-11-20T10:00:00Z',
              requestedBy: null,
              madeUtc: '2026-11-20T10:05:00Z',
              keptUntilUtc: null,
              submissions: 12,
              rows: 100,
              size: 1000,
            },
          ],
          pagingMetadata: { total: 1 },
        },
      },
    })
    const card = await screen.findByRole('region', { name: 'Your latest deliveries' })
    const link = await within(card).findByRole('link', { name: 'Weekly set' })
    expect(link.getAttribute('href')).toBe(`/delivery/${uuid(7)}`)
    expect(within(card).getByText('Student 2023/24, 12 submissions · Ready')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'My tasks' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names what could not be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await open({
      user: analyst,
      answers: {
        ...answers,
        'GET /tasks': (request: { query: { group?: unknown } }) => {
          if (isDown) throw new Error('The connection was closed.')
          return answers['GET /tasks'](request)
        },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Your tasks failed to load.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('4 tasks, oldest waiting for 4 days.')).toBeTruthy()
  })
})
