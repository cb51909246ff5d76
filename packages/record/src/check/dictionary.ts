import type { CompiledSchema } from '../schema/compiledSchema.ts'
import { simpleTypeOf } from '../schema/components.ts'
import { UnionType } from '../schema/compositeType.ts'
import type { CodeLabel, SimpleType } from '../schema/simpleType.ts'
import { formText } from '../schema/valueForm.ts'
import { type LayoutNode, layoutOf } from './layout.ts'

/** One field of a record, as its schema describes it. */
export interface DictionaryField {
  readonly entity: string
  readonly field: string
  /** What the schema's documentation says of it; may be empty. */
  readonly description: string
  /** What a value looks like, in words. */
  readonly form: string
  readonly codes: readonly CodeLabel[]
  /** Characters at least and at most; null where the schema sets no limit. */
  readonly minLength: number | null
  readonly maxLength: number | null
  /** Whether it has to be there, and whether it can be there more than once, in each record of its entity. */
  readonly isRequired: boolean
  readonly isRepeatable: boolean
  /** Whether it tells one record from another. */
  readonly isKey: boolean
}

/** One entity of a record with its fields, in the order of the schema. */
export interface DictionaryEntity {
  readonly name: string
  /** Element names from the root, joined by `/`. */
  readonly path: string
  /** The entity around it; null at the top. */
  readonly parent: string | null
  readonly description: string
  readonly isRequired: boolean
  readonly isRepeatable: boolean
  readonly fields: readonly DictionaryField[]
}

const codesOf = (type: SimpleType): readonly CodeLabel[] =>
  type.facets.enumeration?.labels ?? (type instanceof UnionType ? type.members.flatMap(codesOf) : [])

/** Names of the children without which an element of this type is not whole. */
const requiredIn = ({ declaration: { type } }: LayoutNode): readonly string[] =>
  type.variety === 'complex' ? (type.model?.missing(0) ?? []) : []

const childrenOf = ({ children }: LayoutNode): LayoutNode[] =>
  children.filter(child => child !== undefined).toSorted((one, other) => one.column - other.column)

const limitsOf = (type: SimpleType): Pick<DictionaryField, 'minLength' | 'maxLength'> => {
  const { minLength, maxLength } = type.facets
  const lengths = codesOf(type).map(({ code }) => code.length)
  return {
    minLength: minLength > 0 ? minLength : lengths.length > 0 ? Math.min(...lengths) : null,
    maxLength: Number.isFinite(maxLength) ? maxLength : lengths.length > 0 ? Math.max(...lengths) : null,
  }
}

/**
 * The data dictionary of a schema: its entities, outer ones first, each with its fields, their forms, codes, lengths and
 * occurrence.
 */
export const dictionaryOf = (schema: CompiledSchema): DictionaryEntity[] => {
  const { roots, tables } = layoutOf(schema)
  const nameOf = (node: LayoutNode): string => tables[node.table]?.name ?? node.local

  const fieldsOf = (node: LayoutNode): DictionaryField[] => {
    const required = requiredIn(node)
    const keys = tables[node.table]?.keys ?? []
    return childrenOf(node).flatMap(child => {
      const type = simpleTypeOf(child.declaration.type)
      if (!type) return []
      return [
        {
          entity: nameOf(node),
          field: child.local,
          description: child.declaration.documentation.trim(),
          form: formText(type.form),
          codes: codesOf(type),
          ...limitsOf(type),
          isRequired: required.includes(child.local),
          isRepeatable: child.isRepeated,
          isKey: keys.includes(child.local),
        },
      ]
    })
  }

  const entitiesOf = (
    node: LayoutNode,
    /** The element around it, and the entity around it. */
    { outer, around }: { outer?: LayoutNode; around?: LayoutNode },
  ): DictionaryEntity[] => {
    const { type, documentation } = node.declaration
    if (type.variety !== 'complex' || simpleTypeOf(type) !== undefined) return []
    const isEntity = node.table >= 0
    const own: DictionaryEntity[] = isEntity
      ? [
          {
            name: nameOf(node),
            path: node.path,
            parent: around ? nameOf(around) : null,
            description: (documentation || type.documentation).trim(),
            isRequired: outer ? requiredIn(outer).includes(node.local) : true,
            isRepeatable: node.isRepeated,
            fields: fieldsOf(node),
          },
        ]
      : []
    return [
      ...own,
      ...node.children.flatMap(child =>
        child === undefined
          ? []
          : entitiesOf(child, { outer: node, ...(isEntity ? { around: node } : around ? { around } : {}) }),
      ),
    ]
  }

  return [...roots.values()].flatMap(root => entitiesOf(root, {}))
}
