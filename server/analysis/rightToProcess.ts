import {
  basisFindings,
  headFindings,
  knownFindings,
  type RecordHeader,
  type RightToProcessFinding,
  studentFindings,
} from '../../src/domain/recordHeader.ts'
import type { SubmissionFacts } from './facts.ts'

/** How the collection stands for the provider; the lifecycle's facts. */
export interface ProcessingFacts extends Pick<SubmissionFacts, 'collectionReference' | 'provider'> {
  isCollectionOpen: boolean
  collectionState: string
  isOnboarded: boolean
  isNilReturn: boolean
}

const collectionFindings = (facts: ProcessingFacts): RightToProcessFinding[] => {
  if (!facts.isOnboarded) {
    return [
      {
        item: 'Provider',
        found: `${facts.provider.name} is not onboarded`,
        expected: 'an onboarded provider',
      },
    ]
  }
  if (!facts.isCollectionOpen) {
    return [
      { item: 'Collection', found: facts.collectionState, expected: 'a collection that takes submissions' },
    ]
  }
  if (facts.isNilReturn) {
    return [
      {
        item: 'Provider',
        found: 'a nil return has been recorded',
        expected: 'no file from a provider with a nil return',
      },
    ]
  }
  return []
}

/**
 * Whether the file may be processed for the provider that uploaded it (reference §7.1): of the checks in their order only the
 * first that fails is reported, since nothing after it can be relied on. Empty: it may.
 */
export const checkRightToProcess = (header: RecordHeader, facts: ProcessingFacts): RightToProcessFinding[] =>
  [
    () => headFindings(header, facts),
    () => collectionFindings(facts),
    () => studentFindings(header, facts),
    () => knownFindings(header),
    () => basisFindings(header, facts),
  ]
    .values()
    .map(check => check())
    .find(findings => findings.length > 0) ?? []
