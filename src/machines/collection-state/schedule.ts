import { londonDate } from '../../domain/dates.ts'
import type { CollectionPlace, CollectionStateEventType } from './types.ts'

/** Days on which a collection moves to its next states, yyyy-MM-dd; null while none is set (decisions §16). */
export interface CollectionSchedule {
  validationOn: string | null
  opensOn: string | null
  closesOn: string | null
}

/** The hour in London at which a day of a schedule begins. */
export const scheduleHour = 9

const hourMs = 3_600_000

/** Whether the hour of a day of a schedule has come. */
export const isScheduleDue = (day: string | null, now: Date): boolean =>
  day !== null && londonDate(new Date(now.getTime() - scheduleHour * hourMs)) >= day

/** From which states each day of a schedule leads on, the furthest first: of several that are due one is enough. */
const steps = [
  { day: 'closesOn', from: ['Open'], event: 'CLOSE' },
  { day: 'opensOn', from: ['Draft', 'Validation'], event: 'OPEN' },
  { day: 'validationOn', from: ['Draft'], event: 'OPEN_TO_VALIDATION' },
] as const satisfies readonly {
  day: keyof CollectionSchedule
  from: readonly CollectionPlace[]
  event: CollectionStateEventType
}[]

/** The event that the schedule asks for now; undefined while none is due. */
export const dueEvent = (
  { place, ...schedule }: CollectionSchedule & { place: CollectionPlace },
  now: Date,
): CollectionStateEventType | undefined =>
  steps.find(({ day, from }) => from.some(one => one === place) && isScheduleDue(schedule[day], now))?.event

/** The days that are left of a schedule in a state: those that lead on from it, or from a later one. */
export const scheduleIn = (place: CollectionPlace, schedule: CollectionSchedule): CollectionSchedule => {
  const isBefore = place === 'Draft'
  const isComing = isBefore || place === 'Validation'
  return {
    validationOn: isBefore ? schedule.validationOn : null,
    opensOn: isComing ? schedule.opensOn : null,
    closesOn: isComing || place === 'Open' ? schedule.closesOn : null,
  }
}

/** Whether the days are in the order of the states. */
export const isScheduleInOrder = ({ validationOn, opensOn, closesOn }: CollectionSchedule): boolean => {
  const days = [validationOn, opensOn, closesOn].filter(day => day !== null)
  return days.every((day, at) => at === 0 || (days[at - 1] ?? '') < day)
}
