import { getCoverage } from '../../../domain/wire/inspection.ts'
import { getTraffic } from '../../../domain/wire/traffic.ts'
import { useResource } from '../../../hooks/index.ts'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { levels, together, type Walked } from '../../../model/coverage.ts'
import { unfoldedCoverage } from '../../../model/foldedCoverage.ts'
import { useInspectorAddress } from '../address.ts'
import { walkedByTraffic } from './use.ts'

export const sources = [...levels, 'traffic', 'all'] as const
export type Source = (typeof sources)[number]

/** What was walked of a chart, by the source that the address names. */
export const useCoverage = (chart: Chart) => {
  const { parameter } = useInspectorAddress()
  const hasTraffic = chart.id === submissionLifecycle.id
  const traffic = useResource(getTraffic, hasTraffic ? {} : undefined)
  const report = useResource(getCoverage, { path: { chartId: chart.id } })
  const found = report.data?.coverage ? unfoldedCoverage(report.data.coverage) : undefined
  const walks: Partial<Record<Source, Walked>> = {
    ...found?.levels,
    ...(traffic.data ? { traffic: walkedByTraffic(chart, traffic.data) } : {}),
  }
  const offered = sources.filter(
    id =>
      (found && id in found.levels) ||
      (hasTraffic && id === 'traffic') ||
      (id === 'all' && found && hasTraffic),
  )
  const usual = offered[0] ?? 'chart'
  const source = offered.find(id => id === parameter('source')) ?? usual
  return {
    report,
    /** Undefined until the report is there, and where the tests have walked nothing on this machine. */
    found,
    traffic,
    offered,
    usual,
    source,
    walked: source === 'all' ? together(Object.values(walks)) : walks[source],
    transitions: found?.transitions ?? chart.transitions.map(({ id }) => id),
    /** Every pair that can be; known only from the report. */
    pairs: found?.pairs,
    /** What the source cannot use, and why; between them the sources can use everything. */
    ruledOut: source === 'all' ? {} : (found?.ruledOut?.[source === 'traffic' ? 'api' : source] ?? {}),
  }
}

export type CoverageOfChart = ReturnType<typeof useCoverage>
