import type { RuleEditorHandle } from '../../../hooks/ruleEditor.ts'
import { useText } from '../../../messages/index.ts'
import { Row, TextField } from '../../../ui/index.ts'

/** Ids of the fields of a tolerance: one, or the two ends of a range. */
export interface ToleranceFieldIds {
  from: string
  to?: string
}

/** What is typed for a tolerance, and what is wrong with it. `words` name the fields: their labels are not seen. */
export function ToleranceFields({
  ids: { from, to },
  editor,
  words,
}: {
  ids: ToleranceFieldIds
  editor: RuleEditorHandle
  words: { only: string; from: string; to: string; between: string }
}) {
  const text = useText()
  const fieldOf = (id: string, label: string) => (
    <TextField
      label={label}
      isLabelHidden
      kind="number"
      value={editor.entered[id] ?? ''}
      error={editor.faults[id] && text(editor.faults[id])}
      isDisabled={editor.isSaving}
      onChange={entered => editor.enter(id, entered)}
      onLeave={() => editor.leave(id)}
    />
  )
  if (to === undefined) return fieldOf(from, words.only)
  return (
    <Row gap={2} align="start">
      {fieldOf(from, words.from)}
      <span>{words.between}</span>
      {fieldOf(to, words.to)}
    </Row>
  )
}
