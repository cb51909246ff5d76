import { type Catalogue, type Kind, kinds, type Subject, sessionDates } from './catalogue.ts'
import { addDays } from './identifiers.ts'
import type { SampleProvider } from './providers.ts'
import { Random } from './random.ts'

/** How an engagement ends. Research students move with their supervisors only in files that are asked to have transfers. */
export type Ending =
  | 'completed'
  | 'withdrew'
  | 'transferred'
  | 'left early'
  | 'outcome unknown'
  | 'moved with supervisor'

/** One session of an engagement, seen from the end of time. */
export interface Session {
  /** From 0. */
  readonly index: number
  /** Autumn in which it begins. */
  readonly year: number
  /** Year of the programme, from 1. */
  readonly programmeYear: number
  readonly level: string
  readonly isDormant: boolean
  readonly isPlacement: boolean
  readonly isWritingUp: boolean
  readonly start: string
  readonly end: string
  readonly plannedEnd: string
  /** Set on the last session only. */
  readonly ending: Ending | undefined
}

/** What happens to one person at a provider, the same whichever collection is asked for. */
export interface Life {
  readonly entryYear: number
  readonly number: number
  /** Tells a second engagement of the same person from the first, whose mark is empty. */
  readonly mark: string
  readonly kind: Kind
  readonly subject: Subject
  readonly sessions: readonly Session[]
  /** Last collection year in which the engagement is returned. */
  readonly lastYear: number
}

const weightedKinds = kinds.map(kind => [kind, kind.share] as const)

const endingOf = (random: Random, kind: Kind): { ending: Ending; after: number } => {
  if (random.chance(0.006)) return { ending: 'left early', after: 0 }
  for (let year = 0; year < kind.years; year++) {
    if (random.chance(year === 0 ? 0.06 : 0.03))
      return { ending: random.chance(0.2) ? 'transferred' : 'withdrew', after: year }
  }
  return { ending: random.chance(0.015) ? 'outcome unknown' : 'completed', after: kind.years - 1 }
}

/** The life of the person of a number in the entrants of a year. */
const lifeOf = (
  seed: number,
  provider: SampleProvider,
  catalogue: Catalogue,
  entryYear: number,
  number: number,
): Life => {
  const random = new Random(seed, Number(provider.instId), entryYear, number)
  const kind = random.weighted(weightedKinds)
  const subject = random.pick(catalogue.subjectsOf(kind))
  const { ending, after } =
    kind.code === 'INX' ? { ending: 'completed' as const, after: 0 } : endingOf(random, kind)
  const dormantAt = after > 0 && random.chance(0.03) ? random.whole(1, after) : -1
  const count = after + 1 + (dormantAt >= 0 ? 1 : 0)
  const leavingDay = random.whole(40, 230)
  const sessions = Array.from({ length: count }, (_, index): Session => {
    const year = entryYear + index
    const { start, end: plannedEnd } = sessionDates(kind.calendar, year)
    const programmeYear = index + 1 - (dormantAt >= 0 && index >= dormantAt ? 1 : 0)
    const isLast = index === count - 1
    const isDormant = index === dormantAt
    const early = ending === 'left early' ? addDays(start, 10) : addDays(start, leavingDay)
    const isCutShort = isLast && ending !== 'completed' && ending !== 'outcome unknown'
    return {
      index,
      year,
      programmeYear: Math.max(programmeYear, 1),
      level: kind.levels[Math.max(programmeYear, 1) - 1] ?? '',
      isDormant,
      isPlacement: kind.code === 'SAN' && programmeYear === 3 && !isDormant,
      isWritingUp: kind.code === 'PHD' && programmeYear === 4,
      start,
      end: isCutShort ? early : plannedEnd,
      plannedEnd,
      ending: isLast ? ending : undefined,
    }
  })
  const last = sessions.at(-1)!
  const lastYear = last.end > `${last.year + 1}-07-31` ? last.year + 1 : last.year
  return { entryYear, number, mark: '', kind, subject, sessions, lastYear }
}

const yearsBack = 8
const firstExactYear = 2021

/**
 * Who is in a collection: the same people go on from one to the next, and entrants make up the number, so that each
 * collection of a seed has exactly as many students as asked for.
 */
export class Population {
  private readonly sizes = new Map<number, number>()
  private readonly lastYears = new Map<number, number[]>()
  private readonly usual: number
  private readonly seed: number
  private readonly provider: SampleProvider
  private readonly catalogue: Catalogue
  private readonly students: number

  constructor(seed: number, provider: SampleProvider, catalogue: Catalogue, students: number) {
    this.seed = seed
    this.provider = provider
    this.catalogue = catalogue
    this.students = students
    let years = 0
    for (let number = 0; number < 300; number++) years += this.life(2000, number).lastYear - 1999
    this.usual = Math.max(1, Math.round((students * 300) / years))
  }

  life(entryYear: number, number: number): Life {
    return lifeOf(this.seed, this.provider, this.catalogue, entryYear, number)
  }

  /** Everyone who is returned in the collection of the year, oldest entrants first. */
  *of(year: number): Iterable<Life> {
    for (let entry = year - yearsBack; entry <= year; entry++) {
      const lastYears = this.cohort(entry)
      for (let number = 0; number < lastYears.length; number++)
        if (lastYears[number]! >= year) yield this.life(entry, number)
    }
  }

  private size(entryYear: number): number {
    if (entryYear < firstExactYear) return this.usual
    const known = this.sizes.get(entryYear)
    if (known !== undefined) return known
    let continuing = 0
    for (let entry = entryYear - yearsBack; entry < entryYear; entry++)
      for (const last of this.cohort(entry)) if (last >= entryYear) continuing++
    const size = Math.max(this.students - continuing, 0)
    this.sizes.set(entryYear, size)
    return size
  }

  private cohort(entryYear: number): readonly number[] {
    const known = this.lastYears.get(entryYear)
    if (known !== undefined) return known
    const lastYears = Array.from(
      { length: this.size(entryYear) },
      (_, number) => this.life(entryYear, number).lastYear,
    )
    this.lastYears.set(entryYear, lastYears)
    return lastYears
  }
}
