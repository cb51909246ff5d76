import { limits } from '../../../domain/limits.ts'
import type { SchemaFailure } from '../../../domain/wire/quality.ts'
import type { FileFindings, FindingGroup } from '../../../machines/upload/contract.ts'
import { Banner, Button, formatCount, type PlainColumn, PlainTable, Row, Stack } from '../../../ui/index.ts'
import styles from './Findings.module.css'
import { texts } from './texts.ts'

const words = texts.findings

export interface FindingsProps {
  checked: FileFindings
  /** Saves all findings as CSV. */
  onSave: () => void
}

/** What the check before the upload found: why the file would be refused, and where it does not fit the schema. */
export function Findings({ checked, onSave }: FindingsProps) {
  return (
    <Stack gap={4}>
      {checked.rightToProcess.map(({ item, found, expected }) => (
        <Banner key={item} tone="attention" title={words.refused.title}>
          {words.refused.text(item, found, expected)}
        </Banner>
      ))}
      {checked.findingsTotal > 0 && <SchemaErrors checked={checked} onSave={onSave} />}
    </Stack>
  )
}

function SchemaErrors({ checked, onSave }: FindingsProps) {
  const { schema, findings, findingsTotal, groups } = checked
  // Two errors may stand at one place with one code: only the position tells them apart.
  const rows = findings.map((finding, position) => ({ ...finding, position }))
  const kept = Math.min(findingsTotal, limits.schemaFailuresKept)
  return (
    <Stack gap={3}>
      <p>{words.text(schema.kind === 'checked' ? schema.version : '')}</p>
      {groups.length < kept && (
        <PlainTable
          caption={kept < findingsTotal ? words.groups.captionOfFirst(kept) : words.groups.caption}
          columns={groupColumns}
          rows={groups.slice(0, limits.schemaFailuresShown)}
          rowId={({ code, place }) => `${code} ${place}`}
        />
      )}
      <PlainTable
        caption={words.caption}
        isCaptionHidden={groups.length === kept}
        isBounded
        columns={columns}
        rows={rows}
        rowId={({ position }) => String(position)}
      />
      <Row gap={3}>
        <Button icon="download" size="small" onPress={onSave}>
          {words.save}
        </Button>
        {findingsTotal > rows.length && <span>{words.more(rows.length, findingsTotal)}</span>}
      </Row>
    </Stack>
  )
}

const code = (text: string) => <code className={styles.wide}>{text}</code>
const prose = (text: string | null) => text !== null && <span className={styles.wide}>{text}</span>
const value = (text: string | null) => text !== null && <code className={styles.value}>{text}</code>

const columns: readonly PlainColumn<SchemaFailure & { position: number }>[] = [
  { id: 'line', header: words.columns.line, kind: 'number', cell: row => formatCount(row.LineNumber) },
  { id: 'column', header: words.columns.column, kind: 'number', cell: row => formatCount(row.Column) },
  { id: 'message', header: words.columns.message, cell: row => prose(row.Error) },
  { id: 'value', header: words.columns.value, cell: row => value(row.Details.value) },
  { id: 'expected', header: words.columns.expected, cell: row => prose(row.Details.expected) },
  { id: 'path', header: words.columns.path, cell: row => code(row.Details.path) },
]

const groupColumns: readonly PlainColumn<FindingGroup>[] = [
  {
    id: 'count',
    header: words.groups.columns.count,
    kind: 'number',
    cell: ({ count }) => formatCount(count),
  },
  { id: 'place', header: words.groups.columns.place, cell: ({ place }) => code(place) },
  { id: 'code', header: words.groups.columns.code, cell: group => <code>{group.code}</code> },
  { id: 'expected', header: words.groups.columns.expected, cell: ({ expected }) => prose(expected) },
  {
    id: 'first',
    header: words.groups.columns.firstLine,
    kind: 'number',
    cell: ({ firstLine }) => formatCount(firstLine),
  },
]
