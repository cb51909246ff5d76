import { differenceInBusinessDays } from 'date-fns/differenceInBusinessDays'
import { parseISO } from 'date-fns/parseISO'
import { londonDate } from './dates.ts'
import type { StatusName } from './status.ts'

/** Statuses in which a person acts next, so that a collection can set a target for them. */
export const targetStatuses = [
  'QUALITY_PROCESSING_COMPLETE',
  'ANALYST_APPROVAL',
  'AGENCY_APPROVAL',
  'SC_APPROVAL',
  'APPROVED',
  'PROVIDER_SIGNOFF',
  'RESUBMISSION_REQUIRED',
] as const satisfies readonly StatusName[]
export type TargetStatus = (typeof targetStatuses)[number]

/** The most working days that a submission should stay in a status; a status without a target is left out. */
export type StayTargets = Readonly<Partial<Record<TargetStatus, number>>>

/** The longest target, in working days. */
export const longestTarget = 250

/** Whether a number of working days can be a target. */
export const isTarget = (days: number): boolean =>
  Number.isInteger(days) && days >= 1 && days <= longestTarget

const isTargetStatus = (name: string): name is TargetStatus =>
  (targetStatuses as readonly string[]).includes(name)

/** Targets as they are stored: "SC_APPROVAL=5 PROVIDER_SIGNOFF=10", in the order of the lifecycle. Null without any. */
export const writeTargets = (targets: StayTargets): string | null =>
  targetStatuses
    .flatMap(name => (targets[name] === undefined ? [] : [`${name}=${targets[name]}`]))
    .join(' ') || null

/** Targets from how they are stored; undefined when the text is not what {@link writeTargets} writes. */
export const readTargets = (stored: string | null): StayTargets | undefined => {
  if (stored === null) return {}
  const targets: Partial<Record<TargetStatus, number>> = {}
  for (const part of stored.split(' ')) {
    const [name = '', days = ''] = part.split('=')
    if (!isTargetStatus(name) || !isTarget(Number(days))) return undefined
    targets[name] = Number(days)
  }
  return writeTargets(targets) === stored ? targets : undefined
}

/** The target for a status; undefined without one. */
export const targetOf = (targets: StayTargets, status: StatusName): number | undefined =>
  isTargetStatus(status) ? targets[status] : undefined

const londonDay = (at: Date): Date => parseISO(londonDate(at))

/**
 * Whether a stay is over its target: more working days than that, from Monday to Friday in London, have passed since the day on which it
 * began. The first day is not counted, and public holidays count as working days.
 */
export const isOverTarget = (began: Date, until: Date, target: number): boolean =>
  differenceInBusinessDays(londonDay(until), londonDay(began)) > target
