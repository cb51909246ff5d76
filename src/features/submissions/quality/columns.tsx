import { Badge, type DataColumn, formatCount, Icon, Link, StatusTag } from '../../../ui/index.ts'
import { rulePath, type SubmissionAddress } from '../../common/address.ts'
import styles from './columns.module.css'
import type { RuleLine } from './rows.ts'
import { texts } from './texts.ts'

const words = texts.report

const ruleColumns = (address: SubmissionAddress): DataColumn<RuleLine>[] => [
  {
    id: 'rule',
    header: words.columns.rule,
    value: line => line.code,
    cell: line => <RuleName line={line} href={rulePath(address, line.code, line.regulatorCode)} />,
    isSortable: true,
    width: 'wide',
    canHide: false,
  },
  {
    id: 'status',
    header: words.columns.status,
    value: line => Number(line.isOutside),
    cell: line => (
      <StatusTag tone={line.isOutside ? 'failed' : 'good'} variant="plain">
        {line.isOutside ? words.outside : words.inside}
      </StatusTag>
    ),
    isSortable: true,
    firstDirection: 'descending',
  },
  { id: 'regulator', header: words.columns.regulator, value: line => line.regulator },
  {
    id: 'tolerance',
    header: words.columns.tolerance,
    value: line => line.tolerance,
    cell: line => (
      <span className={styles.tolerance}>
        {line.tolerance || words.noTolerance}
        {line.isOverride && <span className={styles.quiet}>{words.override}</span>}
      </span>
    ),
    isSortable: true,
  },
]

const issueColumn: DataColumn<RuleLine> = {
  id: 'issue',
  header: words.columns.issue,
  value: line => line.issue?.status ?? null,
  cell: line => (line.isSpecialist ? null : (line.issue?.status ?? words.noIssue)),
}

/** Columns of the quality report (specification 2 §2.9). */
export const reportColumns = (address: SubmissionAddress): DataColumn<RuleLine>[] => [
  ...ruleColumns(address),
  {
    id: 'population',
    header: words.columns.population,
    value: line => line.population,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'failure',
    header: words.columns.failure,
    value: line => line.failures,
    cell: line => (
      <span className={styles.figure}>
        {formatCount(line.failures)}
        <span className={styles.quiet}>{line.percentage.toFixed(2)}%</span>
      </span>
    ),
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  issueColumn,
]

/** Columns of the report beside a previous submission (specification 2 §2.9 "Compare table"). */
export const compareColumns = (address: SubmissionAddress): DataColumn<RuleLine>[] => [
  ...ruleColumns(address),
  {
    id: 'population',
    header: words.columns.currentPopulation,
    value: line => line.population,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'previous-population',
    header: words.columns.previousPopulation,
    value: line => line.previousPopulation,
    kind: 'number',
  },
  {
    id: 'failure',
    header: words.columns.currentFailure,
    value: line => line.failures,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'previous-failure',
    header: words.columns.previousFailure,
    value: line => line.previousFailures,
    kind: 'number',
  },
  {
    id: 'change',
    header: words.columns.change,
    value: line => line.change,
    cell: line => <Change value={line.change} />,
    kind: 'number',
  },
  issueColumn,
]

function RuleName({ line, href }: { line: RuleLine; href: string }) {
  return (
    <span className={styles.rule}>
      <span className={styles.line}>
        <Link href={href} variant="row">
          {line.code}
        </Link>
        {line.isOperational && !line.isSpecialist && <Badge tone="attention">{words.operational}</Badge>}
      </span>
      {!line.isSpecialist && <span className={styles.quiet}>{line.name}</span>}
    </span>
  )
}

/** More failures than before are highlighted: colour, arrow and sign. */
function Change({ value }: { value: number | null }) {
  if (value === null) return words.noIssue
  if (value === 0) return <span className={styles.quiet}>{words.unchanged}</span>
  return (
    <span className={styles.change} data-direction={value > 0 ? 'up' : 'down'}>
      <Icon name={value > 0 ? 'chevronUp' : 'chevronDown'} size="small" />
      {value > 0 ? '+' : '−'}
      {formatCount(Math.abs(value))}
    </span>
  )
}
