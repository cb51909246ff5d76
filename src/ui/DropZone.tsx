import type { ReactNode } from 'react'
import { DropZone as AriaDropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useMessages } from '../messages/index.ts'
import { Button } from './Button.tsx'
import styles from './DropZone.module.css'
import { Icon } from './Icon.tsx'

export interface DropZoneProps {
  /** What to bring, for instance "Drop your XML file here". */
  label: string
  /** Which files are taken, in words. */
  hint?: ReactNode
  /** Endings with the dot that the window for choosing offers: ['.xml']. Other files can be chosen and dropped all the same. */
  accept: readonly string[]
  /** Takes whatever was dropped or chosen: any number of files, of any kind. */
  onFiles: (files: readonly File[]) => void
  /** Whether several can be chosen in one window. */
  takesSeveral?: boolean
  buttonLabel?: string
  /** Id of the button, for what leads to it. */
  buttonId?: string
  disabledReason?: string | undefined
}

/** A large place to drop a file on, with a real button in it. Whether the files can be used is for the caller to decide. */
export function DropZone(props: DropZoneProps) {
  const t = useMessages('ui')
  const { label, hint, accept, onFiles, disabledReason, buttonId, buttonLabel = t('chooseFile') } = props
  const { takesSeveral = false } = props
  const id = buttonId === undefined ? {} : { id: buttonId }
  return (
    <AriaDropZone
      className={styles.zone ?? ''}
      aria-label={label}
      isDisabled={disabledReason !== undefined}
      getDropOperation={() => 'copy'}
      onDrop={async event => {
        const files = event.items.filter(item => item.kind === 'file')
        onFiles(await Promise.all(files.map(item => item.getFile())))
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
            <FileTrigger
              acceptedFileTypes={accept}
              allowsMultiple={takesSeveral}
              onSelect={files => onFiles([...(files ?? [])])}
            >
              <Button {...id}>{buttonLabel}</Button>
            </FileTrigger>
          )}
          {disabledReason && <p className={styles.hint}>{disabledReason}</p>}
        </>
      )}
    </AriaDropZone>
  )
}
