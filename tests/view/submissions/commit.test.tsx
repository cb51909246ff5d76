import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import { blockersToWire, factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { ApprovalView } from '../../../src/features/submissions/approval/view.tsx'
import { SignOffView } from '../../../src/features/submissions/sign-off/view.tsx'
import { SubmitView } from '../../../src/features/submissions/submit/view.tsx'
import { approvalsAfter, type Decider, type StoredEvent } from '../../../src/machines/approval-chain/index.ts'
import { explain, type Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import { guest, history, ready, signOffPerson, submission } from './fixtures.ts'

interface Case {
  status?: StatusName
  facts?: Partial<Facts>
  actor?: UserPrincipal
  terms?: boolean
  warnings?: { openIssues: number; ruleFailures: number }
  reasons?: string[]
}

const showSubmit = (given: Case = {}) => {
  const { status = 'QUALITY_PROCESSING_COMPLETE', actor = signOffPerson, terms = false } = given
  const shown = submission(status)
  const facts = { ...factsFromWire(shown.facts), ...given.facts }
  const onSubmit = vi.fn()
  const onTerms = vi.fn()
  render(
    <SubmitView
      submission={shown}
      commit={ready({
        submissionStatuses: {
          ...blockersToWire(facts.blockers),
          ...(given.warnings ?? { openIssues: 0, ruleFailures: 0 }),
        },
        commitNotAllowedReasons: given.reasons ?? [],
      })}
      explanation={explain(status, facts, { type: 'SUBMIT', actor, termsAccepted: terms })}
      refusal={explain(status, facts, { type: 'SUBMIT', actor, termsAccepted: true }).refusal?.reason}
      hasAcceptedTerms={terms}
      onTerms={onTerms}
      onSubmit={onSubmit}
      isSubmitting={false}
      problem={undefined}
      approvalHref="/approval"
      navigation={null}
    />,
  )
  return { onSubmit, onTerms, button: () => screen.getByRole('button', { name: 'Submit for approval' }) }
}

describe('Submit', () => {
  it('waits for the terms, then submits', async () => {
    const { onTerms, button } = showSubmit()
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('checkbox'))
    expect(onTerms).toHaveBeenCalledWith(true)
  })

  it('submits once the terms are accepted', async () => {
    const { onSubmit, button } = showSubmit({ terms: true })
    await userEvent.click(button())
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it.each<[string, Case, string]>([
    ['another role', { actor: guest }, 'You do not have a valid role to submit for approval'],
    [
      'no file',
      { status: 'UNKNOWN' },
      'You have yet to upload a file. Please upload one on the upload step.',
    ],
    [
      'an older submission',
      { facts: { isLatest: false } },
      'You can only submit the most recently uploaded submission.',
    ],
    ['processing', { status: 'QUALITY_RULES' }, 'Your submission is currently being processed.'],
    [
      'a closed collection',
      { facts: { collectionState: 'Closed' } },
      'You can only submit for approval when a collection is open.',
    ],
  ])('says why not: %s', (_, given, message) => {
    const { button } = showSubmit({ ...given, terms: true })
    expect(screen.getAllByText(message).length).toBeGreaterThan(0)
    expect(button().getAttribute('aria-disabled')).toBe('true')
    const box = screen.getByRole<HTMLInputElement>('checkbox', { description: message })
    box.focus()
    expect([document.activeElement, box.getAttribute('aria-readonly')]).toEqual([box, 'true'])
  })

  it('lists what blocks it, e-mail addresses as links', () => {
    showSubmit({
      facts: {
        blockers: {
          isNotLatest: false,
          notCollectionEndDate: false,
          operationalFailures: true,
          lacksTransferConsent: false,
        },
      },
      reasons: ['An operational rule fails.', 'Write to <b>liaison@example.org</b> about it.'],
    })
    expect(
      screen.getByText('You cannot yet submit for approval as one or more of the following apply:'),
    ).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'An operational rule fails.',
      'Write to <b>liaison@example.org</b> about it.',
    ])
    expect(screen.getByRole('link', { name: 'liaison@example.org' }).getAttribute('href')).toBe(
      'mailto:liaison@example.org',
    )
  })

  it('warns of outstanding issues and rule failures without blocking', () => {
    const { button } = showSubmit({ terms: true, warnings: { openIssues: 1, ruleFailures: 2 } })
    expect(
      screen.getByText(
        'There is 1 outstanding issue in the issue tracker and 2 rule failures outside tolerance.',
      ),
    ).toBeTruthy()
    expect(button().getAttribute('aria-disabled')).toBeNull()
  })

  it('says what was done once it is submitted', () => {
    showSubmit({ status: 'AGENCY_APPROVAL' })
    expect(screen.getByText('Submitted for approval')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

/** A stored event of somebody, a second after the one before. */
const stored = (
  type: StoredEvent['type'],
  at: number,
  name = 'Bedel',
  organisationType: Decider['organisationType'] = 'agency',
): StoredEvent => ({
  type,
  at: new Date(Date.UTC(2024, 9, 14, 9, 30, at)).toISOString(),
  by: { kind: 'user', name, organisationType },
  facts: factsFromWire(submission('QUALITY_PROCESSING_COMPLETE').facts),
})

const showApproval = (given: SubmissionWire, events: readonly StoredEvent[] = [], namesPeople = false) =>
  render(
    <ApprovalView
      notes={null}
      submission={given}
      approvals={ready(approvalsAfter(factsFromWire(given.facts), events))}
      namesPeople={namesPeople}
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
      "SC approvalThe provider's statutory customer decides.Awaiting approval",
    ])
    expect(screen.getByRole('button', { name: 'Continue to Sign-off' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
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
      'SC approval14/10/2024 10:30 by Ruth Calloway (Regulator)Approved',
    ])
  })

  it.each<[StatusName, string, string]>([
    ['APPROVED', 'Approved', 'Every approval has been given. The next step is to request sign-off.'],
    [
      'PROVIDER_SIGNOFF',
      'Sign-off requested',
      'Every approval has been given. The provider returns the signed form; Bedel records it.',
    ],
    [
      'HISTORY_DATA',
      'Signed off',
      'Every approval has been given. Nothing is left to do. The record is the base of comparison for the next year.',
    ],
  ])('says at %s what comes next, and nothing that was done', (status, title, text) => {
    showApproval(submission(status, { stateHistory: history(...way, 'APPROVED') }))
    expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryAllByText(/request sign-off/)).toHaveLength(status === 'APPROVED' ? 1 : 0)
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
    expect(screen.getByText('The next step is to make a new submission.')).toBeTruthy()
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
      'Who acts next': 'Bedel',
      'What happens next': 'Bedel reads the reports and approves or declines.',
    })
  })
})

