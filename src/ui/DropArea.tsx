import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './DropArea.module.css'
import { Icon } from './Icon.tsx'

export interface DropAreaProps {
  /** What happens to what is dropped, shown while it is held over the area. */
  label: string
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  [...dataTransfer.items].some(({ kind }) => kind === 'file')

/** Content on which files can be dropped anywhere. Whoever has no mouse needs a button in it (`FileButton`). */
export function DropArea({ label, onFiles, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the gesture of a mouse; the button in it is for everybody
    <div
      className={styles.area}
      data-over={isOver || undefined}
      onDragEnter={event => setIsOver(hasFiles(event))}
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDragLeave={event => {
        // From one element of the content to another nothing is left.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setIsOver(false)
      }}
      onDrop={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className={styles.label}>
          <Icon name="upload" />
          {label}
        </div>
      )}
    </div>
  )
}
