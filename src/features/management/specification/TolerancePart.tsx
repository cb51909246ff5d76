import { changeUnit } from '../../../domain/allowance.ts'
import { toleranceHelp } from '../../../domain/ruleConfiguration.ts'
import { toleranceTypes } from '../../../domain/tolerance.ts'
import { changeSpecificationRule, type RuleToleranceWire } from '../../../domain/wire/specifications.ts'
import { useServices } from '../../../hooks/index.ts'
import { type RuleEditorHandle, useRuleEditor } from '../../../hooks/ruleEditor.ts'
import { toleranceEditorMachine } from '../../../machines/tolerance-editor/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { notify, type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { draftPlace } from '../common/draftPlaces.ts'
import { ToleranceFields } from '../common/ToleranceFields.tsx'
import { EditorFoot, reasonField } from './EditorFoot.tsx'
import type { RulePartProps } from './MetadataPart.tsx'
import { type SpreadChoice, SpreadPart } from './SpreadPart.tsx'
import {
  byRegulator,
  changedTolerances,
  fieldIdsOf,
  kindAt,
  type RegulatorTolerance,
  toleranceFields,
  toleranceWords,
} from './toleranceFields.ts'

interface TolerancePartProps extends RulePartProps {
  /** Of the regulator whose picture is shown. */
  spread: SpreadChoice
}

/** The tolerances of a rule by regulator: to be read, or changed while the specification is a Draft. */
export function TolerancePart(props: TolerancePartProps) {
  const t = useMessages('management.specification')
  if (props.rule.regulators.length === 0) return <p>{t('noRegulators')}</p>
  return props.specification.isEditable ? <ToleranceInputs {...props} /> : <TolerancesShown {...props} />
}

const regulatorColumn = (t: Translate<'management.specification'>): PlainColumn<RegulatorTolerance> => ({
  id: 'regulator',
  header: t('table.regulator'),
  cell: ({ shortName, name }) => (
    <>
      <strong>{shortName}</strong> {name}
    </>
  ),
  isRowHeader: true,
})

function TolerancesShown({ rule, specification, spread }: TolerancePartProps) {
  const t = useMessages('management.specification')
  const { stored } = toleranceFields(rule.regulators)
  return (
    <Stack gap={3}>
      <PlainTable
        caption={t('table.caption', { rule: rule.name })}
        isCaptionHidden
        stacks
        rows={byRegulator(rule)}
        rowId={({ regulatorCode }) => regulatorCode}
        columns={[
          regulatorColumn(t),
          { id: 'words', header: t('table.words'), cell: row => toleranceWords(t, row, stored) },
        ]}
      />
      <SpreadPart rule={rule} specification={specification} entered={stored} choice={spread} />
    </Stack>
  )
}

function ToleranceInputs({ rule, specification, onSaved, spread }: TolerancePartProps) {
  const t = useMessages('management.specification')
  const text = useText()
  const { call } = useServices()
  const { fields, stored } = toleranceFields(rule.regulators)
  const editor = useRuleEditor(
    toleranceEditorMachine,
    {
      place: draftPlace(specification.id, rule.id, 'tolerances'),
      fields: [...fields, reasonField],
      stored: { ...stored, [reasonField.id]: '' },
    },
    entered =>
      call(changeSpecificationRule, {
        path: { specId: String(specification.id), validationId: rule.id },
        body: {
          tolerances: changedTolerances(rule.regulators, entered),
          reason: entered[reasonField.id] ?? '',
        },
      }),
    () => {
      notify({ tone: 'good', title: t('saved'), text: rule.name })
      onSaved()
    },
  )
  const rows = byRegulator(rule)
  const places = Array.from(
    { length: Math.max(...rows.map(({ parts }) => parts.length)) },
    (_, place) => place,
  )
  return (
    <Stack gap={3}>
      <PlainTable
        caption={t('table.caption', { rule: rule.name })}
        isCaptionHidden
        stacks
        rows={rows}
        rowId={({ regulatorCode }) => regulatorCode}
        columns={[
          regulatorColumn(t),
          ...places.map(place => partColumn(t, text, rows, place, editor)),
          {
            id: 'words',
            header: t('table.words'),
            cell: row => toleranceWords(t, row, editor.entered),
          },
        ]}
      />
      <EditorFoot editor={editor} />
      <SpreadPart rule={rule} specification={specification} entered={editor.entered} choice={spread} />
    </Stack>
  )
}

const partColumn = (
  t: Translate<'management.specification'>,
  text: ToText,
  rows: readonly RegulatorTolerance[],
  place: number,
  editor: RuleEditorHandle,
): PlainColumn<RegulatorTolerance> => {
  const kind = kindAt(rows, place)
  return {
    id: `part-${place}`,
    header: kind
      ? t(`kind.${kind}`, { help: text(toleranceHelp(kind)), unit: changeUnit(rows[0]?.measuredIn) })
      : '',
    cell: ({ parts }) => {
      const part = parts[place]
      return part && <PartFields part={part} editor={editor} />
    },
  }
}

function PartFields({ part, editor }: { part: RuleToleranceWire; editor: RuleEditorHandle }) {
  const t = useMessages('management.specification')
  const regulator = part.shortName
  const isCount = part.toleranceTypeId === toleranceTypes.count
  return (
    <ToleranceFields
      ids={fieldIdsOf(part)}
      editor={editor}
      words={{
        only: t(isCount ? 'input.count' : 'input.percentage', { regulator }),
        from: t('input.from', { regulator }),
        to: t('input.to', { regulator }),
        between: t('between'),
      }}
    />
  )
}
