import styles from './CodeEditor.module.css'
import { labelClass } from './fieldClasses.ts'
import { lazyPart, useLazyPart } from './lazyPart.ts'
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

/** CodeMirror weighs as much as a page, and few pages have code to edit. */
export const editorCode = lazyPart(() => import('./CodeEditorControl.tsx'))

/** A field for code, highlighted. Until the editor is loaded, and if loading fails, a field for text. */
export function CodeEditor(props: CodeEditorProps) {
  const code = useLazyPart(editorCode)
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
