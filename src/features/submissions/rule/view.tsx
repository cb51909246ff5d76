import type { ReactNode } from 'react'
import { failurePercentage, limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  Columns,
  type DataColumn,
  DataTable,
  DescriptionList,
  EmptyState,
  formatCount,
  formatPercentage,
  Link,
  LinkButton,
  Row,
  Stack,
  StatTiles,
  StatusTag,
  type TableState,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, LoadFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { NotFound } from '../../common/NotFound.tsx'
import styles from './view.module.css'

export interface RuleViewProps {
  detail: Loaded<QualityRuleDetail>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  onDownload: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the viewer may see no single record; undefined for those who may. */
  refusal?: string | undefined
  /** Why the records cannot be downloaded; undefined when they can. */
  downloadRefusal: string | undefined
  backHref: string
  /** The provider's note to its approvers; online validation has none. */
  note: ReactNode
}

/** One quality rule and the records that fail it (specification 2 §2.10). */
export function RuleView(props: RuleViewProps) {
  const t = useMessages('submissions.rule')
  const { detail, backHref } = props
  if (props.refusal !== undefined) {
    return (
      <EmptyState
        title={t('refused.title')}
        level={2}
        icon="info"
        actions={<LinkButton href={backHref}>{t('back')}</LinkButton>}
      >
        {t('refused.text', { reason: props.refusal })}
      </EmptyState>
    )
  }
  if (detail.status === 'failed' && detail.problem?.kind === 'not-found') {
    return (
      <NotFound
        title={t('notFound.title')}
        level={2}
        actions={<LinkButton href={backHref}>{t('back')}</LinkButton>}
      >
        {t('notFound.text')}
      </NotFound>
    )
  }
  return (
    <WhenLoaded resource={detail} loading={t('loading')} failed={t('table.failed')} level={2}>
      {rule => <Rule {...props} rule={rule} />}
    </WhenLoaded>
  )
}

type T = Translate<'submissions.rule'>

const toleranceTile = (t: T, { Tolerance }: QualityRuleDetail) => ({
  id: 'tolerance',
  label: t('tolerance'),
  value: Tolerance || t('noTolerance'),
})

const recordTiles = (t: T, rule: QualityRuleDetail) => [
  { id: 'population', label: t('population'), value: rule.Population },
  { id: 'failed', label: t('failed'), value: rule.Failures },
  {
    id: 'percentage',
    label: t('percentage'),
    value: formatPercentage(failurePercentage(rule.Failures, rule.Population)),
  },
  toleranceTile(t, rule),
]

const fileTiles = (t: T, rule: QualityRuleDetail) => [
  {
    id: 'change',
    label: t('wholeFile.change'),
    value:
      rule.MeasuredPercent === null
        ? t('wholeFile.noPrevious')
        : formatPercentage(rule.MeasuredPercent, { isSigned: true }),
  },
  toleranceTile(t, rule),
]

function Rule(props: RuleViewProps & { rule: QualityRuleDetail }) {
  const t = useMessages('submissions.rule')
  const { rule } = props
  const isOutside = rule.Status === '1'
  return (
    <Stack gap={4}>
      <Row justify="between" align="start">
        <Stack gap={1}>
          <Row gap={3}>
            <h2 className={styles.code}>{rule.Code}</h2>
            <StatusTag tone={isOutside ? 'failed' : 'good'}>
              {isOutside ? t('outside') : t('inside')}
            </StatusTag>
          </Row>
          <p className={styles.name}>{rule.Name}</p>
        </Stack>
        <Row gap={2}>
          <LinkButton href={props.backHref} icon="arrowLeft">
            {t('back')}
          </LinkButton>
          <Button
            icon="download"
            isPending={props.isDownloading}
            disabledReason={props.downloadRefusal}
            onPress={props.onDownload}
          >
            {rule.Measures === 'records' && rule.Failures > limits.ruleDetailDirectCsv
              ? t('downloadAll')
              : t('download')}
          </Button>
        </Row>
      </Row>
      {props.downloadProblem && <ActionFailure title={t('downloadFailed')} problem={props.downloadProblem} />}
      <StatTiles
        label={rule.Code}
        tiles={rule.Measures === 'file' ? fileTiles(t, rule) : recordTiles(t, rule)}
      />
      <Columns layout="main-side">
        {rule.Measures === 'file' ? (
          <Card title={t('wholeFile.title')}>
            <p>{t('wholeFile.text')}</p>
          </Card>
        ) : (
          <Records {...props} />
        )}
        <Stack gap={4}>
          <Card title={t('validation')}>
            <Stack gap={3}>
              <p>{rule.validation.Description}</p>
              <DescriptionList
                layout="grid"
                items={[
                  {
                    id: 'regulator',
                    term: t('regulator'),
                    value: `${rule.Regulator.name} (${rule.Regulator.code})`,
                  },
                  { id: 'version', term: t('version'), value: rule.validation.Version },
                ]}
              />
              {isWebAddress(rule.validation.GuidanceUrl) && (
                <Link href={rule.validation.GuidanceUrl} isExternal>
                  {t('guidance')}
                </Link>
              )}
            </Stack>
          </Card>
          {props.note}
        </Stack>
      </Columns>
    </Stack>
  )
}

/** Guidance is written by people: only web addresses become links. */
const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address)

type ResultRow = QualityRuleDetail['results'][number] & { position: number }

/** A field may be named twice, as a key of the record and as a detail of the rule. */
const distinct = (details: ResultRow['Details']): ResultRow['Details'] =>
  details.filter(
    ({ Name, Value }, at) => details.findIndex(other => other.Name === Name && other.Value === Value) === at,
  )

/** The records that fail the rule, page by page. */
function Records(props: RuleViewProps & { rule: QualityRuleDetail }) {
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
        columns={columnsOf(t)}
        rows={rule.results.map((result, position) => ({ ...result, position }))}
        rowId={result => String(result.position)}
        rowLabel={result => result.RowIdentifier}
        state={props.table}
        onChange={props.onTableChange}
        serverTotal={rule.withheld === undefined ? rule.pagingMetadata.totalResultsCount : 0}
        status={detail.status}
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

const columnsOf = (t: Translate<'submissions.rule'>): readonly DataColumn<ResultRow>[] => [
  {
    id: 'row',
    header: t('table.columns.row'),
    value: row => row.RowIdentifier,
    kind: 'id',
    isRowHeader: true,
  },
  {
    id: 'line',
    header: t('table.columns.line'),
    value: row => row.LineNumber,
    cell: row => (row.LineNumber === null ? null : formatCount(row.LineNumber)),
    kind: 'number',
    width: 'narrow',
  },
  {
    id: 'details',
    header: t('table.columns.details'),
    cell: row => (
      <dl className={styles.details}>
        {distinct(row.Details).map(({ Name, Value }) => (
          <div key={`${Name} ${Value}`}>
            <dt>{Name}</dt>
            <dd>{Value ?? '--'}</dd>
          </div>
        ))}
      </dl>
    ),
    width: 'wide',
  },
]