const showSignOff = (status: StatusName, change: Partial<Facts> = {}, terms = false) => {
  const given = submission(status, { stateHistory: history('APPROVED', 'PROVIDER_SIGNOFF', status) })
  const ask = (termsAccepted: boolean) =>
    explain(
      status,
      { ...factsFromWire(given.facts), ...change },
      { type: 'REQUEST_SIGN_OFF', actor: signOffPerson, termsAccepted },
    )
  const onDownloadForm = vi.fn()
  const onRequest = vi.fn()
  render(
    <SignOffView
      submission={given}
      explanation={ask(terms)}
      refusal={ask(true).refusal?.reason}
      hasAcceptedTerms={terms}
      onTerms={() => {}}
      onRequest={onRequest}
      isRequesting={false}
      problem={undefined}
      onDownloadForm={onDownloadForm}
      isDownloading={false}
      downloadProblem={undefined}
      downloadRefusal={undefined}
      approvalHref="/approval"
      home={{ href: '/', label: 'Back to dashboard' }}
      onPrint={() => {}}
    />,
  )
  return { onDownloadForm, onRequest }
}

describe('Sign Off', () => {
  it('requests sign-off once the terms are accepted', async () => {
    const { onRequest } = showSignOff('APPROVED', {}, true)
    await userEvent.click(screen.getByRole('button', { name: 'Request sign-off' }))
    expect(onRequest).toHaveBeenCalledOnce()
  })

  it('says that the collection has to be open', () => {
    showSignOff('APPROVED', { collectionState: 'Closed' }, true)
    expect(
      screen.getAllByText('You can only request sign off for a submission when the collection is open.')
        .length,
    ).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Request sign-off' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  it('offers the form while it awaits the sign-off, with the date of the request', async () => {
    const { onDownloadForm } = showSignOff('PROVIDER_SIGNOFF')
    await userEvent.click(screen.getByRole('button', { name: 'Download sign-off form' }))
    expect(onDownloadForm).toHaveBeenCalledOnce()
    expect(screen.getByText('Date 14 October 2024')).toBeTruthy()
  })

  it.each<StatusName>(['SIGNED_OFF', 'HISTORY_DATA', 'HISTORY_DATA_PASSED'])(
    'leads home after %s',
    status => {
      showSignOff(status)
      expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/')
    },
  )
})
