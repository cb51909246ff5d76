import {
  type DifferenceKind,
  differenceKinds,
  ofDifferenceKind,
  ruleDifferences,
} from '../../domain/specification.ts'
import type { DifferenceWire } from '../../domain/wire/specifications.ts'
import { useAddress } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Accordion, Badge, Card, Dotted, Link, LinkTabs, PlainTable, Stack } from '../../ui/index.ts'
import styles from './Difference.module.css'

type RulePart = DifferenceWire['changed'][number]['parts'][number]['part']

interface Named {
  code: string
  name: string
}

/** What differs between two versions: of rules and derived fields, or of fields of the record. */
interface Difference {
  added: readonly Named[]
  removed: readonly Named[]
  changed: readonly (Named & {
    parts: readonly {
      part: RulePart | 'form' | 'codes' | 'length' | 'occurrence'
      regulatorCode: string | null
      before: string
      after: string
    }[]
  })[]
}

export interface DifferencePartProps {
  /** Of its parameters in the address. */
  name: string
  title: string
  difference: Difference
  /** Before and after. */
  versions: readonly [string, string]
  /** What a regulator is called, by its code; left out where no tolerance is among the parts. */
  regulatorName?: ((code: string) => string) | undefined
  /** The page of an item, in the version before if it was removed; undefined if it has none. */
  pathOf?: (code: string, isRemoved: boolean) => string | undefined
}

/** The address with other items open; none at all is said as well. */
const withOpen = (former: URLSearchParams, name: string, open: readonly string[]): URLSearchParams => {
  const next = new URLSearchParams([...former].filter(([key]) => key !== name))
  for (const code of open.length === 0 ? [''] : open) next.append(name, code)
  return next
}

/** So few changes are shown at once. */
const fewChanges = 10

/** What was added, removed and changed of one kind of thing, item by item; the kinds of change can be shown one by one. */
export function DifferencePart({
  name,
  title,
  difference,
  versions,
  regulatorName,
  pathOf = () => undefined,
}: DifferencePartProps) {
  const t = useMessages('management.difference')
  const [address, change] = useAddress()
  const counts = ruleDifferences(difference)
  const kinds = differenceKinds.filter(kind => counts[kind] > 0)
  const chosen = kinds.find(kind => kind === address.get(`${name}.kind`))
  const { added, removed, changed } = chosen ? ofDifferenceKind(difference, chosen) : difference
  const opened = address.getAll(name)
  const expanded = address.has(name)
    ? opened
    : changed.length > fewChanges
      ? []
      : changed.map(({ code }) => code)
  const hrefOf = (kind: DifferenceKind | undefined): string => {
    const next = new URLSearchParams([...address].filter(([key]) => key !== `${name}.kind`))
    if (kind) next.set(`${name}.kind`, kind)
    return `?${next}`
  }
  const total = difference.added.length + difference.removed.length + difference.changed.length
  return (
    <Card title={title} {...(total === 0 ? { hint: t('same') } : {})}>
      {total > 0 && (
        <Stack gap={4}>
          <LinkTabs
            label={t('kinds', { title })}
            look="segments"
            isGrid
            tabs={[
              { id: 'all', label: t('kind.all'), count: total, href: hrefOf(undefined), isCurrent: !chosen },
              ...kinds.map(kind => ({
                id: kind,
                label: t(`kind.${kind}`),
                count: counts[kind],
                href: hrefOf(kind),
                isCurrent: kind === chosen,
              })),
            ]}
          />
          <Items of={title} title={t('added')} items={added} pathOf={code => pathOf(code, false)} />
          <Items of={title} title={t('removed')} items={removed} pathOf={code => pathOf(code, true)} />
          {changed.length > 0 && (
            <Accordion
              level={3}
              expanded={expanded}
              onChange={open => change(former => withOpen(former, name, open), { replace: true })}
              items={changed.map(item => ({
                id: item.code,
                title: item.name,
                ...(item.name === item.code ? {} : { hint: item.code }),
                summary: [...new Set(item.parts.map(({ part }) => t(`parts.${part}`)))].join(', '),
                children: () => (
                  <Stack gap={2}>
                    <PartTable {...{ item, versions, regulatorName }} />
                    <PageOf code={item.code} path={pathOf(item.code, false)} />
                  </Stack>
                ),
              }))}
            />
          )}
        </Stack>
      )}
    </Card>
  )
}

function PageOf({ code, path }: { code: string; path: string | undefined }) {
  const t = useMessages('management.difference')
  return path === undefined ? null : (
    <p>
      <Link href={path}>{t('page', { code })}</Link>
    </p>
  )
}

/** What was added, or what was removed: nothing where there is none. */
function Items({
  of,
  title,
  items,
  pathOf,
}: {
  /** Title of the card: two of them can have items of the same kind. */
  of: string
  title: string
  items: readonly Named[]
  pathOf: (code: string) => string | undefined
}) {
  const t = useMessages('management.difference')
  if (items.length === 0) return null
  const codeOf = ({ code }: Named) => {
    const path = pathOf(code)
    const written = (
      <code translate="no">
        <Dotted code={code} />
      </code>
    )
    return path === undefined ? written : <Link href={path}>{written}</Link>
  }
  return (
    <section aria-label={t('group', { title: of, kind: title })}>
      <h3 className={styles.title}>
        {title} <Badge tone="neutral">{items.length}</Badge>
      </h3>
      <ul className={styles.items}>
        {items.map(item => (
          <li key={item.code}>
            {item.name !== item.code && <span>{item.name} </span>}
            {codeOf(item)}
          </li>
        ))}
      </ul>
    </section>
  )
}

type ChangedItem = Difference['changed'][number]

function PartTable({
  item,
  versions: [before, after],
  regulatorName = code => code,
}: { item: ChangedItem } & Pick<DifferencePartProps, 'versions' | 'regulatorName'>) {
  const t = useMessages('management.difference')
  const heads = before === after ? [t('column.before'), t('column.after')] : [before, after]
  return (
    <PlainTable
      caption={t('caption', { name: item.name })}
      isCaptionHidden
      stacks
      rows={item.parts}
      rowId={({ part, regulatorCode }) => `${part} ${regulatorCode ?? ''}`}
      columns={[
        {
          id: 'part',
          header: t('column.part'),
          cell: ({ part, regulatorCode }) =>
            regulatorCode === null
              ? t(`parts.${part}`)
              : t('toleranceFor', { regulator: regulatorName(regulatorCode) }),
          isRowHeader: true,
        },
        {
          id: 'before',
          header: heads[0] ?? '',
          cell: one => <del className={styles.text}>{one.before || t('nothing')}</del>,
        },
        {
          id: 'after',
          header: heads[1] ?? '',
          cell: one => <ins className={styles.text}>{one.after || t('nothing')}</ins>,
        },
      ]}
    />
  )
}
