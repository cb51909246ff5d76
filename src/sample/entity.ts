import { type CompiledSchema, type EntityTable, entityTables } from 'bedel-record'
import { escapeXml } from '../domain/xml.ts'

/** A record to be written: its fields by name, and the records inside it in any order. */
export interface Entity {
  readonly name: string
  readonly fields: Record<string, string | undefined>
  children: Entity[]
}

/** A record to be written; a field that is undefined is left out. */
export const entity = (
  name: string,
  fields: Record<string, string | undefined>,
  children: Entity[] = [],
): Entity => ({
  name,
  fields,
  children,
})

interface Form {
  readonly order: number
  readonly open: string
  readonly close: string
  readonly columns: readonly string[]
  readonly starts: readonly string[]
  readonly ends: readonly string[]
}

const indents = Array.from({ length: 12 }, (_, depth) => '  '.repeat(depth))

/** Writes records as XML in the order that a schema wants; leaves out what the schema does not have. */
export class EntityWriter {
  private readonly forms = new Map<string, Form>()

  constructor(schema: CompiledSchema) {
    for (const [order, table] of entityTables(schema).entries())
      this.forms.set(table.name, formOf(table, order))
  }

  write(record: Entity, depth: number): string {
    const form = this.forms.get(record.name)
    if (form === undefined) return ''
    const { columns, starts, ends } = form
    const indent = indents[depth]!
    const inner = indents[depth + 1]!
    let xml = `${indent}${form.open}`
    for (let i = 0; i < columns.length; i++) {
      const value = record.fields[columns[i]!]
      if (value !== undefined) xml += `${inner}${starts[i]}${escapeXml(value)}${ends[i]}`
    }
    if (record.children.length > 1) record.children.sort((a, b) => this.order(a) - this.order(b))
    for (const child of record.children) xml += this.write(child, depth + 1)
    return `${xml}${indent}${form.close}`
  }

  private order({ name }: Entity): number {
    return this.forms.get(name)?.order ?? 0
  }
}

const formOf = ({ name, columns }: EntityTable, order: number): Form => ({
  order,
  open: `<${name}>\n`,
  close: `</${name}>\n`,
  columns,
  starts: columns.map(column => `<${column}>`),
  ends: columns.map(column => `</${column}>\n`),
})
