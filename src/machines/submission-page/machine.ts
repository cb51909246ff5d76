import { assign, type SnapshotFrom, setup } from 'xstate'
import { isMissing, nilReturnWithdrawn, type Problem } from '../../domain/problem.ts'
import type { StatusName } from '../../domain/status.ts'
import type { SubmissionPageEvent } from './events.ts'
import type { Answer, Found, Named, Place, SubmissionPageContext, SubmissionPageInput } from './types.ts'
import { type Work, workAt, works } from './work.ts'

const problemOf = ({ event }: { event: { problem: Problem } }): Problem => event.problem

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
    tags: {} as SubmissionPageTag,
  },
  guards: {
    hasAnswer: ({ context }) => context.answer !== undefined,
    isElsewhere: ({ context: { named, answer } }) => answer !== undefined && !isOwn(named, answer.found),
    isAnswer: ({ context }, is: Answer['is']) => context.answer?.is === is,
    isMissing: (_, problem: Problem) => isMissing(problem),
    // Known to the last answer, it has no status: its nil return was withdrawn.
    isWithdrawn: ({ context }) => context.answer?.is === 'begun' && context.status === 'UNKNOWN',
    isAtRoot: ({ context }) => context.place.page === undefined,
    isAllowed: ({ context }) => context.place.isAllowed,
    isAt: ({ context }, work: Work) => workAt(context.status) === work,
  },
  actions: {
    keepAnswer: assign((_, answer: Answer) => ({ answer })),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    noteWithdrawn: assign({ problem: nilReturnWithdrawn }),
    // So that another address does not bring back what was deleted.
    forgetAnswer: assign({ answer: undefined }),
    forgetProblem: assign({ problem: undefined }),
    keepStatus: assign((_, status: StatusName) => ({ status })),
    keepAddress: assign((_, { named, place }: { named: Named; place: Place }) => ({ named, place })),
  },
})

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
  on: {
    FOUND: {
      target: '.judging',
      actions: { type: 'keepAnswer', params: ({ event: { found } }) => ({ found, is: 'begun' as const }) },
    },
    NOT_BEGUN: {
      target: '.judging',
      actions: {
        type: 'keepAnswer',
        params: ({ event: { found, isOffered } }) => ({
          found,
          is: isOffered ? ('notBegun' as const) : ('notOffered' as const),
        }),
      },
    },
    PLACE_CHANGED: {
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
        {
          guard: 'isWithdrawn',
          target: 'notFound',
          actions: ['noteWithdrawn', 'forgetAnswer'],
          description: 'Nothing is left of a nil return that was withdrawn (decisions §12).',
        },
        { guard: { type: 'isAnswer', params: 'begun' }, target: 'there', actions: 'forgetProblem' },
        { guard: { type: 'isAnswer', params: 'notBegun' }, target: 'notBegun', actions: 'forgetProblem' },
        { target: 'notOffered' },
      ],
    },
    asking: {
      description: 'The first answer is on its way.',
      on: { FAILED: [whereMissing, { target: 'failed', actions: keepProblem }] },
    },
    there: {
      description: 'The submission is there. A later question that fails leaves it in sight.',
      on: {
        FAILED: {
          ...whereDeleted,
          description: 'It was deleted while its page was open: what is in sight would be a lie.',
        },
        STATUS_CHANGED: { target: 'judging', description: 'It may be one that is none any more.' },
      },
    },
    notBegun: {
      description: 'A new submission: it gets its address when the server knows it.',
      on: {
        FAILED: { ...whereDeleted, description: 'The viewer no longer sees the collection.' },
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
        ASKED_AGAIN: { target: 'asking', actions: 'forgetProblem' },
        FAILED: [whereMissing, { actions: keepProblem }],
      },
    },
  },
})

const at = (work: Work) => ({ guard: { type: 'isAt' as const, params: work }, target: work })

/** What is at work, by which the pages choose what they show. */
const work = pageSetup.createStateConfig({
  description: 'What is at work in the submission.',
  initial: 'changing',
  on: {
    STATUS_CHANGED: {
      target: '.changing',
      actions: { type: 'keepStatus', params: ({ event }) => event.status },
    },
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
    PLACE_CHANGED: { target: '.arriving', actions: { type: 'keepAddress', params: ({ event }) => event } },
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

/**
 * A page of a submission: what is loaded, what is at work, and where one stands (specification 2 §2.1 to §2.3, §4.2;
 * decisions §12). Of the three only what is loaded asks for another thing than its own: the address. Views read them together.
 */
export const submissionPageMachine = pageSetup.createMachine({
  id: 'submissionPage',
  description: 'A page of a submission.',
  type: 'parallel',
  context: ({ input }) => ({ ...input, answer: undefined, status: 'UNKNOWN', problem: undefined }),
  options: { maxIterations: 1000 },
  states: { loaded, work, place },
})

export type SubmissionPageMachine = typeof submissionPageMachine
export type SubmissionPageSnapshot = SnapshotFrom<SubmissionPageMachine>
