import { escapeXml } from '../../../src/domain/xml.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { inLanguage } from '../../messages.ts'
import {
  collectionBeforeIn,
  contentDifference,
  type Publication,
  type PublishedContent,
  type PublishedRow,
} from '../../specifications/index.ts'

interface Entry {
  row: PublishedRow
  version: string
  at: Date
  /** How much differs from the year before; undefined where nothing is known of it. */
  counts: { rules: number; fields: number; derived: number; before: string } | undefined
}

const sizeOf = ({
  added,
  removed,
  changed,
}: {
  added: readonly unknown[]
  removed: readonly unknown[]
  changed: readonly unknown[]
}) => added.length + removed.length + changed.length

const link = (rel: string, type: string, href: string): string => {
  const attributes = Object.entries({ rel, type, href }).map(
    ([name, value]) => `${name}="${escapeXml(value)}"`,
  )
  return `<link ${attributes.join(' ')}/>`
}

/** A feed of what was published (RFC 4287): an entry for each time that a collection was given a specification. */
export const atomFeed = (
  {
    rows,
    contents,
    given,
  }: {
    rows: readonly PublishedRow[]
    contents: ReadonlyMap<number, PublishedContent>
    given: readonly Publication[]
  },
  { language, publicUrl, product }: { language: Language; publicUrl: string; product: string },
): string => {
  const countsOf = (row: PublishedRow): Entry['counts'] => {
    const before = collectionBeforeIn(rows, row)
    const former = before && contents.get(before.specificationId)
    const content = contents.get(row.specificationId)
    if (!before || !former || !content) return undefined
    const { rules, fields, derived } = contentDifference(former, content)
    return {
      before: before.specification,
      rules: sizeOf(rules),
      fields: sizeOf(fields),
      derived: sizeOf(derived),
    }
  }
  const entries = rows
    .flatMap((row): Entry[] => {
      const own = given.filter(({ reference }) => reference === row.reference)
      const current = own.some(({ version }) => version === row.specification)
      return [
        ...own.map(({ version, at }) => ({
          row,
          version,
          at,
          counts: version === row.specification ? countsOf(row) : undefined,
        })),
        ...(current ? [] : [{ row, version: row.specification, at: row.updated, counts: countsOf(row) }]),
      ]
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const text = (value: Parameters<typeof inLanguage>[1]) => escapeXml(inLanguage(language, value))
  const address = `${publicUrl}/specification`
  const updated = (entries[0]?.at ?? new Date(0)).toISOString()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `  <id>${escapeXml(address)}</id>`,
    `  <title>${text(message('server', 'feed.title', { product }))}</title>`,
    `  <updated>${updated}</updated>`,
    `  <author><name>${escapeXml(product)}</name></author>`,
    `  ${link('alternate', 'text/html', address)}`,
    `  ${link('self', 'application/atom+xml', `${publicUrl}/api/specification/feed.atom`)}`,
    ...entries.map(({ row, version, at, counts }) =>
      [
        '  <entry>',
        `    <id>${escapeXml(`${address}/${row.reference}?version=${version}&at=${at.toISOString()}`)}</id>`,
        `    <title>${text(message('server', 'feed.entry', { name: row.name, version }))}</title>`,
        `    <updated>${at.toISOString()}</updated>`,
        `    ${link('alternate', 'text/html', `${address}/${row.reference}?part=changes`)}`,
        `    <summary>${text(
          counts ? message('server', 'feed.counts', counts) : message('server', 'feed.noCounts', { version }),
        )}</summary>`,
        '  </entry>',
      ].join('\n'),
    ),
    '</feed>',
    '',
  ].join('\n')
}
