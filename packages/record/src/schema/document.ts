import { decodeUtf8 } from '../xml/characters.ts'
import { defaultLimits, type XmlLimits } from '../xml/limits.ts'
import type { NamespaceScope } from '../xml/namespaces.ts'
import { XmlReader } from '../xml/reader.ts'
import { XmlError, type XmlPlace } from '../xml/xmlError.ts'
import { SCHEMA_NAMESPACE } from './builtins.ts'
import { SchemaCompileError } from './schemaError.ts'

/** One schema file. */
export interface SchemaDocument {
  /** Address from the main schema; empty for the main one itself. */
  readonly location: string
  /** Namespace of what it declares; a schema without one takes that of the schema that includes it. */
  readonly namespace: string
  readonly root: SchemaNode
}

/** An expanded name as an attribute of a schema refers to it. */
export interface SchemaName {
  readonly namespace: string
  readonly local: string
}

/** One element of a schema file, with its place. */
export class SchemaNode {
  readonly local: string
  readonly location: string
  readonly place: XmlPlace
  readonly children: SchemaNode[] = []
  /** Text of the documentation inside its annotation. */
  documentation = ''
  /** Texts of appinfo by source. */
  readonly appinfo = new Map<string, string>()
  /** Set once the document's own namespace is known. */
  document: SchemaDocument | undefined
  /** The child of an xs:redefine that it is or belongs to. */
  redefinition: SchemaNode | undefined
  /** For such a child: what it redefines. */
  original: SchemaNode | undefined
  private readonly attributes: ReadonlyMap<string, string>
  private readonly scope: Pick<NamespaceScope, 'namespaceOf'>

  constructor(
    local: string,
    location: string,
    place: XmlPlace,
    attributes: ReadonlyMap<string, string>,
    scope: Pick<NamespaceScope, 'namespaceOf'>,
  ) {
    this.local = local
    this.location = location
    this.place = place
    this.attributes = attributes
    this.scope = scope
  }

  attribute(name: string): string | undefined {
    return this.attributes.get(name)
  }

  get attributeNames(): readonly string[] {
    return [...this.attributes.keys()]
  }

  /** Children with one of these names. */
  all(...names: readonly string[]): SchemaNode[] {
    return this.children.filter(({ local }) => names.includes(local))
  }

  first(...names: readonly string[]): SchemaNode | undefined {
    return this.all(...names)[0]
  }

  prefix(prefix: string): string | undefined {
    return this.scope.namespaceOf(prefix)
  }

  /** Expanded form of a QName written in this schema. */
  name(text: string): SchemaName {
    const trimmed = text.trim()
    const colon = trimmed.indexOf(':')
    const prefix = colon < 0 ? '' : trimmed.slice(0, colon)
    const namespace = this.scope.namespaceOf(prefix)
    if (namespace === undefined) return this.fail(`the prefix "${prefix}" of "${trimmed}" is not declared`)
    const isChameleon = prefix === '' && namespace === ''
    return {
      namespace: isChameleon
        ? this.owner.root.attribute('targetNamespace') === undefined
          ? this.owner.namespace
          : ''
        : namespace,
      local: trimmed.slice(colon + 1),
    }
  }

  get owner(): SchemaDocument {
    if (this.document === undefined)
      throw new Error(`The schema element ${this.local} belongs to no document.`)
    return this.document
  }

  /** A boolean attribute, false where absent. */
  isTrue(name: string): boolean {
    const value = this.attribute(name)?.trim()
    if (value === undefined || value === 'false' || value === '0') return false
    return value === 'true' || value === '1' || this.fail(`${name}="${value}" is not true or false`)
  }

  fail(message: string): never {
    throw new SchemaCompileError(`xs:${this.local}`, message, this.location, this.place)
  }
}

class TreeBuilder {
  readonly nodes: SchemaNode[] = []
  root: SchemaNode | undefined
  private readonly location: string
  /** Depth inside an annotation's documentation or appinfo, where anything is allowed. */
  private freeDepth = 0
  private free: { node: SchemaNode; kind: string; source: string; text: string } | undefined

  constructor(location: string) {
    this.location = location
  }

  readonly handlers = {
    startElement: (name: { namespace: string; local: string }, reader: XmlReader): void =>
      this.open(name, reader),
    text: (bytes: Uint8Array, from: number, to: number, isBlank: boolean, reader: XmlReader): void => {
      if (this.free !== undefined) this.free.text += decodeUtf8(bytes, from, to)
      else if (!isBlank && decodeUtf8(bytes, from, to).trim() !== '')
        this.fail('text', 'text may stand only in documentation and appinfo', reader.currentPlace)
    },
    endElement: (): void => this.close(),
    buffersMove: (): void => undefined,
  }

  private fail(construct: string, message: string, place: XmlPlace): never {
    throw new SchemaCompileError(construct, message, this.location, place)
  }

  private open(name: { namespace: string; local: string }, reader: XmlReader): void {
    if (this.free !== undefined) {
      this.freeDepth++
      return
    }
    const place = reader.currentPlace
    if (name.namespace !== SCHEMA_NAMESPACE)
      this.fail(name.local, 'is not an element of XML Schema 1.0', place)
    const parent = this.nodes.at(-1)
    if (parent === undefined && name.local !== 'schema')
      this.fail(`xs:${name.local}`, 'a schema must begin with xs:schema', place)
    const attributes = new Map<string, string>()
    const list = reader.currentAttributes
    for (let i = 0; i < list.length; i++) {
      const { namespace, local } = list.name(i)
      if (namespace === '') attributes.set(local, list.value(i))
    }
    const node = new SchemaNode(name.local, this.location, place, attributes, reader.currentScope)
    if (name.local === 'documentation' || name.local === 'appinfo') {
      const owner = this.nodes.at(-2)
      if (owner !== undefined)
        this.free = { node: owner, kind: name.local, source: attributes.get('source') ?? '', text: '' }
    } else if (name.local !== 'annotation') parent?.children.push(node)
    this.root ??= node
    this.nodes.push(node)
  }

  private close(): void {
    if (this.freeDepth > 0) {
      this.freeDepth--
      return
    }
    if (this.free !== undefined) {
      const { node, kind, source, text } = this.free
      const content = text.replace(/\s+/g, ' ').trim()
      if (kind === 'appinfo') node.appinfo.set(source, content)
      else node.documentation = node.documentation === '' ? content : `${node.documentation} ${content}`
      this.free = undefined
    }
    this.nodes.pop()
  }
}

/** Schemas of the W3C begin with a document type declaration. */
export const schemaLimits: XmlLimits = { ...defaultLimits, allowsDoctype: true }

/** Parses the bytes of a schema document. Throws SchemaCompileError. */
export const parseSchemaDocument = (bytes: Uint8Array, location: string): SchemaNode => {
  const builder = new TreeBuilder(location)
  const reader = new XmlReader(builder.handlers, schemaLimits)
  try {
    reader.write(bytes)
    reader.end()
  } catch (error) {
    if (error instanceof XmlError) throw new SchemaCompileError('XML', error.message, location, error)
    throw error
  }
  if (builder.root === undefined) throw new Error('A schema that was read has no root.')
  return builder.root
}
