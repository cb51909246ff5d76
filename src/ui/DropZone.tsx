import type { ReactNode } from 'react'
import { DropZone as AriaDropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import styles from './DropZone.module.css'
import { Icon } from './Icon.tsx'

/** Why what was dropped or chosen cannot be taken. */
export type FileRefusal =
  | { reason: 'none' }
  | { reason: 'several'; count: number }
  | { reason: 'type'; file: File }
  | { reason: 'empty'; file: File }
  | { reason: 'tooLarge'; file: File; maxBytes: number }

export interface DropZoneProps {
  /** What to bring, for instance "Drop your XML file here". */
  label: string
  /** Which files are taken, in words. */
  hint?: ReactNode
  /** Endings with the dot, in lower case: ['.xml']. Checked for dropped files too. */
  accept: readonly string[]
  maxBytes?: number
  onFile: (file: File) => void
  onRefuse: (refusal: FileRefusal) => void
  buttonLabel?: string
  /** Id of the button, for what leads to it. */
  buttonId?: string
  disabledReason?: string | undefined
}

/** A large place to drop one file on, with a real button in it. Every refusal is told with its reason. */
export function DropZone(props: DropZoneProps) {
  const t = useMessages('ui')
  const { label, hint, accept, disabledReason, buttonId, buttonLabel = t('chooseFile') } = props
  const id = buttonId === undefined ? {} : { id: buttonId }
  const take = (files: readonly File[]) => {
    const refusal = refusalOf(files, props)
    const [file] = files
    if (refusal) props.onRefuse(refusal)
    else if (file) props.onFile(file)
  }
  return (
    <AriaDropZone
      className={styles.zone ?? ''}
      aria-label={label}
      isDisabled={disabledReason !== undefined}
      getDropOperation={() => 'copy'}
      onDrop={async event => {
        const files = event.items.filter(item => item.kind === 'file')
        take(await Promise.all(files.map(item => item.getFile())))
      }}
    >
      {({ isDropTarget }) => (
        <>
          <span className={styles.icon}>
            <Icon name="upload" size="huge" />
          </span>
          <p className={styles.label} data-focus-next>
            {isDropTarget ? t('dropNow') : label}
          </p>
          {hint && <p className={styles.hint}>{hint}</p>}
          {disabledReason ? (
            <Button {...id} disabledReason={disabledReason}>
              {buttonLabel}
            </Button>
          ) : (
            <FileTrigger acceptedFileTypes={accept} onSelect={files => take([...(files ?? [])])}>
              <Button {...id}>{buttonLabel}</Button>
            </FileTrigger>
          )}
          {disabledReason && <p className={styles.hint}>{disabledReason}</p>}
        </>
      )}
    </AriaDropZone>
  )
}

function refusalOf(
  files: readonly File[],
  { accept, maxBytes }: Pick<DropZoneProps, 'accept' | 'maxBytes'>,
): FileRefusal | undefined {
  const [file] = files
  if (!file) return { reason: 'none' }
  if (files.length > 1) return { reason: 'several', count: files.length }
  if (!accept.some(ending => file.name.toLowerCase().endsWith(ending))) return { reason: 'type', file }
  if (file.size === 0) return { reason: 'empty', file }
  if (maxBytes !== undefined && file.size > maxBytes) return { reason: 'tooLarge', file, maxBytes }
  return undefined
}
