import styles from './CodeEditor.module.css'
import { labelClass } from './fieldClasses.ts'
import { useLazyPart } from './lazyPart.ts'
import { lazyParts } from './lazyParts.ts'
import { TextField } from './TextField.tsx'

export interface CodeEditorProps {
  label: string
  /** A sentence under the label. */
  description?: string
  value: string
  onChange: (value: string) => void
  language: 'sql' | 'plain'
  isReadOnly?: boolean
}

const stays = () => undefined

/** A field for code, highlighted; until its own code is there, and where it does not come, a field for text. */
export function CodeEditor(props: CodeEditorProps) {
  const code = useLazyPart(lazyParts.codeEditor, true, stays)
  const { label, description, value, onChange, isReadOnly = false } = props
  if (!code)
    return <TextField label={label} value={value} onChange={onChange} kind="lines" isDisabled={isReadOnly} />
  return (
    <div className={styles.field}>
      {/* The field itself is named in its own tree. */}
      <span className={labelClass} aria-hidden>
        {label}
      </span>
      {description && <span className={styles.description}>{description}</span>}
      <code.CodeEditorControl {...props} />
    </div>
  )
}
