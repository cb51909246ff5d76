import { listOf, type Message, message } from '../messages/message.ts'
import { countryLabel } from './labels.ts'

/** Where a file names its provider and collection, and what its identifiers look like: the `header` of a ruleset. */
export interface HeaderPaths {
  /** Element names from the root, joined by `/`. */
  ukprn: string
  collectionReference: string
  /** What tells one unit of the record from another; without it they are not counted. */
  identifier?: string | undefined
  /** Regular expression of an identifier; in its brackets the UKPRN that it carries. */
  identifierForm?: string | undefined
  /** What tells the engagements of one student apart; it follows the student's identifier. */
  engagement?: string | undefined
  /** Fields by path that only the providers of some countries may return, with the codes of these countries. */
  onlyIn?: Record<string, string[]> | undefined
}

/** What is read from a file before anything of it is stored: no names, only who returns what, and how its identifiers begin. */
export interface RecordHeader {
  /** UKPRN and collection reference of the file; null where it has no such element. */
  ukprn: string | null
  collectionReference: string | null
  /** How many units it has; null if the ruleset does not say where they are. */
  studentCount: number | null
  /** Identifiers by the UKPRN they carry. */
  identifiersByUkprn: Readonly<Record<string, number>>
  /** How often each field that only some countries may return occurs, with these countries; absent where there is none. */
  restricted?: Readonly<Record<string, { count: number; countries: readonly string[] }>>
  /** How many of the file's engagements are known of other providers and not of this one; absent where nobody has looked. */
  known?: { engagements: number; elsewhere: number }
  /** Names of the elements and fields that findings are about. */
  names: HeaderNames
}

interface HeaderNames {
  ukprn: string
  collectionReference: string
  unit: string
  identifier: string
  sub: string
}

/** `DataFutures/Student/CARER` as people name it: `Student.CARER`. */
const fieldOf = (path = ''): string => path.split('/').slice(-2).join('.')
const elementOf = (path = ''): string => path.split('/').at(-2) ?? ''

const namesOf = (paths: HeaderPaths | undefined): HeaderNames => ({
  ukprn: fieldOf(paths?.ukprn),
  collectionReference: fieldOf(paths?.collectionReference),
  unit: elementOf(paths?.identifier),
  identifier: fieldOf(paths?.identifier),
  sub: elementOf(paths?.engagement),
})

/** What the header of a file has to say. */
export interface ExpectedHeader {
  provider: { ukprn: string; name: string; countryCode?: string | undefined }
  collectionReference: string
}

/** One reason why a file may not be processed for the provider that uploads it. */
export interface RightToProcessFinding {
  /** Name of the element or field, or what else is meant. */
  item: string
  found: Message | string
  expected: Message | string
}

/**
 * Collects the header while a file passes: give `paths` and `onValue` to the checker as what it watches. `onEngagement` hears
 * of each engagement: the identifier of its student and its own.
 */
export const createHeaderReader = (
  paths: HeaderPaths | undefined,
  onEngagement?: (identifier: string, engagement: string) => void,
) => {
  const engagement = onEngagement && paths?.engagement
  let identifier = ''
  const form = paths?.identifierForm === undefined ? undefined : new RegExp(paths.identifierForm)
  const identifiersByUkprn: Record<string, number> = {}
  const head: Pick<RecordHeader, 'ukprn' | 'collectionReference' | 'names'> = {
    ukprn: null,
    collectionReference: null,
    names: namesOf(paths),
  }
  let units = 0
  const onlyIn = paths?.onlyIn ?? {}
  const counts = new Map<string, number>()
  return {
    watch: {
      paths: paths
        ? [
            paths.ukprn,
            paths.collectionReference,
            ...(paths.identifier === undefined ? [] : [paths.identifier]),
            ...(engagement === undefined ? [] : [engagement]),
            ...Object.keys(onlyIn),
          ]
        : [],
      onValue(path: string, value: string): void {
        if (path === paths?.ukprn) head.ukprn ??= value
        else if (path === paths?.collectionReference) head.collectionReference ??= value
        else if (path === engagement) onEngagement?.(identifier, value)
        else if (path !== paths?.identifier) counts.set(path, (counts.get(path) ?? 0) + 1)
        else {
          units += 1
          identifier = value
          const ukprn = value.match(form ?? /$^/)?.[1]
          if (ukprn !== undefined) identifiersByUkprn[ukprn] = (identifiersByUkprn[ukprn] ?? 0) + 1
        }
      },
    },
    /** What the head of the file says, known before the first record of a person. */
    head,
    header: (): RecordHeader => ({
      ...head,
      studentCount: paths?.identifier === undefined ? null : units,
      identifiersByUkprn,
      ...(counts.size > 0 && {
        restricted: Object.fromEntries(
          [...counts].map(([path, count]) => [path, { count, countries: onlyIn[path] ?? [] }]),
        ),
      }),
    }),
  }
}

