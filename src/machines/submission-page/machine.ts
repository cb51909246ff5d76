import { assign, emit, enqueueActions, fromCallback, type SnapshotFrom, sendTo, setup } from 'xstate'
import { isMissing, nilReturnWithdrawn, type Problem } from '../../domain/problem.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import type { LivePageEvent } from '../live-feed/relay.ts'
import { resourceMachine } from '../resource/index.ts'
import { type Destination, stepperMachine } from '../stepper/index.ts'
import { type KnownSubmission, type SubmissionParentEvent, submissionMachine } from '../submission/index.ts'
import { thrown } from '../support/fault.ts'
import { missing } from '../support/result.ts'
import type { SubmissionPageEmitted, SubmissionPageEvent } from './events.ts'
import { isBehind, isOvertaking, newsOf } from './liveMessages.ts'
import type {
  Address,
  Found,
  Named,
  SubmissionAnswer,
  SubmissionPageContext,
  SubmissionPageInput,
  SubmissionQuestion,
} from './types.ts'
import { type Work, workAt, works } from './work.ts'

type Heard = Extract<SubmissionParentEvent, { type: 'SUBMISSION_HEARD' }>

const problemOf = ({ event }: { event: { problem: Problem } }): Problem => event.problem
const messageOf = ({ event }: { event: { message: LiveMessage } }): LiveMessage => event.message
const answerIn = ({ event }: { event: { data: SubmissionAnswer } }): SubmissionAnswer => event.data
const heardOf = ({ event }: { event: Heard }): Heard => event
const addressOf = ({ event }: { event: { address: Address } }): Address => event.address

/** What the page fetches: the submission of its address, or whether one can begin there. */
export const answerMachine = resourceMachine<SubmissionAnswer, SubmissionQuestion>('answer')

/** What to ask the server at an address. */
const questionOf = ({ submissionId, instId, named }: Address): SubmissionQuestion =>
  submissionId === undefined
    ? { instId, collectionId: named.collectionId, mode: named.mode }
    : { submissionId, mode: named.mode }

/** Whether a stepper leads through the pages: the submission is known, and the address is its own. */
const isStepped = ({ leads, known, answer, named }: SubmissionPageContext): boolean =>
  leads !== undefined && known !== undefined && answer?.is === 'begun' && isOwn(named, answer.found)

/** An address is the submission's own when nothing that it says is otherwise (decisions §12). */
const isOwn = (named: Named, found: Found): boolean =>
  named.mode === found.mode &&
  named.collectionId === found.collectionId &&
  (named.reference ?? found.reference) === found.reference &&
  (named.instId ?? found.instId) === found.instId

/**
 * What views ask of a page. missing: there is nothing at this address; withoutFile: no file has arrived; refused: the
 * file's own check has failed, and there is a list of why; stopped: processing has ended without results; handedOver: it
 * was submitted; approved: every approval is given.
 */
export type SubmissionPageTag = 'missing' | 'withoutFile' | 'refused' | 'stopped' | 'handedOver' | 'approved'

