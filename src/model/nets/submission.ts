import type { StatusName } from '../../domain/status.ts'
import type { ProcessingProgress } from '../../domain/wire/progress.ts'
import {
  type KnownSubmission,
  type SubmissionContext,
  submissionMachine,
} from '../../machines/submission/index.ts'
import type { Facts as LifecycleFacts } from '../../machines/submission-lifecycle/index.ts'
import { openFacts } from '../charts/lifecycle.ts'
import { sampleSubmission } from '../charts/submission.ts'
import { parent } from '../parent.ts'
import { ledThrough, type Net, type Outcome, outcome, type Question, sends, waits } from './net.ts'

/*
 * What the browser knows of one submission (decisions §4). Written apart from the chart: what is older changes nothing,
 * whichever way it comes; of another submission's news only what the two share is taken; what has begun stays begun. What is
 * shown of the processing never goes back, whatever comes late, as long as it is the same submission. Where a fact changes at a
 * known moment, as at the end of the reference period, it is asked for again a second later, and then every half minute until an
 * answer says that it has changed; no timer runs for more than a day.
 */

type Known = 'notBegun' | 'begun'
type State = 'unheard' | `${Known}.constant` | `${Known}.passing`
type Facts = SubmissionContext
type Decided = Outcome<Facts, State>
type Version = Pick<KnownSubmission, 'submissionId' | 'version'>

/** Of the submission itself; all the rest is the provider's and the collection's. */
const own = [
  'submissionId',
  'uploaderId',
  'submitterId',
  'keyMakerId',
  'isLatest',
  'hasStoredFile',
  'blockers',
  'changesAt',
] as const satisfies (keyof LifecycleFacts)[]

const sharedFrom = (mine: LifecycleFacts, other: LifecycleFacts): LifecycleFacts =>
  Object.fromEntries(
    Object.entries(other).map(([name, value]) => [
      name,
      own.some(one => one === name) ? mine[name as keyof LifecycleFacts] : value,
    ]),
  ) as unknown as LifecycleFacts

/** Of one submission, the event with the lower number is the older. */
const isOlder = (one: Version, other: Version): boolean =>
  one.submissionId === other.submissionId && one.version < other.version

/** Stages that are done at a status, all of the same weight; half of one more where the report says so. */
const stagesDone: Readonly<Partial<Record<StatusName, number>>> = {
  UPLOADING: 0,
  UPLOADED: 0,
  PROVISIONED: 1,
  SCHEMA_CHECK: 1,
  SCHEMA_CHECK_PASSED: 2,
}
const reportOf = (stage: StatusName, done: number): ProcessingProgress => ({
  stage,
  done,
  total: 4,
  unit: 'bytes',
})
const [little, half] = [reportOf('SCHEMA_CHECK', 1), reportOf('SCHEMA_CHECK', 2)]
const ofStageBefore = reportOf('PROVISIONING', 4)
/** The reports, from the one that tells least. */
const reports = [null, ofStageBefore, little, half]

/** What is shown after a report at a status: the one that tells most, and the greater share. */
const furthestOf = (
  shown: Facts['furthest'],
  { status, progress, facts: { mode } }: Pick<KnownSubmission, 'status' | 'progress' | 'facts'>,
): Facts['furthest'] => {
  const best = reports.indexOf(progress) > reports.indexOf(shown.progress) ? progress : shown.progress
  const ofStage = status === 'SCHEMA_CHECK' && best?.stage === 'SCHEMA_CHECK' ? best.done / best.total : 0
  // Online validation ends with the rules, before the two stages of reports (decisions §3; specification 2 §2.2).
  const stages = mode === 'ovt' ? 5 : 7
  const share = ((stagesDone[status] ?? 0) + ofStage) / stages
  return { progress: best, share: Math.max(share, shown.share) }
}
const nothingShown: Facts['furthest'] = { progress: null, share: 0 }

/**
 * The page of the submission, its steps and its upload hear of all that changes status or facts. An upload may hear of its own
 * file before the page is at it.
 */
const tells = (submission: KnownSubmission, stored?: string, storedHash?: string): string =>
  sends('parent', { type: 'SUBMISSION_UPDATED', submission, facts: submission.facts, stored, storedHash })

/** The same of one that has not begun. */
const tellsOfNone = (facts: LifecycleFacts, stored?: string, storedHash?: string): string =>
  sends('parent', { type: 'SUBMISSION_UPDATED', facts, stored, storedHash })

const storedBy = (submissionId: string, { hasStoredFile }: LifecycleFacts): string | undefined =>
  hasStoredFile ? submissionId : undefined

