import { useParams } from 'react-router'
import {
  type DifferenceWire,
  getSpecificationDifference,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { PageTitle, useAddress, useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Accordion,
  Card,
  DescriptionList,
  EmptyState,
  Page,
  PageHeader,
  PlainTable,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import styles from './page.module.css'

/** Route `/management/specifications/specs/{spec}/difference?with={id}`: what differs from another specification. */
export function Component() {
  const t = useMessages('management.difference')
  const { spec = '' } = useParams()
  const list = useResource(listSpecifications, {})
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('failed')} level={1}>
      {({ specifications }) => {
        const shown = specifications.find(({ id }) => String(id) === spec)
        return shown ? (
          <Compared shown={shown} others={specifications.filter(({ id }) => id !== shown.id)} />
        ) : (
          <EmptyState title={t('failed')} level={1} />
        )
      }}
    </WhenLoaded>
  )
}

function Compared({ shown, others }: { shown: SpecificationWire; others: readonly SpecificationWire[] }) {
  const t = useMessages('management.difference')
  const [address, change] = useAddress()
  const chosen = address.get('with')
  // Without a choice the latest one before it of the same collection, which is usually what it was made after.
  const earlier = others.filter(({ id }) => id < shown.id)
  const usual =
    earlier.find(({ version }) => version.slice(0, 5) === shown.version.slice(0, 5)) ??
    earlier[0] ??
    others[0]
  const formerId = others.some(({ id }) => String(id) === chosen) ? chosen : usual && String(usual.id)
  const { id, version } = shown
  const title = t('title', { version })
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs parent="specifications" within={{ label: version, href: specificationPath(id) }} />
      }
      header={<PageHeader title={title} />}
    >
      <PageTitle title={title} />
      {formerId ? (
        <Stack gap={4}>
          <div className={styles.choice}>
            <Select
              label={t('against')}
              value={formerId}
              options={others.map(other => ({
                id: String(other.id),
                label: other.version,
                hint: other.state.name,
              }))}
              onChange={next => change(() => new URLSearchParams({ with: next }), { replace: true })}
            />
          </div>
          <Differences id={String(id)} formerId={formerId} version={version} />
        </Stack>
      ) : (
        <EmptyState title={t('none')} level={2} />
      )}
    </Page>
  )
}

function Differences({ id, formerId, version }: { id: string; formerId: string; version: string }) {
  const t = useMessages('management.difference')
  const difference = useResource(getSpecificationDifference, { path: { id, formerId } })
  return (
    <WhenLoaded resource={difference} loading={t('loading')} failed={t('failed')} level={2}>
      {({ former, rules, derivedFields }) => (
        <Stack gap={4}>
          <Part name="rules" title={t('rules')} difference={rules} versions={[former.version, version]} />
          <Part
            name="fields"
            title={t('fields')}
            difference={derivedFields}
            versions={[former.version, version]}
          />
        </Stack>
      )}
    </WhenLoaded>
  )
}

interface PartProps {
  /** Of its parameter in the address. */
  name: 'rules' | 'fields'
  title: string
  difference: DifferenceWire
  /** Before and after. */
  versions: readonly [string, string]
}

/** The address with other items open; none at all is said as well. */
const withOpen = (former: URLSearchParams, name: string, open: readonly string[]): URLSearchParams => {
  const next = new URLSearchParams([...former].filter(([key]) => key !== name))
  for (const code of open.length === 0 ? [''] : open) next.append(name, code)
  return next
}

/** So few changes are shown at once. */
const fewChanges = 10

function Part({ name, title, difference, versions: [before, after] }: PartProps) {
  const t = useMessages('management.difference')
  const [address, change] = useAddress()
  const { added, removed, changed } = difference
  const isSame = added.length + removed.length + changed.length === 0
  const opened = address.getAll(name)
  const expanded = address.has(name)
    ? opened
    : changed.length > fewChanges
      ? []
      : changed.map(({ code }) => code)
  const partNames = (parts: ChangedItem['parts']) => [...new Set(parts.map(({ part }) => t(`parts.${part}`)))]
  const codes = (items: DifferenceWire['added']) =>
    items.map(({ code, name }) => (name === code ? code : `${name} (${code})`)).join('; ') || t('nothing')
  return (
    <Card title={title} {...(isSame ? { hint: t('same') } : {})}>
      {!isSame && (
        <Stack gap={4}>
          <DescriptionList
            items={[
              { id: 'added', term: t('added'), value: codes(added) },
              { id: 'removed', term: t('removed'), value: codes(removed) },
              { id: 'changed', term: t('changed'), value: String(changed.length) },
            ]}
          />
          <Accordion
            level={3}
            expanded={expanded}
            onChange={open => change(former => withOpen(former, name, open), { replace: true })}
            items={changed.map(item => ({
              id: item.code,
              title: item.name,
              ...(item.name === item.code ? {} : { hint: item.code }),
              summary: partNames(item.parts).join(', '),
              children: () => <PartTable item={item} versions={[before, after]} />,
            }))}
          />
        </Stack>
      )}
    </Card>
  )
}

type ChangedItem = DifferenceWire['changed'][number]

function PartTable({ item, versions: [before, after] }: { item: ChangedItem } & Pick<PartProps, 'versions'>) {
  const t = useMessages('management.difference')
  return (
    <PlainTable
      caption={t('caption', { name: item.name })}
      isCaptionHidden
      rows={item.parts}
      rowId={({ part, regulatorCode }) => `${part} ${regulatorCode ?? ''}`}
      columns={[
        {
          id: 'part',
          header: t('column.part'),
          cell: ({ part, regulatorCode }) =>
            regulatorCode === null ? t(`parts.${part}`) : t('toleranceFor', { regulator: regulatorCode }),
          isRowHeader: true,
        },
        {
          id: 'before',
          header: t('column.version', { version: before }),
          cell: one => <del className={styles.text}>{one.before || t('nothing')}</del>,
        },
        {
          id: 'after',
          header: t('column.version', { version: after }),
          cell: one => <ins className={styles.text}>{one.after || t('nothing')}</ins>,
        },
      ]}
    />
  )
}
