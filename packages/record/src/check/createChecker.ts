import type { RowSink, RowTables } from '../rows/rowSink.ts'
import type { CompiledSchema } from '../schema/compiledSchema.ts'
import { defaultLimits, type XmlLimits } from '../xml/limits.ts'
import { XmlReader } from '../xml/reader.ts'
import { XmlError } from '../xml/xmlError.ts'
import { SchemaChecker } from './checker.ts'
import { type Finding, type FindingGroup, FindingList } from './finding.ts'
import type { KeyOptions, UncheckedKeys } from './heldKeys.ts'
import { keepWatched, type LayoutNode, layoutOf, refuseRecursion } from './layout.ts'
import { englishMessages, type FindingMessages } from './messages.ts'

/** Asks for single values as they pass, without keeping anything. */
export interface WatchOptions {
  /** Element names from the root, joined by `/`, e.g. `DataFutures/Student/SID`. */
  readonly paths: readonly string[]
  onValue(path: string, value: string, line: number): void
}

export interface CheckOptions {
  /** Findings kept in full; the rest are only counted. 1,000 by default. */
  readonly findingsCap?: number
  readonly limits?: Partial<XmlLimits>
  /** What takes the rows of each entity, for the tables of the schema: `writeRows` of `bedel-record/rows` makes Parquet files. */
  readonly rows?: (tables: RowTables) => RowSink
  /** Called with each finding as it is found, also beyond the cap. Keys are compared at the end of the file. */
  readonly onFinding?: (finding: Finding) => void
  /** Messages in place of the English ones, by code. */
  readonly messages?: Partial<FindingMessages>
  readonly watch?: WatchOptions
  /** How xs:key and its kin are followed where a file has more keys than can be held. */
  readonly keys?: KeyOptions
}

interface CheckTotals {
  /** The first findings in the order of the file, up to the cap. */
  readonly findings: readonly Finding[]
  readonly findingsTotal: number
  /** All findings by code and place, the largest group first. */
  readonly groups: readonly FindingGroup[]
  readonly bytes: number
  readonly elements: number
  /**
   * Constraints with more keys than are held (128 MiB in all), without a store for the rest: from this line on not every key
   * was compared. Empty where all were.
   */
  readonly keysUnchecked: readonly UncheckedKeys[]
}

export type CheckOutcome =
  | (CheckTotals & { readonly wellFormed: true; readonly error?: undefined })
  | (CheckTotals & { readonly wellFormed: false; readonly error: XmlError })

/** Checks one document; bytes in, outcome at the end. */
export interface Checker {
  /** Takes the next bytes. After a fault of well-formedness the rest is ignored. */
  write(chunk: Uint8Array): void
  /** Whether the document has turned out not to be well-formed, so that the rest need not be written. */
  readonly hasFailed: boolean
  /** Findings counted so far: without keys that went to the store, which are compared at the end. */
  readonly findingsTotal: number
  /** Ends the document and gives the outcome. */
  end(): CheckOutcome
  /** The same in pieces of some ten milliseconds, where comparing the keys in a store takes long. */
  endInPieces(): Generator<void, CheckOutcome>
}

const watchedNode = (roots: Iterable<LayoutNode>, path: string): LayoutNode => {
  const names = path.split('/')
  let level = [...roots]
  let node: LayoutNode | undefined
  for (const name of names) {
    node = level.find(({ local }) => local === name)
    level = node?.children.filter(child => child !== undefined) ?? []
  }
  if (node === undefined || node.column < 0) throw new Error(`The schema has no field ${path}.`)
  return node
}

/**
 * A checker of one document against a compiled schema: well-formedness, every finding up to a cap with place, keys and
 * words, and on request the rows of each entity and watched values. Memory stays constant.
 */
export const createChecker = (schema: CompiledSchema, options: CheckOptions = {}): Checker => {
  const { rows, watch } = options
  const layout = rows === undefined && watch === undefined ? undefined : layoutOf(schema)
  if (rows !== undefined && layout !== undefined) refuseRecursion(layout)
  for (const path of watch?.paths ?? []) watchedNode(layout?.roots.values() ?? [], path).isWatched = true
  if (rows === undefined) for (const root of layout?.roots.values() ?? []) keepWatched(root)
  const writer = rows === undefined || layout === undefined ? undefined : rows(layout.tables)
  const handlers = new SchemaChecker(
    schema,
    {
      findings: new FindingList(options.findingsCap ?? 1_000, options.onFinding),
      messages: { ...englishMessages, ...options.messages },
    },
    {
      layout,
      rows: writer,
      onValue: (path, value, line) => watch?.onValue(path, value, line),
    },
    options.keys,
  )
  const reader = new XmlReader(handlers, { ...defaultLimits, ...options.limits })
  let bytes = 0
  let failure: XmlError | undefined
  const attempt = (work: () => void): void => {
    if (failure !== undefined) return
    try {
      work()
    } catch (error) {
      if (!(error instanceof XmlError)) throw error
      failure = error
    }
  }
  function* endInPieces(): Generator<void, CheckOutcome> {
    attempt(() => reader.end())
    yield* handlers.compareKeys()
    // The rows that are open where a file breaks off are not whole.
    if (failure === undefined) writer?.end()
    const totals: CheckTotals = {
      findings: handlers.findings.items,
      findingsTotal: handlers.findings.total,
      groups: handlers.findings.groups,
      bytes,
      elements: handlers.elements,
      keysUnchecked: handlers.uncheckedKeys,
    }
    return failure === undefined
      ? { wellFormed: true, ...totals }
      : { wellFormed: false, error: failure, ...totals }
  }
  return {
    write: chunk => {
      bytes += chunk.length
      attempt(() => reader.write(chunk))
    },
    get hasFailed() {
      return failure !== undefined
    },
    get findingsTotal() {
      return handlers.findings.total
    },
    end: () => {
      const pieces = endInPieces()
      let piece = pieces.next()
      while (!piece.done) piece = pieces.next()
      return piece.value
    },
    endInPieces,
  }
}
