import type { EditorField } from '../../../domain/ruleConfiguration.ts'
import type { RuleEditorHandle } from '../../../hooks/ruleEditor.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Row, Stack, TextField } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

/** Field of an editor: why something is changed. */
export const reasonField: EditorField = { id: 'reason', kind: 'reason' }

/** The reason for a change, Save and Cancel of a rule's fields, and what prevents saving (specification 1 §5, decisions §18). */
export function EditorFoot({ editor }: { editor: RuleEditorHandle }) {
  const t = useMessages('management.specification')
  const text = useText()
  const { canSave, isSaving, isTouched, isOvertaken, problem, save, cancel } = editor
  return (
    <Stack gap={3}>
      {isTouched && (
        <TextField
          label={t('reason')}
          value={editor.entered[reasonField.id] ?? ''}
          error={editor.faults[reasonField.id] && text(editor.faults[reasonField.id])}
          isDisabled={isSaving}
          onChange={entered => editor.enter(reasonField.id, entered)}
          onLeave={() => editor.leave(reasonField.id)}
        />
      )}
      {isOvertaken && <p role="status">{t('overtaken')}</p>}
      <ActionFailure title={t('saveFailed')} problem={problem} />
      <Row gap={2}>
        <Button
          variant="primary"
          onPress={save}
          isPending={isSaving}
          disabledReason={canSave || isSaving ? undefined : t('nothingToSave')}
        >
          {t('save')}
        </Button>
        <Button onPress={cancel} isDisabled={isSaving || !isTouched}>
          {t('cancel')}
        </Button>
      </Row>
    </Stack>
  )
}
