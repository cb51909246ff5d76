import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createReader, XmlError } from 'bedel-record'

/** What the suite expects of a schema or an instance. */
export type Expected = 'valid' | 'invalid'

/** One test of the suite. */
export interface SuiteTest {
  /** Set, group and test, which together are unique. */
  readonly id: string
  /** Folder of the contributor: `ms`, `nist`, `sun` and so on. */
  readonly set: string
  readonly kind: 'schema' | 'instance'
  /** Schema documents of the group, in the order of the suite. */
  readonly schemas: readonly string[]
  /** The instance, empty for a test of a schema. */
  readonly instance: string
  readonly expected: Expected
}

interface Node {
  readonly local: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Node[]
}

const treeOf = (path: string): Node => {
  const open: Node[] = []
  let root: Node | undefined
  const reader = createReader({
    startElement: ({ local }, { currentAttributes: list }) => {
      const attributes = new Map<string, string>()
      for (let i = 0; i < list.length; i++) attributes.set(list.name(i).local, list.value(i))
      const node: Node = { local, attributes, children: [] }
      open.at(-1)?.children.push(node)
      root ??= node
      open.push(node)
    },
    endElement: () => void open.pop(),
  })
  try {
    reader.write(readFileSync(path))
    reader.end()
  } catch (error) {
    if (error instanceof XmlError) throw new Error(`${path}, line ${error.line}: ${error.message}`)
    throw error
  }
  if (root === undefined) throw new Error(`${path} holds nothing.`)
  return root
}

const all = (node: Node, local: string): Node[] => node.children.filter(child => child.local === local)

/** Whether a version attribute admits a processor of XML Schema 1.0 with the characters of a recent Unicode. */
const isForUs = (node: Node): boolean => {
  const versions = (node.attributes.get('version') ?? '').split(/\s+/).filter(word => word !== '')
  return (
    versions.length === 0 ||
    versions.every(word => word === '1.0' || word === 'Unicode_6.0.0') ||
    versions.includes('1.0')
  )
}

const expectedOf = (test: Node): Expected | undefined => {
  const own = all(test, 'expected').filter(isForUs)
  const validity = (own.find(node => node.attributes.has('version')) ?? own[0])?.attributes.get('validity')
  return validity === 'valid' || validity === 'invalid' ? validity : undefined
}

/** Whether the working group still holds the test to be right. */
const isAgreed = (test: Node): boolean => {
  const status = all(test, 'current')[0]?.attributes.get('status')
  return status !== 'queried' && status !== 'disputed-test' && status !== 'disputed-spec'
}

const documentsIn = (test: Node, local: string, folder: string): string[] =>
  all(test, local).map(node => resolve(folder, node.attributes.get('href') ?? ''))

/** All tests of one set that concern XML Schema 1.0 and have one expected result. */
const testsOf = (file: string, set: string): SuiteTest[] => {
  const root = treeOf(file)
  const folder = dirname(file)
  const prefix = `${set}/${root.attributes.get('name') ?? ''}`
  if (!isForUs(root)) return []
  return all(root, 'testGroup')
    .filter(isForUs)
    .flatMap(group => {
      const name = `${prefix}/${group.attributes.get('name') ?? ''}`
      const schemaTests = all(group, 'schemaTest').filter(isForUs)
      const schemas = schemaTests.slice(0, 1).flatMap(test => documentsIn(test, 'schemaDocument', folder))
      const found: SuiteTest[] = []
      for (const test of [...schemaTests, ...all(group, 'instanceTest').filter(isForUs)]) {
        const expected = expectedOf(test)
        if (expected === undefined || !isAgreed(test)) continue
        const isSchema = test.local === 'schemaTest'
        found.push({
          id: `${name}/${test.attributes.get('name') ?? ''}`,
          set,
          kind: isSchema ? 'schema' : 'instance',
          schemas: isSchema ? documentsIn(test, 'schemaDocument', folder) : schemas,
          instance: isSchema ? '' : (documentsIn(test, 'instanceDocument', folder)[0] ?? ''),
          expected,
        })
      }
      return found
    })
}

/**
 * NIST's list of tests is too large for some copies of the suite. Its file names say the same: `SV` a valid schema, `IV` and
 * `II` a valid and an invalid instance.
 */
const nistTests = (folder: string): SuiteTest[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const schemas = new Map<string, string>()
  const found: SuiteTest[] = []
  for (const file of files) {
    const name = /NISTSchema-S[VI]-I[VI]-(.*)\.xsd$/.exec(file)?.[1]
    if (name === undefined) continue
    const path = join(folder, file)
    schemas.set(name, path)
    found.push({
      id: `nist/${name}`,
      set: 'nist',
      kind: 'schema',
      schemas: [path],
      instance: '',
      expected: 'valid',
    })
  }
  for (const file of files) {
    const [, kind, name, number] = /NISTXML-SV-I([VI])-(.*)-([0-9]+)\.xml$/.exec(file) ?? []
    const schema = schemas.get(name ?? '')
    if (kind === undefined || schema === undefined) continue
    found.push({
      id: `nist/${name}/${kind}${number}`,
      set: 'nist',
      kind: 'instance',
      schemas: [schema],
      instance: join(folder, file),
      expected: kind === 'V' ? 'valid' : 'invalid',
    })
  }
  return found
}

/** The tests of a copy of github.com/w3c/xsdtests. Throws where the folder holds none. */
export const readSuite = (folder: string): SuiteTest[] => {
  const list = join(folder, 'suite.xml')
  if (!existsSync(list))
    throw new Error(`${folder} holds no suite.xml: name a copy of github.com/w3c/xsdtests.`)
  const found = all(treeOf(list), 'testSetRef').flatMap(ref => {
    const file = resolve(folder, ref.attributes.get('href') ?? '')
    const set = /^[a-z]+?(?=Meta\b)/.exec(relative(folder, file))?.[0] ?? ''
    if (set === '') return []
    if (existsSync(file)) return testsOf(file, set)
    const data = join(folder, `${set}Data`)
    return set === 'nist' && existsSync(data) ? nistTests(data) : []
  })
  return found
}
