import { type JsonSchema, rulesetSchemas, schemaDocument } from '../../server/analysis/ruleset/jsonSchema.ts'

/** A row for a property and for each one inside it. */
const rowsOf = (schema: JsonSchema, root: JsonSchema, path = ''): string[] => {
  const inner = schema.$ref ? root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] : schema
  if (inner?.type === 'array' && inner.items) return rowsOf(inner.items, root, `${path}[]`)
  const named = Object.entries(inner?.properties ?? {})
  const rest = typeof inner?.additionalProperties === 'object' ? inner.additionalProperties : undefined
  const needed = [...(inner?.required ?? []), ...(inner?.then?.required ?? [])]
  return [
    ...named.flatMap(([name, part]) => {
      const at = path === '' ? name : `${path}.${name}`
      return [
        `| \`${at}\` | ${needed.includes(name) ? 'yes' : ''} | ${part.description ?? ''} |`,
        ...rowsOf(part, root, at),
      ]
    }),
    ...(rest && named.length === 0 ? rowsOf(rest, root, path === '' ? '*' : `${path}.*`) : []),
  ]
}

const tableOf = (name: string): string => {
  const schema = rulesetSchemas[name]?.schema() ?? {}
  return ['| Property | Needed | What it is |', '|---|---|---|', ...rowsOf(schema, schema)].join('\n')
}

const block = /(<!-- properties: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g

/** The document with the present table of properties in each of its marked places. */
export const withTables = (text: string): string =>
  text.replaceAll(
    block,
    (_, start: string, name: string, end: string) => `${start}\n${tableOf(name)}\n\n${end}`,
  )

/** The JSON Schemas by the names of their files. */
export const schemaFiles = (): ReadonlyMap<string, string> =>
  new Map(Object.keys(rulesetSchemas).map(name => [`${name}.json`, schemaDocument(name) ?? '']))
