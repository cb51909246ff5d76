import type { IdentityConstraint } from './identity.ts'
import type { PrefixLookup, SimpleType } from './simpleType.ts'
import type { Wildcard } from './wildcards.ts'

/** A default or fixed value as the schema gives it. */
export interface ValueConstraint {
  readonly kind: 'default' | 'fixed'
  readonly text: string
  /** Equal for equal values of the type. */
  readonly key: string
  /** Prefixes in force where the schema gives it. */
  readonly prefixes: PrefixLookup
}

export interface AttributeUse {
  readonly namespace: string
  readonly local: string
  readonly type: SimpleType
  readonly isRequired: boolean
  readonly value: ValueConstraint | undefined
}

export interface ElementDeclaration {
  readonly namespace: string
  readonly local: string
  readonly isNillable: boolean
  readonly isAbstract: boolean
  readonly value: ValueConstraint | undefined
  /** Derivations that xsi:type may not use here. */
  readonly block: ReadonlySet<Derivation>
  /** Derivations that the types of elements in its substitution group may not use. */
  readonly final: ReadonlySet<Derivation>
  /** Whether no other element may stand in its place. */
  readonly blocksSubstitution: boolean
  /** Fields that tell one record from another, from the schema's annotation. */
  readonly keys: readonly string[]
  readonly documentation: string
  readonly constraints: readonly IdentityConstraint[]
  type: ElementType
  /** The type where it is simple and nothing else has to be looked at but the value. */
  plain: SimpleType | undefined
  /** The head of the substitution group that it belongs to. */
  head: ElementDeclaration | undefined
  /** Its possible substitutes: itself first, then the elements of its substitution group. */
  substitutes: readonly ElementDeclaration[]
}

/** What the model says to a child element. */
export interface Step {
  /** State after the child, where it is allowed here. */
  next: number
  /** Declaration of the child, or undefined where a wildcard admits it. */
  declaration: ElementDeclaration | undefined
  wildcard: Wildcard | undefined
}

/** How a child that is not allowed here may yet be placed. */
export interface Recovery {
  /** Declaration of the name somewhere in the model; undefined where the model does not have it. */
  readonly declaration: ElementDeclaration | undefined
  /** State to go on from, and the elements that are missing before the child; undefined = stay. */
  readonly skip: { readonly next: number; readonly missing: readonly string[] } | undefined
}

/** Which children an element may have, in which order. A state is a small number; 0 is the start. */
export interface ContentModel {
  /** Declarations of the children that the model names, in the order of the schema. */
  readonly declarations: readonly ElementDeclaration[]
  /** Tries the child in this state; fills `step` and says whether it is allowed. */
  take(state: number, symbol: number, namespace: string, step: Step): boolean
  /** Whether the content may end in this state. */
  isAccepting(state: number): boolean
  /** Names of the children allowed in this state. */
  expected(state: number): readonly string[]
  /** The children that the shortest way from this state to a complete content takes. */
  missing(state: number): readonly string[]
  /** The nearest way on for a child that is not allowed in this state. */
  recover(state: number, symbol: number): Recovery
  /** Whether a child of this name can stand more than once. */
  isRepeatable(symbol: number): boolean
}

export type Derivation = 'extension' | 'restriction'

export type ElementType = SimpleType | ComplexType

/** A compiled complex type. Its parts are set once, after every type it may refer to has been made. */
export class ComplexType {
  readonly variety = 'complex'
  readonly name: string
  /** Whether it is xs:anyType, from which every other type comes. */
  isAny = false
  /** Text of the schema's annotation of the type. */
  documentation = ''
  base: ElementType | undefined
  derivation: Derivation = 'restriction'
  isAbstract = false
  isMixed = false
  /** What may stand inside: nothing, a value, or elements. */
  content: 'empty' | 'simple' | 'elements' = 'empty'
  simple: SimpleType | undefined
  model: ContentModel | undefined
  attributes: ReadonlyMap<string, AttributeUse> = new Map()
  requiredAttributes = 0
  private readonly attributesBySymbol: (AttributeUse | undefined)[] = []
  anyAttribute: Wildcard | undefined
  block: ReadonlySet<Derivation> = new Set()
  final: ReadonlySet<Derivation> = new Set()

  constructor(name: string) {
    this.name = name
  }

  /** Sets its attributes; `symbols` gives each name its number. */
  declareAttributes(
    uses: ReadonlyMap<string, AttributeUse>,
    symbols: { add(namespace: string, local: string): number },
  ): void {
    this.attributes = uses
    for (const use of uses.values()) {
      this.attributesBySymbol[symbols.add(use.namespace, use.local)] = use
      if (use.isRequired) this.requiredAttributes++
    }
  }

  /** The attribute whose name has this symbol. */
  attributeOf(symbol: number): AttributeUse | undefined {
    return this.attributesBySymbol[symbol]
  }
}

/** Key of an expanded name in maps. */
export const nameKey = (namespace: string, local: string): string => `{${namespace}}${local}`

/** Simple type of what stands inside an element of this type, if that is a value. */
export const simpleTypeOf = (type: ElementType): SimpleType | undefined =>
  type.variety === 'complex' ? type.simple : type
