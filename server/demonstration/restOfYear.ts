import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { StatusName } from '../../src/domain/status.ts'
import { Random } from '../../src/sample/random.ts'
import {
  approvalsOf,
  attempt,
  castOf,
  type Ending,
  fileOf,
  nextCollection,
  type Provider,
  studentsOf,
  submittable,
  thisCollection,
} from './cast.ts'
import { administrator, analyst, signatoryOf, submitterOf } from './people.ts'
import type { Act, SeasonFile, Step } from './plan.ts'
import { stepsOf, type Timed, upload, wayTo } from './timing.ts'

/*
 * What follows the season of the demonstration: the last weeks until the deadline, the sign-offs, the deliveries, the historic
 * amendment, and the next two years. Days are counted from the first start, so those of this plan are below 0.
 */

/** Days from the first start on which things happen that no provider decides. */
const day = {
  reminded: -1,
  remindedAgain: -13,
  closed: -40,
  delivered: -41,
  amendments: -42,
  asked: -43,
  nextPlanned: -44,
  nextOpened: -48,
  nextSetUp: -49,
} as const

const signedOff: StatusName = 'HISTORY_DATA_PASSED'

/** From a status to the sign-off, with the signed form returned before it is recorded. */
const toSignOff = (
  provider: Provider,
  file: SeasonFile,
  { from, gap = 2, after }: { from: number; gap?: number; after?: StatusName },
): Timed[] =>
  wayTo(provider, file, signedOff, { day: from, gap, ...(after === undefined ? {} : { after }) }).flatMap(
    (act): Timed[] => {
      if (act.type !== 'decide' || act.event.type !== 'SIGN_OFF') return [act]
      const { note: _, ...recorded } = act
      const returned: Timed = {
        type: 'returnForm',
        file,
        by: signatoryOf(provider.instId),
        day: act.day + 1,
        slot: 0,
      }
      return [returned, { ...recorded, event: { type: 'SIGN_OFF', actor: administrator() } }]
    },
  )

/** How files arrive: a few early, half of them in the last week before the deadline. */
const arrival = ({ index }: Provider): number => {
  const share = new Random(index, 11).next()
  return share < 0.2
    ? -2 - Math.floor(share * 40)
    : share < 0.5
      ? -10 - Math.floor(share * 16)
      : -20 - Math.floor(share * 7)
}

/** A file of which nothing is outside, after one that had faults; both this year's. */
const lastFiles = (provider: Provider, isNew: boolean): Timed[] => {
  const at = arrival(provider)
  const first = attempt(provider, 8, { faults: 'rules', faultyEvery: 6 })
  const last = attempt(provider, 9, { faults: 'none' })
  return [
    ...(isNew ? [upload(first, at + 1, provider.index % 5)] : []),
    upload(last, at, 3),
    ...toSignOff(provider, last, { from: at - 1 }),
  ]
}

/** Some try next year's file before its collection opens (specification 2 §2.1). */
const tried = (provider: Provider): Timed[] => {
  if (provider.index % 6 !== 0) return []
  const by: UserPrincipal = { ...submitterOf(provider.instId), roles: ['ovt-submitter'] }
  const file = fileOf(provider, {
    collectionReference: nextCollection,
    mode: 'ovt',
    fileName: `trial-2024-25-${provider.instId}.xml`,
    students: 40,
    faults: provider.index % 12 === 0 ? 'schema' : 'rules',
  })
  return [{ type: 'upload', file, by, day: -15 - (provider.index % 20), slot: 1 }]
}

/** Ends of the season after which a provider has nothing left to do. */
const finished: Partial<Record<Ending, true>> = { nilReturn: true, HISTORY_DATA_PASSED: true }

const isInApproval = (ending: Ending): ending is keyof typeof approvalsOf => ending in approvalsOf

