import { uploadedOn } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { limits } from '../../../domain/limits.ts'
import type { RecordChange } from '../../../domain/qualityReport.ts'
import { recordChanges } from '../../../domain/qualityReport.ts'
import type { ChangedRecords, QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Badge,
  Banner,
  Button,
  Card,
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  Hidden,
  Link,
  LinkTabs,
  Row,
  SearchField,
  type TableState,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import styles from './view.module.css'

type ResultRow = QualityRuleDetail['results'][number] & { position: number }

/** What has become of the records since the last upload, and which of them are in sight. */
export interface Changes {
  resource: Loaded<ChangedRecords>
  /** Undefined for all that fail now. */
  shown: RecordChange | undefined
  hrefOf: (kind: RecordChange | undefined) => string
  onDownload: () => void
  isDownloading: boolean
}

export interface RecordsProps {
  detail: Loaded<QualityRuleDetail>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** What stands in the search box; the search follows. */
  typed: string
  onType: (text: string) => void
  onSearch: (text: string) => void
  studentHref: (student: number) => string
  /** Undefined where there is no earlier upload to speak of. */
  changes: Changes | undefined
}

/** The records that fail the rule, page by page: a column for each identifier and value. */
export function Records(props: RecordsProps & { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const { rule, changes } = props
  const changed = changes?.shown === undefined ? undefined : changes
  const shown = changed ? changed.resource.data : rule
  const isSearched = rule.withheld === undefined && changed === undefined
  const { status, problem, retry } = changed ? changed.resource : props.detail
  return (
    <Card title={t('table.title')} padding="none">
      {rule.Failures > limits.ruleDetailDirectCsv && (
        <Banner tone="neutral" title={t('bulkNote', { limit: limits.ruleDetailDirectCsv })} />
      )}
      {rule.validation.Hint !== null && rule.withheld === undefined && (
        <p className={styles.hint}>
          <b>{t('hint')}</b> {rule.validation.Hint}
        </p>
      )}
      {changes && <ChangeTabs {...changes} failures={rule.Failures} />}
      <DataTable
        id="rule-results"
        caption={t('table.caption', { rule: rule.Code })}
        isCaptionHidden
        columns={columnsOf(t, rule, changed ? undefined : props.studentHref)}
        rows={(shown?.results ?? []).map((result, position) => ({ ...result, position }))}
        rowId={result => String(result.position)}
        rowLabel={result => result.RowIdentifier}
        state={props.table}
        onChange={props.onTableChange}
        serverTotal={rule.withheld === undefined ? (shown?.pagingMetadata.totalResultsCount ?? 0) : 0}
        status={status}
        toolbar={
          isSearched && (
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
            title={rule.withheld ?? (changed ? t(`changes.none.${changed.shown ?? 'new'}`) : t('table.none'))}
            icon={rule.withheld === undefined ? undefined : 'info'}
            level={0}
          />
        }
        failure={<LoadFailure title={t('table.failed')} problem={problem} onRetry={retry} level={0} />}
        isBare
      />
    </Card>
  )
}

/** All records that fail, or those that are new, still there or mended since the last upload. */
function ChangeTabs({
  resource,
  shown,
  hrefOf,
  onDownload,
  isDownloading,
  failures,
}: Changes & { failures: number }) {
  const t = useMessages('submissions.rule')
  const text = useText()
  const { data } = resource
  if (!data?.comparedWith) return null
  const { counts, comparedWith } = data
  return (
    <div className={styles.changes}>
      <Row gap={3} justify="between">
        <LinkTabs
          label={t('changes.label', { uploaded: text(uploadedOn(comparedWith.uploadedDate)) })}
          tabs={[
            {
              id: 'all',
              label: t('changes.all'),
              href: hrefOf(undefined),
              isCurrent: shown === undefined,
              count: failures,
            },
            ...recordChanges.map(kind => ({
              id: kind,
              label: t(`changes.${kind}`),
              href: hrefOf(kind),
              isCurrent: shown === kind,
              count: counts[kind],
            })),
          ]}
        />
        <Button size="small" icon="download" isPending={isDownloading} onPress={onDownload}>
          {t('changes.download')}
        </Button>
      </Row>
      <p className={styles.since}>
        {t(shown === 'mended' ? 'changes.sinceMended' : 'changes.since', {
          uploaded: text(uploadedOn(comparedWith.uploadedDate)),
          file: shownFileName(comparedWith.fileName),
        })}
      </p>
    </div>
  )
}

const columnsOf = (
  t: Translate<'submissions.rule'>,
  { Columns }: QualityRuleDetail,
  /** Undefined where rows may be of an earlier file; then they are not searched and sorted either. */
  studentHref: ((student: number) => string) | undefined,
): readonly DataColumn<ResultRow>[] => {
  const cellOf = (row: ResultRow, at: number) => row.Details[at]?.Value ?? null
  const columns = Columns.map(
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
        return at === 0 && row.Student !== null && studentHref ? (
          <Link href={studentHref(row.Student)}>{value}</Link>
        ) : (
          value
        )
      },
      kind: 'id',
      isSortable: IsOpen && studentHref !== undefined,
      isRowHeader: at === 0 && Kind === 'identifier',
    }),
  )
  // Right after the record's name, so that a phone shows it without scrolling.
  const [first, ...others] = columns
  return [
    ...(first ? [first] : []),
    {
      id: 'finding',
      header: t('table.columns.finding'),
      value: row => row.Finding,
      width: 'wide',
      isSortable: false,
    },
    ...others,
    {
      id: 'line',
      header: t('table.columns.line'),
      value: row => row.LineNumber,
      cell: row => (row.LineNumber === null ? null : formatCount(row.LineNumber)),
      kind: 'number',
      width: 'narrow',
      isSortable: studentHref !== undefined,
    },
  ]
}
