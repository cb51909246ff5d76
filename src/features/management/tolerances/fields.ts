import type { EditorField, Entered } from '../../../domain/ruleConfiguration.ts'
import type { BodyOf } from '../../../domain/wire/call.ts'
import type { changeTolerances, ToleranceWire } from '../../../domain/wire/specifications.ts'
import type { ToleranceFieldIds } from '../common/ToleranceFields.tsx'
import { editorFields } from '../specification/toleranceFields.ts'

type Sent = BodyOf<typeof changeTolerances>['tolerances']

/** Names a row of the table. */
export const rowIdOf = ({ ruleCode, regulatorCode, toleranceId }: ToleranceWire): string =>
  `${ruleCode}~${regulatorCode}~${toleranceId}`

export const fieldsOf = (row: ToleranceWire): ToleranceFieldIds => {
  const id = rowIdOf(row)
  return row.value.to === null ? { from: id } : { from: id, to: `${id}~to` }
}

/** The fields of all rows, with what the server has. */
export const tableFields = (rows: readonly ToleranceWire[]): { fields: EditorField[]; stored: Entered } =>
  editorFields(rows.map(row => ({ ids: fieldsOf(row), type: row.toleranceTypeId, value: row.value })))

type State = Record<'entered' | 'stored', Entered>

/** Whether something else than what is stored is entered for a row. */
export const isUnsaved = (row: ToleranceWire, { entered, stored }: State): boolean =>
  Object.values(fieldsOf(row)).some(id => entered[id]?.trim() !== stored[id])

/** Whether a row is stored with another value than the default of the ruleset. */
export const isChanged = ({ value, fallback }: ToleranceWire): boolean =>
  value.from !== fallback.from || value.to !== fallback.to

/** What is sent to save the rows that were changed. */
export const sentOf = (rows: readonly ToleranceWire[], state: State): Sent =>
  rows
    .filter(row => isUnsaved(row, state))
    .map(row => {
      const { ruleCode, regulatorCode, toleranceId, toleranceTypeId } = row
      const { from, to } = fieldsOf(row)
      return {
        ruleCode,
        regulatorCode,
        toleranceId,
        toleranceTypeId,
        toleranceFrom: state.entered[from] ?? '',
        toleranceTo: to === undefined ? null : (state.entered[to] ?? ''),
      }
    })
