import { useSelector } from '@xstate/react'
import type { SubmissionJobKind } from '../../../domain/jobPlace.ts'
import { statusLabel } from '../../../domain/labels.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import type { BulkRunActor } from '../../../hooks/bulkRun.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Checkbox, ConfirmDialog, PlainTable, Stack } from '../../../ui/index.ts'
import { confirmationOf } from './rows.ts'

/** "Confirmation required!": what happens to how many at which status, and who would lose an approval (decisions §10). */
export function Confirmation({
  run,
  kind,
  rows,
}: {
  run: BulkRunActor
  kind: SubmissionJobKind
  rows: readonly MonitoringRow[]
}) {
  const t = useMessages('management.bulk-run')
  const text = useText()
  const { chosen, withSubmitted, problem } = useSelector(run, ({ context }) => context)
  const isOpen = useSelector(run, snapshot => snapshot.hasTag('dialog'))
  const isPending = useSelector(run, snapshot => snapshot.hasTag('busy'))
  const { counts, submitted, losing, instIds } = confirmationOf(
    rows.filter(row => chosen.includes(row.provider.instId)),
    { kind, withSubmitted },
  )
  return (
    <ConfirmDialog
      title={t(`confirm.title.${kind}`)}
      isOpen={isOpen}
      confirmLabel={t(`confirm.action.${kind}`, { count: instIds.length })}
      cancelLabel={t('confirm.back')}
      tone={withSubmitted && losing > 0 ? 'danger' : 'normal'}
      isPending={isPending}
      error={text(problem?.reason)}
      disabledReason={instIds.length === 0 ? t('confirm.none') : undefined}
      onConfirm={() => run.send({ type: 'CONFIRM', instIds, jobId: crypto.randomUUID() })}
      onCancel={() => run.send({ type: 'DISMISS' })}
    >
      <Stack gap={3}>
        <p>{t(`confirm.whatHappens.${kind}`)}</p>
        <PlainTable
          caption={t('confirm.caption')}
          isCaptionHidden
          columns={[
            {
              id: 'status',
              header: t('confirm.columns.status'),
              cell: ({ status }) => text(statusLabel(status)),
              isRowHeader: true,
            },
            { id: 'count', header: t('confirm.columns.count'), cell: ({ count }) => count, kind: 'number' },
            {
              id: 'what',
              header: t('confirm.columns.what'),
              cell: ({ isLeftOut, losesApproval }) =>
                t(
                  isLeftOut
                    ? 'confirm.leftOut'
                    : losesApproval
                      ? 'confirm.losesApproval'
                      : `confirm.taken.${kind}`,
                ),
            },
          ]}
          rows={counts}
          rowId={({ status }) => status}
        />
        {submitted > 0 && (
          <Checkbox
            isSelected={withSubmitted}
            onChange={isIncluded => run.send({ type: 'INCLUDE_SUBMITTED', isIncluded })}
            hint={t('confirm.losing', { count: losing })}
          >
            {t('confirm.include', { count: submitted })}
          </Checkbox>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
