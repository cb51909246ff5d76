import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../src/domain/status.ts'
import { historyLines } from '../../../src/domain/wire/historyLines.ts'
import type {
  DeviationWire,
  Heat,
  LifecycleEntry,
  SequenceMessage,
} from '../../../src/domain/wire/inspection.ts'
import { loadChart } from '../../../src/features/inspector/charts.ts'
import { View as ConformanceView } from '../../../src/features/inspector/conformance/View.tsx'
import { View as FailuresView } from '../../../src/features/inspector/failures/View.tsx'
import { View as HeatView } from '../../../src/features/inspector/heat/View.tsx'
import { View as HistoryView } from '../../../src/features/inspector/history/View.tsx'
import { View as SequenceView } from '../../../src/features/inspector/sequence/View.tsx'
import { View as TimeView } from '../../../src/features/inspector/time/View.tsx'
import { createPreferences } from '../../../src/hooks/index.ts'
import { collection, submission } from '../submissions/fixtures.ts'
import { type Answer, type ShownOptions, show } from '../support/services.tsx'
import { entries, entriesToApproval, entriesToSchemaFailure, history, submissionId } from './histories.ts'

/** The looks back at real submissions: what a person sees and can do there. */

const lifecycle = await loadChart('submissionLifecycle')
const id = (status: Parameters<typeof statusOf>[0]) => statusOf(status).id
const collections = { collections: [collection()] }
const heat: Heat = {
  submissions: 2,
  states: [
    { statusId: id('UPLOADED'), current: 0, visits: 3, median: 30, p95: 60 },
    { statusId: id('PROVISIONED'), current: 2, visits: 2, median: null, p95: null },
  ],
  transitions: [
    { event: 'UPLOAD_REQUESTED', fromStatusId: id('UNKNOWN'), toStatusId: id('UPLOADING'), count: 3 },
  ],
  choices: {
    providers: [{ instId: '0001', name: 'University of Ashby' }],
    regulators: ['5016'],
    riskCodes: ['01'],
    specifications: ['23056_1.0.0'],
  },
}
const listed = {
  total: 1,
  submissions: [
    {
      submissionId,
      instId: '0001',
      providerName: 'University of Ashby',
      fileName: 'student.xml',
      statusId: id('PROVISIONED'),
      isLatest: true,
      hasStoredFile: true,
      since: '2024-11-01T11:03:00Z',
      facts: submission('PROVISIONED').facts,
    },
  ],
}
const ofSubmission = `?submission=${submissionId}`

