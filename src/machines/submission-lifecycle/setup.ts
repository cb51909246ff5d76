import { and, assign, setup } from 'xstate'
import type { SubmissionNoticeKind } from '../../domain/notice.ts'
import type { StatusTag } from '../../domain/status.ts'
import type { LifecycleEvent, Stage } from './events.ts'
import type { Facts } from './facts.ts'
import { type GuardName, guardImplementations } from './guards.ts'

/** Every named guard has to hold; the list stays readable from outside (see `explain.ts`). */
export const all = (...names: [GuardName, ...GuardName[]]) => and(names)
const userIdOf = ({ actor }: LifecycleEvent): string | undefined =>
  actor.kind === 'user' ? actor.userId : undefined

export const bySystem = 'isSystem' satisfies GuardName

/**
 * The agency has the stored file processed again as a copy; the submission itself stays as it is, so that its history
 * stays what happened. Only the latest: the copy becomes the latest, and one of an older file would bring that file back.
 */
export const reprocessing = {
  guard: all('mayReprocess', 'isLive', 'isLatest', 'hasStoredFile', 'isCollectionReprocessable'),
  actions: 'createCopy' as const,
  description:
    'A new submission of the same file takes the place of this one, so only the latest may: a copy of an older file would bring that back.',
}

/** Tells of what has happened to the submission (decisions §14). */
export const notifying = <const Kind extends SubmissionNoticeKind>(kind: Kind) => ({
  type: 'notify' as const,
  params: { kind },
})

/** Types, guards and effects of the lifecycle: what every file of its states is written with. */
export const lifecycleSetup = setup({
  types: {
    context: {} as Facts,
    events: {} as LifecycleEvent,
    input: {} as Facts,
    tags: {} as StatusTag,
  },
  guards: guardImplementations,
  actions: {
    /** Puts the stage's job on the queue. */
    enqueueStage: (_, _params: { stage: Stage }) => {},
    /**
     * Takes off the queue what is left of work that nobody waits for any more, with the progress that it has reported; a worker
     * that has it in hand is told to stop. Without it that worker would go on for nothing, and its job would be in the way of
     * the next one.
     */
    withdrawWork: () => {},
    /** Keeps the specification that the collection has at this moment: the whole processing is by it, whatever the collection is given later. */
    takeSpecification: () => {},
    /** Sends UPLOAD_EXPIRED when the signed post has run out. */
    armUploadTimer: () => {},
    disarmUploadTimer: () => {},
    /** Takes the place of the provider's former latest submission, which gets SUPERSEDED. */
    supersedePrevious: () => {},
    /** Makes a new submission from the stored file; it gets COPIED. */
    createCopy: () => {},
    /** Removes what was uploaded, if anything. */
    discardFile: () => {},
    /** Removes the stored content after 24 hours: there was no right to process it. */
    discardContentLater: () => {},
    /** Has an issue raised of everything outside tolerance that has none, where the collection leaves that to the system. */
    raiseIssues: () => {},
    /** Tells those whom it concerns (`domain/notice.ts`); each kind is a notice of its own. */
    notify: (_, _params: { kind: SubmissionNoticeKind }) => {},
    /** Marks the returned form as refused, with the note. */
    refuseForm: () => {},
    noteRefusedForm: assign({ isFormReturned: false }),
    becomeLatest: assign({ isLatest: true }),
    /** The first upload is the latest at once; a later one takes over when its file is stored, so that a cancelled upload costs nothing. */
    becomeLatestIfFirst: assign({ isLatest: ({ context }) => context.latestStatus === undefined }),
    stepAside: assign({ isLatest: false }),
    keepFile: assign({ hasStoredFile: true }),
    /** Who uploads and who submits is kept with the submission: neither approves it nor signs it off. */
    noteUploader: assign({ uploaderId: ({ event }) => userIdOf(event) }),
    noteSubmitter: assign({ submitterId: ({ event }) => userIdOf(event) }),
    noteApprover: assign({ approverId: ({ event }) => userIdOf(event) }),
  },
})
