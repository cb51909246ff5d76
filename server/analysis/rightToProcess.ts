import type { CollectionStateName } from '../../src/domain/collection.ts'
import { collectionStateLabel } from '../../src/domain/labels.ts'
import {
  basisFindings,
  headFindings,
  knownFindings,
  type RecordHeader,
  type RightToProcessFinding,
  studentFindings,
} from '../../src/domain/recordHeader.ts'
import { message } from '../../src/messages/message.ts'
import type { SubmissionFacts } from './facts.ts'

/** How the collection stands for the provider; the lifecycle's facts. */
export interface ProcessingFacts extends Pick<SubmissionFacts, 'collectionReference' | 'provider'> {
  isCollectionOpen: boolean
  collectionState: CollectionStateName | undefined
  isOnboarded: boolean
  /** Whether a nil return stands in the way of the file. */
  isNilReturn: boolean
}

const collectionFindings = (facts: ProcessingFacts): RightToProcessFinding[] => {
  if (!facts.isOnboarded) {
    return [
      {
        item: 'Provider',
        found: message('server', 'rightToProcess.notOnboarded', { provider: facts.provider.name }),
        expected: message('server', 'rightToProcess.onboarded'),
      },
    ]
  }
  if (!facts.isCollectionOpen) {
    return [
      {
        item: 'Collection',
        found: collectionStateLabel(facts.collectionState),
        expected: message('server', 'rightToProcess.takesSubmissions'),
      },
    ]
  }
  if (facts.isNilReturn) {
    return [
      {
        item: 'Provider',
        found: message('server', 'rightToProcess.nilReturn'),
        expected: message('server', 'rightToProcess.noNilReturn'),
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
