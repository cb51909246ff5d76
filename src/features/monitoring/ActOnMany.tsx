import { useSelector } from '@xstate/react'
import { actionLabel } from '../../domain/labels.ts'
import { isItsTurn } from '../../domain/lateness.ts'
import { paceOfRow, type RowNeed } from '../../domain/monitoringColumns.ts'
import type { CollectionWire, MonitoringRow } from '../../domain/wire/collections.ts'
import type { BulkDecisionActor } from '../../hooks/bulkDecision.ts'
import { useViewer } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Button, Row } from '../../ui/index.ts'
import { approvalOf } from './bulk-approval/rows.ts'
import { RemindDialog } from './reminders/RemindDialog.tsx'
import { useReminding } from './reminders/useReminding.ts'

export interface ActOnManyProps {
  collection: CollectionWire
  /** Every row, and those of the view. */
  all: readonly MonitoringRow[]
  rows: readonly MonitoringRow[]
  bulk: BulkDecisionActor | undefined
  /** The view; undefined for all rows. */
  need: string | undefined
  refresh: () => void
}

const late: RowNeed = 'late'

/** What is done with many rows: with those that are chosen, or with all late ones if the view shows them and none is chosen. */
export function ActOnMany({ bulk, ...props }: ActOnManyProps) {
  return bulk ? <Acts {...props} bulk={bulk} /> : null
}

function Acts({ collection, all, rows, bulk, need, refresh }: ActOnManyProps & { bulk: BulkDecisionActor }) {
  const t = useMessages('monitoring')
  const text = useText()
  const { principal, may } = useViewer()
  const ids = useSelector(bulk, ({ context }) => context.chosen)
  const isChoosing = useSelector(bulk, snapshot => snapshot.hasTag('choosing') || snapshot.hasTag('dialog'))
  const chosen = all.filter(({ provider }) => ids.includes(provider.instId))
  const able = chosen.filter(row => approvalOf(row, principal).refusal === undefined).length
  const toRemind = (ids.length === 0 && need === late ? rows : chosen).filter(row =>
    isItsTurn(paceOfRow(row)),
  )
  const reminding = useReminding(collection.reference, refresh)
  if (!isChoosing) return null
  return (
    <Row gap={2}>
      <span role="status">
        {ids.length > 0 ? t('bulk.chosen', { count: ids.length, able }) : t('bulk.hint')}
      </span>
      {ids.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          onPress={() => bulk.send({ type: 'CHOOSE', instIds: ids, isChosen: false })}
        >
          {t('bulk.clear')}
        </Button>
      )}
      <Button
        size="small"
        icon="check"
        variant={able > 0 ? 'primary' : 'secondary'}
        disabledReason={ids.length === 0 ? t('bulk.hint') : undefined}
        onPress={() => bulk.send({ type: 'ASK' })}
      >
        {ids.length === 0 ? text(actionLabel('APPROVE')) : t('bulk.approve', { count: able })}
      </Button>
      {may('monitoring.remind') && (
        <Button
          size="small"
          icon="bell"
          variant={toRemind.length > 0 && able === 0 ? 'primary' : 'secondary'}
          aria-haspopup="dialog"
          disabledReason={toRemind.length === 0 ? t('reminders.nobody') : undefined}
          onPress={() => reminding.open(toRemind.map(({ provider }) => provider.instId))}
        >
          {t('reminders.open', { count: toRemind.length })}
        </Button>
      )}
      <RemindDialog reminding={reminding} />
    </Row>
  )
}
