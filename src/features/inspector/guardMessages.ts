import { guards, submissionLifecycle } from '../../machines/submission-lifecycle/index.ts'
import type { Message } from '../../messages/index.ts'

/** What a guard says: what is the case when it holds, and when it does not. */
export interface GuardMessages {
  holds: Message
  /** Absent where the message depends on the facts of the moment. */
  fails: Message | undefined
}

/** The messages of a guard by name. Only the lifecycle's guards have them. */
export const messagesOfGuard = (chartId: string, name: string): GuardMessages | undefined => {
  const guard =
    chartId === submissionLifecycle.id && name in guards ? guards[name as keyof typeof guards] : undefined
  return guard && { holds: guard.holds, fails: typeof guard.fails === 'function' ? undefined : guard.fails }
}
