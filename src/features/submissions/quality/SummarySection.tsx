import { type Translate, useMessages } from '../../../messages/index.ts'
import { type DataColumn, DataTable, EmptyState, Stack, StatTiles, tableState } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'

export interface Summary {
  insideTolerance: number
  outsideTolerance: number
  credibilityIssues: number
}

export interface RegulatorSummary {
  header: string
  insideTolerance: number
  outsideTolerance: number
}

export interface SummarySectionProps {
  summary: Loaded<Summary>
  /** Rules by regulator. */
  regulators: Loaded<RegulatorSummary[]>
  /** Online validation has no credibility reports. */
  hasCredibility: boolean
}

/** Rows inside and outside tolerance, and the credibility issues (specification 2 §2.9 "Summary"). */
export function SummarySection({ summary, regulators, hasCredibility }: SummarySectionProps) {
  const t = useMessages('submissions.quality')
  return (
    <WhenLoaded resource={summary} loading={t('sections.summary')} failed={t('summary.failed')}>
      {({ insideTolerance, outsideTolerance, credibilityIssues }) => (
        <Stack gap={4}>
          <p>
            {t('summary.sentence', { total: insideTolerance + outsideTolerance, outside: outsideTolerance })}
          </p>
          <StatTiles
            label={t('summary.caption')}
            tiles={[
              {
                id: 'outside',
                label: t('summary.outside'),
                value: outsideTolerance,
                tone: outsideTolerance > 0 ? 'failed' : 'good',
                note: outsideTolerance > 0 ? t('summary.outsideNote') : t('summary.nothingOutside'),
              },
              {
                id: 'inside',
                label: t('summary.inside'),
                value: insideTolerance,
                tone: 'neutral',
                note: t('summary.insideNote'),
              },
              ...(hasCredibility
                ? [
                    {
                      id: 'issues',
                      label: t('summary.issues'),
                      value: credibilityIssues,
                      tone: credibilityIssues > 0 ? ('attention' as const) : ('good' as const),
                      note: t('summary.issuesNote'),
                    },
                  ]
                : []),
            ]}
          />
          {regulators.data && regulators.data.length > 1 && (
            <Stack gap={2}>
              <DataTable
                id="failure-summary"
                caption={t('summary.byRegulator')}
                columns={regulatorColumnsOf(t)}
                rows={regulators.data}
                rowId={row => row.header}
                state={unpaged}
                onChange={() => {}}
                empty={<EmptyState title={t('summary.failed')} level={0} />}
                isUnpaged
              />
              {resultsOf(regulators.data) > insideTolerance + outsideTolerance && (
                <p>
                  {t('summary.severalRegulators', {
                    rules: insideTolerance + outsideTolerance,
                    results: resultsOf(regulators.data),
                  })}
                </p>
              )}
            </Stack>
          )}
        </Stack>
      )}
    </WhenLoaded>
  )
}

const totalOf = (row: RegulatorSummary): number => row.insideTolerance + row.outsideTolerance

/** Every rule for every regulator that sets it. */
const resultsOf = (rows: readonly RegulatorSummary[]): number =>
  rows.reduce((sum, row) => sum + totalOf(row), 0)

const unpaged = tableState({ pageSize: 'all' })

const regulatorColumnsOf = (t: Translate<'submissions.quality'>): readonly DataColumn<RegulatorSummary>[] => [
  { id: 'regulator', header: t('summary.columns.regulator'), value: row => row.header },
  { id: 'outside', header: t('summary.columns.outside'), value: row => row.outsideTolerance, kind: 'number' },
  { id: 'inside', header: t('summary.columns.inside'), value: row => row.insideTolerance, kind: 'number' },
  { id: 'total', header: t('summary.columns.total'), value: totalOf, kind: 'number' },
]