const pageSetup = setup({
  types: {
    context: {} as SubmissionPageContext,
    events: {} as SubmissionPageEvent,
    input: {} as SubmissionPageInput,
    emitted: {} as SubmissionPageEmitted,
    tags: {} as SubmissionPageTag,
    children: {} as { live: 'live'; answer: 'answer'; submission: 'submission'; stepper: 'stepper' },
  },
  actors: {
    /** Sends MESSAGE_ARRIVED and MESSAGES_MISSED for the life of the page. */
    live: fromCallback<LivePageEvent>(missing('live')),
    answer: answerMachine,
    submission: submissionMachine,
    stepper: stepperMachine,
  },
  guards: {
    hasAnswer: ({ context }) => context.answer !== undefined,
    isElsewhere: ({ context: { named, answer } }) => answer !== undefined && !isOwn(named, answer.found),
    isAnswer: ({ context }, is: SubmissionAnswer['is']) => context.answer?.is === is,
    isNotOlder: ({ context: { known } }, answer: SubmissionAnswer) =>
      answer.is !== 'begun' ||
      answer.submission.submissionId !== known?.submissionId ||
      answer.submission.version >= known.version,
    isMissing: (_, problem: Problem) => isMissing(problem),
    // A submission without a status: its nil return was withdrawn.
    isWithdrawn: (_, { submission }: Heard) => submission?.status === 'UNKNOWN',
    isAtRoot: ({ context }) => context.place.page === undefined,
    isAllowed: ({ context }) => context.place.isAllowed,
    isAt: ({ context }, work: Work) => workAt(context.known?.status ?? 'UNKNOWN') === work,
    isBegun: (_, { submission }: Heard) => submission !== undefined,
    isAnother: ({ context }, { submission }: Heard) =>
      submission !== undefined && submission.submissionId !== context.known?.submissionId,
    isStepped: ({ context }) => isStepped(context),
    isUnstepped: ({ context }) => !isStepped(context),
    namesAPage: (_, { place }: Address) => place.page !== undefined,
  },
  actions: {
    keepAnswer: assign((_, { found, is }: SubmissionAnswer) => ({ answer: { found, is } })),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    noteWithdrawn: assign({ problem: nilReturnWithdrawn }),
    // So that another address does not bring back what was deleted.
    forgetAnswer: assign({ answer: undefined }),
    forgetProblem: assign({ problem: undefined }),
    keepKnown: assign((_, { submission }: Heard) => ({ known: submission as KnownSubmission })),
    keepAddress: assign((_, { submissionId, instId, named, place }: Address) => ({
      submissionId,
      instId,
      named,
      place,
    })),
    // To the answer.
    ask: sendTo('answer', ({ context }) => ({
      type: 'PARAMS_CHANGED' as const,
      params: questionOf(context),
    })),
    retry: sendTo('answer', { type: 'RETRY' }),
    refresh: sendTo('answer', { type: 'REFRESH' }),
    replaceAnswer: sendTo('answer', (_, data: SubmissionAnswer) => ({
      type: 'DATA_REPLACED' as const,
      data,
    })),
    overtakeAnswer: enqueueActions(({ context, enqueue }, message: LiveMessage) => {
      if (isOvertaking(context, message)) enqueue.sendTo('answer', { type: 'OVERTAKEN' })
    }),
    refreshWhereBehind: enqueueActions(({ context, enqueue }, message: LiveMessage) => {
      if (isBehind(context, message)) enqueue.sendTo('answer', { type: 'REFRESH' })
    }),
    // To the submission.
    tellAnswer: sendTo('submission', (_, answer: SubmissionAnswer) =>
      answer.is === 'begun'
        ? {
            type: 'SUBMISSION_RECEIVED' as const,
            submission: answer.submission,
            changesInMs: answer.changesInMs,
          }
        : {
            type: 'NEW_SUBMISSION_RECEIVED' as const,
            facts: answer.facts,
            changesInMs: answer.changesInMs,
          },
    ),
    tellNews: enqueueActions(({ context, enqueue }, message: LiveMessage) => {
      const news = newsOf(context, message)
      if (news) enqueue.sendTo('submission', news)
    }),
    // To the stepper.
    tellStatus: enqueueActions(({ enqueue }, { submission }: Heard) => {
      if (!submission) return
      const { submissionId, status, copiedTo } = submission
      enqueue.sendTo('stepper', { type: 'STATUS_CHANGED', submissionId, status })
      if (copiedTo !== null)
        enqueue.sendTo('stepper', { type: 'COPY_CREATED', submissionId: copiedTo, copiedFrom: submissionId })
    }),
    tellVisited: sendTo('stepper', (_, { place }: Address) => ({
      type: 'VISITED' as const,
      step: place.page!,
    })),
    // To React.
    lead: emit((_, destination: Destination) => ({ type: 'page.leads' as const, destination })),
    passOn: emit((_, { type: _type, ...heard }: Heard) => ({ type: 'page.heard' as const, ...heard })),
    tellDue: emit({ type: 'page.due' }),
    reportFault: emit((_, error: unknown) => ({ type: 'page.fault' as const, error })),
  },
})

const faultIsReported = { actions: { type: 'reportFault', params: thrown } } as const

const keepProblem = { type: 'keepProblem', params: problemOf } as const
const whereMissing = {
  guard: { type: 'isMissing', params: problemOf },
  target: 'notFound',
  actions: keepProblem,
} as const

const whereDeleted = { ...whereMissing, actions: [keepProblem, 'forgetAnswer'] as const }

