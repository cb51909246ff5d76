import type { Life } from './life.ts'
import type { Person } from './person.ts'
import type { SampleProvider } from './providers.ts'
import { Random } from './random.ts'

/** What an engagement is made for: one collection of one provider. */
export interface Setting {
  readonly seed: number
  readonly provider: SampleProvider
  /** Year in which the reference period starts. */
  readonly year: number
  /** Number of the provider that research students move to with their supervisors. */
  readonly researchersMoveTo?: string | undefined
}

/** An engagement that is to be written: whose, for which collection, and what follows from that. */
export interface Case {
  readonly setting: Setting
  readonly life: Life
  readonly person: Person
  readonly periodStart: string
  readonly periodEnd: string
  readonly numhus: string
  /** Chances of one purpose, the same in every file that the life stands in. */
  readonly random: (purpose: number) => Random
}

/**
 * The engagement of a life in a collection, with what follows from that: the reference period and the number of the
 * engagement.
 */
export const caseOf = (setting: Setting, life: Life, person: Person): Case => ({
  setting,
  life,
  person,
  periodStart: `${setting.year}-08-01`,
  periodEnd: `${setting.year + 1}-07-31`,
  numhus: `${life.entryYear}-${String(life.number + 1).padStart(6, '0')}${life.mark}`,
  random: purpose =>
    new Random(
      setting.seed,
      Number(setting.provider.instId),
      life.entryYear,
      life.number,
      purpose + (life.mark === '' ? 0 : 1000),
    ),
})
