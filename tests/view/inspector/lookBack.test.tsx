import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { UsualLength } from '../../../src/domain/tracking.ts'
import { historyLines } from '../../../src/domain/wire/historyLines.ts'
import type { LifecycleEntry, SequenceMessage } from '../../../src/domain/wire/inspection.ts'
import { View as HistoryView } from '../../../src/features/inspector/history/View.tsx'
import { Component as SubmissionLifecycle } from '../../../src/features/inspector/SubmissionLifecycle.tsx'
import { View as SequenceView } from '../../../src/features/inspector/sequence/View.tsx'
import { View as TimeView } from '../../../src/features/inspector/time/View.tsx'
import { collection, submission } from '../submissions/fixtures.ts'
import { submitter } from '../support/people.ts'
import { type Answer, type Answers, analyst, show } from '../support/services.tsx'
import {
  entries,
  entriesToApproval,
  entriesToSchemaFailure,
  entriesToSuperseded,
  history,
  submissionId,
} from './histories.ts'
import { collections, heat, id, lifecycle, listed } from './inspections.ts'

/** The looks back at a real submission: what a person sees and can do there. */

const ofSubmission = `?submission=${submissionId}`

/** A view says which submission it is about, and leads to another, which has moments of its own. */
const saysOfWhich = async () => {
  const another = await screen.findByRole('link', { name: 'Choose another' })
  expect(another.getAttribute('href')).toMatch(/\?view=any$/)
  const line = another.parentElement?.parentElement?.textContent
  for (const part of [history.fileName, 'Provisioned', history.providerName, submissionId.slice(-8)])
    expect(line).toContain(part)
}

