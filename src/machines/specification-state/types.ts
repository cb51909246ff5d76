import type { Principal } from '../../domain/principal.ts'
import type { SpecificationStateName } from '../../domain/specification.ts'
import { type Message, message } from '../../messages/message.ts'

/** Where a specification stands: one of its states, gone, or nowhere yet. */
export type SpecificationPlace = SpecificationStateName | 'DELETED' | 'NONE'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface SpecificationFacts {
  /** Collections that have it. */
  collections: number
  /** Submissions that were ever processed under it. */
  submissions: number
  /** Whether its schema and its ruleset are both Available, and the ruleset is of the schema. */
  isContentAvailable: boolean
}

interface Caused {
  actor: Principal
}
type Plain<T extends string> = { type: T } & Caused

/** Events that people cause. */
export type SpecificationUserEvent =
  | Plain<'CREATE'>
  | (Plain<'APPLY_CONFIGURATION'> & {
      /** Changes of the specification that it starts from which need a decision that nobody made; none if absent. */
      undecided?: number
    })
  | Plain<'CONFIGURE'>
  | Plain<'MAKE_AVAILABLE'>
  | Plain<'MOVE_TO_DRAFT'>
  | Plain<'DELETE'>

/** What follows from collections that are given it, or lose it. */
export type SpecificationSystemEvent = Plain<'GIVEN'> | Plain<'LOST'>

export type SpecificationEvent = SpecificationUserEvent | SpecificationSystemEvent

/** An event as screens and refusals name it. */
export const specificationEventMessage = (type: SpecificationEvent['type']): Message =>
  message('specification', `events.${type}`)
