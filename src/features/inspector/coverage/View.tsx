import { report } from 'virtual:coverage-report'
import { getTraffic } from '../../../domain/wire/traffic.ts'
import { useResource } from '../../../kit/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { type ChartUse, type PairUse, together, usedOf } from '../../../machines/inspection/coverage.ts'
import { submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { Disclosure } from '../../../ui/accordion/index.ts'
import { Banner } from '../../../ui/banner/index.ts'
import { Card } from '../../../ui/card/index.ts'
import { Columns, Row, Stack } from '../../../ui/layout/index.ts'
import { Link } from '../../../ui/link/index.ts'
import { PlainTable } from '../../../ui/plain-table/index.ts'
import { Select } from '../../../ui/select/index.ts'
import { StatTiles } from '../../../ui/stat-tiles/index.ts'
import { LoadFailure } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { transitionLabel } from '../diagram/describe.ts'
import type { ViewProps } from '../views.ts'
import { texts } from './texts.ts'
import { marksOf, trafficUse } from './use.ts'

const sources = ['tests', 'traffic', 'both'] as const
type Source = (typeof sources)[number]

/** Which transitions, and which two in a row, the tests and the real traffic have used. */
export function View({ chart }: ViewProps) {
  const { parameter, go } = useInspectorAddress()
  const hasTraffic = chart.id === submissionLifecycle.id
  const traffic = useResource(getTraffic, hasTraffic ? {} : undefined)
  const tests = report?.charts.find(use => use.chart === chart.id)
  const usual: Source = tests ? 'tests' : 'traffic'
  const source = hasTraffic ? (sources.find(id => id === parameter('source')) ?? usual) : 'tests'
  const real = traffic.data && trafficUse(chart, traffic.data)
  const use = chosenUse(source, tests, real)
  return (
    <Stack>
      {!tests && source !== 'traffic' && (
        <Banner tone="attention" title={texts.noReport}>
          {texts.noReportText}
        </Banner>
      )}
      {hasTraffic && source !== 'tests' && traffic.status === 'failed' && (
        <LoadFailure title={texts.failed} problem={traffic.problem} onRetry={traffic.retry} level={3} />
      )}
      <Row gap={4} align="end">
        {hasTraffic ? (
          <Select
            label={texts.source}
            options={sources.map(id => ({ id, label: texts.sources[id] }))}
            value={source}
            onChange={id => go({ source: id === usual ? undefined : id }, { replace: true })}
          />
        ) : (
          <p>{texts.onlyLifecycle}</p>
        )}
      </Row>
      <Figures chart={chart} use={use} source={source} />
      <ChartDiagram chart={chart} marks={use ? marksOf(chart, use) : new Map()} />
      {use && (
        <Columns>
          <Missed chart={chart} use={use} />
          <Pairs chart={chart} pairs={use.pairs} />
        </Columns>
      )}
    </Stack>
  )
}

const chosenUse = (
  source: Source,
  tests: ChartUse | undefined,
  real: ChartUse | undefined,
): ChartUse | undefined => {
  if (source === 'tests') return tests
  if (source === 'traffic') return real
  return tests && real ? together(tests, real) : (tests ?? real)
}

function Figures({ chart, use, source }: { chart: Chart; use: ChartUse | undefined; source: Source }) {
  const { used } = usedOf(chart, use)
  const pairs = use?.pairs.filter(pair => pair.used > 0).length ?? 0
  const all = use?.pairs.length ?? 0
  return (
    <StatTiles
      label={texts.sources[source]}
      tiles={[
        {
          id: 'transitions',
          label: texts.transitions,
          value: texts.used(used.length, chart.transitions.length),
          note: source === 'traffic' ? texts.note.traffic : texts.note.tests,
        },
        {
          id: 'pairs',
          label: texts.pairs,
          // How many pairs there can be is known only from the walks of the tests.
          value: source === 'traffic' ? texts.usedPairs(pairs) : texts.used(pairs, all),
          note: texts.note.pairs,
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

function Missed({ chart, use }: { chart: Chart; use: ChartUse }) {
  const { missed } = usedOf(chart, use)
  return (
    <Card title={`${texts.missed} (${missed.length})`} level={3}>
      {missed.length === 0 ? (
        <p>{texts.nothingMissed}</p>
      ) : (
        <ul data-plain>
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

function Pairs({ chart, pairs }: { chart: Chart; pairs: readonly PairUse[] }) {
  const rows = pairs.toSorted((one, other) => one.used - other.used)
  return (
    <Card title={`${texts.byUse} (${rows.length})`} level={3}>
      <Disclosure title={texts.showPairs}>
        <PlainTable
          caption={texts.byUse}
          isCaptionHidden
          rows={rows}
          rowId={({ first, second }) => `${first} ${second}`}
          columns={[
            {
              id: 'first',
              header: texts.columns.first,
              cell: ({ first }) => <TransitionLink chart={chart} id={first} />,
            },
            {
              id: 'second',
              header: texts.columns.second,
              cell: ({ second }) => <TransitionLink chart={chart} id={second} />,
            },
            {
              id: 'count',
              header: texts.columns.count,
              kind: 'number',
              cell: ({ used }) => used.toLocaleString('en-GB'),
            },
          ]}
        />
      </Disclosure>
    </Card>
  )
}
