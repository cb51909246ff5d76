import { systemPrincipal } from '../../domain/principal.ts'
import { isFinished, type StatusName } from '../../domain/status.ts'
import type { Message } from '../../messages/message.ts'
import { check } from './explain.ts'
import type { Facts } from './facts.ts'

/**
 * Why nobody acts next on a submission although its status awaits somebody: the chart's own guard refuses every decision
 * about it. Undefined where it goes on, and where it has come to its end.
 */
export const standstill = (status: StatusName, facts: Facts): Message | undefined => {
  if (isFinished(status)) return undefined
  const { holds, message } = check('isNotArchived', facts, { type: 'APPROVE', actor: systemPrincipal })
  return holds ? undefined : message
}
