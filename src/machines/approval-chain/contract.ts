import type { ChainFacts } from '../../domain/approvalChain.ts'
import type { ApprovalStatusName, StatusName } from '../../domain/status.ts'

/** Who decided and when; the history on the wire does not name people to everybody. */
export interface Decision {
  /** Instant, ISO 8601 in UTC. */
  at: string
  by?: string | undefined
}

/** One entry of a submission's history. */
export interface HistoryEntry extends Decision {
  status: StatusName
}

export interface ApprovalChainContext {
  facts: ChainFacts
  approved: Partial<Record<ApprovalStatusName, Decision>>
  declined: { approval: ApprovalStatusName; decision: Decision } | undefined
  withdrawn: Decision | undefined
}

/** One approval that the provider's submission needs (specification 2 §2.12). */
export interface Approval {
  status: ApprovalStatusName
  label: string
  state: 'notReached' | 'pending' | 'done' | 'declined'
  at?: string | undefined
  by?: string | undefined
}
