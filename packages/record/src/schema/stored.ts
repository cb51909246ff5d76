import { decodeUtf8, encodeUtf8 } from '../xml/characters.ts'
import { AtomicType } from './atomicType.ts'
import { builtinTypes } from './builtins.ts'
import type { CompiledSchema } from './compiledSchema.ts'
import { ComplexType } from './components.ts'
import { ListType, UnionType } from './compositeType.ts'
import { AllModel } from './content/allModel.ts'
import { AutomatonModel } from './content/automatonModel.ts'
import { CountedModel } from './content/countedModel.ts'
import { SymbolTable } from './content/symbolTable.ts'
import { Automaton, Network } from './regex/automaton.ts'
import type { PrefixLookup, SimpleType } from './simpleType.ts'
import { type Primitive, primitives } from './values/primitives.ts'

/*
 * A compiled schema is a graph of objects. It is stored as JSON: a list of nodes, each with the number of its shape and its values.
 * Built-in and primitive types are stored by their names.
 */

/** Must be increased whenever a class or an interface of a compiled schema gets other fields: older stored schemas are then refused. */
export const storedForm = 2

const classes: Readonly<Record<string, { readonly prototype: object }>> = {
  AllModel,
  AtomicType,
  Automaton,
  AutomatonModel,
  ComplexType,
  CountedModel,
  ListType,
  Network,
  SymbolTable,
  UnionType,
}
const numbers = { Int32Array, Uint16Array, Uint8Array } as const
type NumbersName = keyof typeof numbers

/** Class and fields of a node; a node of another kind has no fields. */
type Shape = readonly [kind: string, ...fields: string[]]

/** A value of a node: a number is the place of another node, anything else a value that JSON can have. */
type StoredValue = number | string | boolean | null
type StoredNode = readonly [shape: number, ...values: StoredValue[]]

interface Stored {
  readonly form: number
  readonly shapes: readonly Shape[]
  readonly nodes: readonly StoredNode[]
}

/** These bytes are no schema that this version of the package has stored. */
export class StoredSchemaError extends Error {
  override readonly name = 'StoredSchemaError'
}

/** The prefixes of a default or fixed value, by which it is read later. */
const prefixesIn = (text: string): string[] => [
  ...new Set(['', ...text.split(/\s+/).map(word => word.slice(0, Math.max(0, word.indexOf(':'))))]),
]

const lookupOf =
  (namespaces: ReadonlyMap<string, string>): PrefixLookup =>
  prefix =>
    namespaces.get(prefix)

class Writer {
  readonly shapes: Shape[] = []
  readonly nodes: StoredNode[] = []
  private readonly shapeNumbers = new Map<string, number>()
  private readonly places = new Map<object, number>()
  private readonly open: object[] = []
  private readonly builtins = new Map([...builtinTypes()].map(([name, type]) => [type, name]))
  private readonly primitiveNames = new Map([...primitives].map(([name, primitive]) => [primitive, name]))

  write(root: object): void {
    this.placeOf(root)
    for (let at = 0; at < this.open.length; at++) this.nodes.push(this.nodeOf(this.open[at]!))
  }

  /** Place of an object, which is written later if it is new. */
  private placeOf(object: object): number {
    const known = this.places.get(object)
    if (known !== undefined) return known
    this.places.set(object, this.open.length)
    this.open.push(object)
    return this.open.length - 1
  }

  private value(value: unknown): StoredValue {
    switch (typeof value) {
      case 'string':
        return `s${value}`
      case 'number':
        return `n${value}`
      case 'bigint':
        return `b${value}`
      case 'undefined':
        return 'u'
      case 'boolean':
        return value
      default:
        return value === null ? null : this.placeOf(value as object)
    }
  }

  private shape(...shape: Shape): number {
    const key = shape.join(' ')
    const known = this.shapeNumbers.get(key)
    if (known !== undefined) return known
    this.shapes.push(shape)
    this.shapeNumbers.set(key, this.shapes.length - 1)
    return this.shapes.length - 1
  }

