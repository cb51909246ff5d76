import { failurePercentage, limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
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
  Link,
  LinkButton,
  Row,
  Stack,
  StatTiles,
  StatusTag,
  type TableState,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, LoadFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { texts } from './texts.ts'
import styles from './view.module.css'

export interface RuleViewProps {
  detail: Loaded<QualityRuleDetail>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  onDownload: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the records cannot be downloaded; undefined when they can. */
  downloadRefusal: string | undefined
  backHref: string
}

/** One quality rule and the records that fail it (specification 2 §2.10). */
export function RuleView(props: RuleViewProps) {
  const { detail, backHref } = props
  if (detail.status === 'failed' && detail.problem?.kind === 'not-found') {
    return (
      <EmptyState
        title={texts.notFound.title}
        level={2}
        actions={<LinkButton href={backHref}>{texts.back}</LinkButton>}
      >
        {texts.notFound.text}
      </EmptyState>
    )
  }
  return (
    <WhenLoaded resource={detail} loading={texts.loading} failed={texts.table.failed} level={2}>
      {rule => <Rule {...props} rule={rule} />}
    </WhenLoaded>
  )
}

function Rule(props: RuleViewProps & { rule: QualityRuleDetail }) {
  const { rule, detail } = props
  const isOutside = rule.Status === '1'
  return (
    <Stack gap={4}>
      <Row justify="between" align="start">
        <Stack gap={1}>
          <Row gap={3}>
            <h2 className={styles.code}>{rule.Code}</h2>
            <StatusTag tone={isOutside ? 'failed' : 'good'}>
              {isOutside ? texts.outside : texts.inside}
            </StatusTag>
          </Row>
          <p className={styles.name}>{rule.Name}</p>
        </Stack>
        <Row gap={2}>
          <LinkButton href={props.backHref} icon="arrowLeft">
            {texts.back}
          </LinkButton>
          <Button
            icon="download"
            isPending={props.isDownloading}
            disabledReason={props.downloadRefusal}
            onPress={props.onDownload}
          >
            {rule.Failures > limits.ruleDetailDirectCsv ? texts.downloadAll : texts.download}
          </Button>
        </Row>
      </Row>
      {props.downloadProblem && (
        <ActionFailure title={texts.downloadFailed} problem={props.downloadProblem} />
      )}
      <StatTiles
        label={rule.Code}
        tiles={[
          { id: 'population', label: texts.population, value: rule.Population },
          { id: 'failed', label: texts.failed, value: rule.Failures },
          {
            id: 'percentage',
            label: texts.percentage,
            value: `${failurePercentage(rule.Failures, rule.Population).toFixed(2)}%`,
          },
          { id: 'tolerance', label: texts.tolerance, value: rule.Tolerance || texts.noTolerance },
        ]}
      />
      <Columns layout="main-side">
        <Card title={texts.table.title} padding="none">
          {rule.Failures > limits.ruleDetailDirectCsv && <Banner tone="neutral" title={texts.bulkNote} />}
          <DataTable
            id="rule-results"
            caption={texts.table.caption(rule.Code)}
            isCaptionHidden
            columns={columns}
            rows={rule.results.map((result, position) => ({ ...result, position }))}
            rowId={result => String(result.position)}
            rowLabel={result => result.RowIdentifier}
            state={props.table}
            onChange={props.onTableChange}
            serverTotal={rule.pagingMetadata.totalResultsCount}
            status={detail.status}
            empty={<EmptyState title={texts.table.none} level={0} />}
            failure={
              <LoadFailure
                title={texts.table.failed}
                problem={detail.problem}
                onRetry={detail.retry}
                level={0}
              />
            }
            isBare
          />
        </Card>
        <Card title={texts.validation}>
          <Stack gap={3}>
            <p>{rule.validation.Description}</p>
            <DescriptionList
              layout="grid"
              items={[
                {
                  id: 'regulator',
                  term: texts.regulator,
                  value: `${rule.Regulator.name} (${rule.Regulator.code})`,
                },
                { id: 'version', term: texts.version, value: rule.validation.Version },
              ]}
            />
            {isWebAddress(rule.validation.GuidanceUrl) && (
              <Link href={rule.validation.GuidanceUrl} isExternal>
                {texts.guidance}
              </Link>
            )}
          </Stack>
        </Card>
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

const columns: readonly DataColumn<ResultRow>[] = [
  {
    id: 'row',
    header: texts.table.columns.row,
    value: row => row.RowIdentifier,
    kind: 'id',
    isRowHeader: true,
  },
  {
    id: 'line',
    header: texts.table.columns.line,
    value: row => row.LineNumber,
    cell: row => (row.LineNumber === null ? null : formatCount(row.LineNumber)),
    kind: 'number',
    width: 'narrow',
  },
  {
    id: 'details',
    header: texts.table.columns.details,
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
