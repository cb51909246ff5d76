import { specificationStateById, specificationStateLabel } from '../../../domain/specification.ts'
import type { ContentUseWire, SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { RadioChoice, Select, Stack } from '../../../ui/index.ts'
import type { StartFrom } from './useStartFrom.ts'

/** Where the rules of a new specification have their tolerances and texts from (specification 1 §2, decisions §18). */
export function SourceChoice({ start, use }: { start: StartFrom; use: ContentUseWire | undefined }) {
  const t = useMessages('management.specifications')
  const text = useText()
  const { sources, source, isCopied, changes } = start
  const optionOf = ({ id, version, state }: SpecificationWire) => {
    const known = specificationStateById(state.id)
    const of = { version, state: known ? text(specificationStateLabel(known.name)) : state.name }
    const names = use?.specifications.find(one => one.id === id)?.collections.map(({ name }) => name) ?? []
    return {
      id: String(id),
      label:
        names.length === 0
          ? t('configuration.sourceUnused', of)
          : t('configuration.sourceOption', { ...of, names: names.join(', ') }),
    }
  }
  return (
    <Stack gap={3}>
      <RadioChoice
        label={t('configuration.title')}
        frames="stack"
        value={isCopied ? 'copy' : 'defaults'}
        onChange={id => (id === 'copy' ? source && start.copyFrom(String(source.id)) : start.takeDefaults())}
        options={[
          {
            id: 'defaults',
            label: t('configuration.defaults'),
            ...(source &&
              changes.data && {
                hint: t('configuration.drops', {
                  count: changes.data.changes.length,
                  version: source.version,
                }),
              }),
          },
          {
            id: 'copy',
            label: t('configuration.copy'),
            ...(source
              ? { hint: t('configuration.copyHint') }
              : sources && { disabledReason: t('configuration.copyReason') }),
          },
        ]}
      />
      {isCopied && source && (
        <Select
          label={t('configuration.source')}
          value={String(source.id)}
          options={(sources ?? []).map(optionOf)}
          onChange={start.copyFrom}
        />
      )}
    </Stack>
  )
}
