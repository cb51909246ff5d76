import type { SubmissionFacts } from './facts.ts'

/** What is read from a file before anything of it is stored: no names, only who returns what, and how its identifiers begin. */
export interface RecordHeader {
  /** UKPRN and collection reference of the file; null where it has no such element. */
  ukprn: string | null
  collectionReference: string | null
  studentCount: number
  /** 17-digit student identifiers by the UKPRN they carry. */
  identifiersByUkprn: Readonly<Record<string, number>>
}

/** How the collection stands for the provider; the lifecycle's facts. */
export interface ProcessingFacts extends Pick<SubmissionFacts, 'collectionReference' | 'provider'> {
  isCollectionOpen: boolean
  collectionState: string
  isOnboarded: boolean
  isNilReturn: boolean
}

export interface RightToProcessFinding {
  item: string
  found: string
  expected: string
}

/** Least share of a file's 17-digit identifiers that must carry the provider's own UKPRN (reference §7.1). */
const ownShare = 0.5

const headerFindings = (header: RecordHeader, facts: ProcessingFacts): RightToProcessFinding[] => {
  const { provider, collectionReference } = facts
  // A file without a Provider element is accepted; the uploading provider then stands for it.
  if (header.ukprn !== null && header.ukprn !== provider.ukprn) {
    return [{ item: 'Provider.UKPRN', found: header.ukprn, expected: `${provider.ukprn} (${provider.name})` }]
  }
  if (header.collectionReference !== null && header.collectionReference !== collectionReference) {
    return [{ item: 'Provider.RECID', found: header.collectionReference, expected: collectionReference }]
  }
  return []
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

const studentFindings = (header: RecordHeader, { provider }: ProcessingFacts): RightToProcessFinding[] => {
  if (header.studentCount === 0)
    return [{ item: 'Student', found: '0 students', expected: 'at least one student' }]
  const counts = Object.values(header.identifiersByUkprn)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const own = header.identifiersByUkprn[provider.ukprn] ?? 0
  if (total === 0 || own / total >= ownShare) return []
  return [
    {
      item: 'Student.SID',
      found: `${own} of ${total} student identifiers carry UKPRN ${provider.ukprn}`,
      expected: `at least ${ownShare * 100}%`,
    },
  ]
}

/**
 * Whether the file may be processed for the provider that uploaded it (reference §7.1): of the checks in their order only the
 * first that fails is reported, since nothing after it can be relied on. Empty: it may.
 */
export const checkRightToProcess = (header: RecordHeader, facts: ProcessingFacts): RightToProcessFinding[] =>
  [() => headerFindings(header, facts), () => collectionFindings(facts), () => studentFindings(header, facts)]
    .values()
    .map(check => check())
    .find(findings => findings.length > 0) ?? []
