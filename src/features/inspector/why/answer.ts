import type { StatusName } from '../../../domain/status.ts'
import {
  type Explanation,
  explain,
  type Facts,
  type LifecycleEvent,
  type Stepped,
  step,
} from '../../../machines/submission-lifecycle/index.ts'

/** What the lifecycle says to an event: as the server would, with the same function. */
export interface LifecycleAnswer {
  explanation: Explanation
  /** What the server would answer: 204 done, 403 no right, 409 not now. */
  code: 204 | 403 | 409
  /** Where it would lead; undefined when it is refused. */
  after: Pick<Stepped, 'status' | 'effects'> | undefined
}

/** Asks the lifecycle about an event at a status with these facts, without doing anything. */
export const answerTo = (status: StatusName, facts: Facts, event: LifecycleEvent): LifecycleAnswer => {
  const explanation = explain(status, facts, event)
  if (!explanation.refusal) return { explanation, code: 204, after: step(status, facts, event) }
  return { explanation, code: explanation.refusal.kind === 'forbidden' ? 403 : 409, after: undefined }
}
