import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import type { BulkDecisionActor } from '../../../hooks/bulkDecision.ts'
import type { Translate } from '../../../messages/index.ts'
import type { DataColumn } from '../../../ui/index.ts'
import { ChoiceCell } from './ChoiceCell.tsx'

/** The column in which rows are chosen. */
export const choiceColumn = (
  t: Translate<'monitoring'>,
  bulk: BulkDecisionActor,
): DataColumn<MonitoringRow> => ({
  id: 'choice',
  header: t('bulk.column'),
  cell: row => <ChoiceCell bulk={bulk} row={row} />,
  canHide: false,
  width: 'narrow',
})
