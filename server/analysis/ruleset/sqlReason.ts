import { isOutOfMemory } from '../database.ts'
import type { EntityTable } from '../tables.ts'
import { didYouMean } from './nearest.ts'

/** SQL that is refused in our own words. */
export class SqlFault extends Error {}

/** What the database offers in place of a name. */
const offered = (text: string): string[] => {
  const [, list = ''] = /(?:Candidate bindings|Candidate tables|Did you mean):? ?(.*)/i.exec(text) ?? []
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.split('.').at(-1) ?? name)
}

const typeNames = (types: string): string =>
  types
    .replaceAll(/_LITERAL/g, '')
    .replaceAll(/VARCHAR|STRING/g, 'text')
    .toLowerCase()

const convert = 'Convert a value with try_cast, or name the field under columns in ruleset.yaml.'

/** Common refusals of the database: its words, and ours. */
const known: readonly [
  RegExp,
  (found: string[], text: string, tables: readonly Pick<EntityTable, 'columns' | 'name'>[]) => string,
][] = [
  [
    /syntax error at or near "([\s\S]*?)"(?:\n|$)/,
    ([near = '']) => `There is a syntax error near "${near}". A bracket, comma or operator may be missing.`,
  ],
  [/syntax error at end of input/, () => 'There is a syntax error: the SQL ends too early.'],
  [
    /Only SELECT statements can be serialized/,
    () => 'Write one condition or value, or one SELECT where a query is expected.',
  ],
  [
    /Referenced column "(.+?)" (?:was )?not found/,
    ([name = ''], text) => `There is no field "${name}" here.${didYouMean(name, offered(text))}`,
  ],
  [
    /"(.+?)" does not have a column named "(.+?)"/,
    ([table = '', name = ''], text, tables) => {
      const columns = tables.find(one => one.name === table)?.columns ?? []
      return `${table} has no field "${name}".${didYouMean(name, [...columns, ...offered(text)])}`
    },
  ],
  [
    /Referenced table "(.+?)" not found/,
    ([name = ''], text) =>
      `"${name}" is not an entity that can be read here, or does not have the field.${didYouMean(name, offered(text))}`,
  ],
  [
    /Table with name (\S+) does not exist/,
    ([name = ''], text) => `There is no table "${name}".${didYouMean(name, offered(text))}`,
  ],
  [
    /Function with name "?([^\s"]+)"? does not exist/,
    ([name = ''], text) => `There is no function "${name}".${didYouMean(name, offered(text))}`,
  ],
  [
    /No function matches the given name and argument types '([^(]+)\((.*?)\)'/,
    ([name = '', types = '']) =>
      `"${name}" does not take values of these types: ${typeNames(types)}. ${convert}`,
  ],
  [
    /best candidate function for the function call "([^(]+)\((.*?)\)"/,
    ([name = '', types = '']) =>
      `"${name}" does not take values of these types: ${typeNames(types)}. ${convert}`,
  ],
  [
    /Cannot compare values of type (\S+) (?:.*?)and (?:values of )?type (\S+)/,
    ([one = '', other = '']) =>
      `A value of type ${typeNames(one)} cannot be compared with one of type ${typeNames(other)}. ${convert}`,
  ],
  [
    /Could not convert string '(.*?)' to '?([A-Z0-9_]+)/,
    ([value = '', type = '']) =>
      `The text "${value}" is not of type ${type.toLowerCase()}. Use try_cast, which gives null for such texts.`,
  ],
  [
    /Ambiguous reference to column name "(.+?)"/,
    ([name = '']) => `Several entities have a field "${name}". Write Entity.${name}.`,
  ],
  [
    /column "(.+?)" must appear in the GROUP BY clause/i,
    ([name = '']) => `With a function such as sum or count, put "${name}" into group by.`,
  ],
  [
    /More than one row returned by a subquery/,
    () =>
      'A subquery gives more than one row where one value is expected. Use an aggregate such as min or max.',
  ],
]

/** Kinds of refusals, which the database puts before its words. */
const kind = /^(?:\w+(?: \w+)? Error: )+/

/** Why the database refuses or cannot run SQL, for whoever wrote it. */
export const sqlReason = (
  error: unknown,
  tables: readonly Pick<EntityTable, 'columns' | 'name'>[] = [],
): string => {
  if (isOutOfMemory(error))
    return 'This needs more memory than a rule may use. Read fewer records at once, and make no long texts or lists.'
  const text = error instanceof Error ? error.message : String(error)
  for (const [pattern, words] of error instanceof SqlFault ? [] : known) {
    const found = pattern.exec(text)
    if (found) return words(found.slice(1), text, tables)
  }
  const [first = text] = text.split('\n')
  return first.replace(kind, '')
}
