import { factsFromWire } from '../../../domain/wire/facts.ts'
import { restsIn } from '../../../domain/wire/fileEvents.ts'
import { getLifecycle, type LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { useResource, useViewer } from '../../../hooks/index.ts'
import {
  type Approval,
  approvalsAfter,
  type Decision,
  type StoredEvent,
  sentBackBy,
  submittedBy,
} from '../../../machines/approval-chain/index.ts'
import type { LifecycleEventType } from '../../../machines/submission-lifecycle/index.ts'
import { type Loaded, mapLoaded } from '../../common/Loaded.tsx'
import type { SubmissionPageContext } from '../shared/page.ts'

/** The approvals of a submission, and what came before them. */
export interface Chain {
  approvals: Loaded<Approval[]>
  /** Who submitted it and when; undefined while it loads. */
  submitted: Decision | undefined
  /** The decision after which another submission is needed; undefined without one. */
  sentBack: Decision | undefined
  /** Agency staff read people, everybody else organisations. */
  namesPeople: boolean
}

/** The approvals of the page's submission, from its history. */
export const useChain = ({ address, facts }: SubmissionPageContext): Chain => {
  const { isAgency } = useViewer()
  const stored = useResource(
    getLifecycle,
    { path: { id: address.submissionId } },
    {
      refreshOn: message =>
        message.type === 'FILE_EVENT' &&
        message.submissionId === address.submissionId &&
        restsIn(address.collectionId, message),
    },
  )
  const events = stored.data?.events.map(storedEvent) ?? []
  return {
    approvals: mapLoaded(stored, () => (facts ? approvalsAfter(facts, events) : [])),
    submitted: submittedBy(events),
    sentBack: sentBackBy(events),
    namesPeople: isAgency,
  }
}

const storedEvent = ({
  event,
  actor,
  occurredAt,
  facts,
  note,
  isSameApprover,
}: LifecycleEntry): StoredEvent => ({
  type: event as LifecycleEventType,
  at: occurredAt,
  by: actor,
  note,
  isSameApprover: isSameApprover === true,
  facts: factsFromWire(facts),
})
