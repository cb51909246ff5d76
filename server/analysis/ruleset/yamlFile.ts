import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import {
  type Document,
  type ErrorCode,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import type { z } from 'zod'
import type { RulesetFault } from './fault.ts'
import { formFaults, unworded } from './formFaults.ts'
import { atPlace } from './place.ts'

/** A file of the ruleset that fits its schema, with the line of each of its parts for messages. */
export interface ParsedFile<T> {
  file: string
  value: T
  lineOf: (path: readonly PropertyKey[]) => number
  /** Properties whose value is at fault: another one takes its place, so that the rest can be checked. */
  unsure?: ReadonlySet<string>
}

/** Values for properties at fault; what has none is left out. Nothing that is at fault is ever used. */
export type StandIns = Readonly<Record<string, unknown>>

/**
 * YAML as plain values. Under `codes` the order counts, and an object would put codes that look like numbers first: there a
 * map becomes a list of code and label.
 */
const plainOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainOf)
  if (!(value instanceof Map)) return value
  return Object.fromEntries(
    [...value].map(([name, inner]) => [
      String(name),
      name === 'codes' && inner instanceof Map
        ? [...inner].map(([code, label]) => ({ code: String(code), label: plainOf(label) }))
        : plainOf(inner),
    ]),
  )
}

const parse = (text: string): { document: Document; lines: LineCounter } => {
  const lines = new LineCounter()
  return {
    document: parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false }),
    lines,
  }
}

/** The line of a part of the file; of what is missing, that of the object without it. */
const lineIn = ({ document, lines }: ReturnType<typeof parse>, path: readonly PropertyKey[]): number => {
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line
  let node: unknown = document.contents
  let line = isNode(node) ? lineAt(node.range?.[0]) : 1
  for (const key of path) {
    // A map under `codes` is read as a list.
    const found =
      isMap(node) && typeof key === 'number'
        ? node.items[key]
        : isMap(node)
          ? node.items.find(({ key: name }) => isScalar(name) && String(name.value) === String(key))
          : isSeq(node)
            ? node.items[Number(key)]
            : undefined
    if (found === undefined) break
    const name = isPair(found) ? found.key : found
    node = isPair(found) ? found.value : found
    // A map or list is found by its name, a text where it begins.
    const shown = isPair(found) && (isScalar(node) || !isNode(node)) ? (node ?? name) : name
    if (isNode(shown)) line = lineAt(shown.range?.[0])
  }
  return line
}

/**
 * Lines of a text that was parsed before. Only faults are told with their lines, and the tree takes many times the room of the
 * text: it is made again for the first of them.
 */
const lineFinder = (text: string) => {
  let parsed: ReturnType<typeof parse> | undefined
  return (path: readonly PropertyKey[]): number => {
    parsed ??= parse(text)
    return lineIn(parsed, path)
  }
}

/** Values of the right form by their texts: most files of one year's ruleset are those of the next one, too. */
const known = new WeakMap<z.ZodType, LRUCache<string, object>>()

const knownOf = (schema: z.ZodType): LRUCache<string, object> => {
  const found = known.get(schema) ?? new LRUCache<string, object>({ max: 2000 })
  known.set(schema, found)
  return found
}

const tooDeep = 'The values of this file are nested too deeply.'

/** What to do about YAML that cannot be read. */
const yamlWords: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'An alias (*name) has no properties.',
  BAD_ALIAS: 'There is no anchor (&name) for this alias (*name).',
  BAD_DIRECTIVE: 'Remove this line, which begins with %.',
  BAD_DQ_ESCAPE: 'A text in double quotes has an unknown \\ escape. Use single quotes.',
  BAD_INDENT: 'This line is indented differently from those around it.',
  BAD_SCALAR_START: 'A text cannot begin with this character. Put the text in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'A value begins where a name is expected. Put the value on the next line, indented.',
  BLOCK_IN_FLOW: 'Within [ ] or { }, separate values by commas.',
  DUPLICATE_KEY: 'This name is used twice. Remove one of the two.',
  MISSING_CHAR: 'A quote, bracket, comma or colon is missing here or before.',
  MULTILINE_IMPLICIT_KEY: 'A name must be on one line. A colon may be missing.',
  TAB_AS_INDENT: 'Indent with spaces, not with tabs.',
  UNEXPECTED_TOKEN: 'This does not belong here. Put a text with special characters in quotes.',
}

