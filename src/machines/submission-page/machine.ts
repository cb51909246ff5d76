import type { SnapshotFrom } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { thrown } from '../support/fault.ts'
import { pageSetup, questionOf, type SubmissionUpdated, type UploadOpened } from './setup.ts'
import type { Address, SubmissionAnswer } from './types.ts'
import { type Work, works } from './work.ts'

const problemOf = ({ event }: { event: { problem: Problem } }): Problem => event.problem
const messageOf = ({ event }: { event: { message: LiveMessage } }): LiveMessage => event.message
const answerIn = ({ event }: { event: { data: SubmissionAnswer } }): SubmissionAnswer => event.data
const updateOf = ({ event }: { event: SubmissionUpdated }): SubmissionUpdated => event
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
    RESOURCE_UPDATED: {
      guard: { type: 'isNotOlder', params: answerIn },
      target: '.judging',
      actions: [
        { type: 'keepAnswer', params: answerIn },
        { type: 'tellAnswer', params: answerIn },
      ],
      description:
        'An answer that is older than a message is ignored: a withdrawn nil return would come back.',
    },
    ASKED_AGAIN: { actions: 'retry' },
    ADDRESS_CHANGED: {
      guard: 'hasAnswer',
      target: '.judging',
      description: 'The answer is still known. It is only compared with the new address.',
    },
  },
  states: {
    judging: {
      description: 'Left at once: compares the answer with the address.',
      always: [
        { guard: 'isElsewhere', target: 'misplaced' },
        { guard: { type: 'isAnswer', params: 'begun' }, target: 'there', actions: 'forgetProblem' },
        { guard: { type: 'isAnswer', params: 'notBegun' }, target: 'notBegun', actions: 'forgetProblem' },
        { target: 'notOffered' },
      ],
    },
    asking: {
      description: 'Waiting for the first answer.',
      on: { RESOURCE_FAILED: [whereMissing, { target: 'failed', actions: keepProblem }] },
    },
    there: {
      description: 'The submission is shown. It stays if a later request fails.',
      on: {
        RESOURCE_FAILED: {
          ...whereDeleted,
          description: 'It was deleted while its page was open.',
        },
        SUBMISSION_UPDATED: {
          guard: { type: 'isWithdrawn', params: updateOf },
          target: 'notFound',
          actions: ['noteWithdrawn', 'forgetAnswer'],
          description: 'A withdrawn nil return leaves no submission (decisions §12).',
        },
      },
    },
    notBegun: {
      description: 'A new submission. Its address names it once the server has begun it.',
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
      description: 'The request failed. It is repeated after a pause, or when the viewer tries again.',
      on: {
        ASKED_AGAIN: { target: 'asking', actions: ['forgetProblem', 'retry'] },
        RESOURCE_FAILED: [whereMissing, { actions: keepProblem }],
      },
    },
  },
})

const at = (work: Work) => ({ guard: { type: 'isAt' as const, params: work }, target: work })

/** What is going on in the submission; the pages choose by it what they show. */
const work = pageSetup.createStateConfig({
  description: 'What is going on in the submission.',
  initial: 'changing',
  invoke: {
    id: 'submission',
    src: 'submission',
    input: ({ self }) => ({ parent: self }),
    onError: faultIsReported,
  },
  on: {
    SUBMISSION_UPDATED: [
      {
        guard: { type: 'isBegun', params: updateOf },
        target: '.changing',
        actions: [
          { type: 'keepKnown', params: updateOf },
          { type: 'keepFacts', params: updateOf },
        ],
      },
      { actions: { type: 'keepFacts', params: updateOf } },
    ],
  },
  states: {
    changing: {
      description: 'Left at once: chooses the state for the status.',
      // The other statuses are processing.
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

/** Where the viewer is: at the submission's root, on a page, or at one that they may not see. */
const place = pageSetup.createStateConfig({
  description: 'Which page the viewer is on.',
  initial: 'arriving',
  on: {
    ADDRESS_CHANGED: {
      target: '.arriving',
      actions: [{ type: 'keepAddress', params: addressOf }, 'ask'],
    },
  },
  states: {
    arriving: {
      description: 'Left at once: chooses the state for the page in the address.',
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
        SUBMISSION_UPDATED: [
          {
            guard: { type: 'isAnother', params: updateOf },
            target: 'led',
            reenter: true,
            description: 'The page shows another submission now, which needs its own stepper.',
          },
          { actions: { type: 'tellStatus', params: updateOf } },
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
          description: "The sender's rights or the limits have changed.",
        },
        SUBMISSION_UPDATED: { actions: ['tellUpload', { type: 'tellStored', params: updateOf }] },
        UPLOAD_BEGUN: { actions: { type: 'tellBegun', params: submissionIdOf } },
        UPLOAD_STORED: { actions: { type: 'leadToProcessing', params: submissionIdOf } },
        ADDRESS_CHANGED: {
          guard: { type: 'isOffUpload', params: addressOf },
          target: 'closed',
          actions: 'stopUpload',
          description:
            'The upload ends with its page. The viewer was asked before leaving one that is under way.',
        },
        // Without this a crash of the upload would stop the whole page.
        ['xstate.error.actor.upload' as never]: faultIsReported,
      },
    },
  },
})

/**
 * A chart, because it runs the actors of a page and passes events between them; they do not know each other. The page of a
 * submission (specification 2 §2.1 to §2.3, §4.2; decisions §12): what is loaded, what is going on, which page is shown,
 * whether a stepper leads and whether a file can be sent. A live message is compared with what was known before it, because
 * XState delivers what a step sends after that step.
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
  // The order matters: `upload` sends facts that `work` keeps in the same step.
  states: { loaded, work, place, steps, upload },
})

export type SubmissionPageMachine = typeof submissionPageMachine
export type SubmissionPageSnapshot = SnapshotFrom<SubmissionPageMachine>
