import type { IssueWire } from '../../../domain/wire/issues.ts'
import { credibilityPath, rulePath, type SubmissionAddress } from '../../common/address.ts'

/** The page of the issue's rule, or credibility report, in one submission: the provider's own, or its mirror in monitoring. */
export const recordsPath = (issue: IssueWire, submissionId: string, isProvider: boolean): string => {
  const { collection, provider, code, regulator, subject } = issue
  const own = { collectionId: collection.id, submissionId }
  const address: SubmissionAddress = isProvider
    ? { area: 'submissions', ...own }
    : { area: 'monitoring', reference: collection.reference, instId: provider.instId, ...own }
  return subject === 'rule'
    ? rulePath(address, code, regulator.id)
    : credibilityPath(address, code, provider.instId)
}
