import { limits } from '../../domain/limits.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import type { ActionHandle } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { ConfirmDialog, CopyId, DescriptionList, FormField } from '../../ui/index.ts'
import { type RowAction, rowActionLabel } from './actions.ts'
import type { ChosenAction } from './useRowActions.ts'

const dangerous = ['DECLINE', 'REQUEST_RESUBMISSION', 'NIL_RETURN_CREATED']

/** Whose decision goes to the provider with a note; who declines has to write one (decisions §12). */
const notes: Partial<Record<RowAction, { isRequired: boolean }>> = {
  APPROVE: { isRequired: false },
  DECLINE: { isRequired: true },
  REQUEST_RESUBMISSION: { isRequired: false },
}

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
  const note = notes[type]
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
      onSubmit={note && (entered => actions.run({ ...action, note: String(entered.get('note') ?? '') }))}
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
      {note && (
        <FormField
          name="note"
          label={t('dialog.note.label')}
          description={t(note.isRequired ? 'dialog.note.required' : 'dialog.note.optional')}
          kind="lines"
          isRequired={note.isRequired}
          missing={t('dialog.note.missing')}
          maxLength={limits.decisionNote}
          defaultValue={action.note ?? ''}
        />
      )}
    </ConfirmDialog>
  )
}
