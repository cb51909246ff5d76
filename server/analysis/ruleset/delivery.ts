import { quoted } from '../database.ts'
import type { EntityTable } from '../tables.ts'
import { noReferences } from './expression.ts'
import type { RulesetFault } from './fault.ts'
import type { RulesetFiles } from './folder.ts'
import { type Frame, fromClause } from './frame.ts'
import type { ManifestFile } from './model.ts'
import type { DerivedEntity, DerivedField } from './ruleset.ts'

/** A file of the delivery: its columns, named `Entity.FIELD`, and the query that gives its rows in their order. */
export interface DeliveryFile {
  name: string
  columns: readonly string[]
  sql: string
}

interface Known {
  manifest: ManifestFile
  tables: readonly EntityTable[]
  derivedFields: readonly DerivedField[]
  derivedEntities: readonly DerivedEntity[]
  frame: (entity: string) => Frame
}

interface Column {
  alias: string
  field: string
  /** The entity whose field it is, as the header names it. */
  entity: string
}

/** Every field of what stands under an alias: of the record, then its published derived fields; of a derived entity its columns. */
const fieldsUnder = (
  alias: string,
  { manifest, tables, derivedFields, derivedEntities }: Known,
): Column[] | undefined => {
  const entity = manifest.links.find(({ to }) => to === alias)?.table ?? alias
  const table = tables.find(({ name }) => name === entity)
  if (table) {
    const derived = derivedFields.filter(field => field.entity === entity && field.published)
    const names = [...table.columns, ...derived.map(({ name }) => name)]
    return names.map(field => ({ alias, field, entity }))
  }
  return derivedEntities
    .find(({ name }) => name === entity)
    ?.columns.map(field => ({ alias, field, entity: alias }))
}

/** What a cell holds: text without tabs and line breaks, which are written as a space; nothing is nothing. */
const cell = ({ alias, field }: Column): string =>
  `nullif(translate(cast(${quoted(alias)}.${quoted(field)} as varchar), chr(9) || chr(10) || chr(13), '   '), '')`

/**
 * The files of a ruleset's `delivery.yaml` in their order; none where there is no such file. What it names has to be known, or
 * the ruleset is refused.
 */
export const deliveryFiles = (
  file: RulesetFiles['delivery'],
  known: Known,
  faults: RulesetFault[],
): DeliveryFile[] =>
  Object.entries(file?.value.files ?? {}).flatMap(([name, { entity, key, merge, each }]) => {
    const note = (part: string, message: string): never[] => {
      faults.push({ file: file?.file ?? '', line: file?.lineOf(['files', name, part]) ?? 1, message })
      return []
    }
    const frame = known.frame(entity)
    const unknown = [...key.map(one => one.split('.')[0] ?? ''), ...merge].find(alias => !frame.has(alias))
    // A schema of another year may lack an entity: then there is nothing to deliver of it.
    if (!known.tables.some(table => table.name === entity)) return []
    const keys = key.map((one): Column => {
      const [alias = '', field = ''] = one.split('.')
      return { alias, field, entity: alias }
    })
    if (unknown !== undefined && key.some(one => one.startsWith(`${unknown}.`)))
      return note('key', `${name}: "${unknown}" is not reached from ${entity}.`)
    const merged = merge.filter(alias => frame.has(alias)).flatMap(alias => fieldsUnder(alias, known) ?? [])
    const isKey = (column: Column) =>
      keys.some(({ alias, field }) => alias === column.alias && field === column.field)
    const columns = [...keys, ...merged.filter(column => !isKey(column))]
    const from = fromClause(frame, entity, [
      {
        ...noReferences,
        columns: columns.map(({ alias, field }) => ({ qualifier: alias, name: field })),
      },
    ])
    const header = columns.map(column => `${column.entity}.${column.field}`)
    const first = keys.at(-1)
    const where =
      each === undefined || !first ? '' : `\nwhere ${quoted(first.alias)}.${quoted(first.field)} is not null`
    return [
      {
        name,
        columns: header,
        sql: `select ${columns.map((column, at) => `${cell(column)} as ${quoted(header[at] ?? '')}`).join(', ')}\n${from.sql}${where}\norder by ${[...keys.map((_, at) => String(at + 1)), `${quoted(entity)}._row`].join(', ')}`,
      },
    ]
  })
