import { screen } from '@testing-library/react'
import { Outlet, Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { NoteWire } from '../../../src/domain/wire/notes.ts'
import { mapLoaded } from '../../../src/features/common/Loaded.tsx'
import { NoteCard, NoteList } from '../../../src/features/submissions/shared/NoteCard.tsx'
import { useNote, useNotes } from '../../../src/features/submissions/shared/useNotes.ts'
import { analyst, show } from '../support/services.tsx'
import { ruleNote, signOffPerson, submission } from './fixtures.ts'

const { uuid, facts } = submission('QUALITY_PROCESSING_COMPLETE')
const page = (isLatest = true) => ({
  address: { area: 'submissions' as const, collectionId: 'c-23056', submissionId: uuid },
  mode: 'live' as const,
  facts: { ...factsFromWire(facts), isLatest },
})

function OneNote({ isLatest = true }: { isLatest?: boolean }) {
  const handle = useNote(page(isLatest), 'rule', 'QR.A')
  return handle && <NoteCard {...handle} />
}

function AllNotes() {
  const notes = useNotes(page())
  return <NoteList notes={mapLoaded(notes, answer => answer.notes)} hrefOf={({ code }) => `/rules/${code}`} />
}

const showOne = (notes: NoteWire[], user: UserPrincipal, isLatest = true, written: unknown = vi.fn()) =>
  show(
    <Routes>
      <Route element={<Outlet />}>
        <Route path="*" element={<OneNote isLatest={isLatest} />} />
      </Route>
    </Routes>,
    {
      user,
      answers: { 'GET /submissions/{uuid}/notes': { notes }, 'PUT /submissions/{uuid}/notes': written },
    },
  )

it('is written by the provider, and changed', async () => {
  const written = vi.fn(() => ({ notes: [ruleNote('Two campuses.')] }))
  const { user } = await showOne([], signOffPerson, true, written)
  await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'Two campuses.')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({ body: { subject: 'rule', code: 'QR.A', text: 'Two campuses.' } }),
  )
  expect(await screen.findByText(/^Rhian Ashby, /)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove note' })).toBeTruthy()
})

it('cannot be written with a submission that was replaced, and says so', async () => {
  await showOne([ruleNote('Two campuses.')], signOffPerson, false)
  expect(
    await screen.findByText('You can add a note only to the most recently uploaded submission.'),
  ).toBeTruthy()
  expect(screen.getByText('Two campuses.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('is read by the agency, who writes none', async () => {
  await showOne([ruleNote('Two campuses.')], analyst)
  expect(await screen.findByText('Two campuses.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('stands with the others before who approves', async () => {
  await show(<AllNotes />, {
    user: analyst,
    answers: { 'GET /submissions/{uuid}/notes': { notes: [ruleNote('Two campuses.')] } },
  })
  expect((await screen.findByRole('link', { name: 'QR.A' })).getAttribute('href')).toBe('/rules/QR.A')
  expect(screen.getByText('Two campuses.')).toBeTruthy()
})