  private nodeOf(object: object): StoredNode {
    const builtin = this.builtins.get(object as SimpleType)
    if (builtin !== undefined) return [this.shape('builtin'), builtin]
    const primitive = this.primitiveNames.get(object as Primitive)
    if (primitive !== undefined) return [this.shape('primitive'), primitive]
    const all = (kind: string, values: Iterable<unknown>): StoredNode => [
      this.shape(kind),
      ...Array.from(values, value => this.value(value)),
    ]
    if (Array.isArray(object)) return all('Array', object)
    if (object instanceof Map) return all('Map', [...object].flat())
    if (object instanceof Set) return all('Set', object)
    const kind = object.constructor.name
    if (Object.hasOwn(numbers, kind)) return [this.shape(kind), ...(object as Int32Array)]
    const name = Object.keys(classes).find(one => classes[one]?.prototype === Object.getPrototypeOf(object))
    const fields = Object.entries(object)
    return [
      this.shape(name ?? 'Object', ...fields.map(([field]) => field)),
      ...fields.map(([field, value]) =>
        this.value(field === 'prefixes' ? this.prefixes(object as ValueWithPrefixes) : value),
      ),
    ]
  }

  private prefixes({ text, prefixes }: ValueWithPrefixes): ReadonlyMap<string, string> {
    const namespaces = new Map<string, string>()
    for (const prefix of prefixesIn(text)) {
      const namespace = prefixes(prefix)
      if (namespace !== undefined) namespaces.set(prefix, namespace)
    }
    return namespaces
  }
}

interface ValueWithPrefixes {
  readonly text: string
  readonly prefixes: PrefixLookup
}

/** Makes the objects of all nodes first, and then fills them: they refer to each other in circles. */
const objectsOf = ({ shapes, nodes }: Stored): object[] => {
  const builtins = builtinTypes()
  const objects = nodes.map(([number, ...values]): object => {
    const [kind = ''] = shapes[number] ?? []
    if (kind === 'builtin') return builtins.get(String(values[0])) ?? refuse()
    if (kind === 'primitive') return primitives.get(String(values[0])) ?? refuse()
    if (kind === 'Array') return []
    if (kind === 'Map') return new Map()
    if (kind === 'Set') return new Set()
    if (kind === 'Object') return {}
    if (Object.hasOwn(numbers, kind)) return numbers[kind as NumbersName].from(values as number[])
    return Object.create(classes[kind]?.prototype ?? refuse()) as object
  })
  const read = (stored: StoredValue | undefined): unknown => {
    if (typeof stored === 'number') return objects[stored] ?? refuse()
    if (typeof stored !== 'string') return stored
    const text = stored.slice(1)
    if (stored[0] === 's') return text
    if (stored[0] === 'n') return Number(text)
    return stored[0] === 'b' ? BigInt(text) : undefined
  }
  for (const [at, [number, ...values]] of nodes.entries()) {
    const [kind, ...fields] = shapes[number] ?? refuse()
    const object = objects[at]!
    if (Array.isArray(object)) for (const value of values) object.push(read(value))
    else if (object instanceof Set) for (const value of values) object.add(read(value))
    else if (object instanceof Map)
      for (let i = 0; i < values.length; i += 2) object.set(read(values[i]), read(values[i + 1]))
    else if (kind === 'Object' || classes[kind] !== undefined)
      for (const [i, field] of fields.entries()) {
        const value = read(values[i])
        const target = object as Record<string, unknown>
        target[field] = field === 'prefixes' ? lookupOf(value as ReadonlyMap<string, string>) : value
      }
  }
  return objects
}

const refuse = (): never => {
  throw new StoredSchemaError(
    'These bytes are not a schema that this version of bedel-record has stored. Compile the schema again.',
  )
}

/** A compiled schema as bytes (JSON), which `deserialize` of the same version of this package reads. */
export const serialize = (schema: CompiledSchema): Uint8Array => {
  const writer = new Writer()
  writer.write(schema)
  const { shapes, nodes } = writer
  return encodeUtf8(JSON.stringify({ form: storedForm, shapes, nodes } satisfies Stored))
}

/**
 * The compiled schema that `serialize` has stored. The bytes are trusted: load only what you have stored yourself. Throws
 * StoredSchemaError for any other bytes, or those of another version.
 */
export const deserialize = (bytes: Uint8Array): CompiledSchema => {
  let stored: Stored
  try {
    stored = JSON.parse(decodeUtf8(bytes)) as Stored
  } catch {
    return refuse()
  }
  if (stored?.form !== storedForm || !Array.isArray(stored.nodes) || !Array.isArray(stored.shapes))
    return refuse()
  return (objectsOf(stored)[0] ?? refuse()) as CompiledSchema
}