describe('history', () => {
  const open = (at = `/inspector${ofSubmission}`) =>
    show(<HistoryView chart={lifecycle} />, {
      at,
      answers: { 'GET /submissions/{id}/lifecycle': history },
    })

  it('moves by the slider, and carries the moment in the address', async () => {
    const { user, address } = await open()
    const slider = await screen.findByRole('slider')
    expect(slider.getAttribute('aria-valuetext')).toBe('Event 4 of 4: Provisioning passed')
    fireEvent.change(slider, { target: { value: '2' } })
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Event 2 of 4/)
    await waitFor(() => expect(address()).toContain('at=2'))
    await user.click(screen.getByRole('button', { name: 'Newest event' }))
    await waitFor(() => expect(address()).not.toContain('at='))
  })

  it('does not take the address, which follows later, for a wish to go back', async () => {
    const { router, address } = await open()
    const slider = await screen.findByRole('slider')
    const states: string[] = []
    router.subscribe(({ location }) => states.push(location.search))
    fireEvent.change(slider, { target: { value: '2' } })
    fireEvent.change(slider, { target: { value: '3' } })
    await waitFor(() => expect(address()).toContain('at=3'))
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Event 3 of 4/)
    // What a person asks for by the address counts: back to the moment before.
    await router.navigate(address().replace('at=3', 'at=1'))
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^Event 1 of 4/))
    expect(states.some(search => search.includes('at=2'))).toBe(true)
  })

  it('shows a moment with who, the guards as they were found, and what the provider could do then', async () => {
    await open(`/inspector${ofSubmission}&at=1`)
    const guards = await screen.findByRole('table', { name: 'Guards' })
    expect(within(guards).getAllByRole('cell', { name: 'Held' })).toHaveLength(entries[0]!.checks.length)
    expect(screen.getByText(entries[0]!.actor.name)).toBeDefined()
    expect(screen.getByText('Cancel upload')).toBeDefined()
  })

  it('tells of a stopped submission that another file could be uploaded', async () => {
    const events = [...entriesToSchemaFailure]
    await show(<HistoryView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}`,
      answers: { 'GET /submissions/{id}/lifecycle': { ...history, events } },
    })
    const actions = (await screen.findByText('Offered actions')).nextElementSibling
    expect(actions?.textContent).toBe('Upload file')
    expect(screen.queryByText('Nothing could be done.')).toBeNull()
  })

  it('offers after the newest event what the server’s facts of now allow, and guesses none', async () => {
    const [newest] = entriesToSchemaFailure.slice(-1)
    const offeredWith = async (factsAfter: LifecycleEntry['factsAfter']) => {
      const events = [...entriesToSchemaFailure.slice(0, -1), { ...newest!, factsAfter }]
      await show(<HistoryView chart={lifecycle} />, {
        at: `/inspector${ofSubmission}`,
        answers: { 'GET /submissions/{id}/lifecycle': { ...history, events } },
      })
      await screen.findByText('As the provider saw it')
      const actions = screen.queryByText('Offered actions')?.nextElementSibling?.textContent
      cleanup()
      return actions
    }
    expect(await offeredWith({ ...newest!.factsAfter!, uploadUnderWay: true })).toBe('Nothing could be done.')
    expect(await offeredWith({ ...newest!.factsAfter!, collectionState: 'Closed' })).toBe(
      'Nothing could be done.',
    )
    // A history from a file of an earlier release says nothing of it.
    expect(await offeredWith(undefined)).toBeUndefined()
  })

  it.each([
    [0, 'Completed'],
    [4, 'There is a problem'],
  ])('shows the steps as the provider saw them, with %i rules outside tolerance', async (outside, label) => {
    const events = [...entriesToApproval(outside)]
    const { router } = await show(<HistoryView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}`,
      answers: { 'GET /submissions/{id}/lifecycle': { ...history, events } },
    })
    const nav = await screen.findByRole('navigation', { name: 'Steps at that moment' })
    const notes = () => [...nav.querySelectorAll('li [data-state]:last-child')].map(note => note.textContent)
    const shown = () => nav.querySelector('[aria-current=step]')?.textContent
    const [locked, now, open] = ['Cannot start yet', 'Current step', 'Not started']
    expect(notes()).toEqual(['Completed', 'Completed', label, 'Completed', now, locked])
    expect(shown()).toContain('Step 5 of 6: Approval')
    await router.navigate(`/inspector${ofSubmission}&at=${events.length - 1}`)
    // The reports are the one current step; submitting is open beside them.
    await waitFor(() => expect(notes()).toEqual(['Completed', 'Completed', label, open, locked, locked]))
    expect(shown()).toContain('Step 3 of 6: Quality Assurance')
  })

  it('shows an exported history from a file, and says what is wrong with one that is not', async () => {
    const { user } = await open()
    const open2 = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!
      await user.upload(input, new File([content], name))
    }
    await screen.findByRole('slider')
    await open2('two.jsonl', historyLines(entries.slice(0, 2)))
    expect(await screen.findByText('From the file two.jsonl; nothing of it is stored.')).toBeDefined()
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Event 2 of 2/)
    await open2('broken.jsonl', `${historyLines(entries.slice(0, 1))}{"no":"event"}`)
    expect(await screen.findByText(/^Line 2 is not an event of a history/)).toBeDefined()
    expect(screen.queryByRole('slider')).toBeNull()
    await open2('huge.jsonl', new Uint8Array(10_000_001))
    expect(await screen.findByText(/"huge\.jsonl" is too large: .* more than 10\.0 MB/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Back to the stored history' }))
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Event 4 of 4/)
  })

  it('exports the whole history as JSON lines', async () => {
    const { user, services } = await open()
    await user.click(await screen.findByRole('button', { name: 'Export as JSON lines' }))
    expect(services.saveText).toHaveBeenCalledExactlyOnceWith(
      `lifecycle-${submissionId}.jsonl`,
      historyLines(entries),
      'application/jsonl',
    )
  })
})

