import { ProblemError, problem } from '../../../domain/problem.ts'
import { statusOf } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import {
  createNilSubmission,
  makeHistory,
  refuseForm,
  reprocess,
  requestResubmission,
  type SubmissionWire,
  signOffSubmission,
  updateState,
  withdrawNilReturn,
} from '../../../domain/wire/submissions.ts'
import { type ActionHandle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { step } from '../../../machines/submission-lifecycle/index.ts'
import type { Result } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { message } from '../../../messages/message.ts'
import { useDone } from '../useDone.ts'
import { type Decided, decidedAfter, eventOf, type RowAction, reverseOf, statusOfLatest } from './actions.ts'

/** An action that was chosen for a row. */
export interface ChosenAction {
  type: RowAction
  row: Decided
  /** What the provider is to know of it; written in the dialog. */
  note?: string
}

/** The id of the latest submission; throws where there is none. */
export const submissionOf = ({ latestSubmission }: Decided): string => {
  if (!latestSubmission) throw new ProblemError(problem('not-found', message('problems', 'noSubmissionYet')))
  return latestSubmission.uuid
}

/** Where the outcome of an action goes. */
export interface ActionOutcome {
  /** The submission as the answer describes it. */
  onAnswer: (submission: SubmissionWire) => void
  /** The action has no answer of its own: what it changes has to be asked for. */
  refresh: () => void
}

/** The row actions by their calls. */
export const useRowActions = (
  collection: Pick<CollectionWire, 'id' | 'reference'>,
  { onAnswer, refresh }: ActionOutcome,
): ActionHandle<ChosenAction, SubmissionWire | undefined> => {
  const t = useMessages('decision')
  const { call } = useServices()
  const { principal } = useViewer()
  const done = useDone()

  /** The status that the chart leads to goes along: the server refuses where its own chart leads elsewhere by now. */
  const decide = (
    row: Decided,
    type: 'APPROVE' | 'DECLINE',
    note: string,
  ): Promise<Result<SubmissionWire>> => {
    const { status } = step(statusOfLatest(row), factsFromWire(row.facts), eventOf(type, principal))
    return call(updateState, {
      path: { id: submissionOf(row) },
      body: { action: type === 'APPROVE' ? 'approve' : 'decline', statusId: statusOf(status).id, note },
    })
  }

  const execute = ({ type, row, note = '' }: ChosenAction): Promise<Result<SubmissionWire | undefined>> => {
    switch (type) {
      case 'APPROVE':
      case 'DECLINE':
        return decide(row, type, note)
      case 'REQUEST_RESUBMISSION':
        return call(requestResubmission, { path: { uuid: submissionOf(row) }, body: { note } })
      case 'SIGN_OFF':
        return call(signOffSubmission, { path: { id: submissionOf(row) }, body: { note } })
      case 'FORM_REFUSED':
        return call(refuseForm, { path: { uuid: submissionOf(row) }, body: { note } })
      case 'NIL_RETURN_CREATED':
        return call(createNilSubmission, {
          body: { collectionId: collection.id, instId: row.provider.instId },
        })
      case 'NIL_RETURN_WITHDRAWN':
        return call(withdrawNilReturn, { path: { uuid: submissionOf(row) } })
      case 'REPROCESSED':
        return call(reprocess, {
          path: { reference: collection.reference },
          // One row is chosen on purpose, and its dialog says what is lost: of this submission, not of one that has come since.
          body: {
            instIds: [row.provider.instId],
            submissionUuid: submissionOf(row),
            withSubmitted: true,
          },
        })
      case 'HISTORY_REQUESTED':
        return call(makeHistory, { path: { uuid: submissionOf(row) } })
    }
  }

  return useAction(execute, {
    onDone: ({ type, row }, submission) => {
      if (submission) onAnswer(submission)
      else refresh()
      const after = submission && decidedAfter(row, submission)
      const reverse = after && reverseOf(type, after, principal)
      done(
        { title: t(`done.${type}`), text: row.provider.publishedName },
        after && reverse
          ? {
              call: () => execute({ type: reverse, row: after }),
              onDone: answer => (answer ? onAnswer(answer) : refresh()),
            }
          : undefined,
      )
    },
  })
}
