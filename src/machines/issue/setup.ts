import { and, assign, setup } from 'xstate'
import type { IssueTag } from '../../domain/issue.ts'
import { type IssueGuardName, issueGuardImplementations } from './guards.ts'
import type { IssueEvent, IssueFacts } from './types.ts'

/** Every named guard has to hold. */
export const all = (...names: [IssueGuardName, ...IssueGuardName[]]) => and(names)
export const bySystem = 'isSystem' satisfies IssueGuardName

/** What people say is kept, and those who are to know of it are told. */
export const said = ['keepText', 'notify'] as const

/** What is written in the tracker belongs to the discussion, whatever has become of the issue. */
export const heard = { guard: bySystem, actions: said } as const

/** What changes the provider's tolerance: never under processing, whose results would be of the old one, nor after a sign-off. */
export const atRest = ['isCollectionOpen', 'isNotProcessing', 'isNotSignedOff'] as const

/** What the states of an issue are made of: guards, and effects by name, which the server applies in the deciding transaction. */
export const issueSetup = setup({
  types: {
    context: {} as IssueFacts,
    events: {} as IssueEvent,
    input: {} as IssueFacts,
    tags: {} as IssueTag,
  },
  guards: issueGuardImplementations,
  actions: {
    /** Enters the issue in the register, which reports CREATED or CREATION_FAILED. */
    register: () => {},
    /** Keeps the text with its writer, for everybody who reads the discussion. */
    keepText: () => {},
    /** Tells the other parties (`domain/notice.ts`). */
    notify: () => {},
    /** Writes the tolerance asked for as the provider's own in this collection, and decides the latest results again. */
    grantOverride: () => {},
    /** Takes the provider's own tolerance back, and decides the latest results again. */
    revokeOverride: () => {},
    noteExplained: assign({ isExplained: true }),
    /** Whoever gets it has not begun. */
    noteAssignee: assign(({ context, event }) => ({
      assigneeId: event.type === 'ASSIGN' ? event.assigneeId : context.assigneeId,
      isInWork: false,
    })),
    /** Who begins is who has it. */
    noteWork: assign(({ event }) => ({
      assigneeId: event.actor.kind === 'user' ? event.actor.userId : undefined,
      isInWork: true,
    })),
    noteWorkEnded: assign({ isInWork: false }),
    noteRequester: assign({
      requesterId: ({ event }) => (event.actor.kind === 'user' ? event.actor.userId : undefined),
    }),
  },
})
