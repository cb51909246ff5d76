/** One thing that is wrong with a ruleset: where (file of the ruleset, line from 1) and what to do about it. */
export interface RulesetFault {
  file: string
  line: number
  message: string
}

/** A ruleset is refused as a whole; every fault that could be found is listed. */
export class RulesetError extends Error {
  readonly faults: readonly RulesetFault[]

  constructor(faults: readonly RulesetFault[]) {
    super(
      [
        'The ruleset is refused:',
        ...faults.map(fault => `${fault.file}:${fault.line}: ${fault.message}`),
      ].join('\n'),
    )
    this.name = 'RulesetError'
    this.faults = faults
  }
}
