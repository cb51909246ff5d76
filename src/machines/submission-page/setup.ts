import { assign, emit, enqueueActions, fromCallback, sendTo, setup, stopChild } from 'xstate'
import { isMissing, nilReturnWithdrawn, type Problem } from '../../domain/problem.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { message } from '../../messages/message.ts'
import type { LivePageEvent } from '../live-feed/relay.ts'
import { resourceMachine } from '../resource/index.ts'
import { type Destination, stepperMachine } from '../stepper/index.ts'
import {
  type KnownSubmission,
  replacedByUpload,
  type SubmissionParentEvent,
  sendRefusal,
  submissionMachine,
} from '../submission/index.ts'
import { missing } from '../support/result.ts'
import type { UploadEvent, UploadFacts, UploadInput } from '../upload/types.ts'
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
import { type Work, workAt } from './work.ts'

export type SubmissionUpdated = Extract<SubmissionParentEvent, { type: 'SUBMISSION_UPDATED' }>
export type UploadOpened = Extract<SubmissionPageEvent, { type: 'UPLOAD_OPENED' }>

/** What the page fetches: the submission of its address, or whether one can begin there. */
export const answerMachine = resourceMachine<SubmissionAnswer, SubmissionQuestion>('answer')

/** What to ask the server at an address. */
export const questionOf = ({ submissionId, instId, named }: Address): SubmissionQuestion =>
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

/** What an upload needs to know about the submission, the sender and the limits. */
const uploadFactsOf = ({ known, facts, sender }: SubmissionPageContext): UploadFacts => ({
  submissionId: known?.submissionId,
  blockedReason:
    facts && sender
      ? sendRefusal(known?.status ?? 'UNKNOWN', facts, sender.principal)
      : message('problems', 'check.facts'),
  replaces: facts && replacedByUpload(facts),
  maxBytes: sender?.maxBytes,
  atOnceBytes: sender?.atOnceBytes,
})

/** Addresses the upload. It cannot be a declared (typed) actor, because its code is not loaded with the page. */
const toUpload = (event: UploadEvent) => ['upload' as never, event as never] as const

/**
 * What views ask of a page. missing: there is nothing at this address; withoutFile: no file has arrived; refused: the
 * file's own check has failed, and there is a list of why; stopped: processing has ended without results; handedOver: it
 * was submitted; approved: every approval is given.
 */
export type SubmissionPageTag = 'missing' | 'withoutFile' | 'refused' | 'stopped' | 'handedOver' | 'approved'

/** What the regions of the page are made of: actors, guards and actions by name. */
export const pageSetup = setup({
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
    isWithdrawn: (_, { submission }: SubmissionUpdated) => submission?.status === 'UNKNOWN',
    isAtRoot: ({ context }) => context.place.page === undefined,
    isAllowed: ({ context }) => context.place.isAllowed,
    isAt: ({ context }, work: Work) => workAt(context.known?.status ?? 'UNKNOWN') === work,
    isBegun: (_, { submission }: SubmissionUpdated) => submission !== undefined,
    isAnother: ({ context }, { submission }: SubmissionUpdated) =>
      submission !== undefined && submission.submissionId !== context.known?.submissionId,
    isStepped: ({ context }) => isStepped(context),
    isUnstepped: ({ context }) => !isStepped(context),
    namesAPage: (_, { place }: Address) => place.page !== undefined,
    isOffUpload: (_, { place }: Address) => place.page !== 'upload',
  },
  actions: {
    keepAnswer: assign((_, { found, is }: SubmissionAnswer) => ({ answer: { found, is } })),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    noteWithdrawn: assign({ problem: nilReturnWithdrawn }),
    // Without this, another address would show the deleted submission again.
    forgetAnswer: assign({ answer: undefined }),
    forgetProblem: assign({ problem: undefined }),
    keepKnown: assign((_, { submission }: SubmissionUpdated) => ({ known: submission as KnownSubmission })),
    keepFacts: assign((_, { facts }: SubmissionUpdated) => ({ facts })),
    keepSender: assign((_, { sender }: UploadOpened) => ({ sender })),
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
    tellStatus: enqueueActions(({ enqueue }, { submission }: SubmissionUpdated) => {
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
    // To the upload.
    startUpload: enqueueActions(({ context, enqueue, self }, { logic, handedOver }: UploadOpened) => {
      const { mode, collectionId } = context.named
      const { instId } = context.answer!.found
      const facts = uploadFactsOf(context)
      const input = { parent: self, mode, collectionId, instId, handedOver, facts } satisfies UploadInput
      enqueue.spawnChild(logic as never, { id: 'upload', input } as never)
    }),
    stopUpload: stopChild('upload'),
    tellUpload: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo(...toUpload({ type: 'FACTS_CHANGED', facts: uploadFactsOf(context) }))
    }),
    tellStored: enqueueActions(({ enqueue }, { stored, storedHash }: SubmissionUpdated) => {
      if (stored !== undefined)
        enqueue.sendTo(...toUpload({ type: 'FILE_STORED', submissionId: stored, fileHash: storedHash }))
    }),
    // To React.
    lead: emit(({ context }, destination: Destination) => ({
      type: 'page.leads' as const,
      destination,
      isCopy: destination.submissionId !== context.known?.submissionId,
    })),
    leadToProcessing: emit((_, submissionId: string) => ({
      type: 'page.leads' as const,
      destination: { submissionId, step: 'processing' as const },
      isCopy: false,
    })),
    tellBegun: emit((_, submissionId: string) => ({ type: 'page.begun' as const, submissionId })),
    tellDue: emit({ type: 'page.due' }),
    reportFault: emit((_, error: unknown) => ({ type: 'page.fault' as const, error })),
  },
})
