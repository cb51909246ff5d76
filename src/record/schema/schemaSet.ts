import { type ElementDeclaration, nameKey } from './components.ts'
import { SymbolTable } from './content/symbolTable.ts'
import { parseSchemaDocument, type SchemaDocument, type SchemaName, type SchemaNode } from './document.ts'

/** Scheme and authority, then the path. */
const address = /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/]*)?)(.*)$/is

/**
 * The address that a `schemaLocation` means in a document: relative ones begin at the document's own folder (RFC 3986, 5.2).
 * An address without a folder, as of the main schema, is its own place, so `../types.xsd` stays what it is there.
 */
const resolveLocation = (location: string, base: string): string => {
  const [, origin = '', path = ''] = address.exec(location.trim()) ?? []
  if (origin !== '') return origin + withoutDots(path)
  const [, baseOrigin = '', basePath = ''] = address.exec(base) ?? []
  if (path.startsWith('/')) return baseOrigin + withoutDots(path)
  return baseOrigin + withoutDots(basePath.slice(0, basePath.lastIndexOf('/') + 1) + path)
}

/** Takes out `.` and what `..` leads back from; a `..` that leads above the beginning stays. */
const withoutDots = (path: string): string => {
  const isRooted = path.startsWith('/')
  const kept: string[] = []
  for (const step of path.split('/').slice(isRooted ? 1 : 0)) {
    if (step === '.') continue
    if (step !== '..') kept.push(step)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!isRooted) kept.push(step)
  }
  return `${isRooted ? '/' : ''}${kept.join('/')}`
}

export type GlobalKind = 'element' | 'type' | 'attribute' | 'group' | 'attributeGroup'

const kindOf: Readonly<Record<string, GlobalKind>> = {
  element: 'element',
  simpleType: 'type',
  complexType: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
}

const isReference = ({ local }: SchemaNode): boolean => local === 'include' || local === 'import'

/**
 * Addresses of the documents that a schema document includes or imports, each resolved against its own: what `compileSchema`
 * looks for in `documents`. Throws SchemaCompileError where it cannot be read.
 */
export const includedLocations = (xsdText: string, location: string): string[] =>
  parseSchemaDocument(xsdText, location).children.flatMap(node => {
    const written = isReference(node) ? node.attribute('schemaLocation') : undefined
    return written === undefined ? [] : [resolveLocation(written, location)]
  })

/** All schema documents of one compilation, with their global components by expanded name. */
export class SchemaSet {
  readonly symbols = new SymbolTable()
  /** Global element declarations as they are compiled. */
  readonly elements = new Map<string, ElementDeclaration>()
  private readonly globals = new Map<string, SchemaNode>()
  private readonly loaded = new Set<string>()
  private readonly documents: ReadonlyMap<string, string>
  private readonly ownName: string | undefined
  private readonly later: (() => void)[] = []

  constructor(documents: Readonly<Record<string, string>>, ownName: string | undefined) {
    this.ownName = ownName
    this.documents = new Map(
      Object.entries(documents).map(([location, text]) => [resolveLocation(location, ''), text]),
    )
  }

  /** Reads a document and what it includes and imports. */
  load(text: string, location: string, namespaceOfIncluder: string | undefined): SchemaDocument {
    const root = parseSchemaDocument(text, location)
    const own = root.attribute('targetNamespace')
    if (own === '') root.fail('targetNamespace is empty')
    if (own !== undefined && namespaceOfIncluder !== undefined && own !== namespaceOfIncluder)
      root.fail(
        `its namespace ${own} is not ${namespaceOfIncluder || 'absent'}, that of the schema that includes it`,
      )
    const document: SchemaDocument = { location, namespace: own ?? namespaceOfIncluder ?? '', root }
    this.loaded.add(`${location} ${document.namespace}`)
    const adopt = (node: SchemaNode): void => {
      node.document = document
      node.children.forEach(adopt)
    }
    adopt(root)
    for (const node of root.children) this.take(node, document)
    return document
  }

  /** Every global of one kind. */
  all(kind: GlobalKind): SchemaNode[] {
    return [...this.globals].filter(([key]) => key.startsWith(`${kind} `)).map(([, node]) => node)
  }

  /** The global component, or undefined. */
  find(kind: GlobalKind, name: SchemaName): SchemaNode | undefined {
    return this.globals.get(`${kind} ${nameKey(name.namespace, name.local)}`)
  }

  /** The global component; fails at the reference where there is none. */
  global(kind: GlobalKind, name: SchemaName, at: SchemaNode): SchemaNode {
    return this.find(kind, name) ?? at.fail(`there is no ${kind} ${name.local}`)
  }

  /** Puts work off until the components that it may refer to exist. */
  postpone(work: () => void): void {
    this.later.push(work)
  }

  /** Does the work put off, and what that puts off in turn. */
  settle(): void {
    for (let work = this.later.shift(); work !== undefined; work = this.later.shift()) work()
  }

  private take(node: SchemaNode, document: SchemaDocument): void {
    if (isReference(node)) {
      this.follow(node, document)
      return
    }
    const kind = kindOf[node.local]
    if (kind === undefined) return
    const name = node.attribute('name')
    if (name === undefined) node.fail('a global component needs a name')
    const key = `${kind} ${nameKey(document.namespace, name)}`
    if (this.globals.has(key)) node.fail(`${kind} ${name} is declared twice`)
    this.globals.set(key, node)
  }

  private follow(node: SchemaNode, document: SchemaDocument): void {
    const written = node.attribute('schemaLocation')
    const isIncluded = node.local === 'include'
    if (written === undefined) {
      if (isIncluded) node.fail('it has no schemaLocation')
      return
    }
    const resolved = resolveLocation(written, document.location)
    const location = resolved === this.ownName ? '' : resolved
    const namespace = isIncluded ? document.namespace : (node.attribute('namespace') ?? '')
    if (this.loaded.has(`${location} ${namespace}`)) return
    const text = this.documents.get(location)
    if (text === undefined) node.fail(`the document "${location}" was not given`)
    const loaded = this.load(text, location, isIncluded ? namespace : undefined)
    if (loaded.namespace !== namespace)
      node.fail(`"${location}" declares the namespace "${loaded.namespace}", not "${namespace}"`)
  }
}
