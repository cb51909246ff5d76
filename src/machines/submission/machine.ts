import { assign, sendTo, setup } from 'xstate'
import { furtherProgress, shareOfAll } from '../../domain/processingProgress.ts'
import { withSharedFacts } from '../../domain/wire/facts.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { SubmissionEvent } from './events.ts'
import type { Furthest, KnownSubmission, SubmissionContext, SubmissionInput } from './types.ts'

type StatusChanged = Extract<SubmissionEvent, { type: 'STATUS_CHANGED' }>
type DetailsPatched = Extract<SubmissionEvent, { type: 'DETAILS_PATCHED' }>

const submissionOf = ({ event }: { event: { submission: KnownSubmission } }): KnownSubmission =>
  event.submission
const factsOf = ({ event }: { event: { facts: Facts } }): Facts => event.facts
const timeOf = ({ event }: { event: { changesInMs?: number | undefined } }): number | undefined =>
  event.changesInMs
const changeOf = ({ event }: { event: StatusChanged }): StatusChanged => event

/** The submission of which the news say that its file is stored; undefined where they say it of none. */
const storedBy = (event: SubmissionEvent, known: KnownSubmission | undefined): string | undefined => {
  const { submissionId, facts } = event.type === 'STATUS_CHANGED' ? event : (known ?? {})
  return facts?.hasStoredFile ? submissionId : undefined
}

/** A browser's timer counts some three weeks at the most: longer times are waited for piece by piece. */
const longestWaitMs = 24 * 60 * 60_000
/** Between two questions, where another server's clock is behind, or nobody could answer. */
const shortestWaitMs = 30_000
/** A moment after the change, so that it has happened. */
const marginMs = 1000

/** How long is waited for a change that is so far away. */
const waitFor = (leftMs: number): number =>
  Math.min(Math.max(leftMs + marginMs, shortestWaitMs), longestWaitMs)

const nowhere: Furthest = { progress: null, share: 0 }

/** How far the processing has come, after what is known now; another submission begins anew. */
const furthestAfter = (
  { submission: before, furthest }: SubmissionContext,
  now: KnownSubmission,
): Furthest => {
  const shown = before?.submissionId === now.submissionId ? furthest : nowhere
  const progress = furtherProgress(shown.progress, now.progress)
  const share = shareOfAll({ ...now, mode: now.facts.mode, progress })
  return { progress, share: Math.max(shown.share, share) }
}

const submissionSetup = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    input: {} as SubmissionInput,
  },
  guards: {
    isNotOlder: ({ context: { submission } }, received: KnownSubmission) =>
      submission?.submissionId !== received.submissionId || received.version >= submission.version,
    isNewer: ({ context: { submission } }, moved: StatusChanged) =>
      submission?.submissionId === moved.submissionId && moved.version >= submission.version,
    isOfAnother: ({ context: { submission } }, moved: StatusChanged) =>
      submission?.submissionId !== moved.submissionId,
    isOfIt: ({ context: { submission } }, told: DetailsPatched) =>
      submission?.submissionId === told.submissionId,
    changesByTime: ({ context }) => context.changesInMs !== undefined,
    isDue: ({ context: { changesInMs: left = 0 } }) => left + marginMs <= longestWaitMs,
  },
  delays: { untilChange: ({ context }) => waitFor(context.changesInMs ?? 0) },
  actions: {
    keepSubmission: assign(({ context }, submission: KnownSubmission) => ({
      submission,
      facts: submission.facts,
      furthest: furthestAfter(context, submission),
    })),
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    keepTime: assign((_, changesInMs: number | undefined) => ({ changesInMs })),
    countDown: assign(({ context: { changesInMs: left = 0 } }) => ({
      changesInMs: Math.max(0, left - waitFor(left)),
    })),
    tellDue: sendTo(({ context }) => context.parent, { type: 'SUBMISSION_DUE' }),
    moveOn: assign(({ context }, { version, status, at, isLatest, facts }: StatusChanged) => {
      const { submission } = context
      const isSame = status === submission?.status
      const moved = submission && {
        ...submission,
        version,
        status,
        isLatest,
        facts,
        history: isSame ? submission.history : [...submission.history, { status, at }],
        // A place was told of the stage before.
        queue: isSame ? submission.queue : null,
      }
      return { submission: moved, facts, furthest: moved ? furthestAfter(context, moved) : context.furthest }
    }),
    keepDetails: assign(({ context }, { details }: DetailsPatched) => {
      const told = context.submission && { ...context.submission, ...details }
      return { submission: told, furthest: told ? furthestAfter(context, told) : context.furthest }
    }),
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context: { submission, facts }, event }) => ({
        type: 'SUBMISSION_UPDATED' as const,
        submission,
        facts,
        stored: storedBy(event, submission),
        ...(event.type === 'STATUS_CHANGED' && event.fileHash !== undefined
          ? { storedHash: event.fileHash }
          : {}),
      }),
    ),
    learnFromAnother: assign(
      (
        { context: { submission, facts: own } },
        { submissionId, copiedFrom, facts: other }: StatusChanged,
      ) => {
        const facts = own && withSharedFacts(own, other)
        const isCopy = copiedFrom === submission?.submissionId
        return {
          facts,
          submission: submission &&
            facts && { ...submission, facts, copiedTo: isCopy ? submissionId : submission.copiedTo },
        }
      },
    ),
  },
})

