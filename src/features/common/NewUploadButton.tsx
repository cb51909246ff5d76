import type { Replaced } from '../../domain/status.ts'
import { useAction } from '../../hooks/index.ts'
import { ok } from '../../machines/support/index.ts'
import { type Message, useMessages, useText } from '../../messages/index.ts'
import { Button, type ButtonProps, ConfirmDialog } from '../../ui/index.ts'

export interface NewUpload {
  /** Leads to the page of a submission that nobody has begun. */
  onStart: () => void
  /** Why no file can be uploaded now, in the chart's words; undefined when one can. */
  refusal: Message | string | undefined
  /** What of the provider's own would be replaced: this is asked first (decisions §12). */
  replaces: Replaced | undefined
}

export interface NewUploadButtonProps
  extends Pick<ButtonProps, 'variant' | 'size' | 'aria-label'>,
    NewUpload {
  /** What the button says, where it is not the next of several uploads. */
  children?: string
}

/** Starts a new submission. */
export function NewUploadButton({ onStart, refusal, replaces, children, ...looks }: NewUploadButtonProps) {
  const text = useText()
  const t = useMessages('common')
  const start = useAction(async () => ok(null), { onDone: onStart })
  return (
    <>
      <Button
        {...looks}
        icon="upload"
        disabledReason={text(refusal)}
        onPress={() => (replaces ? start.ask(null) : start.run(null))}
      >
        {children ?? t('newUpload.action')}
      </Button>
      <ConfirmDialog
        title={t('newUpload.replacing.title')}
        isOpen={start.isOpen}
        confirmLabel={t('newUpload.action')}
        cancelLabel={t('newUpload.replacing.cancel')}
        onConfirm={start.confirm}
        onCancel={start.dismiss}
      >
        {replaces && <p>{t('newUpload.replacing.text', { replaced: replaces })}</p>}
      </ConfirmDialog>
    </>
  )
}
