import { join } from 'node:path'
import { readRulesetFolder } from '../server/analysis/ruleset/folder.ts'
import type { RecordFault } from '../src/sample/index.ts'

const rulesets = join(import.meta.dirname, '../rulesets/student')

/** Fields of a failing example that are a plain value of the first record of an entity; undefined where there is more to it. */
const faultOf = (changes: Readonly<Record<string, unknown>>): RecordFault | undefined => {
  const fault: Record<string, Record<string, string | undefined>> = {}
  for (const [path, value] of Object.entries(changes)) {
    const [entity = '', field, ...rest] = path.split('.')
    if (field === undefined || rest.length > 0 || !['string', 'number'].includes(typeof value))
      return undefined
    fault[entity] = { ...fault[entity], [field]: value === '' ? undefined : String(value) }
  }
  return Object.keys(fault).length > 0 ? fault : undefined
}

/**
 * What breaks the rules of a ruleset: of each the first failing example that only sets fields, by the code of the rule. Rules
 * whose failure takes more than that are not among them.
 */
const ruleFaults = async (version: string): Promise<Map<string, RecordFault>> => {
  const { rules } = await readRulesetFolder(join(rulesets, version))
  const found = new Map<string, RecordFault>()
  for (const { value: rule } of rules) {
    const [first] = rule.examples.flatMap(({ fails }) => {
      const fault = fails && faultOf(fails)
      return fault ? [fault] : []
    })
    if (first) found.set(rule.code, first)
  }
  return found
}

/** Faults that break these rules of a ruleset, one each. Throws RangeError for a rule without a simple failing example. */
export const faultsFor = async (version: string, codes: readonly string[]): Promise<RecordFault[]> => {
  const known = await ruleFaults(version)
  return codes.map(code => {
    const fault = known.get(code)
    if (!fault) throw new RangeError(`The rule ${code} has no failing example that only sets fields.`)
    return fault
  })
}
