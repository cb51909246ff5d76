import type { DifferenceWire } from '../../domain/wire/specifications.ts'
import { useAddress } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Accordion, Card, DescriptionList, PlainTable, Stack } from '../../ui/index.ts'
import styles from './Difference.module.css'

type RulePart = DifferenceWire['changed'][number]['parts'][number]['part']

/** What differs between two versions: of rules and derived fields, or of fields of the record. */
interface Difference {
  added: readonly { code: string; name: string }[]
  removed: readonly { code: string; name: string }[]
  changed: readonly {
    code: string
    name: string
    parts: readonly {
      part: RulePart | 'form' | 'codes' | 'length' | 'occurrence'
      regulatorCode: string | null
      before: string
      after: string
    }[]
  }[]
}

export interface DifferencePartProps {
  /** Of its parameter in the address. */
  name: string
  title: string
  difference: Difference
  /** Before and after. */
  versions: readonly [string, string]
  /** What a regulator is called, by its code; left out where no tolerance is among the parts. */
  regulatorName?: ((code: string) => string) | undefined
}

/** The address with other items open; none at all is said as well. */
const withOpen = (former: URLSearchParams, name: string, open: readonly string[]): URLSearchParams => {
  const next = new URLSearchParams([...former].filter(([key]) => key !== name))
  for (const code of open.length === 0 ? [''] : open) next.append(name, code)
  return next
}

/** So few changes are shown at once. */
const fewChanges = 10

/** What was added, removed and changed of one kind of thing; what changed is opened one by one. */
export function DifferencePart({ name, title, difference, versions, regulatorName }: DifferencePartProps) {
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
  const codes = (items: Difference['added']) =>
    items.map(({ code, name }) => (name === code ? code : `${name} (${code})`)).join('; ') || t('nothing')
  return (
    <Card title={title} {...(isSame ? { hint: t('same') } : {})}>
      {!isSame && (
        <Stack gap={4}>
          <DescriptionList
            items={[
              { id: 'added', term: t('added'), value: codes(added) },
              { id: 'removed', term: t('removed'), value: codes(removed) },
              { id: 'changed', term: t('changed'), value: String(changed.length || t('nothing')) },
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
              children: () => <PartTable {...{ item, versions, regulatorName }} />,
            }))}
          />
        </Stack>
      )}
    </Card>
  )
}

type ChangedItem = Difference['changed'][number]

function PartTable({
  item,
  versions: [before, after],
  regulatorName = code => code,
}: { item: ChangedItem } & Pick<DifferencePartProps, 'versions' | 'regulatorName'>) {
  const t = useMessages('management.difference')
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