const due = sends('parent', { type: 'SUBMISSION_DUE' })
const [second, halfMinute, day] = [1000, 30_000, 24 * 60 * 60_000]
/** From a change that is so far away on: how long is waited for it, whether it has happened then, and how far it is if not. */
const waitings: readonly { left: number; wait: number; isDue: boolean; leaves: number }[] = [
  { left: -5000, wait: halfMinute, isDue: true, leaves: 0 },
  { left: 0, wait: halfMinute, isDue: true, leaves: 0 },
  { left: 3_600_000, wait: 3_600_000 + second, isDue: true, leaves: 0 },
  { left: day - second, wait: day, isDue: true, leaves: 0 },
  { left: day, wait: day, isDue: false, leaves: 0 },
  { left: 2 * day, wait: day, isDue: false, leaves: day },
]
const waitingOf = (left: number) => waitings.find(one => one.left === left)!

/** After an answer: where nothing changes by time, nothing is waited for. */
const answered = (known: Known, facts: Facts, told: string): Decided =>
  facts.changesInMs === undefined
    ? outcome(`${known}.constant`, facts, told)
    : outcome(`${known}.passing`, facts, told, waits(waitingOf(facts.changesInMs).wait))

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  const known = facts.submission
  switch (event.type) {
    case 'SUBMISSION_RECEIVED': {
      const { submission, changesInMs } = event
      return known && isOlder(submission, known)
        ? undefined
        : answered(
            'begun',
            {
              parent,
              submission,
              facts: submission.facts,
              changesInMs,
              furthest: furthestOf(
                known?.submissionId === submission.submissionId ? facts.furthest : nothingShown,
                submission,
              ),
            },
            tells(submission, storedBy(submission.submissionId, submission.facts)),
          )
    }
    case 'NEW_SUBMISSION_RECEIVED':
      return state.startsWith('begun')
        ? undefined
        : answered(
            'notBegun',
            { ...facts, facts: event.facts, changesInMs: event.changesInMs },
            tellsOfNone(event.facts),
          )
    case 'xstate.after.untilChange.submission.begun.passing':
    case 'xstate.after.untilChange.submission.notBegun.passing': {
      if (!event.type.endsWith(`.${state}`)) return undefined
      const { isDue, leaves } = waitingOf(facts.changesInMs ?? 0)
      const after = { ...facts, changesInMs: leaves }
      return outcome(state, after, ...(isDue ? [due] : []), waits(waitingOf(leaves).wait))
    }
    case 'STATUS_CHANGED': {
      if (state === 'unheard') return undefined
      // Of another submission only what both share is learnt.
      if (known === undefined || known.submissionId !== event.submissionId) {
        if (!facts.facts) return undefined
        const after = sharedFrom(facts.facts, event.facts)
        const stored = storedBy(event.submissionId, event.facts)
        if (!known)
          return outcome(state, { ...facts, facts: after }, tellsOfNone(after, stored, event.fileHash))
        // Re-processed, a submission has a copy that takes its place: that is told at once (specification 2 §4.5).
        const isCopied = event.copiedFrom === known.submissionId
        const learnt = { ...known, facts: after, ...(isCopied ? { copiedTo: event.submissionId } : {}) }
        return outcome(
          state,
          { ...facts, submission: learnt, facts: after },
          tells(learnt, stored, event.fileHash),
        )
      }
      if (isOlder({ submissionId: event.submissionId, version: event.version }, known)) return undefined
      const { version, status, at, isLatest } = event
      // A place in the queue was told of the status before.
      const news = status === known.status ? {} : { history: [...known.history, { status, at }], queue: null }
      const now = { ...known, version, status, isLatest, facts: event.facts, ...news }
      return outcome(
        state,
        { ...facts, submission: now, facts: event.facts, furthest: furthestOf(facts.furthest, now) },
        tells(now, storedBy(event.submissionId, event.facts), event.fileHash),
      )
    }
    case 'DETAILS_PATCHED': {
      if (known?.submissionId !== event.submissionId) return undefined
      const told = { ...known, ...event.details }
      return outcome(state, { ...facts, submission: told, furthest: furthestOf(facts.furthest, told) })
    }
    default:
      return undefined
  }
}

const then = '2024-10-14T09:31:00Z'

const submission = (
  version: number,
  status: StatusName,
  submissionId = 'a',
  progress: ProcessingProgress | null = null,
): KnownSubmission => ({
  ...sampleSubmission,
  submissionId,
  version,
  status,
  facts: { ...openFacts, submissionId, latestStatus: status },
  history: [...sampleSubmission.history, { status, at: then }],
  progress,
  queue: { place: 3, seconds: 60 },
})
const moved = { type: 'STATUS_CHANGED', submissionId: 'a', at: then, isLatest: false } as const
const five = submission(5, 'PROVISIONED')
const begun: Facts = {
  parent,
  submission: five,
  facts: five.facts,
  changesInMs: undefined,
  furthest: { progress: ofStageBefore, share: 1 / 7 },
}
const checking = submission(5, 'SCHEMA_CHECK', 'a', half)
const halfChecked: Facts = {
  parent,
  submission: checking,
  facts: checking.facts,
  changesInMs: undefined,
  furthest: { progress: half, share: 1.5 / 7 },
}

