import { useSelector } from '@xstate/react'
import { useHref } from 'react-router'
import { referencePeriod } from '../../../domain/dates.ts'
import { listPublished, type PublishedCollection } from '../../../domain/wire/published.ts'
import { usePageTitle, useResource } from '../../../hooks/index.ts'
import { useSession } from '../../../hooks/session.ts'
import { selectIsSignedIn } from '../../../machines/session/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  EmptyState,
  Link,
  Page,
  PageHeader,
  type PlainColumn,
  PlainTable,
  Stack,
} from '../../../ui/index.ts'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../addresses.ts'
import { NeedsSignIn } from '../NeedsSignIn.tsx'

/** Route `/specification` (specification 1 §2; decisions §6): what is published, for everybody who is signed in. */
export function Component() {
  const t = useMessages('published')
  const text = useText()
  const feed = useHref('/api/specification/feed.atom')
  usePageTitle(t('title'))
  const published = useResource(listPublished, {}, { refreshOn: ({ type }) => type === 'COLLECTION' })
  const isSignedIn = useSelector(useSession(), selectIsSignedIn)
  if (!isSignedIn && published.problem?.kind === 'unauthorised') return <NeedsSignIn />
  return (
    <Page header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}>
      <WhenLoaded resource={published} loading={t('loading')} failed={t('failed')} sketch="rows" level={2}>
        {({ collections, isPublic }) =>
          collections.length === 0 ? (
            <EmptyState title={t('empty')} level={2} />
          ) : (
            <Stack gap={4}>
              <Card>
                <PlainTable
                  caption={t('caption')}
                  isCaptionHidden
                  columns={columnsOf(t, text)}
                  rows={collections}
                  rowId={({ reference }) => reference}
                  stacks
                />
              </Card>
              {isPublic && (
                <p>
                  {t('feedHint')} <a href={feed}>{t('feed')}</a>
                </p>
              )}
            </Stack>
          )
        }
      </WhenLoaded>
    </Page>
  )
}

const columnsOf = (t: Translate<'published'>, text: ToText): readonly PlainColumn<PublishedCollection>[] => [
  { id: 'reference', header: t('columns.reference'), cell: ({ reference }) => <code>{reference}</code> },
  {
    id: 'name',
    header: t('columns.name'),
    cell: ({ reference, name }) => <Link href={specificationPath(reference)}>{name}</Link>,
    isRowHeader: true,
  },
  {
    id: 'period',
    header: t('columns.period'),
    cell: ({ referencePeriodStart, referencePeriodEnd }) =>
      text(referencePeriod(referencePeriodStart, referencePeriodEnd)),
  },
  { id: 'state', header: t('columns.state'), cell: ({ state }) => <CollectionStateTag state={state} /> },
  { id: 'version', header: t('columns.version'), cell: ({ specification }) => <code>{specification}</code> },
  { id: 'schema', header: t('columns.schema'), cell: ({ schema }) => <code>{schema}</code> },
  { id: 'rules', header: t('columns.rules'), cell: ({ ruleCount }) => ruleCount, kind: 'number' },
  { id: 'fields', header: t('columns.fields'), cell: ({ fieldCount }) => fieldCount, kind: 'number' },
]
