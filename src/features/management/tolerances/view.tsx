import { useMemo } from 'react'
import { changeUnit } from '../../../domain/allowance.ts'
import { toleranceFault, toleranceHelp, toleranceKindOf } from '../../../domain/ruleConfiguration.ts'
import type { SpecificationWire, ToleranceWire } from '../../../domain/wire/specifications.ts'
import type { Choice } from '../../../hooks/choice.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import type { RuleEditorHandle } from '../../../hooks/ruleEditor.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  CellLines,
  type DataColumn,
  type DataFilter,
  DataTable,
  EmptyState,
  Form,
  FormField,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { choiceColumn } from '../../common/choiceColumn.tsx'
import { TableSearch } from '../../common/ListTools.tsx'
import { specificationPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { ToleranceFields } from '../common/ToleranceFields.tsx'
import { EditorFoot } from '../specification/EditorFoot.tsx'
import { fieldsOf, isChanged, isUnsaved, rowIdOf } from './fields.ts'

export type ExportFormat = 'csv' | 'xlsx'

export interface TolerancesViewProps {
  specification: SpecificationWire
  rows: readonly ToleranceWire[]
  editor: RuleEditorHandle
  table: Table
  choice: Choice
  exported: Pick<ActionHandle<ExportFormat>, 'run' | 'isRunning' | 'action'>
}

/** The tolerances of all rules in one table: to be read, or changed while the specification is a Draft (decisions §18). */
export function TolerancesView(props: TolerancesViewProps) {
  const { specification, rows, editor, table, choice } = props
  const { isEditable, id, version } = specification
  const t = useMessages('management.tolerances')
  const text = useText()
  const term = table.state.search.trim().toLowerCase()
  const found = useMemo(
    () => rows.filter(({ ruleCode, name }) => `${ruleCode} ${name}`.toLowerCase().includes(term)),
    [rows, term],
  )
  const unsaved = rows.filter(row => isUnsaved(row, editor))
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs parent="specifications" within={{ label: version, href: specificationPath(id) }} />
      }
      header={
        <PageHeader title={t('title', { version })} actions={<Actions {...props} />}>
          {t(isEditable ? 'lead' : 'leadReadOnly', { state: specification.state.name })}
        </PageHeader>
      }
    >
      <Stack gap={4}>
        {isEditable && editor.isTouched && (
          <Card title={t('unsaved', { count: unsaved.length })}>
            <Stack gap={3}>
              <Wrong rows={unsaved} editor={editor} table={table} />
              <EditorFoot editor={editor} />
            </Stack>
          </Card>
        )}
        <DataTable
          id="tolerances"
          caption={t('caption', { version })}
          isCaptionHidden
          columns={columnsOf(t, text, { editor, choice, isEditable })}
          rows={found}
          rowId={rowIdOf}
          rowLabel={({ name, shortName }) => t('row', { rule: name, regulator: shortName })}
          state={table.state}
          onChange={table.change}
          toolbar={<TableSearch label={t('search')} isLabelHidden placeholder={t('search')} table={table} />}
          filters={useMemo(() => filtersOf(t), [t])}
          filterMessages={{ chosen: t('filters.chosen'), clear: t('filters.clear') }}
          {...(isEditable ? { tags: <SetMany rows={rows} choice={choice} editor={editor} /> } : {})}
          hasColumnChoice
          hasTwoLines
          stacks
          empty={<EmptyState title={t(rows.length === 0 ? 'empty' : 'none')} level={0} />}
        />
      </Stack>
    </Page>
  )
}

function Actions({ specification, editor, exported }: TolerancesViewProps) {
  const t = useMessages('management.tolerances')
  return (
    <>
      {(['csv', 'xlsx'] as const).map(format => (
        <Button
          key={format}
          icon="download"
          onPress={() => exported.run(format)}
          isPending={exported.isRunning && exported.action === format}
          disabledReason={editor.isTouched ? t('export.unsaved') : undefined}
        >
          {t(`export.${format}`)}
        </Button>
      ))}
      {specification.isEditable && (
        <LinkButton
          href={`${specificationPath(specification.id)}/tolerances/import`}
          variant="primary"
          icon="upload"
        >
          {t('import.link')}
        </LinkButton>
      )}
    </>
  )
}