/** Least share of a file's 17-digit identifiers that must carry the provider's own UKPRN (reference §7.1). */
const ownShare = 0.5

/** What is wrong with the provider and collection that the file names; at most one finding, since nothing after it counts. */
export const headFindings = (header: RecordHeader, expected: ExpectedHeader): RightToProcessFinding[] => {
  const { provider, collectionReference } = expected
  // A file without a Provider element is accepted; the uploading provider then stands for it.
  if (header.ukprn !== null && header.ukprn !== provider.ukprn) {
    return [
      {
        item: header.names.ukprn,
        found: header.ukprn,
        expected: `${provider.ukprn} (${provider.name})`,
      },
    ]
  }
  if (header.collectionReference !== null && header.collectionReference !== collectionReference) {
    return [
      {
        item: header.names.collectionReference,
        found: header.collectionReference,
        expected: collectionReference,
      },
    ]
  }
  return []
}

/** What is wrong with the units of the file as a whole: there are none, or most were registered elsewhere. */
export const studentFindings = (
  header: RecordHeader,
  { provider }: Pick<ExpectedHeader, 'provider'>,
): RightToProcessFinding[] => {
  if (header.studentCount === 0)
    return [
      {
        item: header.names.unit,
        found: message('problems', 'rightToProcess.noStudents'),
        expected: message('problems', 'rightToProcess.someStudent'),
      },
    ]
  const counts = Object.values(header.identifiersByUkprn)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const own = header.identifiersByUkprn[provider.ukprn] ?? 0
  if (total === 0 || own / total >= ownShare) return []
  return [
    {
      item: header.names.identifier,
      found: message('problems', 'rightToProcess.ownIdentifiers', { own, total, ukprn: provider.ukprn }),
      expected: message('problems', 'rightToProcess.atLeast', { share: ownShare }),
    },
  ]
}

/** Share of a file's engagements from which on it is taken for another provider's, where they are known there (reference §7.1). */
const knownElsewhereShare = 0.05

/** What the signed-off records of other providers say against the file: too many of its engagements are theirs. */
export const knownFindings = ({ known, names }: RecordHeader): RightToProcessFinding[] => {
  if (!known || known.engagements === 0 || known.elsewhere / known.engagements < knownElsewhereShare)
    return []
  return [
    {
      item: names.sub,
      found: message('problems', 'rightToProcess.knownElsewhere', {
        elsewhere: known.elsewhere,
        total: known.engagements,
      }),
      expected: message('problems', 'rightToProcess.lessThan', { share: knownElsewhereShare }),
    },
  ]
}

/** Fields that there is no legal basis to collect in the provider's country, each as a finding. */
export const basisFindings = (
  { restricted = {} }: RecordHeader,
  { provider: { countryCode } }: Pick<ExpectedHeader, 'provider'>,
): RightToProcessFinding[] =>
  Object.entries(restricted)
    .filter(([, { countries }]) => countryCode !== undefined && !countries.includes(countryCode))
    .map(([path, { count, countries }]) => ({
      item: fieldOf(path),
      found: message('problems', 'rightToProcess.returned', { count }),
      expected: message('problems', 'rightToProcess.onlyIn', {
        field: fieldOf(path),
        countries: listOf(countries.map(countryLabel)),
      }),
    }))

/** What the file alone says against its right to be processed (reference §7.1): the first finding, or none. */
export const fileFindings = (header: RecordHeader, expected: ExpectedHeader): RightToProcessFinding[] => {
  const checks = [headFindings, studentFindings, basisFindings]
  return checks.map(check => check(header, expected)).find(found => found.length > 0) ?? []
}
