import { useSelector } from '@xstate/react'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { type BulkDecisionActor, useIsRowChosen } from '../../../hooks/bulkDecision.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Checkbox, Hidden, StatusTag } from '../../../ui/index.ts'

/** The box of a row; once it is decided, what became of it. */
export function ChoiceCell({ bulk, row }: { bulk: BulkDecisionActor; row: MonitoringRow }) {
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
