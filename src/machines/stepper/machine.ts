import { assign, fromCallback, sendTo, setup } from 'xstate'
import type { StatusName } from '../../domain/status.ts'
import { missing } from '../support/result.ts'
import { isAtWork, isNews } from './guards.ts'
import { currentStep, type StepId } from './steps.ts'
import type { SightEvent, StepperContext, StepperEvent, StepperInput } from './types.ts'

/** What views ask of the stepper. `ready`: the results are there, and the view stays a moment. */
export type StepperTag = 'ready'

/** Milliseconds for which the ended processing stays in sight before the view moves on. */
export const readingMs = 8_000

interface Report {
  submissionId: string
  status: StatusName
}

interface Copy {
  submissionId: string
  copiedFrom: string
}

const reportOf = ({ event }: { event: Report }): Report => event

/** Whether the news makes another step than the one in sight the current one. */
const movesOn = (context: StepperContext, { submissionId, status }: Report): boolean =>
  isNews(context, submissionId, status) && currentStep({ ...context, status }) !== context.shown

/** Whether the news makes another step the current one than the one to which the view is on its way. */
const leadsElsewhere = (context: StepperContext, { submissionId, status }: Report): boolean =>
  isNews(context, submissionId, status) && currentStep({ ...context, status }) !== context.destination?.step

/** Whether the news ends the processing that is in sight: its page says that, and how long each stage took. */
const endsProcessing = (context: StepperContext, report: Report): boolean =>
  context.shown === 'processing' &&
  movesOn(context, report) &&
  currentStep({ ...context, status: report.status }) === 'reports'

const keepsNews = {
  guard: { type: 'isNews', params: reportOf },
  actions: { type: 'keepStatus', params: reportOf },
} as const

const movesWithNews = { ...keepsNews, target: 'moving' } as const

const turnsElsewhere = {
  guard: { type: 'isElsewhere', params: ({ event }: { event: { step: StepId } }) => event.step },
  target: 'arriving',
  actions: { type: 'keepShown', params: ({ event }: { event: { step: StepId } }) => event.step },
} as const

/** What leads away from the end of a processing before its time. */
const untilMoving = {
  STATUS_CHANGED: {
    ...movesWithNews,
    description: 'Somebody has gone on with it: the results are not what is at work any more.',
  },
  VISITED: { ...turnsElsewhere, description: 'Whoever turns to another page needs no moving.' },
  STAY: { target: 'staying', description: 'Whoever wants to stay is not moved later either.' },
} as const

/** Reports SEEN or UNSEEN at once, and whenever that changes. */
const sight = {
  id: 'sight',
  src: 'sight',
  onError: { target: 'moving', description: 'Nobody knows whether it was seen: the view moves on.' },
} as const

/**
 * A chart, because the page follows the submission, but not against the viewer: a viewer who chose another step stays there.
 * Decides which step of a submission is shown (specification 2 §2.3, §4.2, §4.5).
 */
