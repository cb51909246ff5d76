import type { StatusName } from '../../src/domain/status.ts'
import { Random } from '../../src/sample/random.ts'
import { lastCollection, organisations } from '../identity/demonstration.ts'
import {
  attempt,
  castOf,
  type Ending,
  fileOf,
  lateFile,
  needsAnalyst,
  needsRegulator,
  nextCollection,
  type Provider,
  providerFrom,
  studentsOf,
  submittable,
  thisCollection,
} from './cast.ts'
import { actorOf, administrator, analyst, readers, regulatorAnalyst, signatoryOf } from './people.ts'
import type { SeasonFile, Step } from './plan.ts'
import { slots, stepsOf, type Timed, upload, wayTo } from './timing.ts'

/*
 * The season of the demonstration: last year from the first upload to the deliveries, and this year up to four weeks before its
 * deadline. Times are days before the first start; the same providers always have the same season.
 */

/** Days before the first start at which the agency prepared and opened the collections. */
export const seasonDays = {
  content: 430,
  register: 426,
  lastOpened: 420,
  lastClosed: 350,
  lastAmended: 150,
  thisMade: 75,
  thisOpened: 60,
  nextMade: 58,
  details: 57,
} as const

const lastYearFile = (provider: Provider, students: number): SeasonFile =>
  fileOf(provider, {
    collectionReference: lastCollection,
    fileName: `student-2022-23-${provider.instId}.xml`,
    students,
  })

/** Last year of a provider: one file, signed off. */
const lastYear = (provider: Provider, students: number, day: number): Timed[] => {
  const file = lastYearFile(provider, students)
  return [
    upload(file, day, 2 * (provider.index % 2)),
    ...wayTo(provider, file, 'HISTORY_DATA_PASSED', { day: day - 1, gap: 3 }),
  ]
}

const explanations = [
  'The students concerned came to us by a transfer in the year; their former provider confirms the dates.',
  'We have checked every record against the student system. The values are right.',
  'A partner provider enrolled these students late. The next year will not have them.',
  'The records are of a course that closed in the year. We keep them as they were returned.',
]
const questions = [
  'Thank you. Which course do these students follow, and will the next file have the same?',
  'Please tell us how many of them had left before 1 December.',
]
const notes = [
  'The intake of our new campus explains the growth in part-time study.',
  'We moved to another student system in May; the codes were mapped with our supplier.',
]

/** What provider, agency and regulator say about the first two issues of a file, before it is submitted. */
const discussion = (provider: Provider, file: SeasonFile, day: number): Timed[] => {
  const { index, rank = 0 } = provider
  const signatory = signatoryOf(provider.instId)
  const decider = needsRegulator(provider) ? regulatorAnalyst(provider.regulatorCode) : analyst()
  const of = { type: 'issue', file } as const
  const asked: Timed = {
    ...of,
    nth: 0,
    event: { type: 'COMMENT', actor: analyst(), awaits: 'provider' },
    text: questions[index % questions.length] ?? '',
    day,
    slot: 0,
  }
  const override: Timed = {
    ...of,
    nth: 0,
    event: { type: 'REQUEST_OVERRIDE', actor: signatory },
    text: 'We ask for a tolerance of our own: all of these records are genuine.',
    day,
    slot: 0,
  }
  const decided = (type: 'APPROVE_OVERRIDE' | 'DECLINE_OVERRIDE', text: string): Timed => ({
    ...of,
    nth: 0,
    event: { type, actor: decider },
    text,
    day,
    slot: 1,
  })
  const talks: Timed[][] = [
    [
      asked,
      {
        ...of,
        nth: 0,
        event: { type: 'EXPLAIN', actor: signatory },
        text: 'They follow three short courses of the summer term. The next file will have none of them.',
        day,
        slot: 1,
      },
      {
        ...of,
        nth: 0,
        event: { type: 'CLOSE', actor: analyst(), resolution: 'KNOWN_ISSUE' },
        text: 'Thank you. That is known to us.',
        day,
        slot: 2,
      },
    ],
    [override, decided('APPROVE_OVERRIDE', 'Granted for this collection.')],
    [override, decided('DECLINE_OVERRIDE', 'The records can be corrected before the deadline.')],
    [override],
    [asked],
  ]
  return talks[rank % talks.length] ?? []
}

/** This year of a provider that submits: how it was explained, noted and talked about on its way to a status. */
const submitted = (provider: Provider, target: StatusName, recent: number): Timed[] => {
  const { instId, index } = provider
  const path = wayTo(provider, submittable(provider, 1), target, { day: 0, gap: 2 })
  const first = recent + 2 * path.length
  const hasTwo = index % 2 === 0
  const file = submittable(provider, hasTwo ? 2 : 1)
  const signatory = signatoryOf(instId)
  const { receiver, agreesWith } = provider.sendsTo ?? {}
  const agreed: Timed[] =
    receiver && agreesWith
      ? [
          {
            type: 'agree',
            file: agreesWith,
            senderId: instId,
            by: signatoryOf(receiver.instId),
            day: first + 1,
            slot: 3,
          },
        ]
      : []
  const talked: Timed[] =
    file.faults === 'rules'
      ? [
          {
            type: 'explain',
            file,
            text: explanations[index % 4] ?? '',
            by: signatory,
            day: first + 1,
            slot: 1,
          },
          { type: 'note', file, text: notes[index % 2] ?? '', by: signatory, day: first + 1, slot: 2 },
          ...discussion(provider, file, first),
        ]
      : []
  return [
    ...(hasTwo
      ? [upload(attempt(provider, 1, { faults: 'rules', faultyEvery: 5 }), first + 14, index % slots.length)]
      : []),
    upload(file, first + 2, index % slots.length),
    ...agreed,
    ...talked,
    ...wayTo(provider, file, target, { day: first, gap: 2 }).map(act => ({ ...act, slot: 3 })),
  ]
}

