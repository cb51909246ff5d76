import { assign, emit, setup } from 'xstate'
import { furtherProgress, shareOfAll } from '../../domain/processingProgress.ts'
import { withSharedFacts } from '../../domain/wire/facts.ts'
import type { Facts } from '../submission-lifecycle/index.ts'
import type { SubmissionEmitted, SubmissionEvent } from './events.ts'
import type { Furthest, KnownSubmission, SubmissionContext } from './types.ts'

type Moved = Extract<SubmissionEvent, { type: 'MOVED' }>
type Told = Extract<SubmissionEvent, { type: 'TOLD' }>

const submissionOf = ({ event }: { event: { submission: KnownSubmission } }): KnownSubmission =>
  event.submission
const factsOf = ({ event }: { event: { facts: Facts } }): Facts => event.facts
const movedOf = ({ event }: { event: Moved }): Moved => event

/** The submission of which the news say that its file is stored; undefined where they say it of none. */
const storedBy = (event: SubmissionEvent, known: KnownSubmission | undefined): string | undefined => {
  const { submissionId, facts } = event.type === 'MOVED' ? event : (known ?? {})
  return facts?.hasStoredFile ? submissionId : undefined
}

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

/**
 * One submission in the browser, and the only place that holds it: pages draw this actor's snapshot, so heading, buttons
 * and stepper cannot disagree. The lifecycle chart restored from its status and facts answers every question of a view
 * (`selectors.ts`). It decides nothing itself: an event of a person goes to the
 * server, whose answer comes back here. Older news changes nothing, whichever way it comes, and progress never goes back.
 */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    emitted: {} as SubmissionEmitted,
  },
  guards: {
    isNotOlder: ({ context: { submission } }, received: KnownSubmission) =>
      submission?.submissionId !== received.submissionId || received.version >= submission.version,
    isNewer: ({ context: { submission } }, moved: Moved) =>
      submission?.submissionId === moved.submissionId && moved.version >= submission.version,
    isOfAnother: ({ context: { submission } }, moved: Moved) =>
      submission?.submissionId !== moved.submissionId,
    isOfIt: ({ context: { submission } }, told: Told) => submission?.submissionId === told.submissionId,
  },
  actions: {
    keepSubmission: assign(({ context }, submission: KnownSubmission) => ({
      submission,
      facts: submission.facts,
      furthest: furthestAfter(context, submission),
    })),
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    moveOn: assign(({ context }, { version, status, at, isLatest, facts }: Moved) => {
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
    keepDetails: assign(({ context }, { details }: Told) => {
      const told = context.submission && { ...context.submission, ...details }
      return { submission: told, furthest: told ? furthestAfter(context, told) : context.furthest }
    }),
    tell: emit(({ context: { submission }, event }) => ({
      type: 'submission.heard' as const,
      submission,
      stored: storedBy(event, submission),
    })),
    learnFromAnother: assign(
      ({ context: { submission, facts: own } }, { submissionId, copiedFrom, facts: other }: Moved) => {
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
}).createMachine({
  id: 'submission',
  description: 'What the server has said of one submission.',
  context: { submission: undefined, facts: undefined, furthest: nowhere },
  initial: 'unheard',
  options: { maxIterations: 1000 },
  on: {
    SUBMISSION_RECEIVED: {
      target: '.begun',
      guard: { type: 'isNotOlder', params: submissionOf },
      actions: [{ type: 'keepSubmission', params: submissionOf }, 'tell'],
    },
  },
  states: {
    unheard: {
      description: 'Nothing has been heard yet; views wait, for a guess would offer what the server refuses.',
      on: {
        NEW_SUBMISSION_RECEIVED: {
          target: 'notBegun',
          actions: [{ type: 'keepFacts', params: factsOf }, 'tell'],
        },
      },
    },
    notBegun: {
      description: 'The provider has not begun this submission; the facts say whether it can.',
      on: {
        NEW_SUBMISSION_RECEIVED: { actions: [{ type: 'keepFacts', params: factsOf }, 'tell'] },
        MOVED: { actions: [{ type: 'learnFromAnother', params: movedOf }, 'tell'] },
      },
    },
    begun: {
      description: 'The submission exists. It never goes back to not begun, also where a list forgets it.',
      on: {
        MOVED: [
          {
            guard: { type: 'isNewer', params: movedOf },
            actions: [{ type: 'moveOn', params: movedOf }, 'tell'],
          },
          {
            guard: { type: 'isOfAnother', params: movedOf },
            actions: [{ type: 'learnFromAnother', params: movedOf }, 'tell'],
          },
        ],
        TOLD: {
          guard: { type: 'isOfIt', params: ({ event }) => event },
          actions: { type: 'keepDetails', params: ({ event }) => event },
        },
      },
    },
  },
})

export type SubmissionMachine = typeof submissionMachine
