import { type Message, message } from '../messages/message.ts'

/** States of a specification (specification 1 §4). The name is what facts and charts hold. */
export const specificationStates = [
  { id: 1, name: 'CREATED' },
  { id: 2, name: 'DRAFT' },
  { id: 3, name: 'AVAILABLE' },
  { id: 4, name: 'IN_USE' },
] as const

export type SpecificationState = (typeof specificationStates)[number]
export type SpecificationStateName = SpecificationState['name']

/** The state with this number, as rows and calls keep it; undefined for any other. */
export const specificationStateById = (id: number): SpecificationState | undefined =>
  specificationStates.find(state => state.id === id)

/** The state of this name, with its number. */
export const specificationStateOf = (name: SpecificationStateName): SpecificationState =>
  specificationStates.find(state => state.name === name)!

/** Whether a collection can be given a specification of this state (decisions §10). */
export const isReadyForUse = (name: SpecificationStateName | undefined): boolean =>
  name === 'AVAILABLE' || name === 'IN_USE'

/** A specification's state, as people read it. */
export const specificationStateLabel = (name: SpecificationStateName): Message =>
  message('domain', `specificationState.${name}`)

const collectionOf = ({ version }: { version: string }): string => version.slice(0, 5)

/**
 * What a specification is compared with where nobody says otherwise: the latest one before it of the same collection, which is
 * usually what it was made after; else the latest of the collections before. Never one of a later year: that would count
 * what is new there as left out here. `others` are newest first.
 */
export const usualFormer = <S extends { id: number; version: string }>(
  others: readonly S[],
  shown: { id: number; version: string },
): S | undefined => {
  const own = collectionOf(shown)
  const [before] = others
    .filter(other => collectionOf(other) < own)
    .toSorted((one, other) => collectionOf(other).localeCompare(collectionOf(one)))
  return others.find(other => collectionOf(other) === own && other.id < shown.id) ?? before
}

/** Parts of a rule or field by which the kinds of change are told apart. */
const differingParts = {
  tolerances: ['tolerance'],
  words: ['name', 'description', 'requirement', 'finding', 'hint', 'guidance'],
  conditions: ['population', 'failure', 'kind', 'sql'],
  formats: ['form', 'codes', 'length', 'occurrence'],
} as const satisfies Record<string, readonly string[]>

/** Kinds of change from one version to another. An item may have changed in several ways. */
export const differenceKinds = ['added', 'removed', 'words', 'conditions', 'tolerances', 'formats'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

interface ItemDifference<Item, Changed extends { parts: readonly { part: string }[] }> {
  added: readonly Item[]
  removed: readonly Item[]
  changed: readonly Changed[]
}

/** Items that differ in one way. */
export const ofDifferenceKind = <Item, Changed extends { parts: readonly { part: string }[] }>(
  { added, removed, changed }: ItemDifference<Item, Changed>,
  kind: DifferenceKind,
): ItemDifference<Item, Changed> => ({
  added: kind === 'added' ? added : [],
  removed: kind === 'removed' ? removed : [],
  changed:
    kind === 'added' || kind === 'removed'
      ? []
      : changed.filter(({ parts }) =>
          parts.some(({ part }) => (differingParts[kind] as readonly string[]).includes(part)),
        ),
})

/** How many items differ from one version to another, by kind of change. */
export const ruleDifferences = (
  difference: ItemDifference<unknown, { parts: readonly { part: string }[] }>,
): Record<DifferenceKind, number> => {
  const count = (kind: DifferenceKind): number => {
    const { added, removed, changed } = ofDifferenceKind(difference, kind)
    return added.length + removed.length + changed.length
  }
  return {
    added: count('added'),
    removed: count('removed'),
    words: count('words'),
    conditions: count('conditions'),
    tolerances: count('tolerances'),
    formats: count('formats'),
  }
}
