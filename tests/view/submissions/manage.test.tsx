import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { collectionStateOf } from '../../../src/domain/collection.ts'
import { problem } from '../../../src/domain/problem.ts'
import { statusOf } from '../../../src/domain/status.ts'
import type { NewSubmissionWire, ProviderListRow } from '../../../src/domain/wire/submissions.ts'
import { Component as OnlineValidation } from '../../../src/features/submissions/manage/onlineValidationPage.tsx'
import { Component as ManageSubmissions } from '../../../src/features/submissions/manage/page.tsx'
import {
  CollectionAccordion,
  type CollectionAccordionProps,
  ManageSubmissionsView,
} from '../../../src/features/submissions/manage/view.tsx'
import { submitter, validator } from '../support/people.ts'
import { show as showScreen } from '../support/services.tsx'
import {
  beginning,
  collection,
  collectionEvent,
  fileEvent,
  listRow,
  loading,
  ready,
  signOffPerson,
} from './fixtures.ts'

const show = (change: Partial<CollectionAccordionProps> = {}) => {
  const onUpload = vi.fn()
  render(
    <CollectionAccordion
      collection={collection()}
      area="submissions"
      submissions={ready([listRow('QUALITY_RULES')])}
      newUpload={{ refusal: undefined, replaces: undefined, onStart: onUpload }}
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
      'ashby-student-2023.xmlLatest14 Oct 2024 09:30 UTCQuality rules',
      'second.xml01 Oct 2024 08:05 UTC (Reprocessed: 14 Oct 2024 09:30 UTC)Schema check failed',
    ])
    expect(screen.getByRole('link', { name: 'second.xml' }).getAttribute('href')).toBe(
      '/submissions/c-23056/second',
    )
  })

  it('shows a nil return as text, not as a link', () => {
    show({ submissions: ready([listRow('NIL_RETURN', { FileName: 'NIL_RETURN_FILE' })]) })
    expect(screen.getByText(/^Nil return:/)).toBeTruthy()
    expect(within(screen.getByRole('table')).queryByRole('link')).toBeNull()
  })

  it('starts an upload, or says why not', async () => {
    const onUpload = show()
    await userEvent.click(screen.getByRole('button', { name: 'Upload file to Student 2023/24' }))
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
        mode="live"
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

  it('lists archived collections as well, in which nothing can be sent any more (decisions §10)', async () => {
    const archived = beginning({ collectionState: 'Archived', latestStatusId: statusOf('SIGNED_OFF').id })
    const row = listRow('SIGNED_OFF')
    await showScreen(<ManageSubmissions />, {
      user: signOffPerson,
      at: '/submissions',
      answers: {
        'GET /providers/{instId}/collections': ({ query }: { query: Record<string, unknown> }) => ({
          collections: [query['state[]']].flat().includes('archived')
            ? [
                collection({
                  state: collectionStateOf('Archived'),
                  newSubmission: { live: archived.facts, ovt: archived.facts },
                }),
              ]
            : [],
        }),
        'GET /submissions': { submissions: [{ ...row, Facts: { ...row.Facts, ...archived.facts } }] },
      },
    })
    expect(await screen.findByRole('link', { name: 'ashby-student-2023.xml' })).toBeTruthy()
    const upload = screen.getByRole('button', { name: 'Upload file to Student 2023/24' })
    expect(upload.getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findByText(/^The collection is in the state Archived\./)).toBeTruthy()
  })

  it('asks for nothing, and says so, where the role sees no submissions', async () => {
    await showScreen(<ManageSubmissions />, { user: { ...submitter, roles: ['ovt-submitter'] } })
    expect(await screen.findByText('Access Denied')).toBeTruthy()
    expect(screen.getByText('You do not have a valid role to view the content on this page.')).toBeTruthy()
  })
})

