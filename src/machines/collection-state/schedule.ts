import { londonDate, londonTime } from '../../domain/dates.ts'
import type { CollectionPlace, CollectionStateEventType } from './types.ts'

/** Days on which a collection moves to its next states, yyyy-MM-dd; null while none is set (decisions §16). */
export interface CollectionSchedule {
  validationOn: string | null
  opensOn: string | null
  closesOn: string | null
}

/** The time in London at which a day of a schedule begins. */
const scheduleTime = '09:00'

/** Whether the time of a day of a schedule has come. */
const isDue = (day: string | null, now: Date): boolean => {
  const today = londonDate(now)
  return day !== null && (day < today || (day === today && londonTime(now) >= scheduleTime))
}

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
  steps.find(({ day, from }) => from.some(one => one === place) && isDue(schedule[day], now))?.event

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
