import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Badge,
  type DataColumn,
  formatCount,
  formatPercentage,
  Icon,
  Link,
  StatusTag,
} from '../../../ui/index.ts'
import { rulePath, type SubmissionAddress } from '../../common/address.ts'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import styles from './columns.module.css'
import type { RuleLine } from './rows.ts'
import type { Raising } from './useRaising.ts'

const ruleColumns = (
  t: Translate<'submissions.quality'>,
  address: SubmissionAddress,
): DataColumn<RuleLine>[] => [
  {
    id: 'rule',
    header: t('report.columns.rule'),
    value: line => line.code,
    cell: line => <RuleName line={line} href={rulePath(address, line.code, line.regulatorCode)} />,
    isSortable: true,
    width: 'wide',
    canHide: false,
  },
  {
    id: 'status',
    header: t('report.columns.status'),
    value: line => Number(line.isOutside),
    cell: line => (
      <StatusTag tone={line.isOutside ? 'failed' : 'good'} variant="plain">
        {line.isOutside ? t('report.outside') : t('report.inside')}
      </StatusTag>
    ),
    isSortable: true,
    firstDirection: 'descending',
  },
  { id: 'regulator', header: t('report.columns.regulator'), value: line => line.regulator },
  {
    id: 'tolerance',
    header: t('report.columns.tolerance'),
    value: line => line.tolerance,
    cell: line => (
      <span className={styles.tolerance}>
        {line.tolerance || t('report.noTolerance')}
        {line.isOverride && <span className={styles.quiet}>{t('report.override')}</span>}
      </span>
    ),
    isSortable: true,
  },
]

/** What has become of the issue of a rule, in the specification's words (2 §4.6). */
const issueColumn = (
  t: Translate<'submissions.quality'>,
  { mayView }: Pick<Raising, 'mayView'>,
): DataColumn<RuleLine> => ({
  id: 'issue',
  header: t('report.columns.issue'),
  value: line => line.issue?.status.name ?? null,
  cell: ({ issue }) =>
    issue ? (
      <IssueStatusTag status={issue.status} variant="plain" href={mayView ? issue.link : null} />
    ) : (
      t('report.noIssue')
    ),
})

/** Columns of the quality report (specification 2 §2.9); files of online validation have no issues. */
export const reportColumns = (
  t: Translate<'submissions.quality'>,
  address: SubmissionAddress,
  issues: Pick<Raising, 'mayView'> | undefined,
): DataColumn<RuleLine>[] => [
  ...ruleColumns(t, address),
  {
    id: 'population',
    header: t('report.columns.population'),
    value: line => line.population,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'failure',
    header: t('report.columns.failure'),
    value: line => line.failures,
    cell: line => (
      <span className={styles.figure}>
        {formatCount(line.failures)}
        <span className={styles.quiet}>{formatPercentage(line.percentage)}</span>
      </span>
    ),
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  ...(issues ? [issueColumn(t, issues)] : []),
]

/** Columns of the report beside a previous submission (specification 2 §2.9 "Compare table"). */
export const compareColumns = (
  t: Translate<'submissions.quality'>,
  address: SubmissionAddress,
): DataColumn<RuleLine>[] => [
  ...ruleColumns(t, address),
  {
    id: 'population',
    header: t('report.columns.currentPopulation'),
    value: line => line.population,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'previous-population',
    header: t('report.columns.previousPopulation'),
    value: line => line.previousPopulation,
    kind: 'number',
  },
  {
    id: 'failure',
    header: t('report.columns.currentFailure'),
    value: line => line.failures,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'previous-failure',
    header: t('report.columns.previousFailure'),
    value: line => line.previousFailures,
    kind: 'number',
  },
  {
    id: 'change',
    header: t('report.columns.change'),
    value: line => line.change,
    cell: line => <Change value={line.change} />,
    kind: 'number',
  },
]

function RuleName({ line, href }: { line: RuleLine; href: string }) {
  const t = useMessages('submissions.quality')
  return (
    <span className={styles.rule}>
      <span className={styles.line}>
        <Link href={href} variant="row">
          {line.code}
        </Link>
        {line.isOperational && !line.isSpecialist && (
          <Badge tone="attention">{t('report.operational')}</Badge>
        )}
      </span>
      {!line.isSpecialist && <span className={styles.quiet}>{line.name}</span>}
    </span>
  )
}

/** More failures than before are highlighted: colour, arrow and sign. */
function Change({ value }: { value: number | null }) {
  const t = useMessages('submissions.quality')
  if (value === null) return t('report.notCompared')
  if (value === 0) return <span className={styles.quiet}>{t('report.unchanged')}</span>
  return (
    <span className={styles.change} data-direction={value > 0 ? 'up' : 'down'}>
      <Icon name={value > 0 ? 'chevronUp' : 'chevronDown'} size="small" />
      {value > 0 ? '+' : '−'}
      {formatCount(Math.abs(value))}
    </span>
  )
}
