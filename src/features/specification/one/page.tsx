import { useSelector } from '@xstate/react'
import { Navigate, useLocation, useParams } from 'react-router'
import { loggedAt } from '../../../domain/dates.ts'
import { limits } from '../../../domain/limits.ts'
import {
  downloadPublishedFields,
  downloadPublishedRules,
  getPublishedSchema,
  listPublished,
  listPublishedFields,
  listPublishedRules,
  type PublishedCollection,
} from '../../../domain/wire/published.ts'
import { PageTitle, useAction, useAddress, useResource, useServices } from '../../../hooks/index.ts'
import { useSession } from '../../../hooks/session.ts'
import { selectIsSignedIn } from '../../../machines/session/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Breadcrumbs, Button, LinkTabs, Page, PageHeader, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure, isAbsent, MissingPage, WhenLoaded } from '../../common/Loaded.tsx'
import { OfflineCheck } from '../../common/OfflineCheck.tsx'
import { ValidateLink } from '../../common/ValidateLink.tsx'
import { type Part, parts, queryOf, specificationPath } from '../addresses.ts'
import { NeedsSignIn } from '../NeedsSignIn.tsx'
import { Changes } from './Changes.tsx'
import { Derived } from './Derived.tsx'
import { Fields } from './Fields.tsx'
import { Rules } from './Rules.tsx'
import { Whole } from './Whole.tsx'

const has = ({ collections }: { collections: readonly PublishedCollection[] }, item: string): boolean =>
  collections.some(({ reference }) => reference === item)

/** Route `/specification/{reference}`: the specification of a collection; `#` names a rule or a field to go to. */
export function Component() {
  const t = useMessages('published')
  const { reference = '' } = useParams()
  const { hash } = useLocation()
  const published = useResource(
    listPublished,
    { item: reference },
    { has, refreshOn: ({ type }) => type === 'COLLECTION' },
  )
  const isSignedIn = useSelector(useSession(), selectIsSignedIn)
  if (!isSignedIn && published.problem?.kind === 'unauthorised') return <NeedsSignIn />
  if (isAbsent(published)) return <MissingPage problem={published.problem} />
  return (
    <>
      {/* The page stays while it goes to what the anchor names. */}
      {hash.length > 1 && (
        <Navigate to={{ search: queryOf(decodeURIComponent(hash.slice(1))), hash: '' }} replace />
      )}
      <WhenLoaded resource={published} loading={t('loading')} failed={t('one.failed')} level={1} isWholePage>
        {({ collections }) => {
          const found = collections.find(collection => collection.reference === reference)
          return found && <Specification key={reference} collection={found} />
        }}
      </WhenLoaded>
    </>
  )
}

const contents: Readonly<Record<Part, typeof Rules>> = {
  rules: Rules,
  dictionary: Fields,
  derived: Derived,
  changes: Changes,
  whole: Whole,
}

function Specification({ collection }: { collection: PublishedCollection }) {
  const t = useMessages('published')
  const text = useText()
  const [address] = useAddress()
  const { reference, name, specification, schema, updatedUtc } = collection
  const part = parts.find(one => one === address.get('part')) ?? 'rules'
  const title = t('one.title', { name })
  const counts: Partial<Record<Part, number>> = {
    rules: collection.ruleCount,
    dictionary: collection.fieldCount,
    derived: collection.derivedFieldCount,
  }
  const Content = contents[part]
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('crumbs')}
          crumbs={[{ id: 'specification', label: t('title'), href: '/specification' }]}
        />
      }
      header={
        <PageHeader
          title={title}
          meta={t('one.meta', { version: specification, schema, when: text(loggedAt(updatedUtc)) })}
        />
      }
      steps={
        <LinkTabs
          label={t('tabs')}
          tabs={parts.map(id => ({
            id,
            label: t(`parts.${id}`),
            ...(counts[id] === undefined ? {} : { count: counts[id] }),
            href: `${specificationPath(reference)}?part=${id}`,
            isCurrent: id === part,
          }))}
        />
      }
    >
      <PageTitle title={title} />
      <Stack gap={4}>
        <div data-screen-only>
          <Stack gap={3}>
            <Files collection={collection} />
            <OfflineCheck id={collection.specificationId} version={specification} />
            <p>
              {t('validate.text')} <ValidateLink reference={reference}>{t('validate.link')}</ValidateLink>
            </p>
          </Stack>
        </div>
        <Content collection={collection} />
      </Stack>
    </Page>
  )
}

/** In one answer: no specification has more. */
const all = { limit: String(limits.pageLimit) }

const files = {
  xsd: { call: getPublishedSchema, accept: 'application/xml' },
  rules: { call: downloadPublishedRules, accept: 'text/csv' },
  rulesJson: { call: listPublishedRules, accept: 'application/json' },
  dictionary: { call: downloadPublishedFields, accept: 'text/csv' },
  dictionaryJson: { call: listPublishedFields, accept: 'application/json' },
} as const
type FileName = keyof typeof files

/** The specification as files. */
function Files({ collection: { reference, specification, schema } }: { collection: PublishedCollection }) {
  const t = useMessages('published')
  const { blob, saveBlob } = useServices()
  const names: Readonly<Record<FileName, string>> = {
    xsd: `${schema}.xsd`,
    rules: `rules.${specification}.csv`,
    rulesJson: `rules.${specification}.json`,
    dictionary: `dictionary.${specification}.csv`,
    dictionaryJson: `dictionary.${specification}.json`,
  }
  const download = useAction(
    (file: FileName) => {
      const { call, accept } = files[file]
      const path = { reference }
      return accept === 'application/json'
        ? blob(call, { path, query: all }, accept)
        : blob(call, { path }, accept)
    },
    { onDone: (file, content) => saveBlob(names[file], content) },
  )
  return (
    <Stack gap={3}>
      <ActionFailure title={t('files.failed')} problem={download.problem} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={t('files.label')}>
        <Row gap={2}>
          {(Object.keys(files) as FileName[]).map(file => (
            <Button
              key={file}
              size="small"
              icon="download"
              onPress={() => download.run(file)}
              isPending={download.isRunning && download.action === file}
            >
              {t(`files.${file}`)}
            </Button>
          ))}
        </Row>
      </div>
    </Stack>
  )
}
