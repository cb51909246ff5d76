import type { Standing } from '../../../domain/ruleStanding.ts'
import { type ToText, type Translate, useMessages } from '../../../messages/index.ts'
import {
  type DataColumn,
  formatCount,
  type IconName,
  Sparkline,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { rulePath, type SubmissionAddress } from '../../common/address.ts'
import { choiceColumn } from '../../common/choiceColumn.tsx'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import { Term } from '../../common/Term.tsx'
import { Failure, MeasuredValue, RuleName, Tolerance } from './cells.tsx'
import styles from './columns.module.css'
import type { RuleLine } from './rows.ts'
import type { Raising } from './useRaising.ts'
import { choiceIdOf, type RuleChoice } from './useRuleChoice.ts'

type T = Translate<'submissions.quality'>
type Column = DataColumn<RuleLine>

/** What has become of the issue of a rule, in the specification's words (2 §4.6). */
const issueColumn = (t: T, { mayView }: Pick<Raising, 'mayView'>): Column => ({
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

/** Which rules are chosen, to be explained together. */
const choiceOf = (t: T, text: ToText, { chosen, refusalOf, onChoose }: RuleChoice): Column =>
  choiceColumn({
    header: t('choice.column'),
    nameOf: ({ code, regulator }) => t('choice.choose', { code, regulator }),
    isChosen: line => chosen.includes(choiceIdOf(line)),
    refusalOf: line => text(refusalOf(line)),
    onChoose,
  })

/** What the report stands beside. */
export interface Beside {
  /** Names the compared submission; undefined where there is none. */
  against: string | undefined
  /** Uploads of which the trend tells. */
  uploads: number
}

const againstColumns = (t: T, { against }: Beside): Column[] =>
  against === undefined
    ? []
    : [
        {
          id: 'standing',
          header: against,
          value: line => line.standing,
          cell: line =>
            line.standing && (
              <Against standing={line.standing} change={line.comparesFiles ? null : line.change} />
            ),
        },
        {
          id: 'previous-population',
          header: t('report.columns.previousPopulation'),
          value: line => (line.comparesFiles ? null : line.previousPopulation),
          kind: 'number',
        },
        {
          id: 'previous-failure',
          header: t('report.columns.previousFailure'),
          value: line => (line.comparesFiles ? null : line.previousFailures),
          kind: 'number',
        },
      ]

const trendColumn = (t: T, { uploads }: Beside): Column[] =>
  uploads < 2
    ? []
    : [
        {
          id: 'trend',
          header: t('report.columns.trend', { count: uploads }),
          cell: line => <Trend values={line.trend} />,
        },
      ]

/**
 * Columns of the quality report (specification 2 §2.9), beside the compared upload where there is one; files of online
 * validation have no issues.
 */
export const reportColumns = (
  { t, text }: { t: T; text: ToText },
  address: SubmissionAddress,
  {
    issues,
    explaining,
    listQuery,
    hasMeasured,
    ...beside
  }: Beside & {
    /** Whether a rule in sight measures the whole file. */
    hasMeasured: boolean
    issues: Pick<Raising, 'mayView'> | undefined
    explaining: RuleChoice | undefined
    listQuery: string
  },
): Column[] => [
  ...(explaining ? [choiceOf(t, text, explaining)] : []),
  {
    id: 'rule',
    header: t('report.columns.rule'),
    value: line => line.code,
    cell: line => (
      <RuleName line={line} href={`${rulePath(address, line.code, line.regulatorCode)}${listQuery}`} />
    ),
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
  ...againstColumns(t, beside),
  {
    id: 'failure',
    header: t('report.columns.failure'),
    explanation: (
      <Term id="failure" isMark>
        {t('report.columns.failure')}
      </Term>
    ),
    value: line => (line.comparesFiles ? null : line.failures),
    cell: line => <Failure line={line} />,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  ...(hasMeasured ? [measuredColumn(t)] : []),
  {
    id: 'tolerance',
    header: t('report.columns.tolerance'),
    explanation: (
      <Term id="tolerance" isMark>
        {t('report.columns.tolerance')}
      </Term>
    ),
    headerDetail: <Scale />,
    value: line => line.tolerance,
    cell: line => <Tolerance line={line} />,
    isSortable: true,
  },
  {
    id: 'population',
    header: t('report.columns.population'),
    explanation: (
      <Term id="population" isMark>
        {t('report.columns.population')}
      </Term>
    ),
    value: line => (line.comparesFiles ? null : line.population),
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  ...trendColumn(t, beside),
  { id: 'regulator', header: t('report.columns.regulator'), value: line => line.regulator },
  ...(issues ? [issueColumn(t, issues)] : []),
]

const measuredColumn = (t: T): Column => ({
  id: 'measured',
  header: t('report.columns.measured'),
  value: line => line.measuredPercent,
  cell: line => line.comparesFiles && <MeasuredValue line={line} />,
  kind: 'number',
})

/** Where the numbers of the logarithmic bar stand. */
function Scale() {
  return (
    <span className={styles.scale} aria-hidden="true">
      <span>0</span>
      <span>0.1</span>
      <span>1</span>
      <span>10</span>
      <span>100%</span>
    </span>
  )
}

const looks: Record<Standing, { tone: Tone; icon: IconName }> = {
  new: { tone: 'failed', icon: 'plus' },
  worse: { tone: 'failed', icon: 'sortAscending' },
  unchanged: { tone: 'neutral', icon: 'dash' },
  better: { tone: 'good', icon: 'sortDescending' },
  mended: { tone: 'good', icon: 'check' },
  tolerated: { tone: 'neutral', icon: 'dash' },
  never: { tone: 'neutral', icon: 'dash' },
}

function Against({ standing, change }: { standing: Standing; change: number | null }) {
  const t = useMessages('submissions.quality')
  const { tone, icon } = looks[standing]
  return (
    <span className={styles.two}>
      <StatusTag tone={tone} icon={icon} variant="plain">
        {t(`standings.${standing}`)}
      </StatusTag>
      {change !== null && change !== 0 && (
        <span className={styles.change}>
          {change > 0 ? '+' : '−'}
          {formatCount(Math.abs(change))}
        </span>
      )}
    </span>
  )
}

function Trend({ values }: { values: RuleLine['trend'] }) {
  const t = useMessages('submissions.quality')
  const words = values.map(value => (value === null ? t('report.noResult') : formatCount(value)))
  return (
    <Sparkline
      values={values}
      label={t('report.trend', { count: values.length, values: words.join(', ') })}
    />
  )
}
