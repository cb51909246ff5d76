import { systemPrincipal } from '../../domain/principal.ts'
import type { Facts, LifecycleEvent } from '../../machines/submission-lifecycle/index.ts'
import type { Answer, Question } from './answers.ts'
import { blank, endJob, factsOf, latestSlot, type Model } from './model.ts'
import type { PersonIndex, Slot, State, Submission } from './state.ts'

/** Where the events that a step decides are noted. */
export type Decided = { slot: Slot; event: LifecycleEvent }[]

/** An event of the system. */
export const bySystem = (type: LifecycleEvent['type']): LifecycleEvent =>
  ({ type, actor: systemPrincipal }) as LifecycleEvent

const ask = (
  model: Model,
  state: State,
  submission: Submission,
  event: LifecycleEvent,
  more: Pick<Question, 'expected' | 'isDone'> = {},
): Answer =>
  model.answer({
    status: submission.status,
    facts: factsOf(model, state, submission),
    event,
    ...more,
  })

const personOf = ({ bounds }: Model, userId: string | undefined): PersonIndex =>
  userId === undefined ? -1 : bounds.people.findIndex(person => person.userId === userId)

const approvals: ReadonlySet<string> = new Set(['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'])

/** The row after a decision: what `next` of `server/lifecycle/write.ts` takes from the facts. */
const writeRow = (model: Model, submission: Submission, event: LifecycleEvent, answer: Answer): void => {
  const { status, facts } = answer
  const approver = event.type === 'APPROVE' ? personOf(model, userIdOf(event)) : submission.approver
  submission.status = status
  submission.isLatest = facts.isLatest
  submission.uploader = personOf(model, facts.uploaderId)
  submission.submitter = personOf(model, facts.submitterId)
  submission.approver = approvals.has(status) ? approver : -1
  submission.isFormReturned = (facts as Facts).isFormReturned === true
  if (facts.hasStoredFile) submission.file = 'kept'
  submission.unaudited += answer.transitions - answer.auditLines
}

const userIdOf = ({ actor }: LifecycleEvent): string | undefined =>
  actor.kind === 'user' ? actor.userId : undefined

/** A copy of the stored file as a new submission (`server/lifecycle/write.ts` `createCopy`). */
const createCopy = (model: Model, draft: State, source: Submission, decided: Decided): void => {
  const slot = draft.submissions.indexOf(undefined)
  if (slot === -1) throw new Error('The bounds have no slot for the copy.')
  draft.submissions[slot] = { ...blank, uploader: source.uploader, file: source.file }
  decide(model, draft, slot, bySystem('COPIED'), decided)
}

/** Applies what the chart asks for, in its order (`server/lifecycle/effects.ts`). */
const applyEffects = (
  model: Model,
  draft: State,
  slot: Slot,
  { effects }: Answer,
  decided: Decided,
): void => {
  const submission = draft.submissions[slot]!
  for (const effect of effects)
    switch (effect.type) {
      case 'withdrawWork':
        endJob(draft, slot)
        break
      case 'enqueueStage':
        // Exclusive by submission: `sendOnce` throws where another job of it is open.
        if (submission.job) throw new Error(`A second job of ${effect.stage} is sent.`)
        submission.job = { stage: effect.stage, isActive: false, tries: 0 }
        break
      case 'armUploadTimer':
        submission.hasTimer = true
        break
      case 'disarmUploadTimer':
        submission.hasTimer = false
        break
      case 'discardFile':
        submission.file = 'none'
        break
      case 'createCopy':
        createCopy(model, draft, submission, decided)
        break
    }
}

/**
 * Decides an event in the draft, as `server/lifecycle/write.ts` does: the former latest steps aside first, then row, history,
 * audit and effects. Whether it was granted; a refused one changes nothing.
 */
export const decide = (
  model: Model,
  draft: State,
  slot: Slot,
  event: LifecycleEvent,
  decided: Decided,
  more: Pick<Question, 'expected' | 'isDone'> = {},
): boolean => {
  const submission = draft.submissions[slot]!
  const answer = ask(model, draft, submission, event, more)
  if (!answer.isGranted) return false
  if (answer.transitions === 0) {
    submission.unaudited -= answer.auditLines
    return true
  }
  if (answer.effects.some(({ type }) => type === 'supersedePrevious')) {
    const old = latestSlot(draft)
    if (old !== -1 && old !== slot) decide(model, draft, old, bySystem('SUPERSEDED'), decided)
  }
  writeRow(model, submission, event, answer)
  decided.push({ slot, event })
  applyEffects(model, draft, slot, answer, decided)
  return true
}
