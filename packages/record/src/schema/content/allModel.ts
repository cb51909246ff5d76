import type { ContentModel, ElementDeclaration, Recovery, Step } from '../components.ts'
import type { SymbolTable } from './symbolTable.ts'

/** Most members of an xs:all: one for each bit of a state, which is a whole number up to 2⁵³. */
export const maxAllMembers = 53

export interface AllMember {
  readonly declaration: ElementDeclaration
  readonly isRequired: boolean
}

/** Whether the state contains the member. Operators of bits would cut the state to 32 of them. */
const has = (state: number, index: number): boolean => Math.floor(state / 2 ** index) % 2 === 1

/** The model of xs:all: each member at most once, in any order. The state is the set of members seen, as bits. */
export class AllModel implements ContentModel {
  readonly declarations: readonly ElementDeclaration[]
  private readonly members: readonly AllMember[]
  private readonly required: readonly number[]
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
    this.required = members.flatMap(({ isRequired }, index) => (isRequired ? [index] : []))
  }

  take(state: number, symbol: number, _: string, step: Step): boolean {
    const place = this.placeOf.get(symbol)
    if (place === undefined || has(state, place.index)) return false
    step.next = state + 2 ** place.index
    step.declaration = place.declaration
    step.wildcard = undefined
    return true
  }

  isAccepting(state: number): boolean {
    return (state === 0 && this.isOptional) || this.required.every(index => has(state, index))
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
      .filter((member, index) => !has(state, index) && test(member))
      .map(({ declaration }) => declaration.local)
  }
}
