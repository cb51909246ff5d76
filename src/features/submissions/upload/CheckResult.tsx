import { limits } from '../../../domain/limits.ts'
import type { SchemaFinding, WellFormednessError } from '../../../machines/upload/contract.ts'
import { DescriptionList } from '../../../ui/description-list/index.ts'
import { formatCount } from '../../../ui/format/index.ts'
import { Hidden } from '../../../ui/hidden/index.ts'
import { Stack } from '../../../ui/layout/index.ts'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table/index.ts'
import styles from './CheckResult.module.css'
import { texts } from './texts.ts'

/** Where and why the file is not well-formed XML (specification 2 §5). */
export function Fault({ error }: { error: WellFormednessError }) {
  const { code, message, line, column } = error
  const words = texts.validationFault
  return (
    <Stack gap={3}>
      <Hidden>
        <span role="alert">{texts.validationFailed}</span>
      </Hidden>
      <DescriptionList
        items={[
          { id: 'code', term: words.code, value: <code>{code}</code> },
          { id: 'message', term: words.message, value: message },
          { id: 'line', term: words.line, value: line.toLocaleString('en-GB') },
          { id: 'column', term: words.column, value: column.toLocaleString('en-GB') },
        ]}
      />
      <p>{texts.validationHelp}</p>
    </Stack>
  )
}

/** What does not fit the schema, found before anything is sent. */
export function Findings({ findings, total }: { findings: readonly SchemaFinding[]; total: number }) {
  // Two errors may stand at one place with one code: only the position tells them apart.
  const rows = findings
    .slice(0, limits.schemaFailuresShown)
    .map((finding, position) => ({ ...finding, position }))
  return (
    <Stack gap={3}>
      <p>{texts.findings.text}</p>
      <PlainTable
        caption={texts.findings.caption}
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowId={({ position }) => String(position)}
        isBounded
      />
      {total > rows.length && <p>{texts.findings.more(rows.length, total)}</p>}
    </Stack>
  )
}

const words = texts.findings.columns

const columns: PlainColumn<SchemaFinding & { position: number }>[] = [
  { id: 'line', header: words.line, kind: 'number', cell: ({ line }) => formatCount(line) },
  { id: 'column', header: words.column, kind: 'number', cell: ({ column }) => formatCount(column) },
  {
    id: 'message',
    header: words.message,
    cell: ({ message }) => <span className={styles.words}>{message}</span>,
  },
  { id: 'path', header: words.path, cell: ({ path }) => <code className={styles.words}>{path}</code> },
]