/** What is loaded: the submission of this address, or why there is none. */
const loaded = pageSetup.createStateConfig({
  description: 'What is loaded.',
  initial: 'asking',
  invoke: {
    id: 'answer',
    src: 'answer',
    input: ({ context, self }) => ({ parent: self, params: questionOf(context), spread: context.spread }),
    onError: faultIsReported,
  },
  on: {
    RESOURCE_TOLD: {
      guard: { type: 'isNotOlder', params: answerIn },
      target: '.judging',
      actions: [
        { type: 'keepAnswer', params: answerIn },
        { type: 'tellAnswer', params: answerIn },
      ],
      description: 'An answer from before a message changes nothing: a withdrawn nil return would come back.',
    },
    ASKED_AGAIN: { actions: 'retry' },
    ADDRESS_CHANGED: {
      guard: 'hasAnswer',
      target: '.judging',
      description: 'What came does not come again where only the address around it is another.',
    },
  },
  states: {
    judging: {
      description: 'Left at once, for what the answer is at this address.',
      always: [
        { guard: 'isElsewhere', target: 'misplaced' },
        { guard: { type: 'isAnswer', params: 'begun' }, target: 'there', actions: 'forgetProblem' },
        { guard: { type: 'isAnswer', params: 'notBegun' }, target: 'notBegun', actions: 'forgetProblem' },
        { target: 'notOffered' },
      ],
    },
    asking: {
      description: 'The first answer is on its way.',
      on: { RESOURCE_FAILED: [whereMissing, { target: 'failed', actions: keepProblem }] },
    },
    there: {
      description: 'The submission is there. A later question that fails leaves it in sight.',
      on: {
        RESOURCE_FAILED: {
          ...whereDeleted,
          description: 'It was deleted while its page was open: what is in sight would be a lie.',
        },
        SUBMISSION_HEARD: {
          guard: { type: 'isWithdrawn', params: heardOf },
          target: 'notFound',
          actions: ['noteWithdrawn', 'forgetAnswer'],
          description: 'Nothing is left of a nil return that was withdrawn (decisions §12).',
        },
      },
    },
    notBegun: {
      description: 'A new submission: it gets its address when the server knows it.',
      on: {
        RESOURCE_FAILED: { ...whereDeleted, description: 'The viewer no longer sees the collection.' },
      },
    },
    notOffered: {
      description: 'The provider cannot have a submission in this collection at all.',
    },
    misplaced: {
      tags: ['missing'],
      description:
        'The submission exists, but not at this address: another mode, collection or institution. Shown as not found, or a heading would name what is not its own.',
    },
    notFound: {
      tags: ['missing'],
      description: 'There is no such submission for this viewer.',
    },
    failed: {
      description: 'It could not be asked for. It is asked for again by itself, or by the viewer.',
      on: {
        ASKED_AGAIN: { target: 'asking', actions: ['forgetProblem', 'retry'] },
        RESOURCE_FAILED: [whereMissing, { actions: keepProblem }],
      },
    },
  },
})

const at = (work: Work) => ({ guard: { type: 'isAt' as const, params: work }, target: work })

/** What is at work, by which the pages choose what they show. */
const work = pageSetup.createStateConfig({
  description: 'What is at work in the submission.',
  initial: 'changing',
  invoke: {
    id: 'submission',
    src: 'submission',
    input: ({ self }) => ({ parent: self }),
    onError: faultIsReported,
  },
  on: {
    SUBMISSION_HEARD: [
      {
        guard: { type: 'isBegun', params: heardOf },
        target: '.changing',
        actions: [
          { type: 'keepKnown', params: heardOf },
          { type: 'passOn', params: heardOf },
        ],
      },
      { actions: { type: 'passOn', params: heardOf } },
    ],
  },
  states: {
    changing: {
      description: 'Left at once, for what is at work at the status.',
      // Every status has its work; what is left is processing.
      always: [...works.filter(work => work !== 'processing').map(at), { target: 'processing' }],
    },
    nothing: { tags: ['withoutFile'], description: 'No file has been sent yet.' },
    receiving: { tags: ['withoutFile'], description: 'The file is on its way to the store.' },
    uploadFailed: {
      tags: ['withoutFile'],
      description: 'The file did not arrive; the provider sends another.',
    },
    processing: { description: 'The system is at work; nobody has to do anything.' },
    schemaRefused: {
      tags: ['refused', 'stopped'],
      description: 'The file does not fit the schema: its errors are listed.',
    },
    rightRefused: {
      tags: ['refused', 'stopped'],
      description: 'There is no right to process the file: the reasons are listed.',
    },
    systemFailed: {
      tags: ['stopped'],
      description: 'The system failed; what the lifecycle says to a re-processing tells who acts next.',
    },
    reading: { description: 'Every report is there; the provider reads them and submits.' },
    approving: { tags: ['handedOver'], description: 'An approver decides.' },
    sentBack: {
      tags: ['handedOver'],
      description: 'Declined or taken back; the provider makes another submission.',
    },
    approved: {
      tags: ['handedOver', 'approved'],
      description: 'Every approval is given; the provider requests sign-off.',
    },
    signingOff: {
      tags: ['handedOver', 'approved'],
      description: 'The provider returns the form; the agency records it.',
    },
    signedOff: {
      tags: ['handedOver', 'approved'],
      description: 'Signed off, whatever its history is doing.',
    },
    nilReturn: {
      description: 'The provider has nothing to report: no file is missing, and nobody has anything to do.',
    },
  },
})

