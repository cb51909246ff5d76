import type { UserPrincipal } from '../../domain/principal.ts'
import type { StatusName } from '../../domain/status.ts'
import { explain } from './explain.ts'
import type { Facts } from './facts.ts'

/** Whether a submission waits for this very person: whoever could approve it, or record its sign-off, now. */
export const awaitsDecisionOf = (status: StatusName, facts: Facts, actor: UserPrincipal): boolean =>
  (['APPROVE', 'SIGN_OFF'] as const).some(type => explain(status, facts, { type, actor }).allowed)