/** What was declined, and perhaps corrected since. */
const declined = (provider: Provider, isCorrected: boolean): Timed[] => {
  const { index } = provider
  const file = attempt(provider, 1, { faults: studentsOf(provider) < 60 ? 'rules' : 'none' })
  const at: StatusName = needsAnalyst(provider) ? 'ANALYST_APPROVAL' : 'AGENCY_APPROVAL'
  const day = isCorrected ? 16 : 3
  return [
    upload(file, day + 4, index % slots.length),
    ...wayTo(provider, file, at, { day: day + 2, gap: 2 }),
    {
      type: 'decide',
      file,
      from: at,
      event: { type: 'DECLINE', actor: analyst(), hasNote: true },
      note: 'The intake is a third of last year’s. Please check that all campuses are in the file.',
      day,
      slot: 4,
    },
    ...(isCorrected
      ? [
          upload(attempt(provider, 2, { faults: 'none' }), 9, 0),
          ...wayTo(provider, attempt(provider, 2, { faults: 'none' }), 'AGENCY_APPROVAL', { day: 7, gap: 2 }),
        ]
      : []),
  ]
}

/** The days on which the open files of this year came, the latest ones in the last days. */
const openDay = ({ index }: Provider): number => new Random(index, 5).whole(0, 12)

const thisYear = (provider: Provider, ending: Ending): Timed[] => {
  const { instId, index } = provider
  const slot = index % slots.length
  const collectionReference = thisCollection
  switch (ending) {
    case 'silent':
      return []
    case 'nilReturn':
      return [{ type: 'nilReturn', instId, collectionReference, by: analyst(), day: 30, slot }]
    case 'stopped': {
      const day = 1 + openDay(provider)
      const isFirst = index % 2 === 0
      return [
        ...(isFirst
          ? []
          : [upload(attempt(provider, 1, { faults: 'rules', faultyEvery: 6 }), day + 12, slot)]),
        upload(attempt(provider, isFirst ? 1 : 2, { faults: 'schema', faultyEvery: 11 }), day, slot),
      ]
    }
    case 'late':
      return [upload(lateFile(provider), 34 + new Random(index, 7).whole(0, 18), slot)]
    case 'working':
      return [
        upload(
          attempt(provider, 1, { faults: 'rules', faultyEvery: 4 }),
          22 + new Random(index, 8).whole(0, 14),
          slot,
        ),
        upload(attempt(provider, 2, { faults: 'rules', faultyEvery: 9 }), openDay(provider), slot),
      ]
    case 'ready':
      return [
        ...(index % 2 === 0
          ? [upload(attempt(provider, 1, { faults: 'rules', faultyEvery: 7 }), 25 + (index % 7), slot)]
          : []),
        upload(submittable(provider, index % 2 === 0 ? 2 : 1), 1 + openDay(provider), slot),
      ]
    case 'declined':
    case 'declinedAndCorrected':
      return declined(provider, ending === 'declinedAndCorrected')
    default:
      return submitted(provider, ending, 1 + (index % 3))
  }
}

/** The providers with names: what documents and pictures show. Ashby and Cardigan have not begun this year. */
const named = (): Timed[] => {
  const all = organisations
    .filter(({ type, onboarded }) => type === 'provider' && onboarded)
    .map(providerFrom)
  const of = (instId: string): Provider => {
    const found = all.find(one => one.instId === instId)
    if (!found) throw new Error(`The demonstration has no provider ${instId}.`)
    return found
  }
  const students: Readonly<Record<string, number>> = { '0001': 1200, '0002': 400, '0003': 800, '0004': 300 }
  const brackley = fileOf(of('0002'), {
    collectionReference: thisCollection,
    fileName: 'brackley-student-2023-24.xml',
    students: 420,
  })
  const stopped = fileOf(of('0004'), {
    collectionReference: thisCollection,
    fileName: 'dunmore-first-attempt.xml',
    students: 310,
    faults: 'schema',
  })
  const corrected = fileOf(of('0004'), {
    collectionReference: thisCollection,
    fileName: 'dunmore-corrected.xml',
    students: 310,
    faults: 'rules',
    researchersMoveTo: '0002',
  })
  const tried = fileOf(of('0001'), {
    collectionReference: nextCollection,
    mode: 'ovt',
    fileName: 'ashby-first-look-2024-25.xml',
    students: 150,
    faults: 'rules',
  })
  return [
    // The first of all: whoever uploads a file at once is to see last year beside it.
    ...all.flatMap(provider => lastYear(provider, students[provider.instId] ?? 100, 400)),
    upload(brackley, 12, 1),
    ...wayTo(of('0002'), brackley, 'ANALYST_APPROVAL', { day: 10, gap: 2 }),
    upload(stopped, 9, 2),
    upload(corrected, 6, 2),
    { type: 'upload', file: tried, by: actorOf('ashby-ovt', '0001'), day: 5, slot: 3 },
  ]
}

