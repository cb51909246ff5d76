import { type DataColumn, DataTable, EmptyState, Stack, StatTiles, tableState } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { texts } from './texts.ts'

const words = texts.summary

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
  return (
    <WhenLoaded resource={summary} loading={texts.sections.summary} failed={words.failed}>
      {({ insideTolerance, outsideTolerance, credibilityIssues }) => (
        <Stack gap={4}>
          <p>{words.sentence(insideTolerance, outsideTolerance)}</p>
          <StatTiles
            label={words.caption}
            tiles={[
              {
                id: 'outside',
                label: words.outside,
                value: outsideTolerance,
                tone: outsideTolerance > 0 ? 'failed' : 'good',
                note: words.outsideNote,
              },
              {
                id: 'inside',
                label: words.inside,
                value: insideTolerance,
                tone: 'neutral',
                note: words.insideNote,
              },
              ...(hasCredibility
                ? [
                    {
                      id: 'issues',
                      label: words.issues,
                      value: credibilityIssues,
                      tone: credibilityIssues > 0 ? ('attention' as const) : ('good' as const),
                      note: words.issuesNote,
                    },
                  ]
                : []),
            ]}
          />
          {regulators.data && regulators.data.length > 1 && (
            <DataTable
              id="failure-summary"
              caption={words.byRegulator}
              columns={regulatorColumns}
              rows={regulators.data}
              rowId={row => row.header}
              state={unpaged}
              onChange={() => {}}
              empty={<EmptyState title={words.failed} level={0} />}
              isUnpaged
            />
          )}
        </Stack>
      )}
    </WhenLoaded>
  )
}

const unpaged = tableState({ pageSize: 'all' })

const regulatorColumns: readonly DataColumn<RegulatorSummary>[] = [
  { id: 'regulator', header: words.columns.regulator, value: row => row.header },
  { id: 'outside', header: words.columns.outside, value: row => row.outsideTolerance, kind: 'number' },
  { id: 'inside', header: words.columns.inside, value: row => row.insideTolerance, kind: 'number' },
]
