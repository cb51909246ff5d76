import type { ElementDeclaration, Wildcard } from '../components.ts'

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
