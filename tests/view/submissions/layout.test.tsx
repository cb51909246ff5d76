import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { statusOf } from '../../../src/domain/status.ts'
import { Component as SubmissionLayout } from '../../../src/features/submissions/layout/page.tsx'
import { Component as Upload } from '../../../src/features/submissions/upload/page.tsx'
import { show } from '../support/services.tsx'
import { collection, signOffPerson, submissionId } from './fixtures.ts'

const { id: collectionId } = collection()

describe('Submission layout', () => {
  it('keeps the page of a new upload when the server is gone before it knows of the submission', async () => {
    let kind: 'not-found' | 'network' = 'not-found'
    const submission = vi.fn(() => {
      throw new ProblemError(problem(kind, 'No answer.'))
    })
    const { tell } = await show(
      <Routes>
        <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
          <Route path="upload" element={<Upload />} />
        </Route>
      </Routes>,
      {
        at: `/submissions/${collectionId}/${submissionId}/upload`,
        user: signOffPerson,
        answers: {
          'GET /submissions/{id}': submission,
          'GET /submissions': { submissions: [] },
          'GET /providers/{instId}/collections': { collections: [collection()] },
        },
      },
    )
    const page = await screen.findByText('Drag your XML file here')
    kind = 'network'
    const { id, code, label } = statusOf('UPLOADING')
    tell({
      type: 'FILE_EVENT',
      submissionId,
      instId: signOffPerson.organisationId,
      collectionId,
      sequence: 1,
      occurredAt: '2024-11-01T12:00:00Z',
      status: { id, code, name: label },
      isLatest: true,
    })
    await vi.waitUntil(() => submission.mock.calls.length > 1)
    expect(await screen.findByText('Drag your XML file here')).toBe(page)
    expect(screen.queryByText('The submission failed to load.')).toBeNull()
  })
})