export const stepperMachine = setup({
  types: {
    context: {} as StepperContext,
    events: {} as StepperEvent,
    input: {} as StepperInput,
    tags: {} as StepperTag,
  },
  actors: { sight: fromCallback<SightEvent>(missing('sight')) },
  delays: { reading: readingMs },
  guards: {
    isNowhere: ({ context }) => context.shown === undefined,
    isAtWork: ({ context }) => isAtWork(context),
    isNews: ({ context }, { submissionId, status }: Report) => isNews(context, submissionId, status),
    movesOn: ({ context }, report: Report) => movesOn(context, report),
    leadsElsewhere: ({ context }, report: Report) => leadsElsewhere(context, report),
    endsProcessing: ({ context }, report: Report) => endsProcessing(context, report),
    isElsewhere: ({ context }, step: StepId) => context.shown !== step,
    isNewCopy: ({ context }, { submissionId, copiedFrom }: Copy) =>
      context.submissionId === copiedFrom && context.copiedTo !== submissionId,
  },
  actions: {
    keepStatus: assign((_, { status }: Report) => ({ status })),
    keepShown: assign((_, step: StepId) => ({ shown: step, destination: undefined })),
    headForCurrent: assign(({ context }) => ({
      destination: { submissionId: context.submissionId, step: currentStep(context) },
    })),
    headForCopy: assign(({ context }, { submissionId }: Copy) => ({
      copiedTo: submissionId,
      destination: { submissionId, step: currentStep({ ...context, status: 'PROVISIONING' }) },
    })),
    lead: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'STEPPER_LEADS' as const, destination: context.destination! }),
    ),
  },
}).createMachine({
  id: 'stepper',
  description: 'Which step of a submission is shown, and when the view moves on by itself.',
  context: ({ input }) => ({
    parent: input.parent,
    submissionId: input.submissionId,
    copiedTo: input.copiedTo,
    status: input.status,
    mode: input.mode,
    isStatutoryCustomer: input.isStatutoryCustomer,
    shown: input.shown,
    destination: undefined,
  }),
  initial: 'starting',
  options: { maxIterations: 1000 },
  on: {
    COPY_CREATED: {
      guard: { type: 'isNewCopy', params: ({ event }) => event },
      description: 'Who opens a submission that was re-processed long ago wants to see that one.',
      target: '.leaving',
      actions: [{ type: 'headForCopy', params: ({ event }) => event }, 'lead'],
    },
  },
  states: {
    starting: {
      description: 'Left at once: without a step in the address the stepper leads to the current one.',
      always: [{ guard: 'isNowhere', target: 'moving' }, { target: 'arriving' }],
    },
    arriving: {
      description: 'Left at once: a page is shown, which is the one being worked on or another.',
      always: [{ guard: 'isAtWork', target: 'following' }, { target: 'staying' }],
    },
    following: {
      description: 'The step being worked on is in sight; the view moves on with the submission.',
      on: {
        STATUS_CHANGED: [
          {
            guard: { type: 'endsProcessing', params: reportOf },
            target: 'ready',
            actions: { type: 'keepStatus', params: reportOf },
            description: 'Not at once: how long each stage took would be gone before anybody has read it.',
          },
          {
            guard: { type: 'movesOn', params: reportOf },
            target: 'moving',
            actions: { type: 'keepStatus', params: reportOf },
            description: 'Asked before isNews, which would keep the status and leave the view behind.',
          },
          {
            ...keepsNews,
            description: 'The same step goes on.',
          },
        ],
        VISITED: {
          ...turnsElsewhere,
          description:
            'Whoever turns to another page on purpose is not taken away from it by the next change.',
        },
      },
    },
    ready: {
      description:
        'The results are there. Nobody has seen it yet: the page is in a window or tab behind others.',
      tags: ['ready'],
      invoke: sight,
      on: {
        ...untilMoving,
        SEEN: { target: 'reading' },
      },
    },
    reading: {
      description: 'The results are there, and somebody looks at the page that says so.',
      tags: ['ready'],
      invoke: sight,
      after: {
        reading: {
          target: 'moving',
          description: 'It was seen for long enough; the view moves on by itself.',
        },
      },
      on: {
        ...untilMoving,
        UNSEEN: {
          target: 'ready',
          description: 'Nobody looks any more: the time begins anew with the next look.',
        },
      },
    },
    staying: {
      description: 'The user has turned to another step on purpose and is left there.',
      on: {
        STATUS_CHANGED: {
          ...keepsNews,
          target: 'arriving',
          description:
            'The page in sight may be the one at work now; then the view moves on again from the next change.',
        },
        VISITED: {
          ...turnsElsewhere,
          description: 'Back at the page at work, the view follows again.',
        },
      },
    },
    moving: {
      description: 'The view is on its way to the step being worked on.',
      entry: ['headForCurrent', 'lead'],
      on: {
        STATUS_CHANGED: [
          {
            guard: { type: 'leadsElsewhere', params: reportOf },
            target: 'moving',
            reenter: true,
            actions: { type: 'keepStatus', params: reportOf },
            description: 'Entered anew for the new destination: the old one may be a step that is over.',
          },
          // The view is on its way there; led twice, it would go there twice.
          keepsNews,
        ],
        VISITED: {
          ...turnsElsewhere,
          description:
            'The router has arrived, or somebody went elsewhere on the way: either way the move is over.',
        },
      },
    },
    leaving: {
      description: 'A re-processed copy has taken the place of this submission; the view goes there.',
    },
  },
})

export type StepperMachine = typeof stepperMachine
