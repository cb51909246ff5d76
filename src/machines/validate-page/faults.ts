import type { Fault, ValidatePageContext } from './types.ts'

type Shown = Pick<ValidatePageContext, 'outcome' | 'current' | 'group'>

/** The faults that were kept, in the order of the file. */
export const faultsOf = ({ outcome }: Pick<Shown, 'outcome'>): readonly Fault[] =>
  outcome?.kind === 'faulty' ? outcome.faults : []

const isListed = ({ group }: Shown, fault: Fault): boolean => group === undefined || fault.group === group

/** Positions of the faults that are listed: of one group, or all. */
export const listedPositions = (shown: Shown): number[] =>
  faultsOf(shown).flatMap((fault, position) => (isListed(shown, fault) ? [position] : []))

/** The position of the next or former fault that is listed; after the last comes the first. */
export const positionBeside = (shown: Shown, step: 1 | -1): number => {
  const positions = listedPositions(shown)
  const beside =
    step === 1
      ? positions.find(position => position > shown.current)
      : positions.findLast(position => position < shown.current)
  return beside ?? positions.at(step === 1 ? 0 : -1) ?? shown.current
}

/** The position to begin at where the list is limited to a group: the fault in sight, if it is of the group, or the first one. */
export const positionWithin = (shown: Shown): number => {
  const positions = listedPositions(shown)
  return positions.includes(shown.current) ? shown.current : (positions[0] ?? shown.current)
}
