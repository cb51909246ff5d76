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

/** The result of a rule that the agency writes about. */
export interface RuleResultWritten {
  code: string
  name: string
  failureCount: number
  populationCount: number
  /** What a rule that compares files measures; null for other rules. */
  measuredPercent: number | null
  /** The tolerance in words; '' if any value is allowed. */
  allowed: string
}

/** A letter of the agency to a provider that is outside the tolerance of a rule: its subject, and its paragraphs. */
export const ruleLetterOf = (
  rule: RuleResultWritten,
  of: { collection: string; fileName: string; isItsTurn: boolean; words: string; url: string | undefined },
): { subject: Message; paragraphs: (Message | string)[] } => ({
  subject: message('reminders', 'rule.subject', { collection: of.collection, rule: rule.name }),
  paragraphs: [
    rule.measuredPercent === null
      ? message('reminders', 'rule.counted', {
          rule: rule.name,
          code: rule.code,
          file: of.fileName,
          failures: rule.failureCount,
          population: rule.populationCount,
        })
      : message('reminders', 'rule.measured', {
          rule: rule.name,
          code: rule.code,
          file: of.fileName,
          measured: rule.measuredPercent,
        }),
    ...(rule.allowed === '' ? [] : [message('reminders', 'rule.allowed', { allowed: rule.allowed })]),
    message('reminders', of.isItsTurn ? 'rule.correct' : 'rule.explain'),
    ...(of.words.trim() === '' ? [] : [of.words.trim()]),
    ...(of.url === undefined ? [] : [message('reminders', 'rule.url', { url: of.url })]),
  ],
})

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
