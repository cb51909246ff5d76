import { act, screen } from '@testing-library/react'
import { Outlet, Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { factsFromWire } from '../../src/domain/wire/facts.ts'
import { SpecificationStateChoice } from '../../src/features/management/common/SpecificationState.tsx'
import { TransfersIn } from '../../src/features/submissions/additional-reports/TransferReports.tsx'
import { NoteCard } from '../../src/features/submissions/shared/NoteCard.tsx'
import { useNote } from '../../src/features/submissions/shared/useNotes.ts'
import { Toasts } from '../../src/ui/index.ts'
import { toastQueue } from '../../src/ui/notify.ts'
import { askedTransfer, ruleNote, signOffPerson, submission, submissionId } from './submissions/fixtures.ts'
import { submitter } from './support/people.ts'
import { type Answer, aWhile, show } from './support/services.tsx'
import { draftSpecification } from './support/specification.ts'

/* An act that a chart allows to be taken back can be undone for ten seconds from its notice. */

const undo = () => screen.findByRole('button', { name: 'Undo' }, aWhile)

describe('a note', () => {
  const { uuid, facts } = submission('QUALITY_PROCESSING_COMPLETE')
  function OneNote() {
    const handle = useNote(
      {
        address: { area: 'submissions', collectionId: 'c-23056', submissionId: uuid },
        mode: 'live',
        facts: { ...factsFromWire(facts), isLatest: true },
      },
      'rule',
      'QR.A',
    )
    return handle && <NoteCard {...handle} />
  }

  it('gets its former text back, for ten seconds, also after the page has gone', async () => {
    const written = vi.fn<Answer>(({ body }) => ({ notes: [ruleNote((body as { text: string }).text)] }))
    const { user, router } = await show(
      <>
        <Routes>
          <Route element={<Outlet />}>
            <Route path="/note" element={<OneNote />} />
            <Route path="*" element={<p>Elsewhere</p>} />
          </Route>
        </Routes>
        <Toasts />
      </>,
      {
        at: '/note',
        user: signOffPerson,
        answers: {
          'GET /submissions/{uuid}/notes': { notes: [ruleNote('Two campuses.')] },
          'PUT /submissions/{uuid}/notes': written,
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Remove note' }, aWhile))
    expect(await screen.findByText('Note removed', {}, aWhile)).toBeTruthy()
    expect(toastQueue.visibleToasts.map(({ timeout }) => timeout)).toEqual([10_000])
    await act(() => router.navigate('/elsewhere'))
    await user.click(await undo())
    expect(await screen.findByText('Undone', {}, aWhile)).toBeTruthy()
    expect(written.mock.calls.map(([{ body }]) => (body as { text: string }).text)).toEqual([
      '',
      'Two campuses.',
    ])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

describe('an agreement to transfers', () => {
  const sender = {
    instId: '0002',
    ukprn: '10000002',
    name: 'Brackley Institute of Arts',
    students: 3,
    ...askedTransfer,
    consentedAt: null as string | null,
    reading: 'notAgreed',
    refusal: null as string | null,
  }
  const agreed = { ...sender, consentedAt: '2024-11-01T12:00:00Z', agreedStudents: 3 }
  const agree = async (after: typeof sender, withdrawn: Answer) => {
    const shown = await show(
      <>
        <TransfersIn id={submissionId} collection="Student 2023/24" />
        <Toasts />
      </>,
      {
        user: submitter,
        answers: {
          'GET /collection-reports/pgr-transfers-in/summary-data/{id}': {
            senders: [sender],
            former: [],
            deadline: null,
          },
          'PUT /collection-reports/pgr-transfers-in/{id}': { senders: [after], former: [], deadline: null },
          'DELETE /collection-reports/pgr-transfers-in/{id}': withdrawn,
        },
      },
    )
    await shown.user.click(await screen.findByRole('button', { name: /^Agree to 3 transfers from/ }, aWhile))
    await expect.poll(() => toastQueue.visibleToasts.length).toBe(1)
    return shown
  }

  it('is withdrawn by Undo', async () => {
    const withdrawn = vi.fn<Answer>(() => ({
      senders: [{ ...sender, isWithdrawn: true }],
      former: [],
      deadline: null,
    }))
    const { user } = await agree(agreed, withdrawn)
    await user.click(await undo())
    expect(await screen.findByText('Undone', {}, aWhile)).toBeTruthy()
    expect(withdrawn.mock.calls.map(([{ query }]) => query)).toEqual([{ instId: '0002' }])
  })

  it('offers no Undo once the sender has submitted', async () => {
    await agree({ ...agreed, isFinal: true, refusal: 'The sender has submitted.' }, vi.fn())
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

describe('the state of a specification', () => {
  const [draft, available] = [
    { id: 2, name: 'Draft' },
    { id: 3, name: 'Available' },
  ]
  const choose = async (offered: (typeof draft)[], changed = vi.fn<Answer>()) => {
    changed.mockImplementation(({ body }) =>
      (body as { stateId: number }).stateId === available.id
        ? { ...draftSpecification, state: available, availableStates: offered }
        : { ...draftSpecification, state: draft, availableStates: [available] },
    )
    const { user } = await show(
      <>
        <SpecificationStateChoice
          specification={{ ...draftSpecification, state: draft, availableStates: [available] }}
          onChanged={() => undefined}
        />
        <Toasts />
      </>,
      { answers: { 'PUT /specifications/{id}/state': changed } },
    )
    await user.click(await screen.findByRole('button', { name: /^Change Status of/ }, aWhile))
    await user.click(await screen.findByRole('button', { name: /Status of/ }, aWhile))
    await user.click(await screen.findByRole('option', { name: 'Available' }, aWhile))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/is now Available$/, {}, aWhile)
    return { user, changed }
  }

  it('is what it was before, where the answer offers that', async () => {
    const { user, changed } = await choose([draft])
    await user.click(await undo())
    expect(await screen.findByText('Undone', {}, aWhile)).toBeTruthy()
    expect(changed.mock.calls.map(([{ body }]) => body)).toEqual([{ stateId: 3 }, { stateId: 2 }])
  })

  it('has no way back where the answer offers none', async () => {
    await choose([])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('says why it could not be taken back', async () => {
    const { user, changed } = await choose([draft])
    changed.mockImplementation(() => {
      throw new Error('down')
    })
    await user.click(await undo())
    expect(await screen.findByText('This cannot be undone.', {}, aWhile)).toBeTruthy()
  })
})
