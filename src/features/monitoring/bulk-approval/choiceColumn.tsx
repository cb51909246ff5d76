import { useSelector } from '@xstate/react'
import { isItsTurn } from '../../../domain/lateness.ts'
import { paceOfRow } from '../../../domain/monitoringColumns.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { type BulkDecisionActor, useIsRowChosen } from '../../../hooks/bulkDecision.ts'
import { useViewer } from '../../../hooks/index.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Checkbox, type DataColumn, Hidden, StatusTag } from '../../../ui/index.ts'
import { approvalOf } from './rows.ts'

/** The column in which rows are chosen. */
export const choiceColumn = (
  t: Translate<'monitoring'>,
  bulk: BulkDecisionActor,
): DataColumn<MonitoringRow> => ({
  id: 'choice',
  header: t('bulk.column'),
  headerCell: rows => <ChoiceHead bulk={bulk} rows={rows} />,
  cell: row => <ChoiceCell bulk={bulk} row={row} />,
  canHide: false,
  width: 'narrow',
})

/** Chooses the rows in sight that the viewer can approve, or if there is none those that can be reminded; or none of them. */
function ChoiceHead({ bulk, rows }: { bulk: BulkDecisionActor; rows: readonly MonitoringRow[] }) {
  const t = useMessages('monitoring')
  const { principal, may } = useViewer()
  const chosen = useSelector(bulk, ({ context }) => context.chosen)
  const isChoosing = useSelector(bulk, snapshot => snapshot.hasTag('choosing') || snapshot.hasTag('dialog'))
  const able = rows.filter(row => approvalOf(row, principal).refusal === undefined)
  const reminded = may('monitoring.remind') ? rows.filter(row => isItsTurn(paceOfRow(row))) : []
  const isApproving = able.length > 0 || reminded.length === 0
  const mine = (isApproving ? able : reminded).map(({ provider }) => provider.instId)
  const among = mine.filter(id => chosen.includes(id)).length
  const isAll = among > 0 && among === mine.length
  return (
    <Checkbox
      isSelected={isAll}
      isIndeterminate={among > 0 && !isAll}
      disabledReason={mine.length === 0 || !isChoosing ? t('bulk.noneInFilter') : undefined}
      onChange={isChosen => bulk.send({ type: 'CHOOSE', instIds: mine, isChosen })}
    >
      <Hidden>
        {isApproving
          ? t('bulk.selectAll', { count: mine.length })
          : t('bulk.selectReminded', { count: mine.length })}
      </Hidden>
    </Checkbox>
  )
}

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
