import { AtomicType } from './atomicType.ts'
import { ListType } from './compositeType.ts'
import { restrict, type WrittenFacet } from './facets.ts'
import { type SimpleType, unrestricted } from './simpleType.ts'
import { primitives } from './values/primitives.ts'

export const SCHEMA_NAMESPACE = 'http://www.w3.org/2001/XMLSchema'

const facet = (name: string, value: string): WrittenFacet => ({
  name,
  value,
  label: '',
  isFixed: false,
  fail: message => {
    throw new Error(`${name}: ${message}`)
  },
  prefix: () => undefined,
})

/** The simple type of which every simple value is one. */
export const anySimpleType: SimpleType = new AtomicType(
  'anySimpleType',
  primitives.get('string')!,
  unrestricted,
  undefined,
)

const primitiveTypes = [...primitives.values()].map(primitive => {
  const whiteSpace = primitive.name === 'string' ? ('preserve' as const) : ('collapse' as const)
  return new AtomicType(primitive.name, primitive, { ...unrestricted, whiteSpace }, anySimpleType)
})

/** name, base, facets as name and value in turn */
const derived: readonly (readonly string[])[] = [
  ['normalizedString', 'string', 'whiteSpace', 'replace'],
  ['token', 'normalizedString', 'whiteSpace', 'collapse'],
  ['language', 'token', 'pattern', '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*'],
  ['NMTOKEN', 'token', 'pattern', '\\c+'],
  ['Name', 'token', 'pattern', '\\i\\c*'],
  ['NCName', 'Name', 'pattern', '[\\i-[:]][\\c-[:]]*'],
  ['nonPositiveInteger', 'integer', 'maxInclusive', '0'],
  ['negativeInteger', 'nonPositiveInteger', 'maxInclusive', '-1'],
  ['long', 'integer', 'minInclusive', '-9223372036854775808', 'maxInclusive', '9223372036854775807'],
  ['int', 'long', 'minInclusive', '-2147483648', 'maxInclusive', '2147483647'],
  ['short', 'int', 'minInclusive', '-32768', 'maxInclusive', '32767'],
  ['byte', 'short', 'minInclusive', '-128', 'maxInclusive', '127'],
  ['nonNegativeInteger', 'integer', 'minInclusive', '0'],
  ['unsignedLong', 'nonNegativeInteger', 'maxInclusive', '18446744073709551615'],
  ['unsignedInt', 'unsignedLong', 'maxInclusive', '4294967295'],
  ['unsignedShort', 'unsignedInt', 'maxInclusive', '65535'],
  ['unsignedByte', 'unsignedShort', 'maxInclusive', '255'],
  ['positiveInteger', 'nonNegativeInteger', 'minInclusive', '1'],
]

const unsigned = ({ name, facets, base }: SimpleType): SimpleType =>
  new AtomicType(name, primitives.get('decimal')!, { ...facets, isUnsigned: true }, base)

const makeBuiltins = (): ReadonlyMap<string, SimpleType> => {
  const types = new Map<string, SimpleType>(primitiveTypes.map(type => [type.name, type]))
  types.set('anySimpleType', anySimpleType)
  const decimal = primitives.get('decimal')!
  const wholeFacets = { ...unrestricted, whiteSpace: 'collapse' as const, fractionDigits: 0, isWhole: true }
  types.set('integer', new AtomicType('integer', decimal, wholeFacets, types.get('decimal')))
  for (const [name = '', base = '', ...facets] of derived) {
    const baseType = types.get(base)
    if (baseType === undefined) throw new Error(`The built-in type ${base} is missing.`)
    const written: WrittenFacet[] = []
    for (let i = 0; i < facets.length; i += 2) written.push(facet(facets[i]!, facets[i + 1]!))
    const type = restrict(name, baseType, written)
    types.set(name, name === 'unsignedLong' ? unsigned(type) : type)
  }
  for (const role of ['ID', 'IDREF', 'ENTITY'] as const) {
    const base = types.get('NCName')!
    types.set(role, new AtomicType(role, primitives.get('string')!, { ...base.facets, role }, base))
  }
  for (const [name, item] of [
    ['NMTOKENS', 'NMTOKEN'],
    ['IDREFS', 'IDREF'],
    ['ENTITIES', 'ENTITY'],
  ] as const) {
    const facets = { ...unrestricted, whiteSpace: 'collapse' as const, minLength: 1 }
    types.set(name, new ListType(name, types.get(item)!, facets, anySimpleType))
  }
  return types
}

let builtins: ReadonlyMap<string, SimpleType> | undefined

/** The built-in simple types by their names. */
export const builtinTypes = (): ReadonlyMap<string, SimpleType> => {
  builtins ??= makeBuiltins()
  return builtins
}

/** The built-in simple type of this name, or undefined. */
export const builtinType = (name: string): SimpleType | undefined => builtinTypes().get(name)
