import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { problem } from '../../../src/domain/problem.ts'
import { Component as ManageSubmissions } from '../../../src/features/submissions/manage/page.tsx'
import {
  CollectionAccordion,
  type CollectionAccordionProps,
  ManageSubmissionsView,
} from '../../../src/features/submissions/manage/view.tsx'
import { uploadRefusal } from '../../../src/features/submissions/shared/newSubmission.ts'
import { submitter } from '../support/people.ts'
import { show as showScreen } from '../support/services.tsx'
import { collection, guest, listRow, loading, ready, signOffPerson } from './fixtures.ts'

const show = (change: Partial<CollectionAccordionProps> = {}) => {
  const onUpload = vi.fn()
  render(
    <CollectionAccordion
      collection={collection()}
      area="submissions"
      submissions={ready([listRow('QUALITY_RULES')])}
      uploadRefusal={undefined}
      onUpload={onUpload}
      maySeeActivityLog
      isExpanded
      onExpand={() => {}}
      {...change}
    />,
  )
  return onUpload
}

describe('Manage Submissions', () => {
  it('shows a collection with its dates, count and latest status', () => {
    show({ isExpanded: false })
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(
      'Student 2023/2401/08/2023 - 31/07/2024 · 1 submissionQuality rules',
    )
  })

  it('lists files with their upload time, a re-processed one with both', () => {
    show({
      submissions: ready([
        listRow('QUALITY_RULES'),
        listRow('SCHEMA_CHECK_FAILED', {
          Uuid: 'second',
          FileName: 'second.xml',
          IsLatest: false,
          OriginallyUploaded: '2024-10-01T08:05:00Z',
        }),
      ]),
    })
    const rows = screen.getAllByRole('row').map(row => row.textContent)
    expect(rows.slice(1)).toEqual([
      'ashby-student-2023.xmlLatest14 Oct 2024 09:30Quality rules',
      'second.xml01 Oct 2024 08:05 (Reprocessed: 14 Oct 2024 09:30)Schema check failed',
    ])
    expect(screen.getByRole('link', { name: 'second.xml' }).getAttribute('href')).toBe(
      '/submissions/c-23056/second',
    )
  })

  it('shows a nil return as text, not as a link', () => {
    show({ submissions: ready([listRow('NIL_RETURN', { FileName: 'NIL_RETURN_FILE' })]) })
    expect(screen.getByText(/^Nil return:/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('starts an upload, or says why not', async () => {
    const onUpload = show()
    await userEvent.click(screen.getByRole('button', { name: 'Upload File to Student 2023/24' }))
    expect(onUpload).toHaveBeenCalledOnce()
  })

  it('offers the activity log only to those who may see it', () => {
    show({ maySeeActivityLog: false })
    expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
  })

  it.each([
    [ready([]), 'No Submissions found for this collection'],
    [{ ...loading, status: 'failed' as const }, 'Error getting submissions'],
  ])('says that there is nothing, or that it failed', (submissions, message) => {
    show({ submissions })
    expect(screen.getByText(message)).toBeTruthy()
  })

  it('says that the collections failed, with the reason on request', async () => {
    const retry = vi.fn()
    render(
      <ManageSubmissionsView
        mayView
        collections={{
          status: 'failed',
          data: undefined,
          problem: problem('unavailable', 'The database is starting.'),
          retry,
        }}
      >
        {() => null}
      </ManageSubmissionsView>,
    )
    expect(screen.getByRole('heading', { name: 'Error getting collections' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getByText(/The database is starting/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  it('asks for nothing, and says so, where the role sees no submissions', async () => {
    await showScreen(<ManageSubmissions />, { user: { ...submitter, roles: ['ovt-submitter'] } })
    expect(await screen.findByText('Access Denied')).toBeTruthy()
    expect(screen.getByText('You do not have a valid role to view the content on this page.')).toBeTruthy()
  })
})

describe('whether a file can be uploaded', () => {
  const refusal = (
    change: Parameters<typeof collection>[0],
    rows = [listRow('QUALITY_PROCESSING_COMPLETE')],
  ) => uploadRefusal({ collection: collection(change), rows, instId: '0001' }, signOffPerson)

  it('is the lifecycle chart’s answer', () => {
    expect(refusal({})).toBeUndefined()
    expect(refusal({ state: { id: 4, name: 'Closed' } })).toBe('The collection is closed.')
    expect(refusal({ allowSubmissions: false })).toBe(
      'The collection does not take submissions at the moment.',
    )
    expect(refusal({}, [listRow('SIGNED_OFF')])).toMatch(/^The submission is signed off/)
    expect(refusal({}, [listRow('UPLOADING')])).toMatch(/^Another upload .* is under way/)
    expect(uploadRefusal({ collection: collection(), rows: [], instId: '0001' }, guest)).toBe(
      'You do not have a valid role to upload a file.',
    )
  })
})