/** One record of last year was amended and signed off again; another provider has been asked for its amendment. */
const amendments = (amended: Provider, asked: Provider): Timed[] => {
  const ask = (provider: Provider, day: number): Timed => ({
    type: 'decide',
    file: lastYearFile(provider, studentsOf(provider)),
    from: 'HISTORY_DATA_PASSED',
    event: { type: 'HISTORIC_AMENDMENT_REQUESTED', actor: administrator() },
    day,
    slot: 1,
  })
  const file = fileOf(amended, {
    collectionReference: lastCollection,
    fileName: `student-2022-23-${amended.instId}-amended.xml`,
    students: studentsOf(amended) - 2,
  })
  return [
    ask(amended, 112),
    upload(file, 106, 2),
    ...wayTo(amended, file, 'HISTORY_DATA_PASSED', { day: 104, gap: 2 }),
    ask(asked, 18),
  ]
}

/** The provider returns its signed form, and the agency has a sign-off to record. */
const returning = (provider: Provider): Timed => ({
  type: 'returnForm',
  file: submittable(provider, provider.index % 2 === 0 ? 2 : 1),
  by: signatoryOf(provider.instId),
  day: 1,
  slot: 4,
})

/** The agency's own work: a wider tolerance for everybody, results made again by it, and what customers get. */
const agencyWork = (reprocessed: readonly SeasonFile[]): Timed[] => {
  const by = administrator()
  const signedOff = { standing: 'SIGNED_OFF', format: 'TSV' } as const
  const england = { type: 'deliver', customerId: '5016', by } as const
  return [
    {
      ...england,
      name: 'Student 2022/23, signed off, England',
      collectionReference: lastCollection,
      schedule: 'ON_REQUEST',
      content: { ...signedOff, countries: ['E'] },
      nth: 1,
      day: 340,
      slot: 3,
    },
    {
      type: 'deliver',
      by,
      customerId: '5002',
      name: 'Student 2022/23, signed off, Wales',
      collectionReference: lastCollection,
      schedule: 'ON_REQUEST',
      content: { ...signedOff, countries: ['W'] },
      nth: 1,
      day: 60,
      slot: 3,
    },
    {
      type: 'specification',
      collectionReference: thisCollection,
      version: '23056_1.1.0',
      ruleCode: 'Student.ETHNIC.901',
      by,
      day: 21,
      slot: 4,
    },
    ...(reprocessed.length > 0
      ? [
          {
            type: 'reprocess' as const,
            collectionReference: thisCollection,
            files: reprocessed,
            by,
            day: 20,
            slot: 0,
          },
        ]
      : []),
    {
      ...england,
      name: 'Student 2023/24, weekly, England',
      collectionReference: thisCollection,
      schedule: 'WEEKLY',
      content: { standing: 'PROCESSED', format: 'TSV', countries: ['E'] },
      nth: 1,
      day: 4,
      slot: 0,
    },
  ]
}

/** People read their notices until the last days: thousands of old ones are nobody's news. */
const reading = (): Timed[] =>
  [380, 350, 100, 45, 28, 14, 7, 2].map(day => ({ type: 'readNotices', by: readers(), day, slot: 4 }))

/** What the system does by the time: the package of last year's delivery was kept for 90 days. */
const looking = (): Timed[] => [247, 2].map(day => ({ type: 'look', day, slot: 4 }))

/**
 * The season of so many generated providers and those with names, by the time of the first start. Nothing in it is left to
 * chance: the same arguments always give the same season.
 */
export const planSeason = (start: Date, generated: number): Step[] => {
  const { providers, endings } = castOf(generated)
  const of = (ending: Ending) => providers.filter(({ instId }) => endings.get(instId) === ending)
  const [[amended], [asked]] = [of('stopped'), of('silent')]
  const reprocessed = of('working').slice(-3)
  return stepsOf(start, [
    ...named(),
    ...providers.flatMap((provider, at) =>
      lastYear(
        provider,
        studentsOf(provider),
        397 - 3 * Math.floor((at * 9) / Math.max(1, providers.length)),
      ),
    ),
    ...providers.flatMap(provider => thisYear(provider, endings.get(provider.instId) ?? 'silent')),
    ...(amended && asked ? amendments(amended, asked) : []),
    ...of('PROVIDER_SIGNOFF').slice(0, 1).map(returning),
    ...agencyWork(reprocessed.map(provider => attempt(provider, 1, { faults: 'rules', faultyEvery: 4 }))),
    ...reading(),
    ...looking(),
  ])
}