describe('sequence', () => {
  const message = (change: Partial<SequenceMessage>): SequenceMessage => ({
    at: '2024-11-01T11:00:00.125Z',
    from: 'browser',
    to: 'api',
    kind: 'event',
    name: 'UPLOAD_REQUESTED',
    actor: 'Thomas Whitby',
    sequence: 1,
    payload: {},
    ...change,
  })

  it('lists every message with its lanes, to the millisecond, beside the picture', async () => {
    await show(<SequenceView />, {
      at: `/inspector${ofSubmission}`,
      answers: {
        'GET /submissions/{id}/sequence': {
          messages: [
            message({}),
            message({
              from: 'api',
              to: 'worker',
              kind: 'work',
              name: 'enqueueStage',
              payload: { stage: 'ENRICHMENT' },
            }),
            message({ from: 'api', to: 'api', kind: 'work', name: 'armUploadTimer', payload: {} }),
            message({
              from: 'worker',
              kind: 'fault',
              name: 'PROVISIONING',
              actor: 'host:1',
              payload: { fencingToken: 1, reason: 'input/output error' },
            }),
          ],
        },
      },
    })
    const rows = within(await screen.findByRole('table')).getAllByRole('row')
    expect(rows).toHaveLength(5)
    expect(rows[1]?.textContent).toContain('Upload file')
    expect(rows[1]?.textContent).toMatch(/00\.125/)
    expect(rows[2]?.textContent).toMatch(/Enrichment.*Job.*API.*Worker/)
    expect(rows[3]?.textContent).toMatch(/End the upload where no file arrives in time.*Job.*API.*API/)
    expect(rows[4]?.textContent).toMatch(/Fault.*Worker.*API.*input\/output error/)
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^4 messages/)
  })
})

