import { useSelector } from '@xstate/react'
import type { BulkDecisionActor } from '../../../hooks/bulkDecision.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Row } from '../../../ui/index.ts'
import { Confirmation } from './Confirmation.tsx'
import { Results } from './Results.tsx'
import type { BulkApproval } from './useBulkApproval.ts'

/** What becomes of the rows that are approved together. */
export function ApprovalBar({ bulk, rows }: BulkApproval) {
  const isChoosing = useSelector(bulk, snapshot => snapshot.hasTag('choosing') || snapshot.hasTag('dialog'))
  const isBusy = useSelector(bulk, snapshot => snapshot.hasTag('busy'))
  return (
    <>
      {isBusy && <Deciding bulk={bulk} />}
      {!isChoosing && !isBusy && <Results bulk={bulk} rows={rows} />}
      <Confirmation bulk={bulk} rows={rows} />
    </>
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
