/** One thing that is wrong with a ruleset: where (file of the ruleset, line from 1) and what to do about it. */
export interface RulesetFault {
  file: string
  line: number
  message: string
}

const keyOf = ({ file, line, message }: RulesetFault): string => `${file}:${line} ${message}`

/** By file and line, each once. */
const inOrder = (faults: readonly RulesetFault[]): RulesetFault[] =>
  [...new Map(faults.map(fault => [keyOf(fault), fault])).values()].toSorted(
    (one, other) => one.file.localeCompare(other.file) || one.line - other.line,
  )

/** A ruleset is refused as a whole; every fault that could be found is listed. */
export class RulesetError extends Error {
  readonly faults: readonly RulesetFault[]

  constructor(all: readonly RulesetFault[]) {
    const faults = inOrder(all)
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
