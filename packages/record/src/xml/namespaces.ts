import type { RawName, XmlName } from './names.ts'

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'
export const INSTANCE_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

/** The prefixes in force at one element; never changed once made. */
export class NamespaceScope {
  private readonly bindings: ReadonlyMap<string, string>

  constructor(bindings: ReadonlyMap<string, string>) {
    this.bindings = bindings
  }

  /** Namespace of a prefix ('' = default); undefined where it is not declared. */
  namespaceOf(prefix: string): string | undefined {
    return this.bindings.get(prefix)
  }

  /** This scope with more bindings; itself when they change nothing. */
  with(added: ReadonlyMap<string, string>): NamespaceScope {
    if ([...added].every(([prefix, namespace]) => this.bindings.get(prefix) === namespace)) return this
    return new NamespaceScope(new Map([...this.bindings, ...added]))
  }

  /** Resolved element name, or undefined where its prefix is not declared. */
  element(name: RawName): XmlName | undefined {
    if (name.elementScope === this && name.element !== null) return name.element
    const namespace = this.bindings.get(name.prefix)
    if (namespace === undefined) return undefined
    name.elementScope = this
    name.element = name.in(namespace)
    return name.element
  }

  /** Resolved attribute name (no prefix = no namespace), or undefined where its prefix is not declared. */
  attribute(name: RawName): XmlName | undefined {
    if (name.attributeScope === this && name.attribute !== null) return name.attribute
    const namespace = name.prefix === '' ? '' : this.bindings.get(name.prefix)
    if (namespace === undefined) return undefined
    name.attributeScope = this
    name.attribute = name.in(namespace)
    return name.attribute
  }
}

/** The scope outside the root. */
export const rootScope = (): NamespaceScope =>
  new NamespaceScope(
    new Map([
      ['', ''],
      ['xml', XML_NAMESPACE],
      ['xmlns', XMLNS_NAMESPACE],
    ]),
  )

/** Why a namespace declaration is not allowed (Namespaces in XML 1.0 §2.2, §3), or undefined where it is. */
export const declarationFault = (prefix: string, namespace: string): string | undefined => {
  if (prefix === 'xmlns') return 'The prefix "xmlns" must not be declared.'
  if (prefix === 'xml' && namespace !== XML_NAMESPACE)
    return `The prefix "xml" can only stand for ${XML_NAMESPACE}.`
  if (prefix !== 'xml' && namespace === XML_NAMESPACE)
    return `Only the prefix "xml" can stand for ${XML_NAMESPACE}.`
  if (namespace === XMLNS_NAMESPACE) return `No prefix can stand for ${XMLNS_NAMESPACE}.`
  if (prefix !== '' && namespace === '') return `The prefix "${prefix}" is declared with an empty namespace.`
  return undefined
}
