import { lazy, type ReactNode, Suspense } from 'react'
import { limits } from '../../../domain/limits.ts'
import { listIssues } from '../../../domain/wire/issueList.ts'
import { tellsOfIssues } from '../../../domain/wire/live.ts'
import { useResource, useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Standing } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, withMessages } from '../../../messages/index.ts'
import { Columns, Disclosure, Stack } from '../../../ui/index.ts'
import { credibilityPath, pagePath, rulePath } from '../../common/address.ts'
import { mayDecide } from '../../common/decisions/actions.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { NoteList } from '../shared/NoteCard.tsx'
import { findingsSheet, type SubmissionPageContext } from '../shared/page.ts'
import { Receipt } from '../shared/Receipt.tsx'
import { useResults } from '../shared/useFindings.ts'
import { useNotes } from '../shared/useNotes.ts'
import { ChainCard } from './ChainCard.tsx'
import { Evidence } from './Evidence.tsx'
import type { Chain } from './useChain.ts'

/** Comes for those who decide. */
const DecisionPanel = lazy(
  withMessages(
    async () => ({ default: (await import('./DecisionPanel.tsx')).DecisionPanel }),
    'decision',
    'lifecycle',
  ),
)

export interface DecidingProps {
  page: SubmissionPageContext
  submission: KnownSubmission
  chain: Chain
  /** Who acts next, for this reader. */
  standing: Standing
  /** Above what was found: the outcome, if there is one. */
  children?: ReactNode
}

/** What every approver reads and decides on, the same for agency and regulator (mock 21). */
export function Deciding({ page, submission, chain, standing, children }: DecidingProps) {
  const t = useMessages('submissions.approval')
  const { principal, may } = useViewer()
  const { address, instId } = page
  const { report, figures, chapters } = useResults(page, submission)
  const mayViewIssues = may('collections.view-issue')
  const issues = useResource(
    listIssues,
    mayViewIssues
      ? {
          query: {
            collectionReference: submission.collection.reference,
            instId,
            limit: String(limits.pageLimit),
          },
        }
      : undefined,
    { refreshOn: message => tellsOfIssues(message, submission.submissionId) },
  )
  const reports = pagePath(address, 'reports')
  const isDecider = address.area === 'monitoring' && mayDecide(principal)
  return (
    <Columns layout="main-side">
      <Stack gap={4}>
        {children}
        <Evidence
          address={address}
          instId={instId}
          providerName={submission.provider.name}
          reader={principal.organisationType}
          rules={mapLoaded(report, ({ validations }) => validations)}
          issues={issues.data?.issues}
          mayViewIssues={mayViewIssues}
          figures={figures.data && [figures.data.students, ...figures.data.measured]}
          lastYear={figures.data?.lastYear?.collectionName}
          chapters={chapters.data?.chapters}
          uploads={report.data?.uploads.length ?? 0}
          reportHref={`${reports}?qa.open=quality`}
          credibilityHref={`${reports}?qa.open=credibility`}
          sheetHref={`${reports}?fd.open=${findingsSheet}`}
          notes={<ApproverNotes page={page} />}
        />
      </Stack>
      <Stack gap={4}>
        {isDecider && (
          <Suspense>
            <DecisionPanel
              submission={submission}
              standing={standing}
              approvals={chain.approvals.data ?? []}
              outcome={{ onAnswer: page.replace, refresh: page.refresh }}
            />
          </Suspense>
        )}
        <ChainCard
          {...chain}
          submission={submission}
          standing={standing}
          deadline={page.deadline ?? undefined}
        />
        <Disclosure title={t('receipt')}>
          <Receipt
            submission={submission}
            record={page.record}
            standing={standing}
            onPrint={() => window.print()}
          />
        </Disclosure>
      </Stack>
    </Columns>
  )
}

/** What the provider wants its approvers to know. */
export function ApproverNotes({ page }: Pick<DecidingProps, 'page'>) {
  const { address, instId } = page
  const notes = useNotes(page)
  return (
    <NoteList
      notes={mapLoaded(notes, answer => answer.notes)}
      hrefOf={({ subject, code, regulatorCode }) =>
        subject === 'rule' ? rulePath(address, code, regulatorCode) : credibilityPath(address, code, instId)
      }
    />
  )
}
