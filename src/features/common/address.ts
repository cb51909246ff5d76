import { issuePage } from '../../domain/issue.ts'
import { type SubmissionMode, type SubmissionPage, submissionPages } from '../../domain/status.ts'
import {
  joinPath as join,
  newSubmissionId,
  pagePath,
  type SubmissionAddress,
} from '../../domain/submissionPath.ts'

export {
  additionalReportPath,
  newSubmissionId,
  pagePath,
  rootPath,
  type SubmissionAddress,
  transfersPath,
} from '../../domain/submissionPath.ts'

/** Whether the address is of an upload that has not begun, so that there is no submission yet. */
export const isNew = ({ submissionId }: SubmissionAddress): boolean => submissionId === newSubmissionId

/** The results of one quality rule for one regulator. */
export const rulePath = (address: SubmissionAddress, rule: string, regulatorCode: string): string =>
  pagePath(address, 'reports') + join('quality', rule, regulatorCode)

/** The students of a submission by their findings, or with a number the record of one (specification 2 §2.9). */
export const studentsPath = (address: SubmissionAddress, student?: number): string =>
  pagePath(address, 'reports') + (student === undefined ? '/students' : join('students', String(student)))

/** The page of a credibility report of a provider's submission. */
export const credibilityPath = (address: SubmissionAddress, reportCode: string, instId: string): string =>
  pagePath(address, 'reports') + join('credibility', reportCode, instId)

/** The list that the submission stands in: the tab "Submissions". */
export const listPath = (address: SubmissionAddress): string => {
  switch (address.area) {
    case 'submissions':
    case 'online-validation':
      return `/${address.area}`
    case 'monitoring':
    case 'monitoring-online-validation':
      return join('monitoring', address.reference)
  }
}

/** The page of the activity log of a collection. */
export const activityLogPath = (collectionReference: string): string =>
  `${join('submissions', collectionReference)}/activity-log`

/** The page of one provider over all collections, for who monitors it. */
export const monitoredProviderPath = (instId: string): string => join('monitoring', 'providers', instId)

/** The page of one issue, or with nothing the list of all. */
export const issuePath = (issueId?: string): string =>
  issueId === undefined ? '/issues' : issuePage(issueId)

/**
 * The inspector's view "Why not?" of a provider in a collection, in the current state of its latest submission. It also answers before
 * the first upload.
 */
export const inspectPath = (of: { reference: string; instId: string; mode?: SubmissionMode }): string =>
  `/inspector?${new URLSearchParams({
    view: 'why',
    collection: of.reference,
    inst: of.instId,
    ...(of.mode === 'ovt' && { mode: of.mode }),
  })}`

/** The same view of one submission, latest or not. */
export const inspectSubmissionPath = (submissionId: string): string =>
  `/inspector?${new URLSearchParams({ view: 'why', submission: submissionId })}`

/** The list of the open issues of one provider. */
export const issuesOfProviderPath = (instId: string): string =>
  `/issues?${new URLSearchParams({ 'is.f.status': 'open', 'is.f.provider': instId })}`

/** The page of an issue, about to explain one figure of its report. */
export const explainingPath = (issueId: string, figure: string): string =>
  `${issuePage(issueId)}?${new URLSearchParams({ do: 'EXPLAIN', about: figure })}`

/** The same place for another submission of the same provider and collection. */
export const withSubmission = (address: SubmissionAddress, submissionId: string): SubmissionAddress => ({
  ...address,
  submissionId,
})

/** Whether the address is of a file of online validation, seen by its provider or by who monitors it. */
export const isOnlineValidation = (address: SubmissionAddress): boolean =>
  address.area === 'online-validation' || address.area === 'monitoring-online-validation'

/** The address that a location names; its parameters as the router found them. */
export const addressOf = (
  pathname: string,
  params: Readonly<Partial<Record<'reference' | 'collectionId' | 'instId' | 'submissionId', string>>>,
): SubmissionAddress => {
  const { reference = '', collectionId = '', instId = '', submissionId = '' } = params
  const [, area, , , variant] = pathname.split('/')
  if (area === 'monitoring') {
    return {
      area: variant === 'online-validation' ? 'monitoring-online-validation' : 'monitoring',
      reference,
      collectionId,
      instId,
      submissionId,
    }
  }
  return {
    area: area === 'online-validation' ? 'online-validation' : 'submissions',
    collectionId,
    submissionId,
  }
}

/** The step that a location shows; undefined at the submission's root, where the stepper leads on. */
export const pageOf = (pathname: string, submissionId: string): SubmissionPage | undefined => {
  const parts = pathname.split('/')
  const page = parts[parts.lastIndexOf(encodeURIComponent(submissionId)) + 1]
  return submissionPages.find(name => name === page)
}

/** Whether the viewer reads the pages in the monitoring mirror. */
export const isMonitoring = (address: SubmissionAddress): boolean => 'instId' in address
