import { type Message, message } from '../messages/message.ts'
import { londonDate } from './dates.ts'

/** Flags of GET /submissions/{id}/commit-allowed-status that block a submission (decisions §3 "Commit blockers"). */
export interface CommitBlockers {
  isNotLatest: boolean
  /** The reference period has not ended. */
  notCollectionEndDate: boolean
  /** A rule of an operational kind fails outside tolerance. */
  operationalFailures: boolean
  /** A transfer of postgraduate research students still lacks the other provider's consent. */
  lacksTransferConsent: boolean
}

const flags = [
  'isNotLatest',
  'notCollectionEndDate',
  'operationalFailures',
  'lacksTransferConsent',
] as const satisfies readonly (keyof CommitBlockers)[]

/** The reasons that stop a submission, in the order of the flags; empty when nothing does. */
export const commitNotAllowedReasons = (blockers: CommitBlockers): Message[] =>
  flags.filter(flag => blockers[flag]).map(flag => message('lifecycle', `blockers.${flag}`))

/** No blocker at all: what a submission that is ready to be submitted carries. */
export const noBlockers: CommitBlockers = {
  isNotLatest: false,
  notCollectionEndDate: false,
  operationalFailures: false,
  lacksTransferConsent: false,
}

/** The day that begins where this one (yyyy-MM-dd) ends. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 'yyyy-MM-dd'.length)

/**
 * The instant at which the reference period ends: midnight in London after its last day (a calendar date, yyyy-MM-dd), where the
 * clock is never put forward or back.
 */
const referencePeriodEndsAt = (referencePeriodEnd: string): Date => {
  const next = dayAfter(referencePeriodEnd.slice(0, 'yyyy-MM-dd'.length))
  const inWinter = new Date(`${next}T00:00:00Z`)
  const inSummer = new Date(inWinter.getTime() - 60 * 60_000)
  return londonDate(inSummer) === next ? inSummer : inWinter
}

/**
 * When a fact that the lifecycle's guards read changes by time alone, of ISO 8601: at the end of the reference period, the only
 * such moment. Undefined where none follows.
 */
export const changesAtOf = (referencePeriodEnd: string, now: Date): string | undefined =>
  hasReferencePeriodEnded(referencePeriodEnd, now)
    ? undefined
    : referencePeriodEndsAt(referencePeriodEnd).toISOString()

/** Every open page asks when a fact has changed: those of different providers at different seconds of the minute after it. */
const spreadMs = (instId: string): number => (Number.parseInt(instId, 36) % 60) * 1000

/**
 * In how many ms an answer has to be asked for again, as a fact has changed by time alone; undefined where no fact changes so.
 * It is counted from the server's clock, `now`, which the answer tells: by a browser's clock that is ahead it would be asked for
 * again and again until the change. `here`, the browser's in ms since 1970, stands for it where a server does not tell its own.
 */
export const changesInMs = (
  {
    facts: { instId, changesAt },
    now,
  }: { facts: { instId: string; changesAt?: string | undefined }; now?: string | undefined },
  here: number,
): number | undefined =>
  changesAt === undefined
    ? undefined
    : Date.parse(changesAt) + spreadMs(instId) - (now === undefined ? here : Date.parse(now))

/**
 * Whether the reference period has ended: its last day (a calendar date, yyyy-MM-dd) ends at midnight in London, where the
 * agency and its providers are, in summer and in winter time.
 */
export const hasReferencePeriodEnded = (referencePeriodEnd: string, now: Date): boolean =>
  referencePeriodEnd.slice(0, 'yyyy-MM-dd'.length) < londonDate(now)
