import type { SnapshotFrom } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { thrown } from '../support/fault.ts'
import { type Heard, pageSetup, questionOf, type UploadOpened } from './setup.ts'
import type { Address, SubmissionAnswer } from './types.ts'
import { type Work, works } from './work.ts'

const problemOf = ({ event }: { event: { problem: Problem } }): Problem => event.problem
const messageOf = ({ event }: { event: { message: LiveMessage } }): LiveMessage => event.message
const answerIn = ({ event }: { event: { data: SubmissionAnswer } }): SubmissionAnswer => event.data
const heardOf = ({ event }: { event: Heard }): Heard => event
const addressOf = ({ event }: { event: { address: Address } }): Address => event.address
const submissionIdOf = ({ event }: { event: { submissionId: string } }): string => event.submissionId
const openedOf = ({ event }: { event: UploadOpened }): UploadOpened => event

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
          { type: 'keepFacts', params: heardOf },
        ],
      },
      { actions: { type: 'keepFacts', params: heardOf } },
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

const keepSender = { type: 'keepSender', params: openedOf } as const

/** Whether the page Upload is shown, which has an upload of its own. */
const upload = pageSetup.createStateConfig({
  description: 'Whether the page Upload is shown.',
  initial: 'closed',
  states: {
    closed: {
      description: 'No file can be chosen.',
      on: {
        UPLOAD_OPENED: {
          guard: 'hasAnswer',
          target: 'open',
          actions: [keepSender, { type: 'startUpload', params: openedOf }],
        },
      },
    },
    open: {
      description: 'A file is chosen, checked and sent.',
      on: {
        UPLOAD_OPENED: {
          actions: [keepSender, 'tellUpload'],
          description: 'The rights of the sender or the limits have changed.',
        },
        SUBMISSION_HEARD: { actions: ['tellUpload', { type: 'tellStored', params: heardOf }] },
        UPLOAD_BEGUN: { actions: { type: 'tellBegun', params: submissionIdOf } },
        UPLOAD_STORED: { actions: { type: 'leadToProcessing', params: submissionIdOf } },
        ADDRESS_CHANGED: {
          guard: { type: 'isOffUpload', params: addressOf },
          target: 'closed',
          actions: 'stopUpload',
          description: 'An upload ends with its page. One that is under way was asked about before.',
        },
        // Without this a crash of the upload would stop the whole page.
        ['xstate.error.actor.upload' as never]: faultIsReported,
      },
    },
  },
})

/**
 * A chart, because it runs the actors of a page and passes on between them. A page of a submission (specification 2 §2.1 to
 * §2.3, §4.2; decisions §12): what is loaded, what is going on, which page is shown, who leads and whether a file can be sent.
 * The actors of the page do not know each other. A live message is compared with what was known before it: XState delivers what
 * a step sends after that step.
 */
export const submissionPageMachine = pageSetup.createMachine({
  id: 'submissionPage',
  description: 'A page of a submission.',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    answer: undefined,
    known: undefined,
    facts: undefined,
    sender: undefined,
    problem: undefined,
  }),
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
  // In this order: `upload` sends on what `work` has kept in the same step.
  states: { loaded, work, place, steps, upload },
})

export type SubmissionPageMachine = typeof submissionPageMachine
export type SubmissionPageSnapshot = SnapshotFrom<SubmissionPageMachine>
