import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Select, Stack, Switch } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { type FactField, factChange, factFields, factValue, optionLabel, withoutChangesOf } from './facts.ts'
import type { Subject, SubjectSource } from './useSubject.ts'

/** Every fact that the guards read, to be set; what differs from the base stands in the address. */
export function FactsForm({ subject: { base, facts, source } }: { subject: Subject }) {
  const t = useMessages('inspector.question')
  const { go } = useInspectorAddress()
  const changed = factFields.filter(field => factValue(field, facts) !== factValue(field, base))
  return (
    <Card
      title={t('facts.title')}
      level={3}
      hint={changed.length > 0 ? t('facts.changed', { count: changed.length }) : sourceText(t, source)}
      actions={
        changed.length > 0 && (
          <Button
            size="small"
            icon="refresh"
            onPress={() => go(withoutChangesOf(changed), { replace: true })}
          >
            {t('facts.reset')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {factFields.map(field => (
          <Fact key={field.name} field={field} base={base} facts={facts} />
        ))}
      </Stack>
    </Card>
  )
}

/** Where the facts come from, in words. */
const sourceText = (t: Translate<'inspector.question'>, source: SubjectSource): string => {
  if (source.kind === 'submission') return t('subject.real', { id: source.id.slice(-8) })
  if (source.kind === 'provider') return t('subject.ofProvider', source)
  return t('subject.hypothetical')
}

function Fact({ field, base, facts }: { field: FactField; base: Facts; facts: Facts }) {
  const t = useMessages('inspector.question')
  const text = useText()
  const { go } = useInspectorAddress()
  const label = t(`facts.${field.name}`)
  const set = (value: string) => go(factChange(field, base, value), { replace: true })
  if (field.kind === 'flag') {
    return (
      <Switch isSelected={field.read(facts)} onChange={value => set(value ? 'yes' : 'no')}>
        {label}
      </Switch>
    )
  }
  return (
    <Select
      label={label}
      options={field.options.map(id => ({ id, label: optionLabel(t, text, field.name, id) }))}
      value={field.read(facts)}
      onChange={set}
    />
  )
}
