import { literal, quoted } from '../database.ts'
import type { EntityTable } from '../tables.ts'
import type { DeliveryColumn, DeliveryFile } from './deliveryFile.ts'
import type { RulesetFault } from './fault.ts'
import type { RecordPrivacy } from './fieldClasses.ts'
import type { RulesetFiles } from './folder.ts'
import { type Frame, fromClause } from './frame.ts'
import type { ManifestFile } from './model.ts'
import { noReferences, type SqlReferences } from './references.ts'
import type { DerivedEntity, DerivedField } from './ruleset.ts'
import type { RecordTreatment } from './treatment.ts'

interface Known {
  manifest: ManifestFile
  tables: readonly EntityTable[]
  derivedFields: readonly DerivedField[]
  derivedEntities: readonly DerivedEntity[]
  frame: (entity: string) => Frame
  privacy: RecordPrivacy
  pseudonymisation: RecordTreatment | undefined
}

interface Column {
  alias: string
  field: string
  /** The entity whose field it is, as the header names it. */
  entity: string
  /** The table that it is read from. */
  table: string
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
    return names.map(field => ({ alias, field, entity, table: entity }))
  }
  return derivedEntities
    .find(({ name }) => name === entity)
    ?.columns.map(field => ({ alias, field, entity: alias, table: entity }))
}

const sqlOf = ({ alias, field }: Column): string => `${quoted(alias)}.${quoted(field)}`

/** What the field reads: itself, where it stands in the record, or what it is derived from. */
const readBy = ({ table, field }: Column, { tables }: Known): SqlReferences => ({
  ...noReferences,
  columns: [{ qualifier: tables.some(({ name }) => name === table) ? table : null, name: field }],
})

const isTreated = (field: string, { pseudonymisation }: Known): boolean => {
  const [entity = '', name = ''] = field.split('.')
  return pseudonymisation?.get(entity)?.get(name)?.kind !== 'keep'
}

const columnOf = (column: Column, isKey: boolean, known: Known): DeliveryColumn => ({
  name: `${column.entity}.${column.field}`,
  isKey,
  classes: known.privacy.classesOf(readBy(column, known)),
  isDropped: ['drop', 'words'].includes(
    known.pseudonymisation?.get(column.table)?.get(column.field)?.kind ?? '',
  ),
  isChanged: known.privacy.fieldsOf(readBy(column, known)).some(field => isTreated(field, known)),
  value: sqlOf(column),
})

const among = (value: string, levels: readonly string[]): string =>
  `${value} in (${levels.map(literal).join(', ')})`

/**
 * How rows of an entity are told to be of a level, `Entity.FIELD`: by the record of that entity around them, or by one below
 * them.
 */
const levelOf = (
  level: string | undefined,
  entity: string,
  { tables, frame }: Known,
): { reads: SqlReferences['columns']; ofLevel: DeliveryFile['ofLevel'] } => {
  const [holder = '', field = ''] = level?.split('.') ?? []
  const value = `${quoted(holder)}.${quoted(field)}`
  if (level !== undefined && frame(entity).has(holder))
    return { reads: [{ qualifier: holder, name: field }], ofLevel: levels => among(value, levels) }
  const above = tables.find(({ name }) => name === holder)?.parent
  if (level === undefined || above === undefined || above === null || !frame(entity).has(above))
    return { reads: [], ofLevel: null }
  return {
    reads: [],
    ofLevel: levels =>
      `exists (select 1 from ${quoted(holder)} where ${quoted(holder)}._parent = ${quoted(above)}._row and ${among(value, levels)})`,
  }
}

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
      const table = known.manifest.links.find(({ to }) => to === alias)?.table ?? alias
      return { alias, field, entity: alias, table }
    })
    if (unknown !== undefined && key.some(one => one.startsWith(`${unknown}.`)))
      return note('key', `${name}: "${unknown}" is not reached from ${entity}.`)
    const merged = merge.filter(alias => frame.has(alias)).flatMap(alias => fieldsUnder(alias, known) ?? [])
    const isKey = (column: Column) =>
      keys.some(({ alias, field }) => alias === column.alias && field === column.field)
    const columns = [...keys, ...merged.filter(column => !isKey(column))]
    const { reads, ofLevel } = levelOf(file?.value.level?.field, entity, known)
    const read = columns.map(({ alias, field }) => ({ qualifier: alias, name: field }))
    const from = fromClause(frame, entity, [{ ...noReferences, columns: [...read, ...reads] }])
    const last = keys.at(-1)
    const where = each === undefined || !last ? 'true' : `${sqlOf(last)} is not null`
    const parent = known.tables.find(table => table.name === entity)?.parent ?? ''
    return [
      {
        name,
        columns: columns.map(column => columnOf(column, isKey(column), known)),
        rowClasses: [
          ...known.privacy.presenceClasses(parent, entity),
          ...(each === undefined || !last ? [] : known.privacy.classesOf(readBy(last, known))),
        ],
        from: `${from.sql}\nwhere ${where}`,
        row: `${quoted(entity)}._row`,
        ofLevel,
      },
    ]
  })

/** What is wanted of a delivered file. */
export interface DeliveryChoice {
  /** Names of columns; without it all of them. The key's are in it always, and first. */
  columns?: ReadonlySet<string> | undefined
  /** Levels of study; without it all of them. */
  levels?: readonly string[] | undefined
  /** Text without tabs and line breaks, or values of their types. */
  form: 'text' | 'typed'
}

/** The columns of a file that are wanted, in their order. */
export const chosenColumns = (
  { columns }: DeliveryFile,
  names: ReadonlySet<string> | undefined,
): DeliveryColumn[] => columns.filter(({ name, isKey }) => isKey || names === undefined || names.has(name))

/** A constant: put together by calls, it took half of the planning of a file with hundreds of columns. */
const breaks = String.raw`e'\t\n\r'`

/** What a cell of text holds: a tab or line break is written as a space; nothing is nothing. */
const textOf = (value: string): string => `nullif(translate(cast(${value} as varchar), ${breaks}, '   '), '')`

/** The query that gives the rows of a file, in the order of its key (reference §7.3). */
export const deliveryQuery = (file: DeliveryFile, { columns, levels, form }: DeliveryChoice): string => {
  const chosen = chosenColumns(file, columns)
  const selected = chosen.map(
    ({ name, value }) => `${form === 'text' ? textOf(value) : value} as ${quoted(name)}`,
  )
  const keys = chosen.flatMap(({ isKey, value }) => (isKey ? [textOf(value)] : []))
  const level = levels && file.ofLevel ? `\nand ${file.ofLevel(levels)}` : ''
  return `select ${selected.join(', ')}\n${file.from}${level}\norder by ${[...keys, file.row].join(', ')}`
}
