import { useSelector } from '@xstate/react'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import type { BulkDecisionActor } from '../../../hooks/bulkDecision.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Checkbox, Row } from '../../../ui/index.ts'
import { Confirmation } from './Confirmation.tsx'
import { Results } from './Results.tsx'
import { approvalOf } from './rows.ts'
import type { BulkApproval } from './useBulkApproval.ts'

export interface ApprovalBarProps extends BulkApproval {
  /** The rows that the filters leave. */
  inFilter: readonly MonitoringRow[]
}

/** How many rows are chosen, how many of them can be approved, and what became of them. */
export function ApprovalBar({ bulk, rows, inFilter }: ApprovalBarProps) {
  const isChoosing = useSelector(bulk, snapshot => snapshot.hasTag('choosing') || snapshot.hasTag('dialog'))
  const isBusy = useSelector(bulk, snapshot => snapshot.hasTag('busy'))
  return (
    <>
      {isChoosing && <Choosing bulk={bulk} rows={rows} inFilter={inFilter} />}
      {isBusy && <Deciding bulk={bulk} />}
      {!isChoosing && !isBusy && <Results bulk={bulk} rows={rows} />}
      <Confirmation bulk={bulk} rows={rows} />
    </>
  )
}

function Choosing({ bulk, rows, inFilter }: ApprovalBarProps) {
  const t = useMessages('monitoring')
  const { principal } = useViewer()
  const chosen = useSelector(bulk, ({ context }) => context.chosen)
  const mine = inFilter
    .filter(row => approvalOf(row, principal).refusal === undefined)
    .map(({ provider }) => provider.instId)
  const among = mine.filter(id => chosen.includes(id)).length
  const isAll = among > 0 && among === mine.length
  const able = rows.filter(
    row => chosen.includes(row.provider.instId) && approvalOf(row, principal).refusal === undefined,
  ).length
  return (
    <Row gap={4} align="center">
      <Checkbox
        isSelected={isAll}
        isIndeterminate={among > 0 && !isAll}
        disabledReason={mine.length === 0 ? t('bulk.noneInFilter') : undefined}
        onChange={isChosen => bulk.send({ type: 'CHOOSE', instIds: mine, isChosen })}
      >
        {t('bulk.selectAll', { count: mine.length })}
      </Checkbox>
      <span role="status">{chosen.length > 0 && t('bulk.chosen', { count: chosen.length, able })}</span>
      {chosen.length > 0 && (
        <>
          <Button variant="primary" icon="check" onPress={() => bulk.send({ type: 'ASK' })}>
            {t('bulk.approve', { count: able })}
          </Button>
          <Button
            variant="quiet"
            onPress={() => bulk.send({ type: 'CHOOSE', instIds: chosen, isChosen: false })}
          >
            {t('bulk.clear')}
          </Button>
        </>
      )}
    </Row>
  )
}

function Deciding({ bulk }: { bulk: BulkDecisionActor }) {
  const t = useMessages('monitoring')
  const decided = useSelector(bulk, ({ context }) => Object.keys(context.outcomes).length)
  const total = useSelector(bulk, ({ context }) => context.waiting.length) + decided
  return (
    <Row gap={4} align="center">
      <span role="status">{t('bulk.deciding', { decided, total })}</span>
      <Button onPress={() => bulk.send({ type: 'STOP' })}>{t('bulk.stop')}</Button>
    </Row>
  )
}
