import { escapeXml } from '../../../src/domain/xml.ts'
import type { ExampleRow } from '../ruleset/model.ts'
import type { EntityTable } from '../tables.ts'

const elementOf = (
  entity: string,
  row: ExampleRow,
  tables: readonly EntityTable[],
  indent: string,
): string => {
  const table = tables.find(candidate => candidate.name === entity)
  if (!table) throw new Error(`no entity ${entity}`)
  const fields = table.columns.flatMap(column => {
    const value = row[column]
    return typeof value === 'string' && value !== ''
      ? [`${indent}  <${column}>${escapeXml(value)}</${column}>`]
      : []
  })
  const children = tables
    .filter(candidate => candidate.parent === entity)
    .flatMap(({ name }) => {
      const rows = row[name]
      return Array.isArray(rows) ? rows.map(child => elementOf(name, child, tables, `${indent}  `)) : []
    })
  return [`${indent}<${entity}>`, ...fields, ...children, `${indent}</${entity}>`].join('\n')
}

/** An XML file of the record from rows as examples write them, in the order of the schema. */
export const recordXml = (
  root: string,
  tree: Readonly<Record<string, ExampleRow[]>>,
  tables: readonly EntityTable[],
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root}>`,
    ...tables
      .filter(table => table.parent === null)
      .flatMap(({ name }) => (tree[name] ?? []).map(row => elementOf(name, row, tables, '  '))),
    `</${root}>`,
    '',
  ].join('\n')
