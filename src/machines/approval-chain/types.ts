import type { OrganisationType } from '../../domain/organisation.ts'
import type { ApprovalStatusName } from '../../domain/status.ts'
import type { Facts, LifecycleEventType } from '../submission-lifecycle/index.ts'

/** Who decided: the system, or a person of an organisation, as far as the viewer may read it. */
export interface Decider {
  kind: 'user' | 'system'
  name: string
  organisationType: OrganisationType | null
}

/** Who decided and when. */
export interface Decision {
  /** Instant, ISO 8601 in UTC. */
  at: string
  by: Decider
  /** What was written to it, for the provider; undefined where nothing was. */
  note: string | undefined
  /** Whether who decided also gave the approval before. */
  isSameApprover?: boolean
}

/** An event of a submission's stored history. */
export interface StoredEvent extends Decision {
  type: LifecycleEventType
  /** What the guards read when it was decided. */
  facts: Facts
}

/** One approval that the provider's submission needs (specification 2 §2.12). */
export interface Approval {
  status: ApprovalStatusName
  state: 'notReached' | 'pending' | 'done' | 'declined'
  /** Absent until it is decided. */
  decision?: Decision
}
