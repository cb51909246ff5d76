import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { type Document, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { RulesetFault } from './fault.ts'
import { atPlace } from './place.ts'

/** A file of the ruleset that fits its schema, with the line of each of its parts for messages. */
export interface ParsedFile<T> {
  file: string
  value: T
  lineOf: (path: readonly PropertyKey[]) => number
}

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

/** Of a value that fits none of several forms, the words of the form that has words of its own. */
const issueText = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'invalid_union' ? issue.errors.flat().find(({ code }) => code === 'custom') : undefined)
    ?.message ?? issue.message

const parse = (text: string): { document: Document; lines: LineCounter } => {
  const lines = new LineCounter()
  return {
    document: parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false }),
    lines,
  }
}

const lineIn = ({ document, lines }: ReturnType<typeof parse>, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length--) {
    const found = document.getIn(path.slice(0, length), true)
    const node = isPair(found) ? found.value : found
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
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

/** Why the parser refuses a text. It calls itself for each level, and its own words for that name a full stack. */
export const yamlReason = (reason: string): string =>
  reason.startsWith('Maximum call stack') ? tooDeep : reason

const yamlFault = (reason: string): string => {
  const named = yamlReason(reason)
  return named === tooDeep ? tooDeep : `Not valid YAML: ${named}`
}

/** Most values that aliases may stand for, as the package counts them: a few lines of aliases make billions. */
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

const fitting = <S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  faults: RulesetFault[],
): z.infer<S> | undefined => {
  const parsed = parse(text)
  const { document, lines } = parsed
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      faults.push({
        file,
        line: lines.linePos(error.pos[0]).line,
        message: yamlFault(error.message),
      })
    }
    return undefined
  }
  const read = plainIn(parsed, file, faults)
  if (!read) return undefined
  const result = schema.safeParse(read.plain)
  if (!result.success) {
    for (const issue of result.error.issues) {
      const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
      faults.push({
        file,
        line: lineIn(parsed, path),
        message: `${issue.path.join('.') || 'file'}: ${issueText(issue)}`,
      })
    }
    return undefined
  }
  return result.data
}

/**
 * Reads one YAML file with every scalar as text. Faults of form (not YAML, unknown or missing field, wrong shape) are added
 * to `faults` with file and line, and nothing is returned.
 */
export const readYamlFile = async <S extends z.ZodType>(
  path: string,
  file: string,
  schema: S,
  faults: RulesetFault[],
): Promise<ParsedFile<z.infer<S>> | undefined> => {
  const text = await readFile(path, 'utf8')
  const values = knownOf(schema)
  const before = values.get(text)
  if (before) return { file, value: before as z.infer<S>, lineOf: lineFinder(text) }
  atPlace({ file, lineOf: () => 1 }, [])
  try {
    const value = fitting(text, file, schema, faults)
    if (value === undefined) return undefined
    if (typeof value === 'object' && value !== null) values.set(text, value)
    return { file, value, lineOf: lineFinder(text) }
  } catch (error) {
    // The parser and what reads its tree call themselves for each level.
    if (!(error instanceof RangeError)) throw error
    faults.push({ file, line: 1, message: tooDeep })
    return undefined
  }
}
