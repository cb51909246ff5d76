import type { IssueWire } from '../../../domain/wire/issues.ts'
import { rulePath } from '../../common/address.ts'

/** The page of the issue's rule in one submission: the provider's own, or its mirror in monitoring. */
export const recordsPath = (issue: IssueWire, submissionId: string, isProvider: boolean): string => {
  const { collection, provider, code, regulator } = issue
  const own = { collectionId: collection.id, submissionId }
  return rulePath(
    isProvider
      ? { area: 'submissions', ...own }
      : { area: 'monitoring', reference: collection.reference, instId: provider.instId, ...own },
    code,
    regulator.id,
  )
}
