import { getPublishedChanges } from '../../../domain/wire/published.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { EmptyState, Stack } from '../../../ui/index.ts'
import { DifferencePart } from '../../common/Difference.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { itemPath } from '../addresses.ts'
import type { PartProps } from './parts.tsx'

const named = (name: string) => ({ code: name, name })

/** What is other than in the specification of the year before. */
export function Changes({ collection: { reference, specification } }: PartProps) {
  const t = useMessages('published')
  const changes = useResource(getPublishedChanges, { path: { reference } })
  return (
    <WhenLoaded resource={changes} loading={t('loading')} failed={t('changes.failed')} level={2}>
      {({ before, fields, rules, derivedFields, regulators }) => {
        if (!before) return <EmptyState title={t('changes.none')} level={2} />
        const versions = [before.specification, specification] as const
        const names = new Map(regulators.map(({ code, shortName }) => [code, shortName]))
        return (
          <Stack gap={4}>
            <p>{t('changes.lead', { name: before.name, version: before.specification })}</p>
            <DifferencePart
              name="fields"
              title={t('changes.fields')}
              difference={{
                added: fields.added.map(named),
                removed: fields.removed.map(named),
                changed: fields.changed.map(({ field, parts }) => ({
                  ...named(field),
                  parts: parts.map(part => ({ ...part, regulatorCode: null })),
                })),
              }}
              versions={versions}
            />
            <DifferencePart
              name="rules"
              title={t('changes.rules')}
              difference={rules}
              versions={versions}
              regulatorName={code => names.get(code) ?? code}
              pathOf={(code, isRemoved) => itemPath(isRemoved ? before.reference : reference, code)}
            />
            <DifferencePart
              name="derived"
              title={t('changes.derived')}
              difference={derivedFields}
              versions={versions}
            />
          </Stack>
        )
      }}
    </WhenLoaded>
  )
}
