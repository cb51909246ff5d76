import {
  countriesWithRegulatorApproval,
  riskCodesWithoutAnalyst,
} from '../../src/machines/approval-chain/rules.ts'
import { Random } from '../../src/sample/random.ts'
import { type DemonstrationOrganisation, generatedProviders } from '../identity/demonstration.ts'
import type { SeasonFile } from './plan.ts'

/*
 * Who takes part in the season of the demonstration: the generated providers, how far each of them comes, and their files of this year.
 */

/** Generated providers of a season; the others have their own names. */
const seasonProviders = 55

/** How many providers are generated: those of the season, or more for load. */
export const demonstrationProviders = (config: { demoData: boolean; demoProviders: number }): number =>
  Math.max(config.demoProviders, config.demoData ? seasonProviders : 0)

/** This year's collection, and the one in which next year's files are tried. */
export const thisCollection = '23056'
export const nextCollection = '24056'

/** Where the season leads a submission of this year. */
export type Ending =
  | 'silent'
  | 'nilReturn'
  | 'stopped'
  | 'late'
  | 'working'
  | 'ready'
  | 'ANALYST_APPROVAL'
  | 'AGENCY_APPROVAL'
  | 'SC_APPROVAL'
  | 'declined'
  | 'declinedAndCorrected'
  | 'APPROVED'
  | 'PROVIDER_SIGNOFF'
  | 'HISTORY_DATA_PASSED'

/** Ends that a submission comes to on its way through the approvals. */
export const approvalsOf = {
  ANALYST_APPROVAL: true,
  AGENCY_APPROVAL: true,
  SC_APPROVAL: true,
  APPROVED: true,
  PROVIDER_SIGNOFF: true,
  HISTORY_DATA_PASSED: true,
} as const satisfies Partial<Record<Ending, true>>

/** How many providers come to which end, in a season of 55. */
const shares: readonly (readonly [ending: Ending, providers: number])[] = [
  ['ANALYST_APPROVAL', 3],
  ['SC_APPROVAL', 4],
  ['declined', 1],
  ['declinedAndCorrected', 1],
  ['AGENCY_APPROVAL', 4],
  ['APPROVED', 2],
  ['PROVIDER_SIGNOFF', 2],
  ['HISTORY_DATA_PASSED', 5],
  ['nilReturn', 1],
  ['silent', 5],
  ['stopped', 4],
  ['late', 6],
  ['ready', 6],
  ['working', 11],
]

export interface Provider {
  instId: string
  riskCode: string
  country: 'E' | 'W' | 'S' | 'N'
  regulatorCode: string
  index: number
  /** Provider to which its research students transfer this year. It has agreed if it has a file to agree with. */
  sendsTo?: { receiver: Pick<Provider, 'instId'>; agreesWith: SeasonFile | undefined }
  /** Its place among those that submit with something to explain; undefined for all others. */
  rank?: number
}

export const providerFrom = ({ id, provider }: DemonstrationOrganisation, index: number): Provider => ({
  instId: id,
  riskCode: provider?.riskCode ?? '01',
  country: (provider?.countryCode ?? 'E') as Provider['country'],
  regulatorCode: provider?.regulatorCode ?? '',
  index,
})

export const needsAnalyst = ({ riskCode }: Provider): boolean => !riskCodesWithoutAnalyst.includes(riskCode)
export const needsRegulator = ({ country }: Provider): boolean =>
  countriesWithRegulatorApproval.includes(country)

const suits = (ending: Ending, provider: Provider): boolean => {
  if (ending === 'ANALYST_APPROVAL') return needsAnalyst(provider)
  return ending !== 'SC_APPROVAL' || needsRegulator(provider)
}

/** What each provider comes to: so many of each ending, spread over the numbers. */
const endingsOf = (providers: readonly Provider[]): Map<Provider, Ending> => {
  const random = new Random(17)
  const left = providers
    .map(provider => ({ provider, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ provider }) => provider)
  const endings = new Map<Provider, Ending>()
  for (const [ending, count] of shares) {
    const wanted = Math.max(1, Math.round((count * providers.length) / seasonProviders))
    for (let taken = 0; taken < wanted; taken += 1) {
      const at = left.findIndex(provider => suits(ending, provider))
      const [provider] = at === -1 ? [] : left.splice(at, 1)
      if (provider) endings.set(provider, ending)
    }
  }
  for (const provider of left) endings.set(provider, 'working')
  return endings
}

