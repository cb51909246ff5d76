import { type Problem, ProblemError } from '../src/domain/problem.ts'

/** A refusal whose reasons are for the log alone (decisions §20): the answer tells an attacker nothing of them. */
export class ExplainedRefusal extends ProblemError {
  readonly reasons: readonly Readonly<Record<string, string>>[]

  constructor(value: Problem, reasons: ExplainedRefusal['reasons']) {
    super(value)
    this.reasons = reasons
  }
}
