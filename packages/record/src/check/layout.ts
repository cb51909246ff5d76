import type { CompiledSchema } from '../schema/compiledSchema.ts'
import { type ElementDeclaration, type ElementType, simpleTypeOf } from '../schema/components.ts'
import { UnionType } from '../schema/compositeType.ts'
import type { CodeLabel, SimpleType } from '../schema/simpleType.ts'

/** A table that one entity of the schema fills: one row for each of its elements. */
export interface EntityTable {
  /** The element's name; the path joined by `_` where another entity has the same name. */
  readonly name: string
  /** Element names from the root, joined by `/`. */
  readonly path: string
  /** Table of the nearest entity around it, or null. */
  readonly parent: string | null
  /** Fields in the order of the schema. */
  readonly columns: readonly string[]
  /** Fields that tell one record from another inside the parent. */
  readonly keys: readonly string[]
}

/** A coded field with the labels of its codes from the schema's documentation. */
export interface CodeList {
  readonly entity: string
  readonly field: string
  readonly codes: readonly CodeLabel[]
}

/** One path of the schema and what the checker does there beside checking. */
export interface LayoutNode {
  readonly local: string
  readonly path: string
  readonly declaration: ElementDeclaration
  /** Children by symbol number. */
  readonly children: (LayoutNode | undefined)[]
  /** Index of the table that this element makes rows of, or −1. */
  table: number
  /** Index of the table and the column that this element's value goes to, or −1. */
  valueTable: number
  column: number
  /** Column of each attribute by its whole name (`nameKey`). */
  attributeColumns: ReadonlyMap<string, number>
  isWatched: boolean
  readonly isRepeated: boolean
  readonly isRecursive: boolean
}

export interface Layout {
  readonly roots: ReadonlyMap<ElementDeclaration, LayoutNode>
  readonly tables: readonly EntityTable[]
}

/** Whether the element can occur more than once in its parent. */
const isRepeatable = (parent: ElementType, child: ElementDeclaration, schema: CompiledSchema): boolean => {
  if (parent.variety !== 'complex' || parent.model === undefined) return false
  return parent.model.isRepeatable(schema.symbols.find(child.namespace, child.local))
}

/** Declarations of the children that the type names, in the order of the schema. */
const childrenOf = (type: ElementType): readonly ElementDeclaration[] =>
  type.variety === 'complex' ? (type.model?.declarations ?? []) : []

/**
 * Fields by which a record of this declaration is known: those that the schema's annotation names, else the first
 * field where the record always begins with it and can occur more than once.
 */
export const keysOf = (
  declaration: ElementDeclaration,
  parent: ElementType | undefined,
  schema: CompiledSchema,
): readonly string[] => {
  if (declaration.keys.length > 0) return declaration.keys
  const { type } = declaration
  if (type.variety !== 'complex' || type.model === undefined || type.model.isAccepting(0)) return []
  if (parent === undefined || !isRepeatable(parent, declaration, schema)) return []
  const [first, second] = type.model.expected(0)
  const field = childrenOf(type).find(({ local }) => local === first)
  return second === undefined && field !== undefined && simpleTypeOf(field.type) !== undefined
    ? [field.local]
    : []
}

/** Drops every path that leads to nothing watched, so that a checker that writes no rows has nothing to do there. */
export const keepWatched = (node: LayoutNode): boolean => {
  for (const [symbol, child] of node.children.entries())
    if (child !== undefined && !keepWatched(child)) node.children[symbol] = undefined
  return node.isWatched || node.children.some(child => child !== undefined)
}

/** Most paths that the elements of a schema have from its root: types inside types, each used several times, grow without bound. */
const maxPaths = 20_000

class LayoutBuilder {
  private paths = 0
  readonly tables: {
    name: string
    path: string
    parent: number
    columns: string[]
    keys: readonly string[]
  }[] = []
  private readonly schema: CompiledSchema

  constructor(schema: CompiledSchema) {
    this.schema = schema
  }

  build(
    declaration: ElementDeclaration,
    parent: LayoutNode | undefined,
    around: readonly ElementType[],
    tableAround: number,
  ): LayoutNode {
    if (++this.paths > maxPaths)
      throw new Error(
        `The elements of the schema have more than ${maxPaths} paths from its root, "${parent?.path}" among them.`,
      )
    const { type } = declaration
    const node: LayoutNode = {
      local: declaration.local,
      path: parent === undefined ? declaration.local : `${parent.path}/${declaration.local}`,
      declaration,
      children: [],
      table: -1,
      valueTable: -1,
      column: -1,
      attributeColumns: new Map(),
      isWatched: false,
      isRepeated: parent !== undefined && isRepeatable(parent.declaration.type, declaration, this.schema),
      isRecursive: type.variety === 'complex' && around.includes(type),
    }
    if (simpleTypeOf(type) !== undefined) {
      this.placeValue(node, parent, tableAround)
      return node
    }
    if (node.isRecursive || type.variety !== 'complex') return node
    const children = childrenOf(type)
    const holdsValues = children.some(
      child => simpleTypeOf(child.type) !== undefined && !isRepeatable(type, child, this.schema),
    )
    if (holdsValues || type.attributes.size > 0) {
      node.table = this.addTable(
        node,
        tableAround,
        keysOf(declaration, parent?.declaration.type, this.schema),
      )
      this.placeAttributes(node, node.table, '')
    }
    for (const child of children) {
      const symbol = this.schema.symbols.find(child.namespace, child.local)
      node.children[symbol] = this.build(
        child,
        node,
        [...around, type],
        node.table < 0 ? tableAround : node.table,
      )
    }
    return node
  }