/** Most are small, a few are not. */
export const studentsOf = ({ index }: Provider): number =>
  index % 18 === 5 ? 400 : index % 9 === 4 ? 180 : new Random(index, 3).whole(30, 58)

export const fileOf = (
  { instId, country }: Provider,
  of: Pick<SeasonFile, 'collectionReference' | 'fileName' | 'students'> & Partial<SeasonFile>,
): SeasonFile => ({ instId, country, mode: 'live', faults: 'none', seed: 1, ...of })

/** The file of this year, as it gets better from one upload to the next. */
export const attempt = (
  provider: Provider,
  nth: number,
  of: Partial<SeasonFile> & { faults: SeasonFile['faults'] },
): SeasonFile =>
  fileOf(provider, {
    collectionReference: thisCollection,
    fileName: `student-2023-24-${provider.instId}${nth === 1 ? '' : `-v${nth}`}.xml`,
    students: studentsOf(provider),
    ...of,
  })

/** The only file of a provider that has not come back to it. */
export const lateFile = (provider: Provider): SeasonFile =>
  attempt(provider, 1, { faults: 'rules', faultyEvery: 4 })

/** So many students that some of them are researchers who leave. */
const withResearchers = 220

/** A file that can be submitted, in some cases with a few rules outside tolerance. Of 60 students one would break a rule that blocks. */
export const submittable = (provider: Provider, nth: number): SeasonFile => {
  const { sendsTo, rank } = provider
  if (sendsTo)
    return attempt(provider, nth, {
      faults: 'none',
      students: withResearchers,
      researchersMoveTo: sendsTo.receiver.instId,
    })
  return attempt(provider, nth, { faults: rank === undefined ? 'none' : 'rules' })
}

/**
 * Some providers of this year send research students to another: some of these have agreed, so that the file could be submitted; the
 * others are waited for.
 */
const withTransfers = (
  providers: readonly Provider[],
  endings: ReadonlyMap<Provider, Ending>,
): Provider[] => {
  const of = (...wanted: Ending[]) =>
    wanted.flatMap(ending => providers.filter(provider => endings.get(provider) === ending))
  const receivers = of('late')
  const agreed = of('APPROVED', 'PROVIDER_SIGNOFF', 'AGENCY_APPROVAL').slice(0, 3)
  const awaited = of('ready').slice(0, 3)
  const sendsTo = new Map<Provider, NonNullable<Provider['sendsTo']>>()
  for (const [at, receiver] of receivers.entries()) {
    const sender = agreed[at]
    if (sender) sendsTo.set(sender, { receiver, agreesWith: lateFile(receiver) })
  }
  for (const [at, sender] of awaited.entries()) {
    const receiver = [{ instId: '0001' }, { instId: '0002' }, receivers.at(-1)][at]
    if (receiver) sendsTo.set(sender, { receiver, agreesWith: undefined })
  }
  let rank = 0
  return providers.map(provider => {
    const ending = endings.get(provider)
    const transfer = sendsTo.get(provider)
    const isSubmitted = ending !== undefined && ending in approvalsOf
    const isTalkative = isSubmitted && !transfer && studentsOf(provider) < 60 && provider.index % 4 !== 0
    const made = {
      ...provider,
      ...(transfer ? { sendsTo: transfer } : {}),
      ...(isTalkative ? { rank } : {}),
    }
    if (isTalkative) rank += 1
    return made
  })
}

/** So many generated providers with their transfers, and where the season leads each. */
export const castOf = (
  generated: number,
): { providers: Provider[]; endings: ReadonlyMap<string, Ending> } => {
  const all = generatedProviders(generated).map(providerFrom)
  const byProvider = endingsOf(all)
  return {
    providers: withTransfers(all, byProvider),
    endings: new Map([...byProvider].map(([{ instId }, ending]) => [instId, ending])),
  }
}