describe('the Online Validation Tool (specification 2 §2.6)', () => {
  const open = (rows: ProviderListRow[] = [], contact: string | null = 'student@bedel.example') =>
    showScreen(<OnlineValidation />, {
      user: validator,
      at: '/online-validation',
      answers: {
        'GET /providers/{instId}/collections': ({ query }: { query: Record<string, unknown> }) => ({
          collections:
            String(query['state[]']) === 'open,historic_amendment,validation'
              ? [collection({ supportContact: contact })]
              : [],
        }),
        'GET /submissions/ovt': { submissions: rows },
      },
    })

  it('lists the latest file, which leads to its own pages, and has no activity log', async () => {
    await open([listRow('QUALITY_PROCESSING_COMPLETE')])
    expect(await screen.findByRole('heading', { level: 1, name: 'Online Validation Tool' })).toBeTruthy()
    const file = await screen.findByRole('link', { name: 'ashby-student-2023.xml' })
    expect(file.getAttribute('href')).toMatch(/^\/online-validation\/c-23056\//)
    expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
  })

  it.each([
    ['student@bedel.example', 'mailto:student@bedel.example'],
    ['https://bedel.example/support', 'https://bedel.example/support'],
  ])('says what the tool is for, and whom to ask: %s', async (contact, href) => {
    await open([], contact)
    expect(await screen.findByText('Files uploaded here are only checked')).toBeTruthy()
    expect((await screen.findByRole('link', { name: contact })).getAttribute('href')).toBe(href)
    expect(await screen.findByText('No files checked for this collection yet')).toBeTruthy()
  })

  it('names nobody where nobody is named', async () => {
    await open([], null)
    expect(await screen.findByText('Files uploaded here are only checked')).toBeTruthy()
    expect(screen.queryByText(/Questions about/)).toBeNull()
  })

  it('leads a new file to its upload', async () => {
    const { address } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Upload file to Student 2023/24' }))
    expect(address()).toBe('/online-validation/c-23056/new/upload')
  })

  it('is refused to who submits', async () => {
    await showScreen(<OnlineValidation />, { user: submitter })
    expect(await screen.findByText('Access Denied')).toBeTruthy()
  })
})

describe('whether a file can be uploaded', () => {
  const open = (
    facts: Partial<NewSubmissionWire['facts']>,
    rows: ProviderListRow[] = [],
    user = signOffPerson,
  ) => {
    const known = collection()
    return showScreen(<ManageSubmissions />, {
      user,
      at: '/submissions',
      answers: {
        'GET /providers/{instId}/collections': {
          collections: [
            { ...known, newSubmission: { live: beginning(facts).facts, ovt: beginning(facts).facts } },
          ],
        },
        'GET /submissions': () => ({ submissions: [...rows] }),
      },
    })
  }
  const button = () => screen.findByRole('button', { name: 'Upload file to Student 2023/24' })

  it.each<[string, Partial<NewSubmissionWire['facts']>, RegExp]>([
    ['a closed collection', { collectionState: 'Closed' }, /^The collection is closed\./],
    ['no submissions taken', { allowSubmissions: false }, /^The collection does not accept submissions/],
    ['a provider that does not take part', { onboarded: false }, /^The provider is not onboarded yet/],
    ['an upload under way', { uploadUnderWay: true }, /^Another upload .* is in progress/],
  ])('is answered by the facts of the server, without a submission: %s', async (_, facts, sentence) => {
    await open(facts)
    expect((await button()).getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('is answered by the facts of the rows where there are some', async () => {
    await open({}, [listRow('SIGNED_OFF')])
    expect(await screen.findByText(/^The submission is signed off/)).toBeTruthy()
  })

  it('asks first where a submission awaits approval, then leads to the new one', async () => {
    const { user, address } = await open({}, [listRow('AGENCY_APPROVAL')])
    await user.click(await button())
    expect(
      await screen.findByText('The submission that is waiting for approval will be replaced.'),
    ).toBeTruthy()
    expect(address()).toBe('/submissions')
    await user.click(screen.getByRole('button', { name: 'Upload a new file' }))
    await expect.poll(address).toBe('/submissions/c-23056/new/upload')
  })

  it('is answered by the facts of now once the collection was closed', async () => {
    const row = listRow('SCHEMA_CHECK_FAILED')
    const rows = [row]
    const { tell } = await open({}, rows)
    expect((await button()).getAttribute('aria-disabled')).toBeNull()
    rows[0] = { ...row, Facts: { ...row.Facts, collectionState: 'Closed' } }
    tell(collectionEvent('Closed'))
    expect(await screen.findByText(/^The collection is closed\./)).toBeTruthy()
    expect((await button()).getAttribute('aria-disabled')).toBe('true')
  })

  it('asks first where a submission is approved', async () => {
    const { user } = await open({}, [listRow('PROVIDER_SIGNOFF')])
    await user.click(await button())
    expect(
      await screen.findByText(
        'The approved submission will be replaced. The new file must be approved again.',
      ),
    ).toBeTruthy()
  })

  it('moves with a live message, without asking again', async () => {
    // The figures of its rules are known: without them the list would be asked for.
    const known = listRow('QUALITY_PROCESSING_COMPLETE', { Rules: { outside: 3, total: 203 } })
    const { tell } = await open({}, [known])
    await button()
    tell(fileEvent('SIGNED_OFF'))
    expect(await screen.findByText(/^The submission is signed off/)).toBeTruthy()
    expect((await screen.findAllByText('Signed off')).length).toBeGreaterThan(0)
  })
})
