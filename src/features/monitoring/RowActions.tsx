import type { CollectionWire } from '../../domain/wire/collections.ts'
import type { ActionHandle } from '../../hooks/index.ts'
import { ConfirmDialog, CopyId, DescriptionList } from '../../ui/index.ts'
import { texts } from './texts.ts'
import type { ChosenAction } from './useRowActions.ts'

const words = texts.dialog
const dangerous = ['DECLINE', 'REQUEST_RESUBMISSION', 'NIL_RETURN_CREATED']

export interface ActionDialogProps {
  collection: CollectionWire
  actions: ActionHandle<ChosenAction>
}

/** "Confirmation required!": what is about to happen, and to whose submission (specification 2 §2.5). */
export function ActionDialog({ collection, actions }: ActionDialogProps) {
  const { action, isOpen, isRunning, problem } = actions
  if (!action) return null
  const { type, row } = action
  const hash = row.latestSubmission?.fileHash
  return (
    <ConfirmDialog
      title={words.title}
      isOpen={isOpen}
      confirmLabel={texts.rowActions[type]}
      cancelLabel={words.cancel}
      tone={dangerous.includes(type) ? 'danger' : 'normal'}
      isPending={isRunning}
      error={problem?.detail}
      onConfirm={problem ? actions.retry : actions.confirm}
      onCancel={actions.dismiss}
    >
      <p>{words.whatHappens[type]}</p>
      <DescriptionList
        items={[
          {
            id: 'provider',
            term: words.provider,
            value: `${row.provider.instId} - ${row.provider.publishedName}`,
          },
          {
            id: 'transaction',
            term: words.transaction,
            value: hash ? <CopyId value={hash} label={words.transaction} /> : words.noTransaction,
          },
          { id: 'collection', term: words.collection, value: collection.name },
        ]}
      />
    </ConfirmDialog>
  )
}
