import type { RuleEditorHandle } from '../../../hooks/ruleEditor.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

/** Save and Cancel of a rule's fields, with what stands against saving (specification 1 §5). */
export function EditorFoot({ editor }: { editor: RuleEditorHandle }) {
  const t = useMessages('management.specification')
  const { canSave, isSaving, isTouched, isOvertaken, problem, save, cancel } = editor
  return (
    <Stack gap={3}>
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
