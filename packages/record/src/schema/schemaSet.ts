import { bytesOf } from '../xml/text.ts'
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

export type GlobalKind = 'element' | 'type' | 'attribute' | 'group' | 'attributeGroup' | 'notation'

const kindOf: Readonly<Record<string, GlobalKind>> = {
  element: 'element',
  simpleType: 'type',
  complexType: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
  notation: 'notation',
}

const isReference = ({ local }: SchemaNode): boolean =>
  local === 'include' || local === 'import' || local === 'redefine'

/** A document that a schema document includes, redefines or imports. */
interface SchemaReference {
  /** Resolved against the address of the document; undefined for an import without one. */
  readonly address: string | undefined
  /** Of an import; empty for others, and for an import of what has none. */
  readonly namespace: string
}

/** What a schema document refers to. Throws SchemaCompileError where it cannot be read. */
export const referencesOf = (xsd: string | Uint8Array, location: string): SchemaReference[] =>
  parseSchemaDocument(bytesOf(xsd), location)
    .children.filter(isReference)
    .map(node => {
      const written = node.attribute('schemaLocation')
      return {
        address: written === undefined ? undefined : resolveLocation(written, location),
        namespace: node.attribute('namespace') ?? '',
      }
    })

/**
 * Addresses of the documents that a schema document includes or imports, each resolved against its own: what `compileSchema`
 * looks for in `documents`. Throws SchemaCompileError where it cannot be read.
 */
export const includedLocations = (xsd: string | Uint8Array, location: string): string[] =>
  referencesOf(xsd, location).flatMap(({ address }) => address ?? [])

/** Texts or bytes of documents by their address from the main schema, or what finds them. */
export type SchemaDocuments = Readonly<Record<string, string | Uint8Array>> | DocumentLookup

type DocumentLookup = (location: string) => string | Uint8Array | undefined

const lookupIn = (documents: Readonly<Record<string, string | Uint8Array>>): DocumentLookup => {
  const found = new Map(
    Object.entries(documents).map(([location, source]) => [resolveLocation(location, ''), source]),
  )
  return location => found.get(location)
}

const keyOf = (node: SchemaNode, kind: GlobalKind, { namespace }: SchemaDocument): string =>
  `${kind} ${nameKey(namespace, node.attribute('name') ?? node.fail('a global component needs a name'))}`

/** Whether a type that redefines another names itself as its base; anything else has no base to name. */
const isRestrictionOfItself = (node: SchemaNode): boolean => {
  if (node.local !== 'simpleType' && node.local !== 'complexType') return true
  const holder = node.local === 'simpleType' ? node : node.first('simpleContent', 'complexContent')
  const base = holder?.first('restriction', 'extension')?.attribute('base')
  if (base === undefined || holder === undefined) return false
  const { namespace, local } = holder.name(base)
  return local === node.attribute('name') && namespace === node.owner.namespace
}

/** An import is of another namespace than its document's own (Part 1, 4.2.3). */
const refuseImport = (node: SchemaNode, document: SchemaDocument): void => {
  const namespace = node.attribute('namespace')
  if (namespace === undefined && document.root.attribute('targetNamespace') === undefined)
    node.fail('a schema without a namespace cannot import what has none')
  if (namespace === document.namespace && namespace === document.root.attribute('targetNamespace'))
    node.fail('a schema cannot import its own namespace')
}

/** All schema documents of one compilation, with their global components by expanded name. */
export class SchemaSet {
  readonly symbols = new SymbolTable()
  readonly attributeSymbols = new SymbolTable()
  /** Global element declarations as they are compiled. */
  readonly elements = new Map<string, ElementDeclaration>()
  /** The outermost elements of all documents that were read. */
  readonly roots: SchemaNode[] = []
  private readonly globals = new Map<string, SchemaNode>()
  private readonly loaded = new Set<string>()
  private readonly sources: { readonly bytes: Uint8Array; readonly namespace: string }[] = []
  private readonly documents: DocumentLookup
  private readonly checkForm: (bytes: Uint8Array, location: string) => void
  private readonly ownName: string | undefined
  private readonly later: (() => void)[] = []
  /** What includes and imports lead to and was not given: an error only where something of it is used. */
  private readonly absent: {
    readonly node: SchemaNode
    readonly namespace: string
    readonly location: string
  }[] = []

  /** `checkForm` throws where a document does not have the form of a schema. */
  constructor(
    documents: SchemaDocuments,
    ownName: string | undefined,
    checkForm: (bytes: Uint8Array, location: string) => void,
  ) {
    this.checkForm = checkForm
    this.ownName = ownName
    this.documents = typeof documents === 'function' ? documents : lookupIn(documents)
  }

