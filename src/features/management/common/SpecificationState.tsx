import { type SpecificationStateName, specificationStateById } from '../../../domain/specification.ts'
import { changeSpecificationState, type SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useServices } from '../../../hooks/index.ts'
import { useInlineChoice } from '../../../hooks/inlineChoice.ts'
import { useMessages } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import { InlineChoice } from './InlineChoice.tsx'
import { useStateChange } from './useStateChange.ts'

const tones: Readonly<Record<SpecificationStateName, Tone>> = {
  CREATED: 'attention',
  DRAFT: 'waiting',
  AVAILABLE: 'good',
  IN_USE: 'good',
}

/** A specification's state by colour, icon and word. */
export function SpecificationStateTag({ state: { id, name } }: Pick<SpecificationWire, 'state'>) {
  const known = specificationStateById(id)
  return (
    <StatusTag tone={known ? tones[known.name] : 'neutral'} variant="plain">
      {name}
    </StatusTag>
  )
}

/** The state of a specification, which the server lets this reader change to those that it offers. */
export function SpecificationStateChoice({
  specification,
  onChanged,
}: {
  specification: SpecificationWire
  /** The answer of the server, with what follows from the change. */
  onChanged: (specification: SpecificationWire) => void
}) {
  const t = useMessages('management.specifications')
  const { call } = useServices()
  const change = useStateChange(
    specification.version,
    stateId => call(changeSpecificationState, { path: { id: String(specification.id) }, body: { stateId } }),
    onChanged,
  )
  const choice = useInlineChoice(
    specification.state.id,
    stateId => change(specification.state.id, stateId),
    onChanged,
  )
  return (
    <InlineChoice
      choice={choice}
      label={t('state.of', { version: specification.version })}
      options={specification.availableStates}
      isOffered={specification.availableStates.length > 0}
    >
      <SpecificationStateTag state={specification.state} />
    </InlineChoice>
  )
}
