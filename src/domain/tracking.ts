import { addBusinessDays } from 'date-fns/addBusinessDays'
import { differenceInBusinessDays } from 'date-fns/differenceInBusinessDays'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'
import { londonDate } from './dates.ts'
import {
  type ApprovalStatusName,
  isApproved,
  isAwaitingApproval,
  isJustApproved,
  type StatusName,
  statusNameOf,
} from './status.ts'

interface Entry {
  event: string
  occurredAt: string
}

/** Events by day, London time, newest first. */
export const byDay = <E extends Entry>(events: readonly E[]): { day: string; events: E[] }[] =>
  [...Map.groupBy(events.toReversed(), ({ occurredAt }) => londonDate(new Date(occurredAt)))].map(
    ([day, each]) => ({ day, events: each }),
  )

/** The moment at which the present status began: that of the last event which changed it. */
export const statusSince = (
  events: readonly (Entry & { fromStatusId: number; toStatusId: number })[],
): string | undefined =>
  events.findLast(({ fromStatusId, toStatusId }) => fromStatusId !== toStatusId)?.occurredAt

/** The event that ended the last run of the checks, with what its quality rules found; undefined before the first one. */
export const lastResults = <E extends Entry & { detail?: Readonly<Record<string, unknown>> | undefined }>(
  events: readonly E[],
): { ended: E; rules: number; outside: number } | undefined => {
  const at = events.findLastIndex(({ event }) => event === 'QUALITY_PROCESSING_COMPLETED')
  // A later run may have passed the rules and not ended.
  const { rules, outside } =
    events.slice(0, Math.max(0, at)).findLast(({ event }) => event === 'QUALITY_RULES_PASSED')?.detail ?? {}
  const ended = events[at]
  return ended && typeof rules === 'number' && typeof outside === 'number'
    ? { ended, rules, outside }
    : undefined
}

/*
 * When the next steps are usually done, from what the same steps took before (decisions §16).
 */

/** Steps that have a usual length. */
export const usualSteps = [
  'ANALYST_APPROVAL',
  'AGENCY_APPROVAL',
  'SC_APPROVAL',
  'requestSignOff',
  'returnForm',
  'record',
] as const satisfies readonly (ApprovalStatusName | 'requestSignOff' | 'returnForm' | 'record')[]
export type UsualStep = (typeof usualSteps)[number]

/** A step that was done: from when it was somebody's turn until they acted. */
export interface DoneStep {
  step: UsualStep
  began: Date
  ended: Date
}

/** With fewer decisions behind it, a step has no usual length. */
export const leastDecisions = 10

/** How long a step usually takes, in working days: half of all decisions lie between the two. */
export interface UsualLength {
  step: UsualStep
  decisions: number
  from: number
  to: number
}

/** A submission that was at a status until somebody decided. */
export interface DoneStay {
  status: StatusName
  began: Date
  ended: Date
  /** When signed forms were returned during the stay. */
  firstForm: Date | null
  lastForm: Date | null
}

/** The steps of a stay: while sign-off is requested, the provider returns the form and then the agency records it. */
export const stepsOfStay = ({ status, began, ended, firstForm, lastForm }: DoneStay): DoneStep[] => {
  if (isAwaitingApproval(status)) return [{ step: status, began, ended }]
  if (isJustApproved(status)) return [{ step: 'requestSignOff', began, ended }]
  if (!isApproved(status) || firstForm === null || lastForm === null) return []
  return [
    { step: 'returnForm', began, ended: firstForm },
    { step: 'record', began: lastForm, ended },
  ]
}

/** A part of the way to the sign-off, with its calendar dates in London where they are known. */
export interface WayPart {
  step: 'checks' | ApprovalStatusName | 'signOff'
  state: 'done' | 'now' | 'later'
  from?: string | undefined
  to?: string | undefined
}

/**
 * The way of a file from its upload to its sign-off, in a few parts: the checks until it was submitted, each approval, and sign-off
 * with all that belongs to it. Empty until it is submitted, and once nothing is left. Of `expected`, the steps that are left, the
 * first one is being done.
 */
export const wayParts = (
  events: readonly (Entry & { fromStatusId: number })[],
  expected: readonly { step: string | { approval: ApprovalStatusName }; by: string | undefined }[],
): WayPart[] => {
  const [first] = events
  const submitted = events.findLastIndex(({ event }) => event === 'SUBMIT')
  const last = expected.at(-1)
  if (!first || submitted < 0 || !last) return []
  const dayOf = ({ occurredAt }: Entry) => londonDate(new Date(occurredAt))
  const given = events.slice(submitted).flatMap((entry): WayPart[] => {
    const status = statusNameOf(entry.fromStatusId)
    return entry.event === 'APPROVE' && isAwaitingApproval(status)
      ? [{ step: status, state: 'done', to: dayOf(entry) }]
      : []
  })
  const left = [
    ...expected.flatMap(({ step, by }) =>
      typeof step === 'string' ? [] : [{ step: step.approval, to: by }],
    ),
    { step: 'signOff' as const, to: last.by },
  ]
  return [
    { step: 'checks', state: 'done', from: dayOf(first), to: dayOf(events[submitted] ?? first) },
    ...given,
    ...left.map((part, at) => ({ ...part, state: at === 0 ? ('now' as const) : ('later' as const) })),
  ]
}

const londonDay = (at: Date): Date => parseISO(londonDate(at))

/** The value below which this share of the sorted values lies. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0

/** The usual lengths of steps that were done often enough. */
export const usualLengths = (done: readonly DoneStep[]): UsualLength[] =>
  [...Map.groupBy(done, ({ step }) => step)].flatMap(([step, all]) => {
    if (all.length < leastDecisions) return []
    const days = all
      .map(({ began, ended }) => Math.max(0, differenceInBusinessDays(londonDay(ended), londonDay(began))))
      .toSorted((one, other) => one - other)
    return [{ step, decisions: all.length, from: quantile(days, 0.25), to: quantile(days, 0.75) }]
  })

/** When the next step began; undefined if that is not known. A form can be recorded only once it is returned. */
export const stepBegan = (
  step: UsualStep | undefined,
  { since, formReturnedAt }: { since: string | undefined; formReturnedAt: string | null | undefined },
): Date | undefined => {
  const at = step === 'record' ? formReturnedAt : since
  return at ? new Date(at) : undefined
}

/** A step that is left, and when it is usually done. */
export interface ExpectedStep<Step> {
  step: Step
  usual: UsualLength | undefined
  /** Calendar date by which it is usually done; undefined if that is not known. */
  by: string | undefined
  /** Days since that date; 0 until it has passed. */
  late: number
}

/**
 * When each step that is left is usually done, one after the other. The first one began at `since`; without it no date is known.
 * If it is late, the others are counted from today. After a step without a usual length no date is known.
 */
export const expectedSteps = <Step>(
  steps: readonly Step[],
  usualOf: (step: Step) => UsualLength | undefined,
  { since, now }: { since: Date | undefined; now: Date },
): ExpectedStep<Step>[] => {
  const today = londonDay(now)
  let start: Date | undefined = since && londonDay(since)
  return steps.map(step => {
    const usual = usualOf(step)
    const by: Date | undefined = start && usual && addBusinessDays(start, usual.to)
    start = by && by < today ? today : by
    return {
      step,
      usual,
      by: by && formatISO(by, { representation: 'date' }),
      late: by ? Math.max(0, differenceInCalendarDays(today, by)) : 0,
    }
  })
}
