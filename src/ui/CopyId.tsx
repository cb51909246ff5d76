import { useRef, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { announce } from './Announcer.tsx'
import { IconButton } from './Button.tsx'
import styles from './CopyId.module.css'

export interface CopyIdProps {
  /** What is copied. */
  value: string
  /** Name of it, read out with the button: "Submission id". */
  label: string
  /** Shows only this many characters from the end; the whole is copied. */
  last?: number
  /** All of it in sight, on several lines where it needs them: for what is shown only once. */
  isWhole?: boolean
}

/** An identifier in a monospace face with a button that copies it. */
export function CopyId({ value, label, last, isWhole }: CopyIdProps) {
  const t = useMessages('ui')
  const [copied, setCopied] = useState(false)
  const text = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      announce(`${t('copied')}: ${label}`)
    } catch {
      // No clipboard over plain http or without leave: mark the text, so that the reader can copy it by the keyboard.
      if (text.current) getSelection()?.selectAllChildren(text.current)
    }
  }
  return (
    <span className={styles.copy} data-whole={isWhole || undefined}>
      <code title={value} ref={text}>
        {last === undefined ? value : value.slice(-last)}
      </code>
      <span className={styles.button}>
        <IconButton
          icon={copied ? 'check' : 'copy'}
          label={copied ? t('copied') : `${t('copy')} ${label}`}
          size="small"
          onBlur={() => setCopied(false)}
          onPress={() => void copy()}
        />
      </span>
    </span>
  )
}