/** Where one stands: at the submission's root, on a page, or before one that the viewer may not see. */
const place = pageSetup.createStateConfig({
  description: 'Where the viewer stands.',
  initial: 'arriving',
  on: {
    ADDRESS_CHANGED: {
      target: '.arriving',
      actions: [{ type: 'keepAddress', params: addressOf }, 'ask'],
    },
  },
  states: {
    arriving: {
      description: 'Left at once, for the page that the address names.',
      always: [
        { guard: 'isAtRoot', target: 'root' },
        { guard: 'isAllowed', target: 'onPage' },
        { target: 'denied' },
      ],
    },
    root: { description: 'No page is named; the stepper leads to the one being worked on.' },
    onPage: { description: 'A page is shown.' },
    denied: { description: 'The viewer has no right to this page (specification 2 §2.3).' },
  },
})

/** Whether a stepper leads through the pages of the submission. */
const steps = pageSetup.createStateConfig({
  description: 'Whether a stepper leads through the pages.',
  initial: 'still',
  states: {
    still: {
      description: 'No submission is known at this address, or the page has no steps.',
      always: { guard: 'isStepped', target: 'led' },
    },
    led: {
      description: 'The stepper moves the view on with the submission.',
      invoke: {
        id: 'stepper',
        src: 'stepper',
        input: ({ context: { known, named, leads, place }, self }) => ({
          parent: self,
          submissionId: known!.submissionId,
          status: known!.status,
          copiedTo: known!.copiedTo,
          mode: named.mode,
          isStatutoryCustomer: leads!.isStatutoryCustomer,
          shown: place.page,
        }),
        onError: faultIsReported,
      },
      always: { guard: 'isUnstepped', target: 'still' },
      on: {
        SUBMISSION_HEARD: [
          {
            guard: { type: 'isAnother', params: heardOf },
            target: 'led',
            reenter: true,
            description: 'The page shows another submission now, which needs its own stepper.',
          },
          { actions: { type: 'tellStatus', params: heardOf } },
        ],
        ADDRESS_CHANGED: {
          guard: { type: 'namesAPage', params: addressOf },
          actions: { type: 'tellVisited', params: addressOf },
        },
      },
    },
  },
})

/**
 * A chart, because it runs the actors of a page and passes on between them. A page of a submission (specification 2 §2.1 to
 * §2.3, §4.2; decisions §12): what is loaded, what is going on, which page is shown and who leads. It runs the actors of the
 * page, which do not know each other. A live message is compared with what was known before it: XState delivers what a step
 * sends after that step.
 */
export const submissionPageMachine = pageSetup.createMachine({
  id: 'submissionPage',
  description: 'A page of a submission.',
  type: 'parallel',
  context: ({ input }) => ({ ...input, answer: undefined, known: undefined, problem: undefined }),
  options: { maxIterations: 1000 },
  invoke: { id: 'live', src: 'live', onError: faultIsReported },
  on: {
    MESSAGE_ARRIVED: {
      actions: [
        { type: 'overtakeAnswer', params: messageOf },
        { type: 'refreshWhereBehind', params: messageOf },
        { type: 'tellNews', params: messageOf },
      ],
    },
    MESSAGES_MISSED: { actions: 'refresh' },
    SUBMISSION_DUE: { actions: ['refresh', 'tellDue'] },
    STEPPER_LEADS: { actions: { type: 'lead', params: ({ event }) => event.destination } },
    REFRESH: { actions: 'refresh' },
    REPLACED: { actions: { type: 'replaceAnswer', params: ({ event }) => event.answer } },
  },
  states: { loaded, work, place, steps },
})

export type SubmissionPageMachine = typeof submissionPageMachine
export type SubmissionPageSnapshot = SnapshotFrom<SubmissionPageMachine>
