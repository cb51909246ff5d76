import { useSelector } from '@xstate/react'
import { statusLabel } from '../../../domain/labels.ts'
import { limits } from '../../../domain/limits.ts'
import { isAwaitingApproval, isNoSubmission } from '../../../domain/status.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { ConfirmDialog, FormField, PlainTable, Stack } from '../../../ui/index.ts'
import { confirmationOf } from './rows.ts'
import type { BulkApproval } from './useBulkApproval.ts'

/** "Confirmation required!": how many at which status go on to what, and who is left out and why. */
export function Confirmation({ bulk, rows }: BulkApproval) {
  const t = useMessages('monitoring')
  const decision = useMessages('decision')
  const text = useText()
  const { principal } = useViewer()
  const chosen = useSelector(bulk, ({ context }) => context.chosen)
  const isOpen = useSelector(bulk, snapshot => snapshot.hasTag('dialog'))
  const { counts, decisions } = confirmationOf(
    isOpen ? rows.filter(({ provider }) => chosen.includes(provider.instId)) : [],
    principal,
  )
  const confirm = (note: string) =>
    bulk.send({ type: 'CONFIRM', decisions: decisions.map(one => ({ ...one, note })) })
  return (
    <ConfirmDialog
      title={decision('title')}
      isOpen={isOpen}
      confirmLabel={t('bulk.approve', { count: decisions.length })}
      cancelLabel={decision('cancel')}
      disabledReason={decisions.length === 0 ? t('bulk.nobody') : undefined}
      onConfirm={() => confirm('')}
      onSubmit={entered => confirm(String(entered.get('note') ?? ''))}
      onCancel={() => bulk.send({ type: 'DISMISS' })}
    >
      <Stack gap={3}>
        <p>{t('bulk.whatHappens')}</p>
        <PlainTable
          caption={t('bulk.caption')}
          isCaptionHidden
          columns={[
            {
              id: 'status',
              header: t('table.columns.state'),
              cell: ({ status }) =>
                isNoSubmission(status) ? t('table.states.notStarted') : text(statusLabel(status)),
              isRowHeader: true,
            },
            { id: 'count', header: t('steps.providers'), cell: ({ count }) => count, kind: 'number' },
            {
              id: 'what',
              header: t('bulk.columns.what'),
              cell: ({ leadsTo, refusal }) =>
                leadsTo
                  ? t(isAwaitingApproval(leadsTo) ? 'bulk.goesOn' : 'bulk.isLast', {
                      status: text(statusLabel(leadsTo)),
                    })
                  : t('bulk.leftOut', { reason: text(refusal) ?? '' }),
            },
          ]}
          rows={counts}
          rowId={({ id }) => id}
        />
        {decisions.length > 0 && (
          <FormField
            name="note"
            label={t('bulk.note')}
            description={t('bulk.noteHelp', { count: decisions.length })}
            kind="lines"
            maxLength={limits.decisionNote}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
