import { changeUnit, type MeasuredChange } from '../../../domain/allowance.ts'
import {
  type EditorField,
  type Entered,
  type ToleranceKind,
  toleranceKindOf,
  toleranceValue,
} from '../../../domain/ruleConfiguration.ts'
import type { Tolerance, ToleranceType } from '../../../domain/tolerance.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import type {
  changeSpecificationRule,
  RuleToleranceWire,
  SpecificationRuleWire,
} from '../../../domain/wire/specifications.ts'
import type { Translate } from '../../../messages/index.ts'
import type { ToleranceFieldIds } from '../common/ToleranceFields.tsx'

type Sent = NonNullable<BodyOf<typeof changeSpecificationRule>['tolerances']>

/** A regulator of a rule with the parts of its tolerance. */
export interface RegulatorTolerance {
  regulatorCode: string
  name: string
  shortName: string
  conjunction: string
  measuredIn: MeasuredChange | null
  parts: readonly RuleToleranceWire[]
}

/** The values of a rule by regulator, in the order of the server. */
export const byRegulator = ({
  regulators,
  measuredIn,
}: Pick<SpecificationRuleWire, 'measuredIn' | 'regulators'>): RegulatorTolerance[] =>
  [...Map.groupBy(regulators, ({ regulatorCode }) => regulatorCode).values()].flatMap(parts =>
    parts[0] ? [{ ...parts[0], measuredIn, parts }] : [],
  )

const idOf = (part: RuleToleranceWire): string => `${part.regulatorCode}.${part.toleranceId}`

/** Ids of the fields of a part: one, or the two ends of a range. */
export const fieldIdsOf = (part: RuleToleranceWire): ToleranceFieldIds =>
  part.toleranceTo === null ? { from: idOf(part) } : { from: `${idOf(part)}.from`, to: `${idOf(part)}.to` }

/** The fields of tolerances, with what the server has. A type that cannot be changed here has none. */
export const editorFields = (
  tolerances: readonly {
    ids: ToleranceFieldIds
    type: number
    value: { from: number; to: number | null }
  }[],
): { fields: EditorField[]; stored: Entered } => {
  const all = tolerances.flatMap(({ ids: { from, to }, type, value }) => {
    const kind = toleranceKindOf(type)
    if (!kind) return []
    return [
      { field: { id: from, kind }, value: value.from },
      ...(to === undefined ? [] : [{ field: { id: to, kind, lower: from }, value: value.to }]),
    ]
  })
  return {
    fields: all.map(({ field }) => field),
    stored: Object.fromEntries(all.map(({ field, value }) => [field.id, String(value ?? '')])),
  }
}

/** The fields of a rule's tolerances, with what the server has. */
export const toleranceFields = (
  values: readonly RuleToleranceWire[],
): { fields: EditorField[]; stored: Entered } =>
  editorFields(
    values.map(part => ({
      ids: fieldIdsOf(part),
      type: part.toleranceTypeId,
      value: { from: part.toleranceFrom, to: part.toleranceTo },
    })),
  )

/** What is sent to change the tolerances of a rule. */
export const changedTolerances = (values: readonly RuleToleranceWire[], entered: Entered): Sent =>
  values.map(part => {
    const { from, to } = fieldIdsOf(part)
    const { regulatorCode, toleranceTypeId, conjunction, toleranceId } = part
    return {
      regulatorCode,
      toleranceTypeId,
      conjunction,
      toleranceId,
      toleranceFrom: entered[from] ?? '',
      toleranceTo: to === undefined ? null : (entered[to] ?? ''),
    }
  })

/** The kind that every regulator's part at this place has; undefined where they differ. */
export const kindAt = (
  tolerances: readonly RegulatorTolerance[],
  place: number,
): ToleranceKind | undefined => {
  const kinds = new Set(tolerances.map(({ parts }) => toleranceKindOf(parts[place]?.toleranceTypeId ?? 0)))
  const [kind] = kinds
  return kinds.size === 1 ? kind : undefined
}

const partWords = (
  t: Translate<'management.specification'>,
  part: RuleToleranceWire,
  measuredIn: MeasuredChange | null,
  entered: Entered,
): string | undefined => {
  const kind = toleranceKindOf(part.toleranceTypeId)
  if (!kind) return t('words.invalidType')
  const ids = fieldIdsOf(part)
  const from = toleranceValue(kind, entered[ids.from] ?? '')
  if (from === undefined) return undefined
  if (ids.to === undefined)
    return kind === 'count' ? t('words.count', { from }) : t('words.percentage', { from: String(from) })
  const to = toleranceValue(kind, entered[ids.to] ?? '')
  return to === undefined
    ? undefined
    : t('words.change', { unit: changeUnit(measuredIn), from: String(from), to: String(to) })
}

/** When a rule is outside the tolerance that is entered, in words; '' while a value is in error. */
export const toleranceWords = (
  t: Translate<'management.specification'>,
  { conjunction, measuredIn, parts }: RegulatorTolerance,
  entered: Entered,
): string => {
  const words = parts.map(part => {
    const what = partWords(t, part, measuredIn, entered)
    return what !== undefined && isAbove(part) ? t('words.above', { what }) : what
  })
  if (words.some(word => word === undefined)) return ''
  const [first = '', second] = words
  if (second === undefined) return first
  if (conjunction !== 'A' && conjunction !== 'O') return t('words.unknown')
  return t(conjunction === 'A' ? 'words.both' : 'words.either', { first, second })
}

/** Whether what lies above the value of a part is outside; of a range it is what lies beyond its ends. */
const isAbove = (part: RuleToleranceWire): boolean =>
  ['count', 'percentage'].includes(toleranceKindOf(part.toleranceTypeId) ?? '')

const isType = (id: number): id is ToleranceType => toleranceKindOf(id) !== undefined

/** The tolerance of a regulator with what is entered; undefined while a value is in error. */
export const enteredTolerance = (
  { conjunction, parts }: RegulatorTolerance,
  entered: Entered,
): Tolerance | undefined => {
  const known = parts.flatMap(part => {
    const kind = toleranceKindOf(part.toleranceTypeId)
    const ids = fieldIdsOf(part)
    const from = kind && toleranceValue(kind, entered[ids.from] ?? '')
    const to = kind && ids.to !== undefined ? toleranceValue(kind, entered[ids.to] ?? '') : null
    if (!isType(part.toleranceTypeId) || from === undefined || to === undefined) return []
    return [{ type: part.toleranceTypeId, from, to }]
  })
  return known.length === parts.length
    ? { conjunction: conjunction === 'O' ? 'O' : 'A', parts: known }
    : undefined
}

/** A tolerance as if it were entered for a regulator; undefined where it has other parts. */
export const enteredOf = (
  { parts }: RegulatorTolerance,
  tolerance: Tolerance | undefined,
): Entered | undefined => {
  const isAlike =
    tolerance?.parts.length === parts.length &&
    parts.every(({ toleranceTypeId }, at) => tolerance.parts[at]?.type === toleranceTypeId)
  if (!isAlike) return undefined
  return Object.fromEntries(
    parts.flatMap((part, at) => {
      const { from, to } = fieldIdsOf(part)
      const values = tolerance.parts[at]
      return [
        [from, String(values?.from ?? '')],
        ...(to === undefined ? [] : [[to, String(values?.to ?? '')]]),
      ]
    }),
  )
}
