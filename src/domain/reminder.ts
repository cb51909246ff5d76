import { type Message, message } from '../messages/message.ts'
import { calendarDay, uploadedOn } from './dates.ts'
import { daysSince, daysUntil } from './deadline.ts'
import {
  isApproved,
  isErrorOrFailure,
  isJustApproved,
  isNoSubmission,
  isResubmissionRequired,
  isUploading,
  type StatusName,
} from './status.ts'

/** What a provider that is reminded has to do. */
const needOf = (status: StatusName | undefined) => {
  if (status === undefined || isNoSubmission(status)) return 'upload'
  if (isResubmissionRequired(status)) return 'newFile'
  if (isUploading(status) || isErrorOrFailure(status)) return 'correct'
  if (isJustApproved(status)) return 'requestSignOff'
  return isApproved(status) ? 'returnForm' : 'submit'
}

/** What a reminder is made of. */
export interface Reminded {
  collection: string
  deadline: string | null
  /** Of the latest submission; undefined if there is none. */
  status: StatusName | undefined
  /** The provider's own last action, or when the collection opened. */
  silentSince: string | null
  openIssues: number
  /** What the sender adds; may be empty. */
  words: string
  /** URL of the portal; undefined if it is not known. */
  url: string | undefined
  now: Date
}

/** A reminder of the agency to a provider (decisions §16): its subject, and its paragraphs. */
export const reminderOf = (of: Reminded): { subject: Message; paragraphs: (Message | string)[] } => {
  const { collection, deadline, status, silentSince, openIssues, words, url, now } = of
  const need = needOf(status)
  const hasStarted = status !== undefined && !isNoSubmission(status)
  return {
    subject:
      deadline === null
        ? message('reminders', 'subject.open', { collection, need })
        : message('reminders', 'subject.due', { collection, need, days: daysUntil(deadline, now) }),
    paragraphs: [
      ...(hasStarted && silentSince !== null
        ? [
            message('reminders', 'worked', {
              day: uploadedOn(silentSince),
              days: Math.max(0, daysSince(new Date(silentSince), now)),
            }),
          ]
        : []),
      message('reminders', `need.${need}`),
      ...(openIssues > 0 ? [message('reminders', 'issues', { count: openIssues })] : []),
      ...(deadline === null ? [] : [message('reminders', 'deadline', { date: calendarDay(deadline) })]),
      ...(words.trim() === '' ? [] : [words.trim()]),
      ...(url === undefined ? [] : [message('reminders', 'url', { url })]),
    ],
  }
}
