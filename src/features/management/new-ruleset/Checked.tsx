import { loggedAt } from '../../../domain/dates.ts'
import type { CheckedRulesetWire } from '../../../domain/wire/publishing.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Card, CopyId, DescriptionList, formatCount, Stack } from '../../../ui/index.ts'
import { DifferenceCards } from '../common/DifferenceCards.tsx'

/** What changes if a Draft is replaced, and who notices. */
export function ReplacementEffect({
  replaces: { updatedBy, updatedUtc },
}: {
  replaces: NonNullable<CheckedRulesetWire['replaces']>
}) {
  const t = useMessages('management.content')
  const text = useText()
  return (
    <>
      <p>{t('replace.what', { name: updatedBy, at: text(loggedAt(updatedUtc)) })}</p>
      <p>{t('replace.effect')}</p>
    </>
  )
}

const counts = ['rules', 'examples', 'derivedFields', 'reports', 'listings'] as const

/** What a check found in a ruleset without faults, and how it differs from others. */
export function Checked({ found }: { found: CheckedRulesetWire }) {
  const t = useMessages('management.content')
  const { version, schema, record, hash, replaces, comparisons } = found
  return (
    <Stack gap={4}>
      <Banner tone="good" title={t('checked.good', { version })} announced="status">
        {t('checked.next')}
      </Banner>
      <Card title={t('checked.title')}>
        <DescriptionList
          layout="grid"
          items={[
            { id: 'version', term: t('columns.version'), value: version },
            { id: 'record', term: t('checked.record'), value: record },
            { id: 'schema', term: t('columns.schema'), value: schema },
            ...counts.map(id => ({ id, term: t(`checked.${id}`), value: formatCount(found[id]) })),
            {
              id: 'hash',
              term: t('checked.hash'),
              value: <CopyId value={hash} label={t('checked.hash')} last={12} />,
            },
          ]}
        />
      </Card>
      {replaces && (
        <Card title={t('replace')}>
          <ReplacementEffect replaces={replaces} />
        </Card>
      )}
      {comparisons.length === 0 && <p>{t('checked.noFormer')}</p>}
      {comparisons.map(comparison => (
        <DifferenceCards
          key={comparison.former.id}
          name={`with${comparison.former.id}.`}
          heading={
            comparison.former.id === replaces?.id
              ? t('checked.fromDraft')
              : t('checked.from', { version: comparison.former.version })
          }
          comparison={comparison}
          version={version}
          ruleset={undefined}
          formerRuleset={comparison.former.id}
        />
      ))}
    </Stack>
  )
}
