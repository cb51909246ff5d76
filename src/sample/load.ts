import type { Case } from './case.ts'
import { daysBetween, earlierOf, laterOf } from './identifiers.ts'
import type { Session } from './life.ts'
import type { SampleProvider } from './providers.ts'

const homeFees: Readonly<Record<SampleProvider['country'], number>> = {
  E: 9_250,
  W: 9_000,
  S: 1_820,
  N: 4_710,
}

/** Percent of a full-time year that a whole session is. */
export const fullLoad = (made: Case, session: Session): number => {
  if (session.isPlacement) return 50
  if (session.isWritingUp) return 20
  return made.life.kind.isPartTime ? 50 : 100
}

/** Share of the session that was not cut short. */
export const shareKept = (session: Session): number =>
  daysBetween(session.start, session.end) / daysBetween(session.start, session.plannedEnd)

/** Load that falls into the reference period. */
export const periodLoad = (made: Case, session: Session): number => {
  if (session.isDormant) return 0
  const from = laterOf(session.start, made.periodStart)
  const to = earlierOf(session.end, made.periodEnd)
  const share = (daysBetween(from, to) + 1) / (daysBetween(session.start, session.plannedEnd) + 1)
  return fullLoad(made, session) * Math.min(Math.max(share, 0), 1)
}

/** Pounds that the session costs. */
export const feeOf = (made: Case, session: Session): number => {
  const { kind } = made.life
  if (session.isDormant) return 0
  const isUndergraduate = kind.calendar === 'undergraduate'
  const full = !made.person.isHome
    ? isUndergraduate
      ? 16_800
      : 18_500
    : isUndergraduate
      ? homeFees[made.setting.provider.country]
      : kind.calendar === 'research'
        ? 4_712
        : 9_500
  if (session.isPlacement) return Math.round(full / 5)
  return kind.isPartTime ? Math.round(full / 2) : full
}

/** One decimal, none where it is zero. */
export const percent = (value: number): string => String(Math.round(value * 10) / 10)
