import type { Chart } from '../../../machines/inspection/chart.ts'
import { type Standing, splitPair, standingOf, type Walked } from '../../../machines/inspection/coverage.ts'
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
import { marksOf } from './use.ts'
import { type CoverageOfChart, useCoverage } from './useCoverage.ts'

/** Which transitions, and which two in a row, the tests and the real traffic have used. */
export function View({ chart }: ViewProps) {
  const { go } = useInspectorAddress()
  const coverage = useCoverage(chart)
  const { found, traffic, offered, usual, source, walked, transitions, ruledOut } = coverage
  const standing = standingOf(transitions, walked?.transitions ?? {}, ruledOut)
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
      {walked && <Figures coverage={coverage} walked={walked} standing={standing} />}
      <ChartDiagram chart={chart} marks={walked ? marksOf(standing, walked.transitions) : new Map()} />
      {walked && (
        <Columns>
          <Missed chart={chart} standing={standing} ruledOut={ruledOut} />
          <Pairs chart={chart} coverage={coverage} walked={walked} />
        </Columns>
      )}
    </Stack>
  )
}

interface FiguresProps {
  coverage: CoverageOfChart
  walked: Walked
  standing: Standing
}

function Figures({ coverage: { source, pairs, ruledOut }, walked, standing }: FiguresProps) {
  // Without a report only the pairs that were used are known.
  const ofPairs = standingOf(pairs ?? Object.keys(walked.pairs), walked.pairs, ruledOut)
  const tile = (id: string, label: string, { walked: used, missed, ruledOut: out }: Standing) => ({
    id,
    label,
    value: texts.used(used.length, used.length + missed.length),
    note: texts.note(source === 'traffic', out.length),
  })
  return (
    <StatTiles
      label={texts.sources[source]}
      tiles={[tile('transitions', texts.transitions, standing), tile('pairs', texts.pairs, ofPairs)]}
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

interface MissedProps {
  chart: Chart
  standing: Standing
  ruledOut: CoverageOfChart['ruledOut']
}

function Missed({ chart, standing, ruledOut }: MissedProps) {
  const missed = [...standing.missed, ...standing.ruledOut]
  return (
    <Card title={`${texts.missed} (${missed.length})`} level={3}>
      {missed.length === 0 ? (
        <p>{texts.nothingMissed}</p>
      ) : (
        <ul className={styles.missed} data-plain>
          {missed.map(id => (
            <li key={id}>
              <TransitionLink chart={chart} id={id} />
              {ruledOut[id] !== undefined && ` ${texts.ruledOut(ruledOut[id])}`}
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
                count === 0 && ruledOut[pair] !== undefined
                  ? texts.ruledOut(ruledOut[pair])
                  : count.toLocaleString('en-GB'),
            },
          ]}
        />
      </Disclosure>
    </Card>
  )
}