describe('the lifecycle of a submission', () => {
  const open = (at: string, more: Answers = {}) =>
    show(
      <Routes>
        {[
          '/submissions/:collectionId/:submissionId/lifecycle',
          '/online-validation/:collectionId/:submissionId/lifecycle',
          '/monitoring/:reference/:collectionId/:instId/:submissionId/lifecycle',
        ].map(path => (
          <Route key={path} path={path} element={<SubmissionLifecycle />} />
        ))}
      </Routes>,
      {
        at,
        user: at.startsWith('/monitoring') ? analyst : submitter,
        answers: {
          'GET /submissions/{id}': submission('PROVISIONED', { uuid: submissionId }),
          // The submission is live: the wrong mode is not found (decisions §12).
          'GET /submissions/ovt/{id}': () => {
            throw new ProblemError(problem('not-found', 'No.'))
          },
          'GET /submissions/{id}/lifecycle': history,
          ...more,
        },
      },
    )

  it('lists what happened, newest first, and has the chart behind a switch', async () => {
    await open(`/submissions/c-23056/${submissionId}/lifecycle`)
    const timeline = within(await screen.findByRole('list', { name: 'Timeline' }))
    const lines = timeline.getAllByText(/started the upload|File stored/)
    expect(lines[0]?.textContent).toBe('File stored')
    expect(lines.at(-1)?.textContent).toContain('started the upload')
    // Stages that the system went through are no news to people.
    expect(timeline.queryByText(/Provisioning passed/)).toBeNull()
    expect(screen.getByText(/^Provisioned since 01\/11\/2024 11:03\./)).toBeTruthy()
    const switched = screen.getByRole('link', { name: 'Chart' })
    expect(switched.getAttribute('href')).toMatch(/show=chart/)
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('says about how long the checks still take', async () => {
    await open(`/submissions/c-23056/${submissionId}/lifecycle`, {
      'GET /submissions/{id}': submission('SCHEMA_CHECK', {
        uuid: submissionId,
        stageTimes: [{ stage: 'SCHEMA_CHECK', low: 120, high: 300 }],
      }),
    })
    expect(await screen.findByText(/^Processing: 2 min to 5 min left/)).toBeTruthy()
  })

  const approving = async (steps: readonly UsualLength[]) => {
    const at = '2024-10-28T09:00:00Z'
    await open(`/submissions/c-23056/${submissionId}/lifecycle`, {
      'GET /submissions/{id}': submission('AGENCY_APPROVAL', {
        uuid: submissionId,
        stateHistory: [],
      }),
      'GET /submissions/{id}/lifecycle': {
        ...history,
        events: [
          { ...history.events[0]!, event: 'SUBMIT', fromStatusId: 14, toStatusId: 25, occurredAt: at },
        ],
      },
      'GET /submissions/{id}/usual-lengths': { steps, formReturnedAt: null },
      'GET /collections/{reference}': collection({ supportContact: 'student@bedel.example' }),
    })
    return within((await screen.findByText(/^Bedel approval: approve/)).closest('ol')!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }

  it('says by when the next steps are usually done, and by how many decisions', async () => {
    // The clock of these pages shows Friday 1 November 2024; the approval began on Monday 28 October.
    const agency = { step: 'AGENCY_APPROVAL', decisions: 12, from: 1, to: 6 } as const
    const customer = { step: 'SC_APPROVAL', decisions: 26, from: 2, to: 2 } as const
    expect((await approving([agency, customer])).slice(0, 3)).toEqual([
      'Bedel approval: approve or declineby 05/11/2024usually 1 to 6 working days',
      'Statutory customer (SC) approval: approve or declineby 07/11/2024usually 2 working days',
      'The provider requests sign-off',
    ])
    expect(screen.getByText('Estimates from 38 earlier decisions.')).toBeTruthy()
    expect(screen.getByText('Expected by 05/11/2024.')).toBeTruthy()
    const way = within(screen.getByRole('list', { name: 'Progress to sign-off' })).getAllByRole('listitem')
    expect(way.map(({ textContent }) => textContent)).toEqual([
      'Checked and submitted: Completed28/10/2024',
      'Bedel approval: Current stepby 05/11/2024',
      'Statutory customer (SC) approval: Cannot start yetby 07/11/2024',
      'Sign-off: Cannot start yet',
    ])
    expect(way.map(item => item.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
  })

  it('says what the rules found, and leads to it', async () => {
    await open(`/submissions/c-23056/${submissionId}/lifecycle`, {
      'GET /submissions/{id}/lifecycle': { ...history, events: [...entriesToApproval(4)] },
    })
    const found = await screen.findByRole('link', { name: '4 of 203 rules outside tolerance' })
    expect(found.getAttribute('href')).toBe(`/submissions/c-23056/${submissionId}/reports`)
  })

  it('says how late a step is', async () => {
    const agency = { step: 'AGENCY_APPROVAL', decisions: 12, from: 0, to: 1 } as const
    expect((await approving([agency]))[0]).toBe(
      'Bedel approval: approve or decline3 days lateusually within 1 working day',
    )
    expect(screen.getByText('3 days later than usual.')).toBeTruthy()
    const ask = await screen.findByText(/^Ask Bedel about it:/)
    expect(within(ask).getByRole('link').getAttribute('href')).toBe('mailto:student@bedel.example')
  })

  it('counts the record of a signed form from its return, not from the request', async () => {
    await open(`/submissions/c-23056/${submissionId}/lifecycle`, {
      'GET /submissions/{id}': submission('PROVIDER_SIGNOFF', {
        uuid: submissionId,
        stateHistory: [],
        facts: { ...submission('PROVIDER_SIGNOFF').facts, isFormReturned: true },
      }),
      'GET /submissions/{id}/lifecycle': {
        ...history,
        events: [
          {
            ...history.events[0]!,
            event: 'REQUEST_SIGN_OFF',
            fromStatusId: 28,
            toStatusId: 29,
            occurredAt: '2024-10-14T09:00:00Z',
          },
        ],
      },
      'GET /submissions/{id}/usual-lengths': {
        steps: [{ step: 'record', decisions: 12, from: 1, to: 2 }],
        formReturnedAt: '2024-10-31T09:00:00Z',
      },
    })
    // Two working days after Thursday 31 October.
    expect(await screen.findByText('Expected by 04/11/2024.')).toBeTruthy()
  })

  it('gives no dates while too few decisions are known', async () => {
    expect((await approving([]))[0]).toBe('Bedel approval: approve or decline')
    expect(
      screen.getByText('No dates: fewer than 10 earlier decisions are known for each step.'),
    ).toBeTruthy()
  })

  it.each([
    `/submissions/c-23056/${submissionId}/lifecycle`,
    `/monitoring/23056/c-23056/0001/${submissionId}/lifecycle`,
  ])('stands at %s, with the way back to it', async at => {
    await open(`${at}?show=chart`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Submission lifecycle' })).toBeDefined()
    const back = await screen.findByRole('link', { name: 'Back to the submission' })
    expect(back.getAttribute('href')).toBe(at.replace('/lifecycle', ''))
    expect(await screen.findByRole('slider')).toBeDefined()
    // It is this one's alone: there is no other to choose.
    expect(screen.queryByRole('link', { name: 'Choose another' })).toBeNull()
  })

  it.each([
    ['another collection', `/submissions/c-22056/${submissionId}/lifecycle`],
    ['online validation', `/online-validation/c-23056/${submissionId}/lifecycle`],
    ['another provider', `/monitoring/23056/c-23056/0002/${submissionId}/lifecycle`],
    ['another year', `/monitoring/22056/c-23056/0001/${submissionId}/lifecycle`],
  ])('is not found where the address names %s', async (_, at) => {
    await open(at)
    expect(await screen.findByRole('heading', { level: 1, name: 'Submission not found' })).toBeDefined()
    expect(screen.queryByRole('slider')).toBeNull()
  })
})

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
    await user.click(screen.getByRole('button', { name: 'Latest event' }))
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

  it('stops playing where it was asked to, however late the address is drawn', async () => {
    const { user, router } = await open(`/inspector${ofSubmission}&at=1`)
    const slider = await screen.findByRole('slider')
    // An address that is not drawn for as long as it plays.
    vi.spyOn(router, 'navigate').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: /Stop on$/ }))
    await user.click(screen.getByRole('option', { name: 'Provisioning started' }))
    await user.click(screen.getByRole('button', { name: 'Play' }))
    await waitFor(
      () => {
        expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
        expect(slider.getAttribute('aria-valuetext')).toBe('Event 3 of 4: Provisioning started')
      },
      { timeout: 20_000 },
    )
  })

  it('shows a moment with who, the guards as they were found, and what the provider could do then', async () => {
    await open(`/inspector${ofSubmission}&at=1`)
    const guards = await screen.findByRole('table', { name: 'Guards' })
    expect(within(guards).getAllByRole('cell', { name: 'Met' })).toHaveLength(entries[0]!.checks.length)
    expect(screen.getByText(entries[0]!.actor.name)).toBeDefined()
    expect(screen.getByText('Cancel upload')).toBeDefined()
  })

  it('shows the note that was written with a decision, once', async () => {
    const note = 'Mend the start dates.'
    const [first] = entries
    await show(<HistoryView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}&at=1`,
      answers: {
        'GET /submissions/{id}/lifecycle': { ...history, events: [{ ...first!, note, detail: { note } }] },
      },
    })
    expect((await screen.findByText('Note to the provider')).nextElementSibling?.textContent).toBe(note)
    expect(screen.getAllByText(note)).toHaveLength(1)
  })

  it('tells of a stopped submission that another file could be uploaded', async () => {
    const events = [...entriesToSchemaFailure]
    await show(<HistoryView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}`,
      answers: { 'GET /submissions/{id}/lifecycle': { ...history, events } },
    })
    const actions = (await screen.findByText('Available actions')).nextElementSibling
    expect(actions?.textContent).toBe('Upload file')
    expect(screen.queryByText('None')).toBeNull()
  })

  it('offers after the newest event what the server’s facts of now allow, and guesses none', async () => {
    const [newest] = entriesToSchemaFailure.slice(-1)
    const offeredWith = async (factsAfter: LifecycleEntry['factsAfter']) => {
      const events = [...entriesToSchemaFailure.slice(0, -1), { ...newest!, factsAfter }]
      await show(<HistoryView chart={lifecycle} />, {
        at: `/inspector${ofSubmission}`,
        answers: { 'GET /submissions/{id}/lifecycle': { ...history, events } },
      })
      await screen.findByText("Provider's view")
      const actions = screen.queryByText('Available actions')?.nextElementSibling?.textContent
      cleanup()
      return actions
    }
    expect(await offeredWith({ ...newest!.factsAfter!, uploadUnderWay: true })).toBe('None')
    expect(await offeredWith({ ...newest!.factsAfter!, collectionState: 'Closed' })).toBe('None')
    // A history from a file of an earlier release says nothing of it.
    expect(await offeredWith(undefined)).toBeUndefined()
  })

  it.each([
    [0, 'Completed', 'Completed'],
    [4, 'There is a problem', 'Submitted with 4 rules outside'],
  ])(
    'shows the steps as the provider saw them, with %i rules outside tolerance',
    async (outside, label, submitted) => {
      const events = [...entriesToApproval(outside)]
      const { router } = await show(<HistoryView chart={lifecycle} />, {
        at: `/inspector${ofSubmission}`,
        answers: { 'GET /submissions/{id}/lifecycle': { ...history, events } },
      })
      const nav = await screen.findByRole('navigation', { name: 'Steps at that time' })
      const notes = () =>
        [...nav.querySelectorAll('li [data-state]:last-child')].map(note => note.textContent)
      const shown = () => nav.querySelector('[aria-current=step]')?.textContent
      const [locked, now, open] = ['Cannot start yet', 'Current step', 'Not started']
      expect(notes()).toEqual(['Completed', 'Completed', submitted, 'Completed', now, locked])
      expect(shown()).toContain('Step 5 of 6: Approval')
      await router.navigate(`/inspector${ofSubmission}&at=${events.length - 1}`)
      // The reports are the one current step; submitting is open beside them.
      await waitFor(() => expect(notes()).toEqual(['Completed', 'Completed', label, open, locked, locked]))
      expect(shown()).toContain('Step 3 of 6: Quality Assurance')
    },
  )

  it('shows an exported history from a file, and says what is wrong with one that is not', async () => {
    const { user } = await open()
    const pick = (file: File) => user.upload(document.querySelector('input[type=file]')!, file)
    const open2 = (name: string, content: string | Uint8Array<ArrayBuffer>) => pick(new File([content], name))
    await screen.findByRole('slider')
    await open2('two.jsonl', historyLines(entries.slice(0, 2)))
    expect(await screen.findByText('From the file two.jsonl. It is not stored.')).toBeDefined()
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Event 2 of 2/)
    await open2('broken.jsonl', `${historyLines(entries.slice(0, 1))}{"no":"event"}`)
    expect(await screen.findByText(/^Line 2 is not a history event/)).toBeDefined()
    expect(screen.queryByRole('slider')).toBeNull()
    await open2('huge.jsonl', new Uint8Array(10_000_001))
    expect(await screen.findByText(/"huge\.jsonl" is too large\. The limit is 10\.0 MB/)).toBeDefined()
    const gone = new File([], 'gone.jsonl')
    gone.text = () => Promise.reject(new DOMException('It was removed.', 'NotFoundError'))
    await pick(gone)
    expect(await screen.findByText('"gone.jsonl" could not be read. Choose it again.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Back to the stored history' }))
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Event 4 of 4/)
  })

  it('exports the whole history as JSON lines', async () => {
    const { user, services } = await open()
    await user.click(await screen.findByRole('button', { name: 'Export as JSON Lines' }))
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
    const { user } = await show(<SequenceView />, {
      at: `/inspector${ofSubmission}&at=2&view=any`,
      answers: {
        'GET /submissions/{id}/lifecycle': history,
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
    const rowsOf = () =>
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .slice(1)
        .map(row => row.textContent)
    await screen.findByRole('table')
    // What happened, one line each; what followed from it opens under it.
    expect(rowsOf()).toEqual([
      expect.stringMatching(/Upload file.*00\.125.*Event, Browser – API.*Thomas Whitby.*2 messages/),
      expect.stringMatching(/Provisioning.*Fault, Worker – API.*host:1/),
    ])
    await user.click(screen.getByRole('button', { name: 'Show the rows under Upload file' }))
    expect(rowsOf()).toEqual([
      expect.stringContaining('Upload file'),
      expect.stringMatching(/Enrichment.*Job, API – Worker/),
      expect.stringMatching(/End the upload if no file arrives in time.*Job, API – API/),
      expect.stringContaining('Provisioning'),
    ])
    await user.click(screen.getByRole('button', { name: 'Show the rows under Provisioning' }))
    expect(screen.getByText('input/output error')).toBeDefined()
    // On a telephone it is a list, 25 lines at most on a page.
    expect(screen.getByRole('region', { name: 'Messages about the submission' }).dataset.stacks).toBe('true')
    expect(screen.getAllByText('1–2 of 2')).toHaveLength(2)
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^4 messages/)
    await saysOfWhich()
  })
})

