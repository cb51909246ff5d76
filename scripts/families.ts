import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type CompiledSchema,
  createChecker,
  includedLocations,
  read,
  type StartEvent,
  schemaHints,
  XmlError,
} from 'bedel-record'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'
import { readCatalogs } from './validate/catalog.ts'
import { ContentError, schemaFromFile } from './validate/content.ts'
import { findPeers } from './xsts/peers.ts'
import type { SuiteTest } from './xsts/suite.ts'

const usage = `npm run families -- <folder> … [--catalog catalog.xml] [--used]
  --catalog  an OASIS XML catalog that says where documents are that a schema names; may be given several times
  --used     only the schemas that samples need; for a family such as NeTEx, where each of 400 documents takes seconds
Compiles every schema of these folders, such as a checkout of SIRI or UBL, and checks every sample: with the schema that it names, or with that of its namespace, if only one document there is not included by another.
Prints each file that libxml2 (xmllint) judges otherwise, and how many there are. Ends with 1 where there is one.`
helpOn(usage)

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    catalog: { type: 'string', multiple: true, default: [] },
    used: { type: 'boolean', default: false },
  },
})
if (folders.length === 0) refuse(`Name a folder.\nUsage: ${usage}`)
const catalog = values.catalog.length > 0 ? await readCatalogs(values.catalog) : undefined
// xmllint takes its catalogs from here.
if (catalog) process.env.XML_CATALOG_FILES = values.catalog.join(' ')
const peer = findPeers()[0] ?? refuse('xmllint is not installed, so there is nothing to compare with.')

const filesIn = (folder: string, endings: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && endings.includes(extname(entry.name).toLowerCase()))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()

interface Judged {
  test: SuiteTest
  isValid: boolean
  /** Why it is not. */
  reason: string
}

const testOf = (kind: SuiteTest['kind'], schema: string, instance: string): SuiteTest => ({
  id: instance || schema,
  set: '',
  kind,
  schemas: [schema],
  instance,
  expected: 'valid',
})

/** The engine's verdict. A fault of the program is thrown. */
const judged = (test: SuiteTest, judge: () => string | undefined): Judged => {
  try {
    const reason = judge()
    return { test, isValid: reason === undefined, reason: reason ?? '' }
  } catch (error) {
    if (error instanceof ContentError) return { test, isValid: false, reason: error.message }
    throw error
  }
}

/** The first fault of a sample; undefined if it has none. */
const faultOf = (path: string, schema: CompiledSchema): string | undefined => {
  const checker = createChecker(schema, {
    findingsCap: 1,
    limits: { attributes: 1_000, allowsDoctype: true },
  })
  checker.write(readFileSync(path))
  const outcome = checker.end()
  if (!outcome.wellFormed) return outcome.error.message
  const [first] = outcome.findings
  return first && `${first.message} (line ${first.line})`
}

/** Verdicts on a schema and its samples. It is compiled once, and given up before the next one is. */
const judgeAll = async (path: string, samples: readonly string[]): Promise<readonly Judged[]> => {
  const compiling = await Promise.allSettled([schemaFromFile(path, catalog)])
  const compiled = (): CompiledSchema => {
    if (compiling[0].status === 'rejected') throw compiling[0].reason
    return compiling[0].value
  }
  return [
    judged(testOf('schema', path, ''), () => void compiled()),
    ...samples.map(sample => judged(testOf('instance', path, sample), () => faultOf(sample, compiled()))),
  ]
}

/** The file of an address that a document names. */
const fileOf = (from: string, location: string): string =>
  catalog?.(location) ?? join(dirname(from), location)

/** The schema document in the folder that a sample names; undefined if it names none, or several. */
const schemaNamedIn = (sample: string, schemas: ReadonlySet<string>): string | undefined => {
  const named = new Set(
    schemaHints(readFileSync(sample))
      .map(({ location }) => fileOf(sample, location))
      .filter(path => schemas.has(path)),
  )
  return named.size === 1 ? [...named][0] : undefined
}

/** The outermost start tag; undefined if the file is not well-formed before it. */
const outermostTag = async (path: string): Promise<StartEvent | undefined> => {
  try {
    for await (const event of read(readFileSync(path), { doctype: 'skip' }))
      if (event.type === 'start') return event
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
  return undefined
}

/** By namespace: its schema documents that no other document of the same namespace includes. */
const rootsByNamespace = async (schemas: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
  const documents = await Promise.all(
    schemas.map(async path => ({
      path,
      namespace: (await outermostTag(path))?.attributes.find(({ name }) => name === 'targetNamespace')?.value,
      includes: includedLocations(readFileSync(path), '').map(location => fileOf(path, location)),
    })),
  )
  const roots = new Map<string, string[]>()
  for (const { path, namespace } of documents) {
    if (namespace === undefined) continue
    const isIncluded = documents.some(
      other => other.namespace === namespace && other.path !== path && other.includes.includes(path),
    )
    if (!isIncluded) roots.set(namespace, [...(roots.get(namespace) ?? []), path])
  }
  return roots
}

/** The schema for each sample that has one, by schema. */
const samplesBySchema = async (
  folder: string,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const roots = await rootsByNamespace(schemas)
  const all = new Set(schemas)
  const found = new Map<string, string[]>()
  for (const sample of filesIn(folder, ['.xml', '.gml', '.kml', '.xbrl'])) {
    const [only, other] = roots.get((await outermostTag(sample))?.namespace ?? '') ?? []
    const schema = schemaNamedIn(sample, all) ?? (other === undefined ? only : undefined)
    if (schema !== undefined) found.set(schema, [...(found.get(schema) ?? []), sample])
  }
  return found
}

let differences = 0
for (const folder of folders.map(path => resolve(path))) {
  const schemas = filesIn(folder, ['.xsd'])
  const samples = await samplesBySchema(folder, schemas)
  const results: Judged[] = []
  for (const schema of values.used ? samples.keys() : schemas)
    results.push(...(await judgeAll(schema, samples.get(schema) ?? [])))
  const verdicts = await peer.judge(results.map(({ test }) => test))
  const different = results.filter(({ test, isValid }) => isValid !== (verdicts[test.id] === 'valid'))
  for (const { test, isValid, reason } of different)
    console.log(`  ${relative(folder, test.id)}: ${isValid ? `${peer.name}: ${verdicts[test.id]}` : reason}`)
  const [ofSchemas = [], ofSamples = []] = (['schema', 'instance'] as const).map(kind =>
    results.filter(({ test }) => test.kind === kind),
  )
  const valid = (some: readonly Judged[]): number => some.filter(({ isValid }) => isValid).length
  console.log(
    `${basename(folder)}: ${valid(ofSchemas)} of ${ofSchemas.length} schemas compiled, ${ofSamples.length} samples of which ${valid(ofSamples)} are valid, ${different.length} judged otherwise by ${peer.name}`,
  )
  differences += different.length
}
process.exitCode = differences > 0 ? 1 : 0
