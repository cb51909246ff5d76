import type { ContentModel, ElementDeclaration, Recovery, Step } from '../components.ts'
import type { SymbolTable } from './symbolTable.ts'

/** Most members of an xs:all: one for each bit of a state. */
export const maxAllMembers = 31

export interface AllMember {
  readonly declaration: ElementDeclaration
  readonly isRequired: boolean
}

/** The model of xs:all: each member at most once, in any order. The state is the set of members seen, as bits. */
export class AllModel implements ContentModel {
  readonly declarations: readonly ElementDeclaration[]
  private readonly members: readonly AllMember[]
  private readonly required: number
  private readonly isOptional: boolean
  private readonly placeOf: ReadonlyMap<number, { index: number; declaration: ElementDeclaration }>

  constructor(members: readonly AllMember[], isOptional: boolean, symbols: SymbolTable) {
    this.members = members
    this.isOptional = isOptional
    this.declarations = members.flatMap(({ declaration }) => declaration.substitutes)
    this.placeOf = new Map(
      members.flatMap((member, index) =>
        member.declaration.substitutes.map(declaration => [
          symbols.add(declaration.namespace, declaration.local),
          { index, declaration },
        ]),
      ),
    )
    this.required = members.reduce(
      (bits, { isRequired }, index) => (isRequired ? bits | (1 << index) : bits),
      0,
    )
  }

  take(state: number, symbol: number, _: string, step: Step): boolean {
    const place = this.placeOf.get(symbol)
    if (place === undefined || (state & (1 << place.index)) !== 0) return false
    step.next = state | (1 << place.index)
    step.declaration = place.declaration
    step.wildcard = undefined
    return true
  }

  isAccepting(state: number): boolean {
    return (state & this.required) === this.required || (state === 0 && this.isOptional)
  }

  expected(state: number): readonly string[] {
    return this.unseen(state, () => true)
  }

  missing(state: number): readonly string[] {
    return this.isAccepting(state) ? [] : this.unseen(state, ({ isRequired }) => isRequired)
  }

  recover(_: number, symbol: number): Recovery {
    return { declaration: this.placeOf.get(symbol)?.declaration, skip: undefined }
  }

  isRepeatable(): boolean {
    return false
  }

  private unseen(state: number, test: (member: AllMember) => boolean): readonly string[] {
    return this.members
      .filter((member, index) => (state & (1 << index)) === 0 && test(member))
      .map(({ declaration }) => declaration.local)
  }
}
