import { limits } from '../../../domain/limits.ts'
import { placeText } from '../../../domain/schemaFailure.ts'
import type { SchemaFailure, SchemaFailureGroup } from '../../../domain/wire/quality.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Accordion,
  Badge,
  Banner,
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  Stack,
  type TableState,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import styles from './SchemaFailures.module.css'

/** What may be shown of what was found. */
export interface ShownFindings {
  failures: readonly SchemaFailure[]
  /** All findings by field and code. */
  groups: readonly SchemaFailureGroup[]
  /** Findings in all, those included that are not shown. */
  total: number
  /** Why findings about single records are left out; undefined where none are. */
  withheld: string | undefined
}

export interface SchemaFailuresProps {
  /** At most one more than can be shown: so it is known that there are more. */
  failures: Loaded<ShownFindings>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  isExpanded: boolean
  onExpand: (isExpanded: boolean) => void
}

/** The errors one by one, for those who look for a line (specification 2 §2.8, §5): at most 100 rows, and a word when there are more. */
export function SchemaFailures({
  failures,
  table,
  onTableChange,
  isExpanded,
  onExpand,
}: SchemaFailuresProps) {
  const t = useMessages('submissions.processing')
  const errors = useMessages('schemaErrors')
  // Two errors may stand at one place with one code: only the position tells them apart.
  const { withheld } = failures.data ?? {}
  const rows = (failures.data?.failures ?? [])
    .slice(0, limits.schemaFailuresShown)
    .map((failure, position) => ({ ...failure, position }))
  const isLimited = (failures.data?.failures.length ?? 0) > limits.schemaFailuresShown
  const shownCount = isLimited ? `${limits.schemaFailuresShown}+` : rows.length
  return (
    <Accordion
      level={3}
      items={[
        {
          id: 'failures',
          title: t('schemaFailed.section'),
          summary: failures.data && (
            <Badge tone="failed">{withheld === undefined ? shownCount : failures.data.total}</Badge>
          ),
          children: (
            <Stack gap={3}>
              {isLimited && <Banner tone="attention" title={t('schemaFailed.limited')} />}
              {withheld !== undefined && <Banner tone="neutral" title={withheld} />}
              {(withheld === undefined || rows.length > 0) && (
                <DataTable
                  id="schema-failures"
                  caption={t('schemaFailed.caption')}
                  isCaptionHidden
                  columns={columnsOf(t, errors)}
                  rows={rows}
                  rowId={row => String(row.position)}
                  rowLabel={row => (row.LineNumber > 0 ? String(row.LineNumber) : row.Details.path)}
                  state={table}
                  onChange={onTableChange}
                  status={failures.status}
                  empty={<EmptyState title={t('schemaFailed.none')} level={0} icon="check" />}
                  failure={
                    <LoadFailure
                      title={t('schemaFailed.loadFailed')}
                      problem={failures.problem}
                      onRetry={failures.retry}
                      level={0}
                    />
                  }
                />
              )}
            </Stack>
          ),
        },
      ]}
      expanded={isExpanded ? ['failures'] : []}
      onChange={open => onExpand(open.length > 0)}
    />
  )
}

const columnsOf = (
  t: Translate<'submissions.processing'>,
  errors: Translate<'schemaErrors'>,
): readonly DataColumn<SchemaFailure>[] => [
  {
    id: 'line',
    header: t('schemaFailed.columns.line'),
    value: row => (row.LineNumber > 0 ? row.LineNumber : null),
    // About the whole file, or at a place that is withheld.
    cell: row =>
      row.LineNumber > 0 && (
        <span className={styles.place}>
          {formatCount(row.LineNumber)}
          <span className={styles.quiet}>{t('schemaFailed.column', { column: row.Column })}</span>
        </span>
      ),
    kind: 'number',
    isSortable: true,
    width: 'narrow',
  },
  {
    id: 'error',
    header: t('schemaFailed.columns.error'),
    value: row => row.Error,
    cell: row => (
      <span className={styles.error}>
        {row.Error}
        {row.Details.suggestion !== undefined && (
          <strong>{errors('suggestion', { suggestion: row.Details.suggestion })}</strong>
        )}
        <code>{row.Code}</code>
      </span>
    ),
    isSortable: true,
  },
  {
    id: 'details',
    header: t('schemaFailed.columns.details'),
    value: row => row.Details.path,
    cell: row => <Details {...row.Details} />,
    width: 'wide',
  },
]

/** Where the error stands: the element, the keys that name its record, and what was expected. */
function Details({ name, ids, parent, path, value, expected }: SchemaFailure['Details']) {
  const t = useMessages('submissions.processing')
  return (
    <dl className={styles.details}>
      <div>
        <dt>{name}</dt>
        <dd>{ids.map(({ field, value: key }) => `${field} ${key}`).join(', ') || path}</dd>
      </div>
      {parent && (
        <div>
          <dt>{t('schemaFailed.within')}</dt>
          <dd>{placeText(parent)}</dd>
        </div>
      )}
      {value !== null && (
        <div>
          <dt>{t('schemaFailed.value')}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      )}
      {expected !== null && (
        <div>
          <dt>{t('schemaFailed.expected')}</dt>
          <dd>{expected}</dd>
        </div>
      )}
    </dl>
  )
}
