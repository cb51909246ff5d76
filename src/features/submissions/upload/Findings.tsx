import { limits } from '../../../domain/limits.ts'
import type { SchemaFailure } from '../../../domain/wire/quality.ts'
import type { FileFindings, FindingGroup } from '../../../machines/upload/types.ts'
import { message, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Dotted,
  formatCount,
  type PlainColumn,
  PlainTable,
  Row,
  Stack,
} from '../../../ui/index.ts'
import styles from './Findings.module.css'

export interface FindingsProps {
  checked: FileFindings
  /** Saves all findings as CSV. */
  onSave: () => void
}

/** What the check before the upload found: why the file would be refused, and where it does not fit the schema. */
export function Findings({ checked, onSave }: FindingsProps) {
  const t = useMessages('submissions.upload')
  const text = useText()
  return (
    <Stack gap={4}>
      {checked.rightToProcess.map(({ item, found, expected }) => (
        <Banner key={item} tone="attention" title={t('findings.refused.title')}>
          {text(message('problems', 'rightToProcess.finding', { item, found, expected }))}
        </Banner>
      ))}
      {checked.findingsTotal > 0 && <SchemaErrors checked={checked} onSave={onSave} />}
    </Stack>
  )
}

function SchemaErrors({ checked, onSave }: FindingsProps) {
  const t = useMessages('submissions.upload')
  const { schema, findings, findingsTotal, groups, keysUnchecked } = checked
  // Two errors may stand at one place with one code: only the position tells them apart.
  const rows = findings.map((finding, position) => ({ ...finding, position }))
  const kept = Math.min(findingsTotal, limits.schemaFailuresKept)
  return (
    <Stack gap={3}>
      <p>{t('findings.text', { version: schema.kind === 'checked' ? schema.version : '' })}</p>
      {groups.length < kept && (
        <PlainTable
          caption={
            kept < findingsTotal
              ? t('findings.groups.captionOfFirst', { kept })
              : t('findings.groups.caption')
          }
          columns={groupColumnsOf(t)}
          rows={groups.slice(0, limits.schemaFailuresShown)}
          rowId={({ code, place }) => `${code} ${place}`}
        />
      )}
      <PlainTable
        caption={t('findings.caption')}
        isCaptionHidden={groups.length === kept}
        isBounded
        columns={columnsOf(t)}
        rows={rows}
        rowId={({ position }) => String(position)}
      />
      {keysUnchecked.map(({ name, line }) => (
        <p key={name}>{t('keysUnchecked', { name, line })}</p>
      ))}
      <Row gap={3}>
        <Button icon="download" size="small" onPress={onSave}>
          {t('findings.save')}
        </Button>
        {findingsTotal > rows.length && (
          <span>{t('findings.more', { shown: rows.length, total: findingsTotal })}</span>
        )}
      </Row>
    </Stack>
  )
}

const code = (text: string) => (
  <code className={styles.wide}>
    <Dotted code={text} />
  </code>
)
const prose = (text: string | null) => text !== null && <span className={styles.wide}>{text}</span>
const value = (text: string | null) => text !== null && <code className={styles.value}>{text}</code>

const columnsOf = (
  t: Translate<'submissions.upload'>,
): readonly PlainColumn<SchemaFailure & { position: number }>[] => [
  {
    id: 'line',
    header: t('findings.columns.line'),
    kind: 'number',
    cell: row => formatCount(row.LineNumber),
  },
  {
    id: 'column',
    header: t('findings.columns.column'),
    kind: 'number',
    cell: row => formatCount(row.Column),
  },
  { id: 'message', header: t('findings.columns.message'), cell: row => prose(row.Error) },
  { id: 'value', header: t('findings.columns.value'), cell: row => value(row.Details.value) },
  { id: 'expected', header: t('findings.columns.expected'), cell: row => prose(row.Details.expected) },
  { id: 'path', header: t('findings.columns.path'), cell: row => code(row.Details.path) },
]

const groupColumnsOf = (t: Translate<'submissions.upload'>): readonly PlainColumn<FindingGroup>[] => [
  {
    id: 'count',
    header: t('findings.groups.columns.count'),
    kind: 'number',
    cell: ({ count }) => formatCount(count),
  },
  { id: 'place', header: t('findings.groups.columns.place'), cell: ({ place }) => code(place) },
  { id: 'code', header: t('findings.groups.columns.code'), cell: group => <code>{group.code}</code> },
  { id: 'expected', header: t('findings.groups.columns.expected'), cell: ({ expected }) => prose(expected) },
  {
    id: 'first',
    header: t('findings.groups.columns.firstLine'),
    kind: 'number',
    cell: ({ firstLine }) => formatCount(firstLine),
  },
]
