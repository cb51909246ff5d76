import { collectionBefore } from '../../../domain/collectionSeries.ts'
import { calendarDay, referencePeriod } from '../../../domain/dates.ts'
import { type SetUpDifference, setUpDifferences, takingPart } from '../../../domain/setUp.ts'
import { ruleDifferences } from '../../../domain/specification.ts'
import {
  type CollectionWire,
  listCollectionSubmissions,
  listCollections,
} from '../../../domain/wire/collections.ts'
import { listManagedProviders, type ManagedProviderWire } from '../../../domain/wire/providers.ts'
import { getSpecificationDifference } from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, DescriptionList, formatCount, Link, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'

/** How the set-up of a collection differs from the one before it; nothing for the first of its record. */
export function BeforeCard({ collection }: { collection: CollectionWire }) {
  const list = useResource(listCollections, {}, { refreshOn: ({ type }) => type === 'COLLECTION' })
  const { data } = useResource(listManagedProviders, {})
  const former = list.data && collectionBefore(list.data.collections, collection)
  return former ? <Before collection={collection} former={former} providers={data?.providers} /> : null
}

interface BeforeProps {
  collection: CollectionWire
  /** The collection before it. */
  former: CollectionWire
  /** Providers of the register; undefined until they are known. */
  providers: readonly ManagedProviderWire[] | undefined
}

/** What the set-up of a collection changes from the collection before it, and from what that one had (decisions §18, mock 24). */
function Before({ collection, former, providers }: BeforeProps) {
  const t = useMessages('management.collection')
  const text = useText()
  const was = (after: string, before: string) => t('before.was', { after, before })
  const dayOf = (day: string | null) => (day === null ? t('before.nothing') : text(calendarDay(day)))
  const periodOf = ({ referencePeriodStart, referencePeriodEnd }: CollectionWire) =>
    text(referencePeriod(referencePeriodStart, referencePeriodEnd))
  const shown = (part: SetUpDifference['part'], value: SetUpDifference['before']): string => {
    if (value === null) return t('before.nothing')
    if (typeof value === 'number') return formatCount(value)
    if (typeof value === 'string') return value
    return t(`before.${part as 'issues' | 'signing' | 'approvers'}.${value ? 'yes' : 'no'}`)
  }
  return (
    <Card title={t('before.title', { name: former.name })}>
      <Stack gap={3}>
        <DescriptionList
          items={[
            { id: 'period', term: t('before.period'), value: was(periodOf(collection), periodOf(former)) },
            {
              id: 'deadline',
              term: t('before.deadline'),
              value: was(dayOf(collection.submissionDeadline), dayOf(former.submissionDeadline)),
            },
            ...setUpDifferences(former, collection).map(({ part, before, after }) => ({
              id: part,
              term: t(`before.${part}`),
              value: was(shown(part, after), shown(part, before)),
            })),
          ]}
        />
        {providers && <ProvidersSince former={former} providers={providers} />}
        {collection.specification && former.specification ? (
          <Rules
            id={collection.specification.id}
            former={{ id: former.specification.id, version: former.specification.name }}
          />
        ) : (
          <p>{t('before.noSpecification')}</p>
        )}
      </Stack>
    </Card>
  )
}

const ruleParts = ['added', 'removed', 'tolerances', 'words', 'conditions'] as const

function Rules({ id, former }: { id: number; former: { id: number; version: string } }) {
  const t = useMessages('management.collection')
  const difference = useResource(getSpecificationDifference, {
    path: { id: String(id), formerId: String(former.id) },
  })
  const href = `${specificationPath(id)}/difference?${new URLSearchParams({ with: String(former.id) })}`
  return (
    <WhenLoaded
      resource={difference}
      loading={t('before.rulesLoading')}
      failed={t('before.rulesFailed')}
      level={3}
    >
      {({ rules }) => {
        const counts = ruleDifferences(rules)
        return (
          <>
            <DescriptionList
              items={ruleParts.map(part => ({
                id: part,
                term: t(`before.rules.${part}`),
                value: formatCount(counts[part]),
              }))}
            />
            <p>
              <Link href={href}>{t('before.compare', { version: former.version })}</Link>
            </p>
          </>
        )
      }}
    </WhenLoaded>
  )
}

/** Providers that take part now and returned nothing to the collection before, and the other way round. */
function ProvidersSince({
  former,
  providers,
}: {
  former: CollectionWire
  providers: readonly ManagedProviderWire[]
}) {
  const t = useMessages('management.collection')
  const list = useResource(listCollectionSubmissions, { path: { reference: former.reference }, query: {} })
  return (
    <WhenLoaded
      resource={list}
      loading={t('before.providersLoading')}
      failed={t('before.providersFailed')}
      level={3}
    >
      {({ submissions }) => {
        const { added, removed } = takingPart(
          submissions.flatMap(({ provider, latestSubmission }) => (latestSubmission ? [provider] : [])),
          providers,
        )
        const named = (all: readonly { publishedName: string }[]) =>
          all.map(({ publishedName }) => publishedName).join(', ')
        return (
          <DescriptionList
            items={[
              {
                id: 'added',
                term: t('before.providersAdded', { count: added.length }),
                value: named(added) || t('before.none'),
              },
              {
                id: 'removed',
                term: t('before.providersRemoved', { count: removed.length }),
                value: named(removed) || t('before.none'),
              },
            ]}
          />
        )
      }}
    </WhenLoaded>
  )
}
