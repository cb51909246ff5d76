import { activityTypeOf } from '../../../domain/activity.ts'
import type { Problem } from '../../../domain/problem.ts'
import { listActivityLogEntries } from '../../../domain/wire/collections.ts'
import { requestCredibility } from '../../../domain/wire/issues.ts'
import type { CredibilityChapter } from '../../../domain/wire/reports.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { type Message, useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { offersReportIssues, whyNotRaiseReports } from './raising.ts'

/** "Raise credibility issues" with its confirmation. */
export interface CredibilityRaisingHandle {
  refusal: Message | undefined
  isOpen: boolean
  isRunning: boolean
  /** Why the last try failed: the dialog is closed then, and nothing was raised (specification 2 §4.6). */
  problem: Problem | undefined
  ask: () => void
  confirm: () => void
  cancel: () => void
}

/**
 * Raising an issue of every credibility report with a shaded cell that has none; undefined where it is not offered
 * (specification 2 §5). What was raised already the activity log says.
 */
export const useCredibilityRaising = (
  page: Pick<SubmissionPageContext, 'address' | 'instId' | 'facts' | 'allowsIssues' | 'submission'>,
  chapters: readonly CredibilityChapter[] | undefined,
): CredibilityRaisingHandle | undefined => {
  const t = useMessages('submissions.quality')
  const { principal } = useViewer()
  const { call } = useServices()
  const { address, instId, facts, submission } = page
  const isOffered = offersReportIssues(facts, principal)
  const { submissionId } = address
  const entries = useResource(
    listActivityLogEntries,
    isOffered
      ? {
          query: {
            submissionUuid: submissionId,
            activityLogTypeId: String(activityTypeOf('credibilityIssuesRaised')),
          },
        }
      : undefined,
  )
  const action = useAction(
    () =>
      call(requestCredibility, {
        body: {
          submissionUuid: submissionId,
          instId,
          collectionId: address.collectionId,
          fileName: submission?.fileName ?? '',
          providerName: submission?.provider.name ?? '',
        },
      }),
    {
      onDone: (_, { raised }) => {
        notify({ tone: 'good', title: t('credibility.raised', { count: raised }) })
        entries.refresh()
      },
    },
  )
  if (!isOffered) return undefined
  return {
    refusal: whyNotRaiseReports(page, { chapters, entries: entries.data?.activityLogs.length }, principal),
    isOpen: action.isOpen && action.problem === undefined,
    isRunning: action.isRunning,
    problem: action.problem,
    ask: () => action.ask(undefined),
    confirm: action.confirm,
    cancel: action.dismiss,
  }
}
