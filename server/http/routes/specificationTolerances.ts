import { enteredPart } from '../../../src/domain/ruleConfiguration.ts'
import { isSameTolerance, type Tolerance, type TolerancePart } from '../../../src/domain/tolerance.ts'
import type { BodyOf } from '../../../src/domain/wire/call.ts'
import type { changeSpecificationRule } from '../../../src/domain/wire/specifications.ts'
import { message } from '../../../src/messages/message.ts'
import type { ConfiguredRule } from '../../specifications/index.ts'
import { invalidField } from '../problems.ts'

type Given = NonNullable<BodyOf<typeof changeSpecificationRule>['tolerances']>[number]

const wrongForm = () => invalidField('body.tolerances', message('specification', 'tolerance.form'))

const partOf = (current: TolerancePart, given: Given, field: string): TolerancePart => {
  const entered = enteredPart(current, given)
  if (entered.ok) return entered.part
  const { at, reason } = entered.fault
  throw at === 'form' ? wrongForm() : invalidField(`${field}.${at}`, reason)
}

/**
 * The tolerances of a rule with other values: kinds, conjunctions and regulators are the ruleset's, and every part of a
 * regulator that is named has to be there (decisions §10). A regulator that the ruleset names and the portal does not know has
 * nobody who would read it: its tolerance stays the ruleset's. Throws an invalid problem that names the field.
 */
export const changedTolerances = (
  { regulators }: ConfiguredRule,
  given: readonly Given[],
  isKnown: (regulatorCode: string) => boolean,
): { regulatorCode: string; tolerance: Tolerance }[] => {
  const places = given.map((one, at) => ({ ...one, field: `body.tolerances.${at}` }))
  const byRegulator = Map.groupBy(places, ({ regulatorCode }) => regulatorCode)
  if (byRegulator.size === 0) throw wrongForm()
  return [...byRegulator].flatMap(([regulatorCode, parts]) => {
    const current = regulators.find(one => one.regulatorCode === regulatorCode)?.tolerance
    if (!current || parts.length !== current.parts.length) throw wrongForm()
    const tolerance: Tolerance = {
      conjunction: current.conjunction,
      parts: current.parts.map((part, at) => {
        const own = parts.find(({ toleranceId }) => toleranceId === at + 1)
        if (!own || own.conjunction !== current.conjunction) throw wrongForm()
        return partOf(part, own, own.field)
      }),
    }
    if (isKnown(regulatorCode)) return [{ regulatorCode, tolerance }]
    if (isSameTolerance(tolerance, current)) return []
    const field = `${parts[0]?.field}.toleranceFrom`
    throw invalidField(field, message('specification', 'tolerance.unknownRegulator', { regulatorCode }))
  })
}