/** With as many stays of other submissions as a 95th percentile needs. */
const withTwentyStays = <S extends { visits: number }>(state: S): S => ({ ...state, visits: 20 })

describe('the choice of a submission', () => {
  it.each([
    ['history', <HistoryView key="history" chart={lifecycle} />],
    ['sequence', <SequenceView key="sequence" />],
    ['time', <TimeView key="time" chart={lifecycle} />],
  ] as const)('keeps the view %s', async (view, shown) => {
    await show(shown, {
      at: `/inspector?view=${view}`,
      answers: { 'GET /collections': collections, 'GET /inspection/{reference}/submissions': listed },
    })
    const link = await screen.findByRole('link', { name: 'student.xml' })
    const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://portal')
    expect(searchParams.get('view')).toBe(view)
    expect(searchParams.get('submission')).toBe(submissionId)
  })
})

describe('time', () => {
  it('compares the time in each status with other submissions, the last one still running', async () => {
    const counted = vi.fn<Answer>(() => ({ ...heat, states: heat.states.map(withTwentyStays) }))
    await show(<TimeView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}&at=2&view=any`,
      answers: { 'GET /submissions/{id}/lifecycle': history, 'GET /inspection/{reference}/heat': counted },
    })
    await saysOfWhich()
    const table = await screen.findByRole('table')
    await within(table).findByText('30 s')
    const rowOf = (name: RegExp) => within(table).getByRole('row', { name }).textContent
    // A minute in Uploaded, where others wait 30 s and hardly any longer than 60 s.
    expect(rowOf(/^Uploaded/)).toMatch(/1 min 0 s.*30 s.*1 min 0 s.*Typical/)
    expect(rowOf(/^Provisioned/)).toMatch(/57 min 0 s/)
    expect(counted.mock.calls.map(([{ query }]) => query)).toEqual([{ except: submissionId }])
    // The same times stand at the states of the drawing.
    const stateOf = (name: RegExp) => screen.findByRole('button', { name })
    expect(await stateOf(/^Uploaded, .* visited, 1 min 0 s$/)).toBeDefined()
    expect(await stateOf(/^Provisioned, .* current state, 57 min 0 s$/)).toBeDefined()
  })

  it('shows the number of stays by others instead of a 95th percentile of fewer than 20', async () => {
    await show(<TimeView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}`,
      answers: {
        'GET /submissions/{id}/lifecycle': history,
        'GET /inspection/{reference}/heat': {
          ...heat,
          states: heat.states.map(state => ({ ...state, visits: 19 })),
        },
      },
    })
    const table = await screen.findByRole('table')
    await within(table).findByText('30 s')
    expect(within(table).getByRole('row', { name: /^Uploaded/ }).textContent).toMatch(
      /30 sOnly 19 stays by othersNot compared$/,
    )
  })

  it('ends the last stay where another submission took its place, as the collection is counted', async () => {
    const provisioned = { statusId: id('PROVISIONED'), current: 2, visits: 2, median: 60, p95: 120 }
    await show(<TimeView chart={lifecycle} />, {
      at: `/inspector${ofSubmission}`,
      answers: {
        'GET /submissions/{id}/lifecycle': { ...history, events: entriesToSuperseded },
        'GET /inspection/{reference}/heat': {
          ...heat,
          states: [...heat.states.slice(0, 1), provisioned].map(withTwentyStays),
        },
      },
    })
    const table = await screen.findByRole('table')
    await within(table).findByText('30 s')
    expect(within(table).getByRole('row', { name: /^Provisioned/ }).textContent).toMatch(
      /^Provisioned11 min 0 s1 min 0 s2 min 0 sTypical$/,
    )
    const bars = screen.getByRole('img').querySelectorAll('rect')
    expect([...bars].filter(bar => bar.dataset.open !== undefined)).toEqual([])
  })
})