  private placeValue(node: LayoutNode, parent: LayoutNode | undefined, tableAround: number): void {
    if (node.isRepeated || parent === undefined || parent.table < 0) {
      node.table = this.addTable(node, tableAround, [])
      node.valueTable = node.table
    } else node.valueTable = parent.table
    const { columns } = this.tables[node.valueTable]!
    node.column = columns.length
    columns.push(node.local)
    this.placeAttributes(node, node.valueTable, `${node.local}_`)
  }

  private placeAttributes(node: LayoutNode, table: number, prefix: string): void {
    const { type } = node.declaration
    if (type.variety !== 'complex') return
    const { columns } = this.tables[table]!
    node.attributeColumns = new Map(
      [...type.attributes].map(([key, { local }]) => {
        columns.push(`${prefix}${local}`)
        return [key, columns.length - 1]
      }),
    )
  }

  private addTable(node: LayoutNode, parent: number, keys: readonly string[]): number {
    this.tables.push({ name: node.local, path: node.path, parent, columns: [], keys })
    return this.tables.length - 1
  }
}

/** Lays the paths of a schema out as tables. */
export const layoutOf = (schema: CompiledSchema): Layout => {
  const builder = new LayoutBuilder(schema)
  const roots = new Map<ElementDeclaration, LayoutNode>()
  for (const declaration of rootsOf(schema))
    roots.set(declaration, builder.build(declaration, undefined, [], -1))
  const count = new Map<string, number>()
  for (const { name } of builder.tables) count.set(name, (count.get(name) ?? 0) + 1)
  const names = builder.tables.map(({ name, path }) =>
    count.get(name) === 1 ? name : path.replaceAll('/', '_'),
  )
  const tables = builder.tables.map(({ path, parent, columns, keys }, index) => ({
    name: names[index]!,
    path,
    parent: parent < 0 ? null : names[parent]!,
    columns: unique(columns),
    keys,
  }))
  return { roots, tables }
}

/** Global elements that no other declaration of the schema refers to; all of them where each is referred to. */
const rootsOf = (schema: CompiledSchema): readonly ElementDeclaration[] => {
  const all = [...schema.elements.values()]
  const referred = new Set<ElementDeclaration>()
  const seen = new Set<ElementType>()
  const visit = (type: ElementType): void => {
    if (seen.has(type)) return
    seen.add(type)
    for (const child of childrenOf(type)) {
      referred.add(child)
      visit(child.type)
    }
  }
  for (const { type } of all) visit(type)
  const roots = all.filter(declaration => !referred.has(declaration))
  return roots.length > 0 ? roots : all
}

const unique = (columns: readonly string[]): readonly string[] =>
  columns.map((name, index) => {
    const before = columns.slice(0, index).filter(other => other === name).length
    return before === 0 ? name : `${name}_${before + 1}`
  })

const nodesOf = (node: LayoutNode): LayoutNode[] => [
  node,
  ...node.children.flatMap(child => (child === undefined ? [] : nodesOf(child))),
]

/** Throws where an element can hold itself: rows cannot be made of it. */
export const refuseRecursion = ({ roots }: Layout): void => {
  const recursive = [...roots.values()].flatMap(nodesOf).find(({ isRecursive }) => isRecursive)
  if (recursive !== undefined)
    throw new Error(`${recursive.path} can hold itself, so its rows have no one table.`)
}

/**
 * The tables that a schema's entities make: one for each complex element that holds fields, parents before children.
 * A field that can occur more than once has a table of its own. Throws where an element can hold itself.
 */
export const entityTables = (schema: CompiledSchema): readonly EntityTable[] => {
  const layout = layoutOf(schema)
  refuseRecursion(layout)
  return layout.tables
}

/** Codes that a type lists; those of its members where it is a union. */
const labelsOf = (type: SimpleType | undefined): readonly CodeLabel[] =>
  type?.facets.enumeration?.labels ?? (type instanceof UnionType ? type.members.flatMap(labelsOf) : [])

/** For each coded field its codes and their labels, in the order of the schema. */
export const codeLists = (schema: CompiledSchema): readonly CodeList[] => {
  const { roots, tables } = layoutOf(schema)
  return [...roots.values()].flatMap(nodesOf).flatMap(node => {
    const codes = labelsOf(simpleTypeOf(node.declaration.type))
    const entity = tables[node.valueTable]?.name
    return codes.length === 0 || entity === undefined ? [] : [{ entity, field: node.local, codes }]
  })
}
