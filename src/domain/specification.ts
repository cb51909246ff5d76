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

export const specificationStateById = (id: number): SpecificationState | undefined =>
  specificationStates.find(state => state.id === id)

export const specificationStateOf = (name: SpecificationStateName): SpecificationState =>
  specificationStates.find(state => state.name === name)!

/** Whether a collection can be given a specification of this state (decisions §10). */
export const isReadyForUse = (name: SpecificationStateName | undefined): boolean =>
  name === 'AVAILABLE' || name === 'IN_USE'

/** A specification's state, as people read it. */
export const specificationStateLabel = (name: SpecificationStateName): Message =>
  message('domain', `specificationState.${name}`)