/** Why a text is not YAML, and what to do. The parser calls itself for each level: a full stack is one level too many. */
export const yamlReason = ({ code, message }: Pick<YAMLError, 'code' | 'message'>): string =>
  message.startsWith('Maximum call stack')
    ? tooDeep
    : (yamlWords[code] ?? 'The line cannot be read. Check its indentation, quotes and brackets.')

const yamlFault = (error: YAMLError): string => {
  const reason = yamlReason(error)
  return reason === tooDeep ? tooDeep : `Not valid YAML: ${reason}`
}

/** Most values that aliases may give, as the package counts them: a few lines of aliases make billions. */
const maxAliases = 100

/** The YAML as plain values; where its aliases stand for too much, the fault, at the first of them. */
const plainIn = (
  { document, lines }: ReturnType<typeof parse>,
  file: string,
  faults: RulesetFault[],
): { plain: unknown } | undefined => {
  try {
    return { plain: plainOf(document.toJS({ mapAsMap: true, maxAliasCount: maxAliases })) }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    let first = 0
    visit(document, {
      Alias: (_, { range }) => {
        first = range?.[0] ?? 0
        return visit.BREAK
      },
    })
    faults.push({
      file,
      line: lines.linePos(first).line,
      message: `The aliases of this file stand for too many values, or for none. Write the values out. (${error.message})`,
    })
    return undefined
  }
}

/** The value without properties that nobody knows, and with others in place of those at fault; undefined if it does not fit then. */
const salvaged = <S extends z.ZodType>(
  plain: unknown,
  schema: S,
  issues: readonly z.core.$ZodIssue[],
  standIns: StandIns | undefined,
): { value: z.infer<S>; unsure: ReadonlySet<string> } | undefined => {
  const rest = structuredClone(plain)
  const unsure = new Set<string>()
  for (const issue of issues) {
    const holder =
      issue.code === 'unrecognized_keys'
        ? issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], rest)
        : undefined
    const [property] = issue.path
    if (issue.code === 'unrecognized_keys' && typeof holder === 'object' && holder !== null)
      for (const key of issue.keys) delete (holder as Record<string, unknown>)[key]
    else if (standIns && typeof property === 'string' && typeof rest === 'object' && rest !== null) {
      unsure.add(property)
      const values = rest as Record<string, unknown>
      if (standIns[property] === undefined) delete values[property]
      else values[property] = standIns[property]
    }
  }
  const again = schema.safeParse(rest)
  return again.success ? { value: again.data, unsure } : undefined
}

const fitting = <S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  faults: RulesetFault[],
  standIns: StandIns | undefined,
): { value: z.infer<S>; unsure?: ReadonlySet<string> } | undefined => {
  const parsed = parse(text)
  const { document, lines } = parsed
  const [broken] = document.errors
  if (broken) {
    // Later ones mostly follow from the first.
    faults.push({
      file,
      line: lines.linePos(broken.pos[0]).line,
      message: yamlFault(broken),
    })
    return undefined
  }
  const read = plainIn(parsed, file, faults)
  if (!read) return undefined
  const result = schema.safeParse(read.plain, { error: () => unworded })
  if (result.success) return { value: result.data }
  const { issues } = result.error
  for (const { path, message } of formFaults(schema, issues, read.plain))
    faults.push({ file, line: lineIn(parsed, path), message })
  return salvaged(read.plain, schema, issues, standIns)
}

const textIn = async (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Reads one YAML file with every scalar as text. Faults of form (not YAML, unknown or missing field, wrong shape) are added
 * to `faults` with file and line. Then nothing is returned, or what is left with stand-ins for what is at fault.
 */
export const readYamlFile = async <S extends z.ZodType>(
  path: string,
  file: string,
  schema: S,
  faults: RulesetFault[],
  standIns?: StandIns,
): Promise<ParsedFile<z.infer<S>> | undefined> => {
  const text = await textIn(path)
  if (text === undefined) {
    faults.push({ file, line: 1, message: 'This file is missing. Every ruleset needs it.' })
    return undefined
  }
  const values = knownOf(schema)
  const before = values.get(text)
  if (before) return { file, value: before as z.infer<S>, lineOf: lineFinder(text) }
  atPlace({ file, lineOf: () => 1 }, [])
  try {
    const count = faults.length
    const found = fitting(text, file, schema, faults, standIns)
    if (!found) return undefined
    const { value } = found
    if (faults.length === count && typeof value === 'object' && value !== null) values.set(text, value)
    return { file, ...found, lineOf: lineFinder(text) }
  } catch (error) {
    // The parser and what reads its tree call themselves for each level.
    if (!(error instanceof RangeError)) throw error
    faults.push({ file, line: 1, message: tooDeep })
    return undefined
  }
}
