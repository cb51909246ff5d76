import { useSelector } from '@xstate/react'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { type BulkDecisionActor, useIsRowChosen } from '../../../hooks/bulkDecision.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Checkbox, type DataColumn, Hidden, StatusTag } from '../../../ui/index.ts'

/** The column in which rows are chosen. */
export const choiceColumn = (
  t: Translate<'monitoring'>,
  bulk: BulkDecisionActor,
): DataColumn<MonitoringRow> => ({
  id: 'choice',
  header: t('bulk.column'),
  headerCell: () => <Hidden>{t('bulk.column')}</Hidden>,
  cell: row => <ChoiceCell bulk={bulk} row={row} />,
  canHide: false,
  width: 'narrow',
})

/** The checkbox of a row; its result once the row is decided. */
function ChoiceCell({ bulk, row }: { bulk: BulkDecisionActor; row: MonitoringRow }) {
  const t = useMessages('monitoring')
  const text = useText()
  const { instId, publishedName } = row.provider
  const isChosen = useIsRowChosen(bulk, instId)
  const isChoosing = useSelector(bulk, snapshot => snapshot.hasTag('choosing') || snapshot.hasTag('dialog'))
  const isSettled = useSelector(bulk, snapshot => snapshot.hasTag('settled'))
  const outcome = useSelector(bulk, ({ context }) => context.outcomes[instId])
  if (outcome) {
    return (
      <StatusTag tone={outcome.isDone ? 'good' : 'failed'} variant="plain">
        {outcome.problem
          ? t('bulk.refused', { reason: text(outcome.problem.reason) })
          : t('bulk.outcome', { outcome: 'done' })}
      </StatusTag>
    )
  }
  return (
    <Checkbox
      isSelected={isChosen}
      disabledReason={isChoosing ? undefined : t(isSettled ? 'bulk.dismissFirst' : 'bulk.underWay')}
      onChange={value => bulk.send({ type: 'CHOOSE', instIds: [instId], isChosen: value })}
    >
      <Hidden>{t('bulk.choose', { provider: publishedName })}</Hidden>
    </Checkbox>
  )
}
