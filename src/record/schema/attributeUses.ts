import { encodeUtf8 } from '../xml/characters.ts'
import { XML_NAMESPACE } from '../xml/namespaces.ts'
import { anySimpleType, builtinType } from './builtins.ts'
import {
  type AttributeUse,
  admits,
  type NamespaceRule,
  nameKey,
  type ValueConstraint,
  type Wildcard,
} from './components.ts'
import type { SchemaNode } from './document.ts'
import type { SchemaSet } from './schemaSet.ts'
import type { SimpleType, Span } from './simpleType.ts'
import type { SimpleTypeCompiler } from './simpleTypes.ts'

/** The attributes that a type declares at one derivation step; `undefined` marks a prohibited one. */
export interface DeclaredAttributes {
  readonly uses: ReadonlyMap<string, AttributeUse | undefined>
  readonly any: Wildcard | undefined
}

/** Reads `default` and `fixed`; fails where the value is not one of the type. */
export const valueConstraint = (
  node: SchemaNode,
  type: SimpleType | undefined,
): ValueConstraint | undefined => {
  const fixed = node.attribute('fixed')
  const preset = node.attribute('default')
  if (fixed !== undefined && preset !== undefined) node.fail('default and fixed exclude each other')
  const text = fixed ?? preset
  if (text === undefined) return undefined
  const bytes = encodeUtf8(text)
  const span: Span = { bytes, from: 0, to: bytes.length }
  if (
    type !== undefined &&
    type.check(bytes, 0, bytes.length, span, prefix => node.prefix(prefix)) !== undefined
  )
    node.fail(`"${text}" is not a value of the type`)
  return { kind: fixed === undefined ? 'default' : 'fixed', text }
}

/** Reads the namespaces of xs:any and xs:anyAttribute. */
export const wildcardOf = (node: SchemaNode): Wildcard => {
  const process = node.attribute('processContents') ?? 'strict'
  if (process !== 'strict' && process !== 'lax' && process !== 'skip')
    return node.fail(`processContents="${process}" is not strict, lax or skip`)
  return { rule: ruleOf(node), process }
}

const ruleOf = (node: SchemaNode): NamespaceRule => {
  const text = (node.attribute('namespace') ?? '##any').trim()
  const own = node.owner.namespace
  if (text === '##any') return { kind: 'any' }
  if (text === '##other') return { kind: 'other', than: own }
  const namespaces = text
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => (word === '##targetNamespace' ? own : word === '##local' ? '' : word))
  const odd = namespaces.find(word => word.startsWith('##'))
  return odd === undefined ? { kind: 'list', namespaces } : node.fail(`"${odd}" is not a namespace`)
}

/**
 * Compiles the attributes that a type or an attribute group declares. Throws where the schema is at fault, with the
 * place.
 */
export class AttributeCompiler {
  private readonly set: SchemaSet
  private readonly simple: SimpleTypeCompiler
  private readonly open = new Set<SchemaNode>()
  private readonly groups = new Map<SchemaNode, DeclaredAttributes>()

  constructor(set: SchemaSet, simple: SimpleTypeCompiler) {
    this.set = set
    this.simple = simple
  }

  /** The attributes, attribute groups and wildcard that stand in an element of the schema. */
  declared(node: SchemaNode): DeclaredAttributes {
    const uses = new Map<string, AttributeUse | undefined>()
    let any: Wildcard | undefined
    const add = (key: string, use: AttributeUse | undefined, at: SchemaNode): void => {
      if (uses.has(key)) at.fail('the attribute is declared twice')
      uses.set(key, use)
    }
    for (const child of node.children) {
      if (child.local === 'attribute') {
        const [key, use] = this.use(child)
        add(key, use, child)
      } else if (child.local === 'attributeGroup') {
        const group = this.group(child)
        for (const [key, use] of group.uses) add(key, use, child)
        any = intersect(any, group.any, child)
      } else if (child.local === 'anyAttribute') any = intersect(any, wildcardOf(child), child)
    }
    return { uses, any }
  }