const restOf = (provider: Provider, ending: Ending): Timed[] => {
  const { index } = provider
  if (finished[ending]) return []
  if (isInApproval(ending))
    return toSignOff(provider, submittable(provider, index % 2 === 0 ? 2 : 1), {
      from: -1 - (index % 5),
      after: ending,
    })
  if (ending === 'declinedAndCorrected')
    return toSignOff(provider, attempt(provider, 2, { faults: 'none' }), {
      from: -2,
      after: 'AGENCY_APPROVAL',
    })
  return lastFiles(provider, ending === 'silent' || ending === 'late')
}

/** One record of this year is amended after the collection has closed. */
const amendment = (provider: Provider, file: SeasonFile): Timed[] => {
  const amended = fileOf(provider, {
    collectionReference: thisCollection,
    fileName: `student-2023-24-${provider.instId}-amended.xml`,
    students: studentsOf(provider) - 1,
  })
  return [
    {
      type: 'decide',
      file,
      from: signedOff,
      event: { type: 'HISTORIC_AMENDMENT_REQUESTED', actor: administrator() },
      day: day.asked,
      slot: 0,
    },
    upload(amended, day.asked, 3),
    ...toSignOff(provider, amended, { from: day.asked - 1, gap: 1 }),
  ]
}

/** What the agency does with the whole collection, and how it prepares the years after it. */
const agencyRest = (late: readonly Provider[]): Timed[] => {
  const by = administrator()
  const remind = (at: number): Timed => ({
    type: 'remind',
    collectionReference: thisCollection,
    instIds: late.map(({ instId }) => instId),
    by: analyst(),
    day: at,
    slot: 0,
  })
  const change = (
    collectionReference: string,
    to: Extract<Act, { type: 'collection' }>['change'],
    at: number,
  ): Timed => ({
    type: 'collection',
    collectionReference,
    change: to,
    by,
    day: at,
    slot: 1,
  })
  const following = `${Number(nextCollection.slice(0, 2)) + 1}${nextCollection.slice(2)}`
  return [
    remind(day.reminded),
    remind(day.remindedAgain),
    change(thisCollection, 'CLOSE', day.closed),
    {
      type: 'deliver',
      name: 'Student 2023/24, signed off, England',
      customerId: '5016',
      collectionReference: thisCollection,
      schedule: 'ON_REQUEST',
      content: { standing: 'SIGNED_OFF', format: 'TSV', countries: ['E'] },
      nth: 1,
      by,
      day: day.delivered,
      slot: 2,
    },
    change(thisCollection, 'START_HISTORIC_AMENDMENT', day.amendments),
    {
      type: 'planOpening',
      collectionReference: nextCollection,
      // Before the next act, also where a weekend moves one of them.
      inDays: 1,
      by,
      day: day.nextPlanned,
      slot: 2,
    },
    { type: 'look', day: day.nextOpened, slot: 1 },
    {
      type: 'specification',
      collectionReference: following,
      contentOf: nextCollection,
      version: `${following}_1.0.0`,
      ruleCode: 'Student.ETHNIC.901',
      by,
      day: day.nextSetUp,
      slot: 2,
    },
    { ...change(following, 'OPEN_TO_VALIDATION', day.nextSetUp), slot: 3 },
  ]
}

/** The rest of the year after `planSeason` with the same arguments, up to so many weeks after the first start. */
export const planRestOfYear = (start: Date, generated: number, weeks: number): Step[] => {
  const { providers, endings } = castOf(generated)
  const endingOf = ({ instId }: Provider): Ending => endings.get(instId) ?? 'silent'
  const of = (...wanted: Ending[]) => providers.filter(one => wanted.includes(endingOf(one)))
  const [amended] = of('HISTORY_DATA_PASSED')
  return stepsOf(
    start,
    [
      ...providers.flatMap(provider => [...restOf(provider, endingOf(provider)), ...tried(provider)]),
      ...(amended ? amendment(amended, submittable(amended, amended.index % 2 === 0 ? 2 : 1)) : []),
      ...agencyRest(of('silent', 'late')),
    ].filter(act => act.day >= -7 * weeks),
  )
}
