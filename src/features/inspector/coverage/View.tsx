import type { Chart } from '../../../machines/inspection/chart.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { type Standing, splitPair, standingOf, type Walked } from '../../../model/coverage.ts'
import {
  Banner,
  Card,
  Columns,
  Disclosure,
  formatCount,
  Link,
  PlainTable,
  Row,
  Select,
  Stack,
  StatTiles,
} from '../../../ui/index.ts'
import { LoadFailure } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { transitionLabel } from '../diagram/describe.ts'
import type { ViewProps } from '../views.ts'
import styles from './Coverage.module.css'
import { marksOf } from './use.ts'
import { type CoverageOfChart, type Source, useCoverage } from './useCoverage.ts'

/** Which transitions, and which two in a row, the tests and the real traffic have used. */
export function View({ chart }: ViewProps) {
  const t = useMessages('inspector.coverage')
  const { go } = useInspectorAddress()
  const coverage = useCoverage(chart)
  const { report, found, traffic, offered, usual, source, walked, transitions, ruledOut } = coverage
  const standing = standingOf(transitions, walked?.transitions ?? {}, ruledOut)
  // Without a report only the pairs that were used are known.
  const ofPairs = standingOf(
    coverage.pairs ?? Object.keys(walked?.pairs ?? {}),
    walked?.pairs ?? {},
    ruledOut,
  )
  return (
    <Stack>
      {report.status === 'failed' && (
        <LoadFailure title={t('reportFailed')} problem={report.problem} onRetry={report.retry} level={3} />
      )}
      {report.data && !found && (
        <Banner tone="attention" title={t('noReport')}>
          {t('noReportText')}
        </Banner>
      )}
      {traffic.status === 'failed' && (
        <LoadFailure title={t('failed')} problem={traffic.problem} onRetry={traffic.retry} level={3} />
      )}
      {offered.length > 0 && (
        <Row>
          <Select
            label={t('source')}
            options={offered.map(id => ({ id, label: t(`sources.${id}`) }))}
            value={source}
            onChange={id => go({ source: id === usual ? undefined : id }, { replace: true })}
          />
        </Row>
      )}
      {walked && <Figures source={source} transitions={standing} pairs={ofPairs} />}
      <ChartDiagram chart={chart} marks={walked ? marksOf(standing, walked.transitions) : new Map()} />
      {walked && (
        <Columns>
          <Missed chart={chart} missed={standing.missed} />
          <Pairs chart={chart} pairs={ofPairs} counts={walked.pairs} />
        </Columns>
      )}
      <RuledOut chart={chart} ids={[...standing.ruledOut, ...ofPairs.ruledOut]} reasons={ruledOut} />
    </Stack>
  )
}

interface FiguresProps {
  source: Source
  transitions: Standing
  pairs: Standing
}

function Figures({ source, transitions, pairs }: FiguresProps) {
  const t = useMessages('inspector.coverage')
  const tile = (id: string, label: string, { walked, missed, ruledOut }: Standing) => ({
    id,
    label,
    value: t('used', { used: walked.length, total: walked.length + missed.length }),
    note: [
      t(source === 'traffic' ? 'note.traffic' : 'note.tests'),
      ...(ruledOut.length > 0 ? [t('note.ruledOut', { count: ruledOut.length })] : []),
    ].join(' '),
  })
  return (
    <StatTiles
      label={t(`sources.${source}`)}
      tiles={[tile('transitions', t('transitions'), transitions), tile('pairs', t('pairs'), pairs)]}
    />
  )
}

const labelOf = (diagramMessages: Translate<'inspector.diagram'>, chart: Chart, id: string): string => {
  const transition = chart.transitions.find(other => other.id === id)
  return transition ? transitionLabel(diagramMessages, chart, { ...transition, guards: [] }) : id
}

function TransitionLink({ chart, id }: { chart: Chart; id: string }) {
  const diagramMessages = useMessages('inspector.diagram')
  const { hrefOf } = useInspectorAddress()
  return (
    <Link variant="quiet" href={hrefOf({ state: id })}>
      {labelOf(diagramMessages, chart, id)}
    </Link>
  )
}

function Missed({ chart, missed }: { chart: Chart; missed: readonly string[] }) {
  const t = useMessages('inspector.coverage')
  return (
    <Card title={`${t('missed')} (${missed.length})`} level={3}>
      {missed.length === 0 ? (
        <p>{t('nothingMissed')}</p>
      ) : (
        <ul className={styles.missed} data-plain>
          {missed.map(id => (
            <li key={id}>
              <TransitionLink chart={chart} id={id} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface PairRow {
  id: string
  ends: readonly [first: string, second: string]
}

const rowOf = (id: string): PairRow => ({ id, ends: splitPair(id) })

/** The two transitions of a pair, or one with nothing after it. */
const endColumns = (t: Translate<'inspector.coverage'>, chart: Chart) =>
  ([t('columns.first'), t('columns.second')] as const).map((header, at) => ({
    id: header,
    header,
    cell: ({ ends }: PairRow) => (ends[at] ? <TransitionLink chart={chart} id={ends[at]} /> : ''),
  }))

interface PairsProps {
  chart: Chart
  pairs: Standing
  counts: Walked['pairs']
}

function Pairs({ chart, pairs: { missed, walked }, counts }: PairsProps) {
  const t = useMessages('inspector.coverage')
  const countOf = ({ id }: PairRow): number => counts[id] ?? 0
  const rows = [...missed, ...walked].map(rowOf).toSorted((one, other) => countOf(one) - countOf(other))
  return (
    <Card title={`${t('pairsByUse')} (${rows.length})`} level={3}>
      <Disclosure title={t('showPairs')}>
        <PlainTable
          caption={t('pairsByUse')}
          isCaptionHidden
          rows={rows}
          rowId={({ id }) => id}
          columns={[
            ...endColumns(t, chart),
            {
              id: 'count',
              header: t('columns.count'),
              kind: 'number',
              cell: row => formatCount(countOf(row)),
            },
          ]}
        />
      </Disclosure>
    </Card>
  )
}

interface RuledOutProps {
  chart: Chart
  ids: readonly string[]
  reasons: CoverageOfChart['ruledOut']
}

function RuledOut({ chart, ids, reasons }: RuledOutProps) {
  const t = useMessages('inspector.coverage')
  if (ids.length === 0) return null
  return (
    <Card title={`${t('ruledOut')} (${ids.length})`} level={3}>
      <PlainTable
        caption={t('ruledOut')}
        isCaptionHidden
        rows={ids.map(rowOf)}
        rowId={({ id }) => id}
        columns={[
          ...endColumns(t, chart),
          {
            id: 'reason',
            header: t('columns.reason'),
            // Words of the test models, which are in no catalogue.
            cell: ({ id }) => (
              <span lang="en" translate="no">
                {reasons[id]}
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}
