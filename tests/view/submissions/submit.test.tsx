import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import { submitFindings } from '../../../src/domain/submitFindings.ts'
import { blockersToWire, factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { KeyFigure, QualityRuleRow } from '../../../src/domain/wire/quality.ts'
import { SubmitView } from '../../../src/features/submissions/submit/view.tsx'
import { approvalChain } from '../../../src/machines/approval-chain/index.ts'
import { submissionFromWire } from '../../../src/machines/submission/index.ts'
import { explain, type Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import { analyst } from '../support/services.tsx'
import { guest, idsByWhatIsShown, pageAt, ready, rule, signOffPerson, submission } from './fixtures.ts'

interface Case {
  status?: StatusName
  facts?: Partial<Facts>
  actor?: UserPrincipal
  terms?: boolean
  warnings?: { openIssues: number; ruleFailures: number }
  reasons?: string[]
  findings?: QualityRuleRow[]
  makesIssues?: boolean
  comparison?: { label: string }
  figures?: KeyFigure[]
  credibility?: { cells: number; reports: number; withIssue: number }
  deadline?: string
}

const showSubmit = (given: Case = {}) => {
  const { status = 'QUALITY_PROCESSING_COMPLETE', actor = signOffPerson, terms = false } = given
  const shown = submission(status)
  const facts = { ...factsFromWire(shown.facts), ...given.facts }
  const onSubmit = vi.fn()
  const onTerms = vi.fn()
  const { container, unmount } = render(
    <SubmitView
      submission={{ ...submissionFromWire(shown), facts }}
      page={pageAt(status)}
      commit={ready({
        submissionStatuses: {
          ...blockersToWire(facts.blockers),
          ...(given.warnings ?? { openIssues: 0, ruleFailures: 0 }),
        },
        commitNotAllowedReasons: given.reasons ?? [],
        blockingRules: 0,
      })}
      explanation={explain(status, facts, { type: 'SUBMIT', actor, termsAccepted: terms })}
      refusal={explain(status, facts, { type: 'SUBMIT', actor, termsAccepted: true }).refusal?.reason}
      hasAcceptedTerms={terms}
      onTerms={onTerms}
      onSend={onSubmit}
      isSending={false}
      problem={undefined}
      approvalHref="/approval"
      findings={given.findings && ready(submitFindings(given.findings))}
      approvals={approvalChain(facts)}
      reader={actor.organisationType}
      makesIssues={given.makesIssues ?? false}
      ruleHref={({ Code, RegulatorCode }) => `/rule/${Code}/${RegulatorCode}`}
      unexplainedHref="/reports?unexplained"
      issuesHref="/issues"
      sheetHref="/reports?fd.open=sheet"
      credibilityHref="/reports?credibility"
      transfersHref="/transfers"
      recordsHref="/reports?records"
      comparison={given.comparison}
      figures={given.figures}
      credibility={given.credibility}
      deadline={given.deadline}
      now={new Date('2024-11-20T10:00:00Z')}
      uploadButton={<button type="button">Upload a new file</button>}
      navigation={null}
    />,
  )
  return {
    container,
    unmount,
    onSubmit,
    onTerms,
    button: () => screen.getByRole('button', { name: 'Submit for approval' }),
  }
}

describe('Submit', () => {
  it('says at every status from the first approval on that it was submitted (specification 2 §4.1)', () => {
    const shownAt = (status: StatusName): string => {
      const { container, unmount } = showSubmit({ status })
      const isDone = container.textContent?.includes('This submission has been submitted.')
      unmount()
      return isDone ? 'done' : 'to do'
    }
    expect(idsByWhatIsShown(shownAt).done).toEqual([25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36])
  })

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
    const title = 'You cannot yet submit for approval as one or more of the following apply:'
    const blocked = screen.getByText(title).parentElement!
    expect(
      within(blocked)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['An operational rule fails.', 'Write to <b>liaison@example.org</b> about it.'])
    expect(screen.getByRole('link', { name: 'liaison@example.org' }).getAttribute('href')).toBe(
      'mailto:liaison@example.org',
    )
  })

  it('leads from a transfer without consent to the report that says whose it is', () => {
    const lacking = (lacksTransferConsent: boolean) =>
      showSubmit({
        facts: {
          blockers: {
            isNotLatest: false,
            notCollectionEndDate: true,
            operationalFailures: false,
            lacksTransferConsent,
          },
        },
        reasons: ['Something stands against it.'],
      })
    const { unmount } = lacking(true)
    const link = screen.getByRole('link', { name: 'View missing consents' })
    expect(link.getAttribute('href')).toBe('/transfers')
    unmount()
    const { container } = lacking(false)
    expect(screen.queryByRole('link', { name: 'View missing consents' })).toBeNull()
    // Nor is there a gap where it would stand.
    expect(container.querySelectorAll('div:empty')).toHaveLength(0)
  })

  const operational = { IsOperational: true, Status: '1' } as const

  it('names the rules that block it, with their records, what has changed, and a way to each', () => {
    const blockers = {
      isNotLatest: false,
      notCollectionEndDate: false,
      operationalFailures: true,
      lacksTransferConsent: false,
    }
    showSubmit({
      facts: { blockers },
      reasons: ['An operational rule fails.'],
      findings: [
        rule('QR.1', { ...operational, Name: 'Returned twice', FailureCount: 34, FailureChange: 6 }),
        rule('QR.2', { ...operational, Name: 'Given twice', FailureCount: 1, FailureChange: -12 }),
        rule('QR.3', {
          ...operational,
          Name: 'Open too long',
          FailureCount: 25,
          Standing: 'new',
          IsRuleDefect: true,
        }),
        rule('QR.4', { Status: '1', Name: 'Not operational' }),
        rule('QR.5', { IsOperational: true, Status: '0', Name: 'Inside tolerance' }),
      ],
    })
    const list = within(screen.getByRole('list', { name: 'Rules that block submission' }))
    expect(list.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'Returned twiceQR.134 records6 more than in the last upload',
      'Given twiceQR.21 record12 fewer than in the last upload',
      'Open too longQR.3Faulty rule25 recordsnew in this file',
    ])
    expect(list.getByRole('link', { name: 'Given twice' }).getAttribute('href')).toMatch(/^\/rule\/QR\.2\//)
    expect(screen.getByRole('button', { name: 'Upload a new file' })).toBeTruthy()
  })

  it('says what the approvers will see, and what can be done about it before', () => {
    const issue = {
      id: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001',
      status: { code: 'OPEN', name: 'Open', isOpen: true, awaits: 'provider' },
      link: null,
    } as unknown as QualityRuleRow['issue']
    showSubmit({
      warnings: { openIssues: 14, ruleFailures: 3 },
      makesIssues: true,
      findings: [
        rule('QR.1', { Status: '1', issue: null, Standing: 'new' }),
        rule('QR.2', { Status: '1', issue: null, Standing: 'worse' }),
        rule('QR.3', { Status: '1', issue, Standing: 'better' }),
        rule('QR.4', { Status: '0', Standing: 'mended', IsOperational: true }),
      ],
      comparison: { label: '20 Nov 2024' },
      figures: [
        { code: null, of: 'Students', now: 41_286, before: 41_298, lastYear: 38_902 },
        { code: 'QR.5', of: 'FTE of all engagements', now: 38_533.44, before: 38_738.2, lastYear: null },
      ],
      credibility: { cells: 151, reports: 32, withIssue: 9 },
    })
    const rows = within(screen.getByRole('table', { name: 'Shown to the approvers' }))
      .getAllByRole('row')
      .map(row => row.textContent)
    expect(rows).toEqual([
      'FindingThis file20 Nov 2024Details',
      'Operational rules outside tolerance (these block)01',
      'Other rules outside tolerance32',
      'Other rules without an issue2Explain them',
      'Open issues14View issues',
      'Overrides requested0',
      'Credibility issues15132 reports, 9 with an issue',
      "Students41,28641,29838,902 in last year's signed-off record",
      'FTE of all engagements38,533.438,738.2',
    ])
    expect(screen.getByRole('link', { name: '32 reports, 9 with an issue' }).getAttribute('href')).toBe(
      '/reports?credibility',
    )
    expect(screen.getByText('3 of 4 rules outside tolerance')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Explain them' }).getAttribute('href')).toBe(
      '/reports?unexplained',
    )
    expect(
      screen.getByText(
        /an issue is created for each of them, and for each credibility report with credibility issues/,
      ),
    ).toBeTruthy()
    // The provider of the fixture needs two approvals.
    expect(screen.getByText('Bedel approval, then Statutory customer (SC) approval')).toBeTruthy()
  })

  it('says until when it is due, and who acts after it in which order', () => {
    showSubmit({ deadline: '2024-12-18' })
    const shown = Object.fromEntries(
      screen.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(shown).toMatchObject({
      'File name': 'ashby-student-2023.xml',
      Collection: 'Student 2023/24 (23056)',
      Deadline: '18/12/2024 · 28 days left',
    })
    const next = within(screen.getByRole('list', { name: 'What happens next' }))
    expect(next.getAllByRole('listitem').map(item => item.querySelector('strong')?.textContent)).toEqual([
      'Bedel approval',
      'Statutory customer (SC) approval',
      'You request sign-off',
    ])
    expect(next.getByText(/you get a note with the reason\.$/)).toBeTruthy()
  })

  it('tells staff that the provider requests sign-off', () => {
    showSubmit({ actor: analyst })
    const next = within(screen.getByRole('list', { name: 'What happens next' }))
    expect(next.getByText('The provider requests sign-off')).toBeTruthy()
    expect(next.getByText(/the provider gets a note with the reason\.$/)).toBeTruthy()
  })

  it.each([
    ['2024-11-20', '20/11/2024 · last day'],
    ['2024-11-19', '19/11/2024 (passed)'],
  ])('tells of a deadline on %s', (deadline, told) => {
    showSubmit({ deadline })
    expect(screen.getByText(told)).toBeTruthy()
  })

  it('warns of outstanding issues and rule failures without blocking', () => {
    const { button } = showSubmit({ terms: true, warnings: { openIssues: 1, ruleFailures: 2 } })
    expect(screen.getByText('1 issue is still open and 2 rules are outside tolerance.')).toBeTruthy()
    expect(button().getAttribute('aria-disabled')).toBeNull()
  })

  it('says what was done once it is submitted', () => {
    showSubmit({ status: 'AGENCY_APPROVAL' })
    expect(screen.getByText('Submitted for approval')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
