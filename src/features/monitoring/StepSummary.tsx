import { stepNeedLabel } from '../../domain/progressLabels.ts'
import { type CollectionWire, getStepSummary } from '../../domain/wire/collections.ts'
import { isStepSummaryBehind } from '../../domain/wire/fileEvents.ts'
import { tellsOfIssuesIn } from '../../domain/wire/live.ts'
import { useResource } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { StepFunnel } from '../../ui/index.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import type { SummaryTable } from './summaryTable.ts'

export interface StepSummaryProps {
  collection: Pick<CollectionWire, 'id' | 'reference'>
  /** Of the table below it. */
  summary: SummaryTable
}

/** How many providers stand at each step, for the filters of the table below it; a step narrows that table to itself. */
export function StepSummary({ collection: { id, reference }, summary: { table } }: StepSummaryProps) {
  const t = useMessages('monitoring')
  const text = useText()
  const { filters } = table.state
  const isChosen = (id: string) => filters.step?.includes(id) ?? false
  /** What a press on a step chooses: it alone, or none where it was chosen. */
  const chosenBy = (id: string) => (isChosen(id) ? [] : [id])
  const counted = useResource(
    getStepSummary,
    {
      path: { reference },
      query: { awaitingParty: [...(filters.awaiting ?? [])], instId: [...(filters.provider ?? [])] },
    },
    {
      refreshOn: message =>
        tellsOfIssuesIn(message, id) || (message.type === 'FILE_EVENT' && isStepSummaryBehind(id, message)),
    },
  )
  return (
    <WhenLoaded resource={counted} loading={t('sections.steps')} failed={t('steps.failed')} sketch="funnel">
      {({ steps }) => {
        const total = steps.reduce((sum, { count }) => sum + count, 0)
        const fullest = steps.toSorted((a, b) => b.count - a.count)[0]
        return (
          <StepFunnel
            isCompact
            title={t('steps.chart')}
            sentence={[
              t('steps.sentence', { total, most: fullest?.name ?? '', count: fullest?.count ?? 0 }),
              t('steps.needed', { count: steps.reduce((sum, { needing }) => sum + needing, 0) }),
              t('steps.choose'),
            ].join(' ')}
            labelHeader={t('steps.step')}
            valueHeader={t('steps.providers')}
            partHeader={t('steps.needing')}
            steps={steps.map(({ step, name, count, needing, need }) => ({
              id: String(step.id),
              label: name,
              count,
              part: { count: needing, label: text(stepNeedLabel(need, needing)) },
              href: table.hrefWith('step', chosenBy(String(step.id))),
              onPress: () => table.remember({ ...filters, step: chosenBy(String(step.id)) }),
              isChosen: isChosen(String(step.id)),
            }))}
          />
        )
      }}
    </WhenLoaded>
  )
}