  /** Reads one more document of the schema, with what it includes and imports. */
  loadRoot(location: string): void {
    if ([...this.loaded].some(key => key.startsWith(`${location} `))) return
    const source = this.documents(location)
    if (source === undefined) throw new Error(`There is no schema document "${location}".`)
    this.load(source, location, undefined)
  }

  /** Reads a document and what it includes and imports. */
  load(
    source: string | Uint8Array,
    location: string,
    namespaceOfIncluder: string | undefined,
  ): SchemaDocument {
    const bytes = bytesOf(source)
    const root = parseSchemaDocument(bytes, location)
    this.checkForm(bytes, location)
    const own = root.attribute('targetNamespace')
    if (own === '') root.fail('targetNamespace is empty')
    if (own !== undefined && namespaceOfIncluder !== undefined && own !== namespaceOfIncluder)
      root.fail(
        `its namespace ${own} is not ${namespaceOfIncluder || 'absent'}, that of the schema that includes it`,
      )
    const document: SchemaDocument = { location, namespace: own ?? namespaceOfIncluder ?? '', root }
    this.loaded.add(`${location} ${document.namespace}`)
    const adopt = (node: SchemaNode, redefinition: SchemaNode | undefined): void => {
      node.document = document
      node.redefinition = redefinition
      for (const child of node.children) adopt(child, node.local === 'redefine' ? child : redefinition)
    }
    adopt(root, undefined)
    this.roots.push(root)
    this.sources.push({ bytes, namespace: document.namespace })
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
    const found = this.find(kind, name)
    if (found === undefined) {
      const absent = this.absent.find(({ namespace }) => namespace === name.namespace)
      absent?.node.fail(`the document "${absent.location}" was not given`)
      return at.fail(`there is no ${kind} ${name.local}`)
    }
    // Inside a redefinition, its own name means what it redefines.
    for (let one: SchemaNode | undefined = found; one !== undefined; one = one.original)
      if (one === at.redefinition && one.original !== undefined) return one.original
    return found
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
    const key = keyOf(node, kind, document)
    const known = this.globals.get(key)
    if (known !== undefined && known !== node)
      node.fail(`${kind} ${node.attribute('name')} is declared twice`)
    this.globals.set(key, node)
  }

  /** Puts the redefinitions in the place of what they redefine. */
  private redefine(node: SchemaNode, document: SchemaDocument): void {
    for (const child of node.children) {
      const kind = kindOf[child.local]
      if (kind === undefined) continue
      const key = keyOf(child, kind, document)
      const original = this.globals.get(key)
      if (original === undefined || original === child || original.local !== child.local)
        child.fail(`there is no ${kind} ${child.attribute('name')} to redefine`)
      if (!isRestrictionOfItself(child)) child.fail('a redefined type has to be derived from itself')
      child.original = original
      this.globals.set(key, child)
    }
  }

  /** Whether the same document was read by another address, such as `../folder/name.xsd` from within the folder. */
  private isCopy(bytes: Uint8Array, namespace: string): boolean {
    return this.sources.some(
      known =>
        known.namespace === namespace &&
        known.bytes.length === bytes.length &&
        known.bytes.every((byte, index) => byte === bytes[index]),
    )
  }

  private follow(node: SchemaNode, document: SchemaDocument): void {
    const written = node.attribute('schemaLocation')
    const isIncluded = node.local !== 'import'
    if (!isIncluded) refuseImport(node, document)
    if (written === undefined) {
      if (isIncluded) node.fail('it has no schemaLocation')
      return
    }
    const resolved = resolveLocation(written, document.location)
    const location = resolved === this.ownName ? '' : resolved
    const namespace = isIncluded ? document.namespace : (node.attribute('namespace') ?? '')
    if (!this.loaded.has(`${location} ${namespace}`)) {
      // The main document without a namespace takes that of one that includes it back.
      const text = location === '' ? this.sources[0]?.bytes : this.documents(location)
      if (text === undefined) {
        if (node.local === 'redefine' && node.children.length > 0)
          node.fail(`the document "${location}" was not given`)
        this.absent.push({ node, namespace, location })
        return
      }
      if (this.isCopy(bytesOf(text), namespace)) {
        this.loaded.add(`${location} ${namespace}`)
        if (node.local === 'redefine') this.redefine(node, document)
        return
      }
      const loaded = this.load(text, location, isIncluded ? namespace : undefined)
      if (loaded.namespace !== namespace)
        node.fail(`"${location}" declares the namespace "${loaded.namespace}", not "${namespace}"`)
    }
    if (node.local === 'redefine') this.redefine(node, document)
  }
}