/** Everything is otherwise than in the facts of the submission in hand. */
const otherFacts: LifecycleFacts = {
  submissionId: 'b',
  instId: '0002',
  mode: 'ovt',
  uploaderId: 'somebody',
  submitterId: 'somebody-else',
  keyMakerId: 'somebody-third',
  isLatest: false,
  hasStoredFile: true,
  collectionState: 'Closed',
  allowSubmissions: false,
  onboarded: false,
  latestStatus: 'SIGNED_OFF',
  uploadUnderWay: true,
  riskCode: '02',
  countryCode: 'E',
  regulatorCode: '5016',
  blockers: { ...openFacts.blockers, operationalFailures: true },
  changesAt: '2025-07-31T23:00:00Z',
}

/** The two transitions after a wait. */
const waitsOf = (known: Known): string[] =>
  [0, 1].map(at => `${known}.passing:xstate.after.untilChange.submission.${known}.passing:${at}`)

export const submissionNet: Net<Facts, State> = {
  machine: submissionMachine,
  states: ['unheard', 'notBegun.constant', 'notBegun.passing', 'begun.constant', 'begun.passing'],
  factsIn: state => {
    const facts = state === 'unheard' ? undefined : openFacts
    const found: Facts[] = state.startsWith('begun')
      ? [begun, halfChecked]
      : [{ parent, submission: undefined, facts, changesInMs: undefined, furthest: nothingShown }]
    if (!state.endsWith('passing')) return found
    return found.flatMap(one => waitings.map(({ left }) => ({ ...one, changesInMs: left })))
  },
  events: [
    ...[4, 5, 6].map(version => ({
      type: 'SUBMISSION_RECEIVED',
      submission: submission(version, 'SCHEMA_CHECK'),
    })),
    ...reports.map(progress => ({
      type: 'SUBMISSION_RECEIVED',
      submission: submission(5, 'SCHEMA_CHECK', 'a', progress),
    })),
    { type: 'SUBMISSION_RECEIVED', submission: submission(1, 'UPLOADING', 'b') },
    { type: 'SUBMISSION_RECEIVED', submission: { ...submission(2, 'UPLOADED', 'b'), facts: otherFacts } },
    { ...moved, version: 6, status: 'SCHEMA_CHECK_PASSED', facts: otherFacts, fileHash: 'ab' },
    { type: 'NEW_SUBMISSION_RECEIVED', facts: { ...openFacts, uploadUnderWay: true } },
    ...waitings.flatMap(({ left: changesInMs }) => [
      { type: 'NEW_SUBMISSION_RECEIVED', facts: openFacts, changesInMs },
      { type: 'SUBMISSION_RECEIVED', submission: submission(6, 'PROVISIONED'), changesInMs },
    ]),
    { type: 'xstate.after.untilChange.submission.begun.passing' },
    { type: 'xstate.after.untilChange.submission.notBegun.passing' },
    ...[4, 5, 6].map(version => ({
      ...moved,
      version,
      status: 'SCHEMA_CHECK',
      facts: otherFacts,
    })),
    {
      ...moved,
      submissionId: 'b',
      version: 9,
      status: 'UPLOADING',
      facts: { ...otherFacts, hasStoredFile: false },
    },
    // Another became the latest: the status is the same.
    { ...moved, version: 6, status: 'PROVISIONED', facts: otherFacts },
    { ...moved, submissionId: 'b', version: 9, status: 'UPLOADED', facts: otherFacts, fileHash: 'ab' },
    { ...moved, submissionId: 'b', version: 9, status: 'PROVISIONING', facts: otherFacts, copiedFrom: 'a' },
    { ...moved, submissionId: 'b', version: 9, status: 'PROVISIONING', facts: otherFacts, copiedFrom: 'c' },
    ...reports.map(progress => ({
      type: 'DETAILS_PATCHED',
      submissionId: 'a',
      details: { progress, queue: null },
    })),
    { type: 'DETAILS_PATCHED', submissionId: 'a', details: { tsvDeliveryLocation: 'tables.zip' } },
    { type: 'DETAILS_PATCHED', submissionId: 'b', details: { tsvDeliveryLocation: 'tables.zip' } },
  ],
  decided,
  harmless: {
    ...ledThrough('submission.notBegun', 'notBegun:NEW_SUBMISSION_RECEIVED:0'),
    ...ledThrough('submission.notBegun.judging', ...waitsOf('notBegun')),
    ...ledThrough('submission.begun.judging', ...waitsOf('begun')),
  },
  tags: {
    unheard: [],
    'notBegun.constant': [],
    'notBegun.passing': [],
    'begun.constant': [],
    'begun.passing': [],
  },
  starts: [
    {
      input: { parent },
      outcome: outcome('unheard', {
        parent,
        submission: undefined,
        facts: undefined,
        changesInMs: undefined,
        furthest: nothingShown,
      }),
    },
  ],
}