/** Rows with a value in error that are listed: who has more corrects these first. */
const mostWrong = 5

/** The values that prevent saving, each with the way to its row. */
function Wrong({
  rows,
  editor,
  table,
}: Pick<TolerancesViewProps, 'editor' | 'table'> & { rows: readonly ToleranceWire[] }) {
  const t = useMessages('management.tolerances')
  const text = useText()
  const wrong = rows.flatMap(row => {
    const fault = Object.values(fieldsOf(row))
      .map(id => editor.faults[id])
      .find(one => one !== undefined)
    return fault ? [{ row, fault }] : []
  })
  if (wrong.length === 0) return null
  return (
    <div role="alert">
      <p>{t('wrong', { count: wrong.length })}</p>
      <ul>
        {wrong.slice(0, mostWrong).map(({ row, fault }) => (
          <li key={rowIdOf(row)}>
            {t('wrong.one', { rule: row.name, regulator: row.shortName, fault: text(fault) })}{' '}
            <Button variant="quiet" size="small" onPress={() => table.search(row.ruleCode)}>
              {t('wrong.show')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Sets one value in all selected rows. */
function SetMany({
  rows,
  choice,
  editor,
}: Pick<TolerancesViewProps, 'choice' | 'editor'> & { rows: readonly ToleranceWire[] }) {
  const t = useMessages('management.tolerances')
  const text = useText()
  const chosen = rows.filter(row => choice.chosen.has(rowIdOf(row)))
  const [first, ...others] = chosen
  const kind = first && toleranceKindOf(first.toleranceTypeId)
  if (!first || !kind) return null
  if (others.some(({ toleranceTypeId }) => toleranceTypeId !== first.toleranceTypeId))
    return (
      <Row gap={3}>
        <span role="status">{t('many.types', { count: chosen.length })}</span>
        <Button size="small" variant="quiet" onPress={choice.clear}>
          {t('many.clear')}
        </Button>
      </Row>
    )
  const isRange = kind === 'change'
  const validate = (value: string) => {
    const fault = toleranceFault(kind, value)
    return fault && text(fault)
  }
  const fieldNamed = (name: 'from' | 'to', label: string) => (
    <FormField name={name} label={label} kind="number" isRequired validate={validate} />
  )
  return (
    <Form
      key={first.toleranceTypeId}
      label={t('many.title', { count: chosen.length })}
      onSubmit={form => {
        const value = (name: string) => String(form.get(name) ?? '').trim()
        editor.enterAll(
          Object.fromEntries(
            chosen.flatMap(row => {
              const { from, to } = fieldsOf(row)
              return [[from, value('from')], ...(to === undefined ? [] : [[to, value('to')]])]
            }),
          ),
        )
        choice.clear()
      }}
    >
      <Row gap={3} align="end">
        <span role="status">{t('many.title', { count: chosen.length })}</span>
        {fieldNamed('from', t(isRange ? 'many.from' : `many.${kind}`))}
        {isRange && fieldNamed('to', t('many.to'))}
        <Button type="submit" size="small">
          {t('many.set')}
        </Button>
        <Button size="small" variant="quiet" onPress={choice.clear}>
          {t('many.clear')}
        </Button>
      </Row>
    </Form>
  )
}

type Words = Translate<'management.tolerances'>

const typeOf = (t: Words, { toleranceTypeId, measuredIn }: ToleranceWire): string => {
  const kind = toleranceKindOf(toleranceTypeId)
  if (!kind) return ''
  return kind === 'change' ? t('type.change', { unit: changeUnit(measuredIn) }) : t(`type.${kind}`)
}

const valueText = (t: Words, row: ToleranceWire, { from, to }: ToleranceWire['value']): string =>
  t('value', {
    kind: toleranceKindOf(row.toleranceTypeId) ?? 'count',
    unit: changeUnit(row.measuredIn),
    from,
    to: to ?? from,
  })

const filtersOf = (t: Words): readonly DataFilter<ToleranceWire>[] => [
  {
    id: 'regulator',
    label: t('columns.regulator'),
    value: row => row.regulatorCode,
    option: row => row.shortName,
  },
  {
    id: 'type',
    label: t('columns.type'),
    value: row => typeOf(t, row),
    option: row => typeOf(t, row),
  },
  {
    id: 'state',
    label: t('filters.state'),
    value: row => (isChanged(row) ? 'changed' : 'default'),
    option: row => t(isChanged(row) ? 'state.changed' : 'state.default'),
  },
]

const columnsOf = (
  t: Words,
  text: ToText,
  { editor, choice, isEditable }: Pick<TolerancesViewProps, 'editor' | 'choice'> & { isEditable: boolean },
): readonly DataColumn<ToleranceWire>[] => [
  ...(isEditable
    ? [
        choiceColumn<ToleranceWire>({
          header: t('columns.choice'),
          nameOf: ({ name, shortName }) => t('select', { rule: name, regulator: shortName }),
          isChosen: row => choice.chosen.has(rowIdOf(row)),
          refusalOf: () => undefined,
          onChoose: (rows, isChosen) => choice.choose(rows.map(rowIdOf), isChosen),
        }),
      ]
    : []),
  {
    id: 'rule',
    header: t('columns.rule'),
    value: ({ name }) => name,
    cell: ({ name, ruleCode }) => (
      <CellLines note={ruleCode}>
        <strong>{name}</strong>
      </CellLines>
    ),
    isRowHeader: true,
    width: 'wide',
  },
  { id: 'regulator', header: t('columns.regulator'), value: ({ shortName }) => shortName },
  {
    id: 'type',
    header: t('columns.type'),
    value: row => typeOf(t, row),
    cell: row => <CellLines note={row.joined ? t(`joined.${row.joined}`) : ''}>{typeOf(t, row)}</CellLines>,
  },
  {
    id: 'population',
    header: t('columns.population'),
    value: ({ population }) => population,
    cell: ({ population }) => <code translate="no">{population}</code>,
    isSortable: false,
  },
  {
    id: 'default',
    header: t('columns.default'),
    value: ({ fallback }) => fallback.from,
    cell: row => valueText(t, row, row.fallback),
  },
  {
    id: 'value',
    header: t('columns.value'),
    canHide: false,
    isSortable: false,
    cell: row =>
      isEditable ? <Fields row={row} editor={editor} text={text} t={t} /> : valueText(t, row, row.value),
  },
  {
    id: 'state',
    header: t('columns.state'),
    isSortable: false,
    cell: row =>
      isUnsaved(row, editor) ? (
        <StatusTag tone="attention">{t('state.unsaved')}</StatusTag>
      ) : (
        isChanged(row) && (
          <StatusTag tone="waiting" icon="info">
            {t('state.changed')}
          </StatusTag>
        )
      ),
  },
]

function Fields({
  row,
  editor,
  text,
  t,
}: {
  row: ToleranceWire
  editor: RuleEditorHandle
  text: ToText
  t: Words
}) {
  const kind = toleranceKindOf(row.toleranceTypeId)
  if (!kind) return null
  const named = {
    rule: row.name,
    regulator: row.shortName,
    type: typeOf(t, row),
    help: text(toleranceHelp(kind)),
  }
  return (
    <ToleranceFields
      ids={fieldsOf(row)}
      editor={editor}
      words={{
        only: t('input', named),
        from: t('input.from', named),
        to: t('input.to', named),
        between: t('between'),
      }}
    />
  )
}
