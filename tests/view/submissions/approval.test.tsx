import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type StatusName, statusNameOf } from '../../../src/domain/status.ts'
import { factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { ApprovalView } from '../../../src/features/submissions/approval/view.tsx'
import {
  approvalsAfter,
  type Decider,
  type StoredEvent,
  sentBackBy,
} from '../../../src/machines/approval-chain/index.ts'
import { submissionFromWire } from '../../../src/machines/submission/index.ts'
import { standingOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { studentRecord } from '../support/services.tsx'
import { history, idsByWhatIsShown, pageAt, ready, signOffPerson, submission } from './fixtures.ts'

/** A stored event of somebody, a second after the one before. */
const stored = (
  type: StoredEvent['type'],
  at: number,
  name = 'Bedel',
  organisationType: Decider['organisationType'] = 'agency',
  note?: string,
): StoredEvent => ({
  type,
  at: new Date(Date.UTC(2024, 9, 14, 9, 30, at)).toISOString(),
  by: { kind: 'user', name, organisationType },
  note,
  facts: factsFromWire(submission('QUALITY_PROCESSING_COMPLETE').facts),
})

const showApproval = (given: SubmissionWire, events: readonly StoredEvent[] = [], namesPeople = false) =>
  render(
    <ApprovalView
      record={studentRecord}
      notes={null}
      deciding={null}
      deadline={undefined}
      submitted={undefined}
      submission={submissionFromWire(given)}
      page={pageAt(statusNameOf(given.status.id))}
      approvals={ready(approvalsAfter(factsFromWire(given.facts), events))}
      sentBack={sentBackBy(events)}
      namesPeople={namesPeople}
      standing={standingOf(statusNameOf(given.status.id), factsFromWire(given.facts), signOffPerson)}
      submitHref="/submit"
      signOffHref="/signoff"
      uploadButton={<button type="button">Upload a new file</button>}
      onPrint={() => {}}
    />,
  )

describe('Approval', () => {
  const way = ['QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL', 'SC_APPROVAL'] as const

  const approvals = () =>
    within(screen.getByRole('list', { name: 'Approvals' }))
      .getAllByRole('listitem')
      .map(item => item.textContent)

  it('shows only the approvals that are required, with who and when', () => {
    showApproval(submission('SC_APPROVAL', { stateHistory: history(...way) }), [
      stored('SUBMIT', 0, 'Rhian Ashby', 'provider'),
      stored('APPROVE', 2),
    ])
    expect(approvals()).toEqual([
      'Bedel approval14/10/2024 10:30 by BedelApproved',
      "Statutory customer (SC) approvalDecision by the provider's statutory customer.Awaiting approval",
    ])
    expect(screen.getByRole('button', { name: 'Continue to Sign-off' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(screen.getByText(/^Then: sign-off by University of Ashby/)).toBeTruthy()
  })

  it('explains the approval of the statutory customer by its term, and no other', () => {
    showApproval(submission('SC_APPROVAL', { stateHistory: history(...way) }))
    const chain = within(screen.getByRole('list', { name: 'Approvals' }))
    expect(chain.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Statutory customer (SC) approval',
    ])
  })

  it('names each decision by its own person, also of two within a second', () => {
    showApproval(
      submission('APPROVED', { stateHistory: history(...way, 'APPROVED') }),
      [
        stored('SUBMIT', 0, 'Rhian Ashby', 'provider'),
        stored('APPROVE', 1, 'Ivo Marsh'),
        stored('APPROVE', 1, 'Ruth Calloway', 'statutory_customer'),
      ],
      true,
    )
    expect(approvals()).toEqual([
      'Bedel approval14/10/2024 10:30 by Ivo Marsh (Bedel)Approved',
      'Statutory customer (SC) approval14/10/2024 10:30 by Ruth Calloway (Regulator)Approved',
    ])
  })

  it('gives the notes of the approvers, and why another submission is needed', () => {
    const events = [
      stored('SUBMIT', 0, 'Rhian Ashby', 'provider'),
      stored('APPROVE', 1, 'Bedel', 'agency', 'Mind the fees next year.'),
      stored('DECLINE', 2, 'Office for Higher Education', 'statutory_customer', 'Mend the start dates.'),
    ]
    showApproval(
      submission('RESUBMISSION_REQUIRED', { stateHistory: history(...way, 'RESUBMISSION_REQUIRED') }),
      events,
    )
    expect(approvals()).toEqual([
      'Bedel approval14/10/2024 10:30 by BedelMind the fees next year.Approved',
      'Statutory customer (SC) approval14/10/2024 10:30 by Office for Higher EducationMend the start dates.Declined',
    ])
    expect(screen.getByText('Note from Office for Higher Education, 14/10/2024 10:30:')).toBeTruthy()
    expect(screen.getAllByText('Mend the start dates.')).toHaveLength(2)
  })

  it('gives the note of who took an approved submission back', () => {
    const events = [
      stored('SUBMIT', 0, 'Rhian Ashby', 'provider'),
      stored('APPROVE', 1),
      stored('APPROVE', 2),
      stored('REQUEST_RESUBMISSION', 3, 'Bedel', 'agency', 'The regulator has found twins.'),
    ]
    showApproval(
      submission('RESUBMISSION_REQUIRED', { stateHistory: history(...way, 'RESUBMISSION_REQUIRED') }),
      events,
    )
    expect(screen.getAllByText('The regulator has found twins.')).toHaveLength(1)
  })

  it.each<[StatusName, string, string]>([
    ['APPROVED', 'Approved', 'Next: You request sign-off.'],
    ['PROVIDER_SIGNOFF', 'Sign-off requested', 'Next: You return the signed form.'],
    // The history is made after the sign-off, and may fail.
    ['HISTORY_DATA', 'Signed off', 'Nothing more to do.'],
    ['HISTORY_DATA_ERROR', 'Signed off', 'Nothing more to do.'],
    ['HISTORY_DATA_PASSED', 'Signed off', 'Nothing more to do.'],
  ])('says at %s what comes next, and nothing that was done', (status, title, text) => {
    showApproval(submission(status, { stateHistory: history(...way, 'APPROVED') }))
    expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryAllByText(/This record will be used for comparison next year/)).toHaveLength(
      status === 'HISTORY_DATA_PASSED' ? 1 : 0,
    )
    expect(screen.queryByText(/^Then: sign-off by/)).toBeNull()
    // In the banner and on the receipt.
    expect(screen.queryAllByText(/request sign-off/)).toHaveLength(status === 'APPROVED' ? 2 : 0)
  })

  it('says at every status what is at work, and leads on where every approval is given (specification 2 §4.1)', () => {
    const said = {
      notSubmitted: 'This submission has not been submitted for approval yet',
      approving: 'Approvals happen in order.',
      approved: 'Next: You request sign-off.',
      signingOff: 'Next: You return the signed form.',
      signedOff: 'Nothing more to do.',
      sentBack: 'A new submission is required',
    }
    const shownAt = (status: StatusName): string => {
      const { container, unmount } = showApproval(submission(status))
      const text = container.textContent ?? ''
      const leadsOn = screen.queryByRole('link', { name: 'Continue to Sign-off' }) !== null
      unmount()
      const works = (Object.keys(said) as (keyof typeof said)[]).filter(work => text.includes(said[work]))
      return [...works, ...(leadsOn ? ['leads on'] : [])].join(', ')
    }
    expect(idsByWhatIsShown(shownAt)).toEqual({
      notSubmitted: [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 37, 38, 39, 40, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
        24, 35,
      ],
      approving: [25, 26, 27],
      'approved, leads on': [28],
      'signingOff, leads on': [29],
      'signedOff, leads on': [30, 31, 32, 33],
      sentBack: [34, 36],
    })
  })

  it('leads on to sign-off when all are given', () => {
    showApproval(submission('APPROVED', { stateHistory: history(...way, 'APPROVED') }))
    expect(screen.getByRole('link', { name: 'Continue to Sign-off' }).getAttribute('href')).toBe('/signoff')
  })

  it('gives the reasons for a resubmission and the next step', () => {
    showApproval(
      submission('RESUBMISSION_REQUIRED', { stateHistory: history(...way, 'RESUBMISSION_REQUIRED') }),
    )
    expect(screen.getByText('quality standards have not been met')).toBeTruthy()
    expect(screen.getByText('Next: You upload a new file.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upload a new file' })).toBeTruthy()
    expect(screen.queryByText('Continue to Sign-off')).toBeNull()
  })

  it('is a receipt: reference, hash, who acts next and what happens next', () => {
    const given = submission('AGENCY_APPROVAL', {
      stateHistory: history('QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL'),
    })
    showApproval(given)
    const shown = Object.fromEntries(
      screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(shown).toMatchObject({
      Reference: given.uuid,
      'File hash (SHA-256)': given.fileHash,
      Submitted: '14/10/2024 10:30',
      Next: 'Bedel approves or declines the submission',
      Then: 'You request sign-off after all approvals',
    })
  })

  it.each<[StatusName, string]>([
    ['ANALYST_APPROVAL', 'Submitted for approval'],
    ['SC_APPROVAL', 'Submitted for approval'],
    ['APPROVED', 'Approved'],
    ['PROVIDER_SIGNOFF', 'Sign-off requested'],
    ['RESUBMISSION_REQUIRED', 'Resubmission required'],
  ])('says at %s of an archived collection that it can only be read', (status, title) => {
    const given = submission(status, { stateHistory: history(...way, status) })
    showApproval({ ...given, facts: { ...given.facts, collectionState: 'Archived' } })
    expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    // In the banner, and on the receipt.
    expect(screen.getAllByText('The collection is archived, so its submissions are read-only.')).toHaveLength(
      2,
    )
    const chain = screen.getByRole('list', { name: 'Approvals' }).textContent
    expect(chain).toContain('Not decided')
    for (const untrue of [/approves? or declines?/, /Next:/, /uploads? a new file/, /Awaiting approval/])
      expect(document.body.textContent).not.toMatch(untrue)
  })

  it('says of an archived collection that nothing is left to do where the submission was signed off', () => {
    const given = submission('SIGNED_OFF', { stateHistory: history(...way, 'APPROVED', 'SIGNED_OFF') })
    showApproval({ ...given, facts: { ...given.facts, collectionState: 'Archived' } })
    expect(screen.getByText('Nothing more to do.')).toBeTruthy()
    expect(screen.queryByText(/read-only/)).toBeNull()
  })
})
