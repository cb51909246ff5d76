import { nameKey } from './components.ts'
import type { SchemaNode } from './document.ts'
import type { IdentityConstraint, NameTest, Path } from './identity.ts'

/** The checker follows a path in the bits of one number. */
const maxSteps = 30

const nameTest = (text: string, node: SchemaNode): NameTest => {
  if (text === '*') return { kind: 'any' }
  const match = /^(?:([\p{L}_][\p{L}\p{N}._-]*):)?(\*|[\p{L}_][\p{L}\p{N}._-]*)$/u.exec(text)
  if (match === null) return node.fail(`"${text}" is not a step of the XPath that XML Schema allows`)
  const [, prefix, local = ''] = match
  const namespace = prefix === undefined ? '' : node.prefix(prefix)
  if (namespace === undefined) return node.fail(`the prefix "${prefix}" is not declared`)
  return local === '*' ? { kind: 'namespace', namespace } : { kind: 'name', namespace, local }
}

const path = (text: string, isField: boolean, node: SchemaNode): Path => {
  const isDeep = text.startsWith('.//')
  const written = (isDeep ? text.slice(3) : text).split('/')
  const steps: NameTest[] = []
  let attribute: NameTest | undefined
  written.forEach((step, index) => {
    if (attribute !== undefined) node.fail('nothing can follow an attribute')
    const isAttribute = step.startsWith('@') || step.startsWith('attribute::')
    if (isAttribute && (!isField || index < written.length - 1))
      node.fail('an attribute can only end a field')
    if (isAttribute) attribute = nameTest(step.replace(/^@|^attribute::/, ''), node)
    else if (step !== '.') steps.push(nameTest(step.replace(/^child::/, ''), node))
  })
  if (steps.length > maxSteps) node.fail(`a path has more than ${maxSteps} steps`)
  return { isDeep, steps, attribute }
}

const paths = (node: SchemaNode, isField: boolean): readonly Path[] => {
  const text = node.attribute('xpath')
  if (text === undefined) return node.fail('it has no xpath')
  const spaceless = text.replace(/\s*(\/|\||::|@)\s*/g, '$1').trim()
  return spaceless.split('|').map(branch => path(branch.trim(), isField, node))
}

/** Reads xs:key, xs:unique or xs:keyref with the XPath subset of XML Schema (Part 1, 3.11.6). */
export const constraintOf = (node: SchemaNode): IdentityConstraint => {
  const name = node.attribute('name')
  if (name === undefined) return node.fail('it has no name')
  const [selector, second] = node.all('selector')
  const fields = node.all('field')
  if (selector === undefined || second !== undefined || fields.length === 0)
    return node.fail('it needs one selector and at least one field')
  const refer = node.attribute('refer')
  if (node.local === 'keyref' && refer === undefined) node.fail('it has no refer')
  const target = refer === undefined ? undefined : node.name(refer)
  return {
    kind: node.local === 'key' || node.local === 'keyref' ? node.local : 'unique',
    name,
    namespace: node.owner.namespace,
    selector: paths(selector, false),
    fields: fields.map(field => paths(field, true)),
    refer: target === undefined ? undefined : nameKey(target.namespace, target.local),
  }
}
