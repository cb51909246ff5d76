import type { Chart } from '../../../machines/inspection/chart.ts'
import { splitPair, type Walked } from '../../../machines/inspection/coverage.ts'
import { Disclosure } from '../../../ui/accordion/index.ts'
import { Banner } from '../../../ui/banner/index.ts'
import { Card } from '../../../ui/card/index.ts'
import { Columns, Row, Stack } from '../../../ui/layout/index.ts'
import { Link } from '../../../ui/link/index.ts'
import { NativeSelect } from '../../../ui/native-select/index.ts'
import { PlainTable } from '../../../ui/plain-table/index.ts'
import { StatTiles } from '../../../ui/stat-tiles/index.ts'
import { LoadFailure } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { transitionLabel } from '../diagram/describe.ts'
import type { ViewProps } from '../views.ts'
import styles from './Coverage.module.css'
import { texts } from './texts.ts'
import { marksOf, usedOf } from './use.ts'
import { type CoverageOfChart, useCoverage } from './useCoverage.ts'

/** Which transitions, and which two in a row, the tests and the real traffic have used. */
export function View({ chart }: ViewProps) {
  const { go } = useInspectorAddress()
  const coverage = useCoverage(chart)
  const { found, traffic, offered, usual, source, walked, transitions } = coverage
  return (
    <Stack>
      {!found && (
        <Banner tone="attention" title={texts.noReport}>
          {texts.noReportText}
        </Banner>
      )}
      {traffic.status === 'failed' && (
        <LoadFailure title={texts.failed} problem={traffic.problem} onRetry={traffic.retry} level={3} />
      )}
      {offered.length > 0 && (
        <Row>
          <NativeSelect
            label={texts.source}
            options={offered.map(id => ({ id, label: texts.sources[id] }))}
            value={source}
            onChange={id => go({ source: id === usual ? undefined : id }, { replace: true })}
          />
        </Row>
      )}
      {walked && <Figures coverage={coverage} walked={walked} />}
      <ChartDiagram chart={chart} marks={walked ? marksOf(transitions, walked) : new Map()} />
      {walked && (
        <Columns>
          <Missed chart={chart} missed={usedOf(transitions, walked.transitions).missed} />
          <Pairs chart={chart} coverage={coverage} walked={walked} />
        </Columns>
      )}
    </Stack>
  )
}

function Figures({ coverage, walked }: { coverage: CoverageOfChart; walked: Walked }) {
  const { source, transitions, pairs } = coverage
  const seen = Object.values(walked.pairs).filter(count => count > 0).length
  return (
    <StatTiles
      label={texts.sources[source]}
      tiles={[
        {
          id: 'transitions',
          label: texts.transitions,
          value: texts.used(usedOf(transitions, walked.transitions).used.length, transitions.length),
          note: source === 'traffic' ? texts.trafficNote : texts.testsNote,
        },
        {
          id: 'pairs',
          label: texts.pairs,
          value: pairs
            ? texts.used(usedOf(pairs, walked.pairs).used.length, pairs.length)
            : seen.toLocaleString('en-GB'),
          note: texts.pairsNote,
        },
      ]}
    />
  )
}

const labelOf = (chart: Chart, id: string): string => {
  const transition = chart.transitions.find(other => other.id === id)
  return transition ? transitionLabel(chart, { ...transition, guards: [] }) : id
}

function TransitionLink({ chart, id }: { chart: Chart; id: string }) {
  const { hrefOf } = useInspectorAddress()
  return (
    <Link variant="quiet" href={hrefOf({ state: id })}>
      {labelOf(chart, id)}
    </Link>
  )
}

function Missed({ chart, missed }: { chart: Chart; missed: readonly string[] }) {
  return (
    <Card title={`${texts.missed} (${missed.length})`} level={3}>
      {missed.length === 0 ? (
        <p>{texts.nothingMissed}</p>
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

interface PairsProps {
  chart: Chart
  coverage: CoverageOfChart
  walked: Walked
}

function Pairs({ chart, coverage: { pairs, ruledOut }, walked }: PairsProps) {
  const rows = (pairs ?? Object.keys(walked.pairs))
    .map(pair => ({ pair, count: walked.pairs[pair] ?? 0, ends: splitPair(pair) }))
    .toSorted((one, other) => one.count - other.count)
  return (
    <Card title={`${texts.pairsByUse} (${rows.length})`} level={3}>
      <Disclosure title={texts.showPairs}>
        <PlainTable
          caption={texts.pairsByUse}
          isCaptionHidden
          rows={rows}
          rowId={({ pair }) => pair}
          columns={[
            {
              id: 'first',
              header: texts.columns.first,
              cell: ({ ends }) => <TransitionLink chart={chart} id={ends[0]} />,
            },
            {
              id: 'second',
              header: texts.columns.second,
              cell: ({ ends }) => <TransitionLink chart={chart} id={ends[1]} />,
            },
            {
              id: 'count',
              header: texts.columns.count,
              kind: 'number',
              cell: ({ pair, count }) =>
                pair in ruledOut ? texts.ruledOut(ruledOut[pair] ?? '') : count.toLocaleString('en-GB'),
            },
          ]}
        />
      </Disclosure>
    </Card>
  )
}
