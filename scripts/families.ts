import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type CompiledSchema, createChecker, read, schemaHints, XmlError } from 'bedel-record'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'
import { readCatalogs } from './validate/catalog.ts'
import { ContentError, schemaFromFile, schemaNamedBy } from './validate/content.ts'
import { findPeers } from './xsts/peers.ts'
import type { SuiteTest } from './xsts/suite.ts'

const usage = `npm run families -- <folder> … [--catalog catalog.xml]
  --catalog  an OASIS XML catalog that says where documents are that a schema names; may be given several times
Compiles every schema of these folders, such as a checkout of SIRI or UBL, and checks every sample that names its schema or
whose outermost element is in the namespace of exactly one. Prints each file that libxml2 (xmllint) judges otherwise, and how many there are. Ends with 1 where there is one.`
helpOn(usage)

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { catalog: { type: 'string', multiple: true, default: [] } },
})
if (folders.length === 0) refuse(`Name a folder.\nUsage: ${usage}`)
const catalog = values.catalog.length > 0 ? await readCatalogs(values.catalog) : undefined
// xmllint takes its catalogs from here.
if (catalog) process.env.XML_CATALOG_FILES = values.catalog.join(' ')
const peer = findPeers()[0] ?? refuse('xmllint is not installed, so there is nothing to compare with.')

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.toLowerCase().endsWith(ending))
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

/** What the engine says; a fault of the program is thrown. */
const judged = async (test: SuiteTest, judge: () => Promise<string | undefined>): Promise<Judged> => {
  try {
    const reason = await judge()
    return { test, isValid: reason === undefined, reason: reason ?? '' }
  } catch (error) {
    if (error instanceof ContentError) return { test, isValid: false, reason: error.message }
    throw error
  }
}

/** Schema documents by their target namespace. */
type ByNamespace = Map<string, string[]>

const judgeSchema = (path: string, byNamespace: ByNamespace): Promise<Judged> =>
  judged(testOf('schema', path, ''), async () => {
    const { targetNamespace } = await schemaFromFile(path, catalog)
    byNamespace.set(targetNamespace, [...(byNamespace.get(targetNamespace) ?? []), path])
    return undefined
  })

/** The first fault of a sample; undefined if it has none. */
const judgeSample = (path: string, schema: string, compile: () => Promise<CompiledSchema>): Promise<Judged> =>
  judged(testOf('instance', schema, path), async () => {
    const checker = createChecker(await compile(), {
      findingsCap: 1,
      limits: { attributes: 1_000, allowsDoctype: true },
    })
    checker.write(readFileSync(path))
    const outcome = checker.end()
    if (!outcome.wellFormed) return outcome.error.message
    const [first] = outcome.findings
    return first && `${first.message} (line ${first.line})`
  })

/** The schema document in the folder that a sample names; undefined if it names none, or several. */
const schemaNamedIn = (sample: string, schemas: ReadonlySet<string>): string | undefined => {
  const named = schemaHints(readFileSync(sample))
    .map(({ location }) => join(dirname(sample), location))
    .filter(path => schemas.has(path))
  return named.length === 1 ? named[0] : undefined
}

/** The namespace of the outermost element; undefined if the file is not well-formed before it. */
const outermostNamespace = async (sample: string): Promise<string | undefined> => {
  try {
    for await (const event of read(readFileSync(sample), { doctype: 'skip' }))
      if (event.type === 'start') return event.namespace
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
  return undefined
}

let differences = 0
for (const folder of folders) {
  const schemas = filesIn(folder, '.xsd')
  const all = new Set(schemas)
  const byNamespace: ByNamespace = new Map()
  const results = await Promise.all(schemas.map(path => judgeSchema(path, byNamespace)))
  for (const sample of filesIn(folder, '.xml')) {
    const named = schemaNamedIn(sample, all)
    const namespace = await outermostNamespace(sample)
    const [only, other] = (namespace && byNamespace.get(namespace)) || []
    if (named !== undefined)
      results.push(await judgeSample(sample, named, () => schemaNamedBy(sample, folder, catalog)))
    else if (only !== undefined && other === undefined)
      results.push(await judgeSample(sample, only, () => schemaFromFile(only, catalog)))
  }
  const verdicts = await peer.judge(results.map(({ test }) => test))
  const different = results.filter(({ test, isValid }) => isValid !== (verdicts[test.id] === 'valid'))
  for (const { test, isValid, reason } of different)
    console.log(`  ${relative(folder, test.id)}: ${isValid ? `${peer.name} refuses it` : reason}`)
  const samples = results.length - schemas.length
  const compiled = results.filter(({ test, isValid }) => test.kind === 'schema' && isValid).length
  console.log(
    `${basename(folder)}: ${compiled} of ${schemas.length} schemas compiled, ${samples} samples, ${different.length} judged otherwise by ${peer.name}`,
  )
  differences += different.length
}
process.exitCode = differences > 0 ? 1 : 0