/** What is kept of a submission that nobody has begun. */
const beginning = [
  { type: 'keepFacts' as const, params: factsOf },
  { type: 'keepTime' as const, params: timeOf },
  'tell' as const,
]

const judging = submissionSetup.createStateConfig({
  description: 'Left at once: whether a fact changes by time alone.',
  always: [{ guard: 'changesByTime', target: 'passing' }, { target: 'constant' }],
})
const constant = submissionSetup.createStateConfig({
  description: 'What is known changes by messages alone.',
})
const passing = submissionSetup.createStateConfig({
  description:
    'A fact changes at a known moment, as when the reference period ends, and no message tells of it: it is asked for again then, until an answer says that it has changed.',
  after: {
    untilChange: [
      { guard: 'isDue', target: 'passing', reenter: true, actions: ['countDown', 'tellDue'] },
      { target: 'passing', reenter: true, actions: 'countDown' },
    ],
  },
})

/**
 * A chart, because it is the only place in the browser that holds a submission: pages draw this actor's snapshot, so heading,
 * buttons and stepper cannot disagree. The lifecycle chart restored from its status and facts answers every question of a view
 * (`selectors.ts`). It decides nothing itself: an event of a person goes to the server, whose answer comes back here. Older news
 * changes nothing, whichever way it comes, and progress never goes back.
 */
export const submissionMachine = submissionSetup.createMachine({
  id: 'submission',
  description: 'What the server has said of one submission.',
  context: ({ input: { parent } }) => ({
    parent,
    submission: undefined,
    facts: undefined,
    changesInMs: undefined,
    furthest: nowhere,
  }),
  initial: 'unheard',
  options: { maxIterations: 1000 },
  on: {
    SUBMISSION_RECEIVED: {
      target: '.begun',
      guard: { type: 'isNotOlder', params: submissionOf },
      actions: [
        { type: 'keepSubmission', params: submissionOf },
        { type: 'keepTime', params: timeOf },
        'tell',
      ],
    },
  },
  states: {
    unheard: {
      description: 'Nothing has been heard yet; views wait, for a guess would offer what the server refuses.',
      on: {
        NEW_SUBMISSION_RECEIVED: {
          target: 'notBegun',
          actions: beginning,
        },
      },
    },
    notBegun: {
      description: 'The provider has not begun this submission; the facts say whether it can.',
      initial: 'judging',
      on: {
        NEW_SUBMISSION_RECEIVED: { target: '.judging', actions: beginning },
        STATUS_CHANGED: { actions: [{ type: 'learnFromAnother', params: changeOf }, 'tell'] },
      },
      states: { judging, constant, passing },
    },
    begun: {
      description: 'The submission exists. It never goes back to not begun, also where a list forgets it.',
      initial: 'judging',
      on: {
        STATUS_CHANGED: [
          {
            guard: { type: 'isNewer', params: changeOf },
            actions: [{ type: 'moveOn', params: changeOf }, 'tell'],
          },
          {
            guard: { type: 'isOfAnother', params: changeOf },
            actions: [{ type: 'learnFromAnother', params: changeOf }, 'tell'],
          },
        ],
        DETAILS_PATCHED: {
          guard: { type: 'isOfIt', params: ({ event }) => event },
          actions: { type: 'keepDetails', params: ({ event }) => event },
        },
      },
      states: { judging, constant, passing },
    },
  },
})

export type SubmissionMachine = typeof submissionMachine
