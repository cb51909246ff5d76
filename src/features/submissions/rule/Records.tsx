import { limits } from '../../../domain/limits.ts'
import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Badge,
  Banner,
  Card,
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  Hidden,
  Link,
  SearchField,
  type TableState,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import styles from './view.module.css'

type ResultRow = QualityRuleDetail['results'][number] & { position: number }

export interface RecordsProps {
  detail: Loaded<QualityRuleDetail>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** What stands in the search box; the search follows. */
  typed: string
  onType: (text: string) => void
  onSearch: (text: string) => void
  studentHref: (student: number) => string
}

/** The records that fail the rule, page by page: a column for each identifier and value. */
export function Records(props: RecordsProps & { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const { rule, detail } = props
  return (
    <Card title={t('table.title')} padding="none">
      {rule.Failures > limits.ruleDetailDirectCsv && (
        <Banner tone="neutral" title={t('bulkNote', { limit: limits.ruleDetailDirectCsv })} />
      )}
      <DataTable
        id="rule-results"
        caption={t('table.caption', { rule: rule.Code })}
        isCaptionHidden
        columns={columnsOf(t, rule, props.studentHref)}
        rows={rule.results.map((result, position) => ({ ...result, position }))}
        rowId={result => String(result.position)}
        rowLabel={result => result.RowIdentifier}
        state={props.table}
        onChange={props.onTableChange}
        serverTotal={rule.withheld === undefined ? rule.pagingMetadata.totalResultsCount : 0}
        status={detail.status}
        toolbar={
          rule.withheld === undefined && (
            <div className={styles.tools}>
              <SearchField
                label={t('table.search')}
                isLabelHidden
                value={props.typed}
                onChange={props.onType}
                onSearch={props.onSearch}
                placeholder={t('table.searchPlaceholder')}
                isPageSearch
              />
            </div>
          )
        }
        empty={
          <EmptyState
            title={rule.withheld ?? t('table.none')}
            icon={rule.withheld === undefined ? undefined : 'info'}
            level={0}
          />
        }
        failure={
          <LoadFailure title={t('table.failed')} problem={detail.problem} onRetry={detail.retry} level={0} />
        }
        isBare
      />
    </Card>
  )
}

const columnsOf = (
  t: Translate<'submissions.rule'>,
  { Columns }: QualityRuleDetail,
  studentHref: (student: number) => string,
): readonly DataColumn<ResultRow>[] => {
  const cellOf = (row: ResultRow, at: number) => row.Details[at]?.Value ?? null
  return [
    ...Columns.map(
      ({ Name, IsAtFault, IsOpen, Kind }, at): DataColumn<ResultRow> => ({
        id: String(at),
        header: Name,
        ...(IsAtFault ? { headerDetail: <Badge tone="failed">{t('table.atFault')}</Badge> } : {}),
        value: row => cellOf(row, at),
        cell: row => {
          const value = cellOf(row, at) || '--'
          if (IsAtFault)
            return (
              <span className={styles.fault}>
                <Hidden>{t('table.atFault')} </Hidden>
                {value}
              </span>
            )
          return at === 0 && row.Student !== null ? (
            <Link href={studentHref(row.Student)}>{value}</Link>
          ) : (
            value
          )
        },
        kind: 'id',
        isSortable: IsOpen,
        isRowHeader: at === 0 && Kind === 'identifier',
      }),
    ),
    {
      id: 'line',
      header: t('table.columns.line'),
      value: row => row.LineNumber,
      cell: row => (row.LineNumber === null ? null : formatCount(row.LineNumber)),
      kind: 'number',
      width: 'narrow',
      isSortable: true,
    },
  ]
}
