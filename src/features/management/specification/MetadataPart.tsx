import type { EditorField } from '../../../domain/ruleConfiguration.ts'
import {
  changeSpecificationRule,
  type SpecificationRuleWire,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { useServices } from '../../../hooks/index.ts'
import { useRuleEditor } from '../../../hooks/ruleEditor.ts'
import { metadataEditorMachine } from '../../../machines/metadata-editor/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { DescriptionList, Link, notify, Stack, TextField } from '../../../ui/index.ts'
import { draftPlace } from '../common/draftPlaces.ts'
import { EditorFoot, reasonField } from './EditorFoot.tsx'

export interface RulePartProps {
  rule: SpecificationRuleWire
  specification: SpecificationWire
  onSaved: () => void
}

/** The words of a rule: to be read, or changed while the specification is a Draft. */
export function MetadataPart(props: RulePartProps) {
  return props.specification.isEditable ? <MetadataFields {...props} /> : <MetadataShown rule={props.rule} />
}

function MetadataShown({ rule }: Pick<RulePartProps, 'rule'>) {
  const t = useMessages('management.specification')
  return (
    <DescriptionList
      items={[
        { id: 'description', term: t('description'), value: rule.description },
        {
          id: 'guidance',
          term: t('guidance'),
          value:
            rule.guidanceUrl === '' ? (
              t('noGuidance')
            ) : (
              <Link href={rule.guidanceUrl}>{rule.guidanceUrl}</Link>
            ),
        },
      ]}
    />
  )
}

const fields: readonly EditorField[] = [
  { id: 'description', kind: 'description' },
  { id: 'guidanceUrl', kind: 'address' },
  reasonField,
]

function MetadataFields({ rule, specification, onSaved }: RulePartProps) {
  const t = useMessages('management.specification')
  const text = useText()
  const { call } = useServices()
  const editor = useRuleEditor(
    metadataEditorMachine,
    {
      place: draftPlace(specification.id, rule.id, 'words'),
      fields,
      stored: { description: rule.description, guidanceUrl: rule.guidanceUrl, [reasonField.id]: '' },
    },
    ({ description = '', guidanceUrl = '', reason = '' }) =>
      call(changeSpecificationRule, {
        path: { specId: String(specification.id), validationId: rule.id },
        body: { metadata: { description, guidanceUrl }, reason },
      }),
    () => {
      notify({ tone: 'good', title: t('saved'), text: rule.name })
      onSaved()
    },
  )
  const fieldOf = (id: 'description' | 'guidanceUrl') => ({
    label: t(id),
    value: editor.entered[id] ?? '',
    error: editor.faults[id] && text(editor.faults[id]),
    isDisabled: editor.isSaving,
    onChange: (entered: string) => editor.enter(id, entered),
    onLeave: () => editor.leave(id),
  })
  return (
    <Stack gap={3}>
      <TextField {...fieldOf('description')} kind="lines" />
      <TextField {...fieldOf('guidanceUrl')} />
      <EditorFoot editor={editor} />
    </Stack>
  )
}
