import { addDays } from 'date-fns/addDays'
import { addMinutes } from 'date-fns/addMinutes'
import type { StatusName } from '../../src/domain/status.ts'
import type { LifecycleEvent } from '../../src/machines/submission-lifecycle/index.ts'
import { needsAnalyst, needsRegulator, type Provider } from './cast.ts'
import { administrator, analyst, regulatorAnalyst, signatoryOf, submitterOf } from './people.ts'
import type { Act, SeasonFile, Step } from './plan.ts'

/* When the acts of the demonstration happen. */

/** An act, so many days before the first start, in one of the five times of a working day. */
export type Timed = Act & { day: number; slot?: number }

/** Hours and minutes at which people act, in UTC. */
export const slots = [
  [9, 10],
  [10, 40],
  [12, 5],
  [14, 20],
  [15, 50],
] as const

/** On the day of the first start so many minutes before it. */
const minutesBefore = [300, 240, 170, 95, 40] as const

/** Acts of the last days are where they are, also on a weekend: "since yesterday" is to show something on every day. */
const lastDays = 3

/**
 * When an act happens, also so many days after the first start (below 0). What falls on a weekend is done on Friday afternoon: the order
 * of acts stays as it is.
 */
const timeOf = (start: Date, { day, slot = 0 }: { day: number; slot?: number }): Date => {
  if (day === 0) return addMinutes(start, -(minutesBefore[slot] ?? 0))
  const date = addDays(start, -day)
  const weekday = date.getUTCDay()
  const [hours = 0, minutes = 0] = slots[slot] ?? []
  const isWeekend = (day > lastDays || day < 0) && (weekday === 6 || weekday === 0)
  if (!isWeekend) date.setUTCHours(hours, minutes, 0, 0)
  else {
    date.setUTCDate(date.getUTCDate() - (weekday === 6 ? 1 : 2))
    date.setUTCHours(weekday === 6 ? 16 : 17, 5 + 10 * slot, 0, 0)
  }
  return date
}

export const upload = (file: SeasonFile, day: number, slot: number): Timed => ({
  type: 'upload',
  file,
  by: submitterOf(file.instId),
  day,
  slot,
})

/** The way of a submission from its results, or another status, to a status, a decision every few days. */
export const wayTo = (
  provider: Provider,
  file: SeasonFile,
  target: StatusName,
  { day, gap, after }: { day: number; gap: number; after?: StatusName },
): Timed[] => {
  const signatory = signatoryOf(provider.instId)
  const way: [from: StatusName, event: LifecycleEvent][] = [
    ['QUALITY_PROCESSING_COMPLETE', { type: 'SUBMIT', actor: signatory, termsAccepted: true }],
    ...(needsAnalyst(provider)
      ? ([['ANALYST_APPROVAL', { type: 'APPROVE', actor: analyst() }]] as [StatusName, LifecycleEvent][])
      : []),
    // A second pair of eyes (decisions §15).
    ['AGENCY_APPROVAL', { type: 'APPROVE', actor: needsAnalyst(provider) ? administrator() : analyst() }],
    ...(needsRegulator(provider)
      ? ([['SC_APPROVAL', { type: 'APPROVE', actor: regulatorAnalyst(provider.regulatorCode) }]] as [
          StatusName,
          LifecycleEvent,
        ][])
      : []),
    ['APPROVED', { type: 'REQUEST_SIGN_OFF', actor: signatory, termsAccepted: true }],
    ['PROVIDER_SIGNOFF', { type: 'SIGN_OFF', actor: administrator(), hasNote: true }],
  ]
  const end = way.findIndex(([from]) => from === target)
  const first = after === undefined ? 0 : way.findIndex(([from]) => from === after)
  return way.slice(first, end === -1 ? way.length : end).map(([from, event], nth) => ({
    type: 'decide' as const,
    file,
    from,
    event,
    ...(event.type === 'SIGN_OFF' ? { note: 'The signed form came by post.' } : {}),
    day: day - gap * nth,
    slot: (provider.index + nth) % slots.length,
  }))
}

export const stepsOf = (start: Date, acts: readonly Timed[]): Step[] => {
  const dated = acts.map(({ day, slot = 0, ...act }) => ({
    act: act as Act,
    at: timeOf(start, { day, slot }).getTime(),
  }))
  return [...Map.groupBy(dated, ({ at }) => at)]
    .toSorted(([one], [other]) => one - other)
    .map(([at, found]) => ({ at: new Date(at), acts: found.map(({ act }) => act) }))
}