  /** A global attribute's declaration, as strict and lax wildcards need it. */
  global(node: SchemaNode): AttributeUse {
    return this.make(node, node, node.owner.namespace)
  }

  private group(node: SchemaNode): DeclaredAttributes {
    const ref = node.attribute('ref')
    if (ref === undefined) return node.fail('it needs ref here')
    const target = this.set.global('attributeGroup', node.name(ref), node)
    const known = this.groups.get(target)
    if (known !== undefined) return known
    if (this.open.has(target)) node.fail('the attribute group holds itself')
    this.open.add(target)
    const declared = this.declared(target)
    this.open.delete(target)
    // Read once: groups of groups, each referred to several times, grow without bound.
    this.groups.set(target, declared)
    return declared
  }

  private use(node: SchemaNode): [key: string, use: AttributeUse | undefined] {
    const ref = node.attribute('ref')
    const isProhibited = node.attribute('use') === 'prohibited'
    if (ref === undefined) {
      const form =
        node.attribute('form') ?? node.owner.root.attribute('attributeFormDefault') ?? 'unqualified'
      const use = this.make(node, node, form === 'qualified' ? node.owner.namespace : '')
      return [nameKey(use.namespace, use.local), isProhibited ? undefined : use]
    }
    if (node.attribute('name') !== undefined) node.fail('name and ref exclude each other')
    const name = node.name(ref)
    if (name.namespace === XML_NAMESPACE && this.set.find('attribute', name) === undefined)
      return [nameKey(name.namespace, name.local), isProhibited ? undefined : xmlAttribute(node, name.local)]
    const target = this.set.global('attribute', name, node)
    return [
      nameKey(name.namespace, name.local),
      isProhibited ? undefined : this.make(node, target, name.namespace),
    ]
  }

  private make(node: SchemaNode, declaration: SchemaNode, namespace: string): AttributeUse {
    const local = declaration.attribute('name')
    if (local === undefined) return node.fail('it needs a name or ref')
    if (local === 'xmlns') node.fail('an attribute cannot be called xmlns')
    const use = node.attribute('use') ?? 'optional'
    if (use !== 'optional' && use !== 'required' && use !== 'prohibited')
      node.fail(`use="${use}" is not optional, required or prohibited`)
    const type = this.type(declaration)
    return {
      namespace,
      local,
      type,
      isRequired: use === 'required',
      value:
        valueConstraint(node, type) ??
        (node === declaration ? undefined : valueConstraint(declaration, type)),
    }
  }

  private type(node: SchemaNode): SimpleType {
    const name = node.attribute('type')
    const inner = node.first('simpleType')
    if (name !== undefined && inner !== undefined) node.fail('type and simpleType exclude each other')
    if (inner !== undefined) return this.simple.compile(inner)
    if (name === undefined) return anySimpleType
    return this.simple.named(node.name(name), node) ?? node.fail(`${name} is not a simple type`)
  }
}

/** xml:lang, xml:space and xml:base, which need no import. */
const xmlAttribute = (node: SchemaNode, local: string): AttributeUse => {
  const type = builtinType(local === 'lang' ? 'language' : local === 'base' ? 'anyURI' : 'NCName')
  if (type === undefined || !['lang', 'base', 'space'].includes(local))
    return node.fail(`there is no attribute xml:${local}`)
  return {
    namespace: XML_NAMESPACE,
    local,
    type,
    isRequired: node.attribute('use') === 'required',
    value: valueConstraint(node, type),
  }
}

const intersect = (
  a: Wildcard | undefined,
  b: Wildcard | undefined,
  at: SchemaNode,
): Wildcard | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  if (a.rule.kind === 'any') return { ...b, process: a.process }
  if (b.rule.kind === 'any') return a
  if (a.rule.kind === 'list') {
    const { rule } = b
    return {
      rule: { kind: 'list', namespaces: a.rule.namespaces.filter(name => admits(rule, name)) },
      process: a.process,
    }
  }
  if (b.rule.kind === 'list') return intersect(b, a, at)
  return a.rule.than === b.rule.than
    ? a
    : at.fail('the intersection of these wildcards cannot be written in XML Schema')
}
