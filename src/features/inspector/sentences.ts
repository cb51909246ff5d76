import { guards, submissionLifecycle } from '../../machines/submission-lifecycle/index.ts'

/** What a guard says in words: what is the case when it holds, and when it does not. */
export interface GuardSentence {
  holds: string
  /** Absent where the sentence depends on the facts of the moment. */
  fails: string | undefined
}

/** The sentences of a guard by name. Only the lifecycle's guards have them. */
export const sentenceOf = (chartId: string, name: string): GuardSentence | undefined => {
  const guard =
    chartId === submissionLifecycle.id && name in guards ? guards[name as keyof typeof guards] : undefined
  return guard && { holds: guard.holds, fails: typeof guard.fails === 'string' ? guard.fails : undefined }
}
