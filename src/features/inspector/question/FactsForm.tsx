import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { Button, Card, NativeSelect, Stack, Switch } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { factChange, factFields, factValue, noFactChanges } from './facts.ts'
import { texts } from './texts.ts'
import type { Subject } from './useSubject.ts'

const words = texts.facts

/** Every fact that the guards read, to be set; what differs from the base stands in the address. */
export function FactsForm({ subject: { base, facts, submission } }: { subject: Subject }) {
  const { go } = useInspectorAddress()
  const changed = factFields.filter(field => factValue(field, facts) !== factValue(field, base)).length
  return (
    <Card
      title={words.title}
      level={3}
      hint={
        changed > 0
          ? words.changed(changed)
          : submission === undefined
            ? texts.subject.hypothetical
            : texts.subject.real(submission.slice(-8))
      }
      actions={
        changed > 0 && (
          <Button size="small" icon="refresh" onPress={() => go(noFactChanges, { replace: true })}>
            {words.reset}
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

function Fact({ field, base, facts }: { field: (typeof factFields)[number]; base: Facts; facts: Facts }) {
  const { go } = useInspectorAddress()
  const set = (value: string) => go(factChange(field, base, value), { replace: true })
  if (field.kind === 'flag') {
    return (
      <Switch isSelected={field.read(facts)} onChange={value => set(value ? 'yes' : 'no')}>
        {field.label}
      </Switch>
    )
  }
  return <NativeSelect label={field.label} options={field.options} value={field.read(facts)} onChange={set} />
}
