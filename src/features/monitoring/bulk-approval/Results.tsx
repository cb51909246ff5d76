import { useSelector } from '@xstate/react'
import { stateOfRow } from '../../../domain/monitoringColumns.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, type PlainColumn, PlainTable, Stack, StatusTag } from '../../../ui/index.ts'
import { approvalOf } from './rows.ts'
import type { BulkApproval } from './useBulkApproval.ts'

const tones = { done: 'good', refused: 'failed', left: 'neutral' } as const

interface ResultRow {
  id: string
  provider: string
  state: string
  outcome: keyof typeof tones
  reason: string
}

/** What became of each chosen row and why, also of those that the filters no longer leave; stays until it is put away. */
export function Results({ bulk, rows }: BulkApproval) {
  const t = useMessages('monitoring')
  const text = useText()
  const { principal } = useViewer()
  const { chosen, outcomes } = useSelector(bulk, ({ context }) => context)
  const results = rows
    .filter(({ provider }) => chosen.includes(provider.instId))
    .map((row): ResultRow => {
      const own = outcomes[row.provider.instId]
      return {
        id: row.provider.instId,
        provider: row.provider.publishedName,
        state: text(stateOfRow(row)),
        outcome: own ? (own.isDone ? 'done' : 'refused') : 'left',
        reason: text(own ? own.problem?.reason : approvalOf(row, principal).refusal) ?? '',
      }
    })
  const count = (of: ResultRow['outcome']) => results.filter(({ outcome }) => outcome === of).length
  const columns: PlainColumn<ResultRow>[] = [
    {
      id: 'provider',
      header: t('table.columns.provider'),
      cell: ({ id, provider }) => `${id} - ${provider}`,
      isRowHeader: true,
    },
    {
      id: 'result',
      header: t('bulk.columns.result'),
      // In one column: a phone has no room for two.
      cell: ({ outcome, reason }) => (
        <Stack gap={0}>
          <StatusTag tone={tones[outcome]} variant="plain">
            {t('bulk.outcome', { outcome })}
          </StatusTag>
          {reason && <span>{reason}</span>}
        </Stack>
      ),
    },
    { id: 'state', header: t('table.columns.state'), cell: ({ state }) => state },
  ]
  return (
    <Card
      title={t('bulk.results')}
      level={3}
      hint={t('bulk.counts', { done: count('done'), refused: count('refused'), left: count('left') })}
      actions={
        <Button onPress={() => bulk.send({ type: 'DISMISS' })} icon="cross">
          {t('bulk.dismiss')}
        </Button>
      }
    >
      <PlainTable
        caption={t('bulk.results')}
        isCaptionHidden
        columns={columns}
        rows={results}
        rowId={({ id }) => id}
        isBounded
        stacks
      />
    </Card>
  )
}
