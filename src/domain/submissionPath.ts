import type { SubmissionPage } from './status.ts'

/**
 * Where a submission's pages live: the provider's own family of routes, or its mirror for the agency and the
 * statutory customers; each with a variant for the online validation tool (specification 2 §2.1, §2.2).
 */
export type SubmissionAddress =
  | { area: 'submissions'; collectionId: string; submissionId: string }
  | { area: 'online-validation'; collectionId: string; submissionId: string }
  | { area: 'monitoring'; reference: string; collectionId: string; instId: string; submissionId: string }
  | {
      area: 'monitoring-online-validation'
      reference: string
      collectionId: string
      instId: string
      submissionId: string
    }

/** In the address of a submission that nobody has begun: the id enters it when the server knows it. */
export const newSubmissionId = 'new'

/** A path of encoded parts. */
export const joinPath = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join('/')}`

/** The address without a page: what every page of the submission lies under. */
export const rootPath = (address: SubmissionAddress): string => {
  switch (address.area) {
    case 'submissions':
    case 'online-validation':
      return joinPath(address.area, address.collectionId, address.submissionId)
    case 'monitoring':
      return joinPath(
        'monitoring',
        address.reference,
        address.collectionId,
        address.instId,
        address.submissionId,
      )
    case 'monitoring-online-validation':
      return joinPath(
        'monitoring',
        address.reference,
        address.collectionId,
        'online-validation',
        address.instId,
        address.submissionId,
      )
  }
}

/** A step's page. */
export const pagePath = (address: SubmissionAddress, page: SubmissionPage): string =>
  `${rootPath(address)}/${page}`

/** The page of an additional report. */
export const additionalReportPath = (address: SubmissionAddress, reportCode: string): string =>
  pagePath(address, 'reports') + joinPath('additional-reports', reportCode)

/** The page on which a provider that has not uploaded a file agrees to transfers (decisions §16). */
export const transfersPath = (collectionId: string): string =>
  joinPath('submissions', collectionId, 'transfers')
