import type { CollectionWire } from '../../domain/wire/collections.ts'
import type { ActionHandle } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { ConfirmDialog, CopyId, DescriptionList } from '../../ui/index.ts'
import { rowActionLabel } from './actions.ts'
import type { ChosenAction } from './useRowActions.ts'

const dangerous = ['DECLINE', 'REQUEST_RESUBMISSION', 'NIL_RETURN_CREATED']

export interface ActionDialogProps {
  collection: CollectionWire
  actions: ActionHandle<ChosenAction>
}

/** "Confirmation required!": what is about to happen, and to whose submission (specification 2 §2.5). */
export function ActionDialog({ collection, actions }: ActionDialogProps) {
  const text = useText()
  const t = useMessages('monitoring')
  const { action, isOpen, isRunning, problem } = actions
  if (!action) return null
  const { type, row } = action
  const hash = row.latestSubmission?.fileHash
  return (
    <ConfirmDialog
      title={t('dialog.title')}
      isOpen={isOpen}
      confirmLabel={text(rowActionLabel(type))}
      cancelLabel={t('dialog.cancel')}
      tone={dangerous.includes(type) ? 'danger' : 'normal'}
      isPending={isRunning}
      error={text(problem?.reason)}
      onConfirm={problem ? actions.retry : actions.confirm}
      onCancel={actions.dismiss}
    >
      <p>{t(`dialog.whatHappens.${type}`)}</p>
      <DescriptionList
        items={[
          {
            id: 'provider',
            term: t('dialog.provider'),
            value: `${row.provider.instId} - ${row.provider.publishedName}`,
          },
          {
            id: 'transaction',
            term: t('dialog.transaction'),
            value: hash ? <CopyId value={hash} label={t('dialog.transaction')} /> : t('dialog.noTransaction'),
          },
          { id: 'collection', term: t('dialog.collection'), value: collection.name },
        ]}
      />
    </ConfirmDialog>
  )
}