describe('time', () => {
  it('sets the time in each status beside the collection, the last one still running', async () => {
    await show(<TimeView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}`,
      answers: {
        'GET /submissions/{id}/lifecycle': history,
        'GET /inspection/{reference}/heat': heat,
      },
    })
    const table = await screen.findByRole('table')
    await within(table).findByText('30 s')
    const rowOf = (name: RegExp) => within(table).getByRole('row', { name }).textContent
    // A minute in Uploaded, where others wait 30 s and hardly any longer than 60 s.
    expect(rowOf(/^Uploaded/)).toMatch(/1 min 0 s.*30 s.*1 min 0 s.*As usual/)
    expect(rowOf(/^Provisioned/)).toMatch(/57 min 0 s/)
    // The same times stand at the states of the drawing.
    const stateOf = (name: RegExp) => screen.findByRole('button', { name })
    expect(await stateOf(/^Uploaded, .* passed, 1 min 0 s$/)).toBeDefined()
    expect(await stateOf(/^Provisioned, .* current state, 57 min 0 s$/)).toBeDefined()
  })
})

describe('heat', () => {
  const open = async (at = '/inspector?view=heat', options: ShownOptions = {}) => {
    const queries: Record<string, unknown>[] = []
    const shown = await show(<HeatView chart={lifecycle} />, {
      ...options,
      at,
      answers: {
        'GET /collections': collections,
        'GET /inspection/{reference}/heat': (({ query }) => {
          queries.push(query ?? {})
          return heat
        }) satisfies Answer,
        'GET /inspection/{reference}/submissions': (({ query }) => {
          queries.push(query ?? {})
          return listed
        }) satisfies Answer,
      },
    })
    await screen.findByText('2 submissions')
    return { ...shown, queries }
  }

  it('lists what is behind a number: those there now, those that ever were', async () => {
    const { user, queries } = await open()
    await user.click(screen.getByRole('link', { name: '2: Submissions at "Provisioned" now' }))
    expect(await screen.findByRole('link', { name: 'student.xml' })).toBeDefined()
    expect(queries.at(-1)).toEqual({ statusId: String(id('PROVISIONED')) })
    await user.click(screen.getByRole('link', { name: '3: Submissions that were at "Uploaded"' }))
    await waitFor(() => expect(queries.at(-1)).toEqual({ visited: String(id('UPLOADED')) }))
  })

  it('lists what went by a transition that is chosen on the drawing', async () => {
    const [taken] = lifecycle.transitions.filter(({ event }) => event === 'UPLOAD_REQUESTED')
    const { queries } = await open(`/inspector?view=heat&state=${encodeURIComponent(taken!.id)}`)
    await screen.findByRole('link', { name: 'student.xml' })
    expect(queries.at(-1)).toEqual({ event: 'UPLOAD_REQUESTED', ways: `${id('UNKNOWN')}-${id('UPLOADING')}` })
  })

  it('asks with the filters of the address, days that are whole among them', async () => {
    const { queries } = await open('/inspector?view=heat&provider=0001&risk=01&from=2024-10-01&to=2024-1')
    expect(queries[0]).toEqual({ instId: '0001', riskCode: '01', from: '2024-10-01' })
  })

  it('brings its filters back where the address names none, until they are cleared', async () => {
    const preferences = createPreferences()
    const first = await open('/inspector?view=heat&from=2024-10-01', { preferences })
    await first.user.click(screen.getByRole('button', { name: 'All Provider' }))
    await first.user.click(await screen.findByRole('option', { name: '0001 - University of Ashby' }))
    const expected = { instId: '0001', from: '2024-10-01' }
    await waitFor(() => expect(first.queries.at(-1)).toEqual(expected))

    cleanup()
    const back = await open(undefined, { preferences })
    // The first question is asked with them already.
    expect(back.queries[0]).toEqual(expected)
    await waitFor(() => expect(back.address()).toBe('/inspector?view=heat&provider=0001&from=2024-10-01'))
    await back.user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await waitFor(() => expect(back.queries.at(-1)).toEqual({}))
    expect(back.address()).toBe('/inspector?view=heat')
    expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull()
  })
})

describe('failures', () => {
  it('asks before it re-processes, says what is kept, and lets only the latest be re-processed', async () => {
    const reprocessed: unknown[] = []
    const failed = { ...listed.submissions[0]!, statusId: id('PROVISIONING_ERROR') }
    const { user } = await show(<FailuresView chart={lifecycle} />, {
      at: '/inspector?view=failures',
      answers: {
        'GET /collections': collections,
        'GET /inspection/{reference}/failures': {
          failures: [
            {
              statusId: id('PROVISIONING_ERROR'),
              current: 2,
              visits: 3,
              lastReason: 'input/output error',
              lastAt: '2024-11-01T11:03:00Z',
              lastSubmissionId: submissionId,
              retries: 4,
            },
          ],
        },
        'GET /inspection/{reference}/submissions': {
          total: 2,
          submissions: [
            failed,
            {
              ...failed,
              submissionId: '6a453e0a-0000-4000-8000-000000000002',
              isLatest: false,
              facts: { ...failed.facts, isLatest: false },
              fileName: 'old.xml',
            },
          ],
        },
        'POST /collections/{reference}/reprocess': (({ body }) => {
          reprocessed.push(body)
          return undefined
        }) satisfies Answer,
      },
    })
    const table = await screen.findByRole('table', { name: 'Statuses that stop a submission' })
    expect(within(table).getByRole('row', { name: /Provisioning error/ }).textContent).toMatch(
      /2.*3.*4.*input\/output error/,
    )
    await user.click(within(table).getByRole('link', { name: 'Provisioning error' }))
    const buttons = await screen.findAllByRole('button', { name: 'Re-process' })
    expect(buttons.map(button => button.getAttribute('aria-disabled'))).toEqual([null, 'true'])
    await user.click(buttons[0]!)
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('What is kept: the file as it was uploaded')
    expect(reprocessed).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Re-process' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(reprocessed).toEqual([{ instIds: ['0001'], withSubmitted: true }])
  })
})

describe('conformance', () => {
  const deviation: DeviationWire = {
    submissionId,
    sequence: 2,
    event: 'FILE_STORED',
    fromStatusId: id('UPLOADING'),
    toStatusId: id('APPROVED'),
    reason: 'The chart leads to "Uploaded", the history to "Approved".',
  }

  it('replays part after part, lists what deviates, and leads to the moment', async () => {
    const parts = [
      { submissions: 500, events: 9000, deviations: [], next: submissionId, total: 501 },
      { submissions: 1, events: 4, deviations: [deviation], next: null, total: 501 },
    ]
    const queries: unknown[] = []
    await show(<ConformanceView />, {
      answers: {
        'GET /inspection/conformance': (({ query }) => {
          queries.push(query)
          return parts[queries.length - 1]
        }) satisfies Answer,
      },
    })
    expect(await screen.findByText('One deviation')).toBeDefined()
    expect(queries).toEqual([{}, { after: submissionId }])
    expect(screen.getByText(/^9,004 events of 501 submissions were replayed/)).toBeDefined()
    expect(screen.getByRole('row', { name: /The chart leads to "Uploaded"/ })).toBeDefined()
    expect(screen.getByRole('link', { name: /6a453e0a|00000001/ }).getAttribute('href')).toContain(
      `submission=${submissionId}&at=2`,
    )
  })

  it('says that the history follows the chart only when all of it was replayed', async () => {
    const { user } = await show(<ConformanceView />, { answers: {} })
    expect(await screen.findByText('The history could not be replayed to its end.')).toBeDefined()
    expect(screen.queryByText('The history follows the chart')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByRole('button', { name: 'Replay again' })).toBeDefined()
  })
})
