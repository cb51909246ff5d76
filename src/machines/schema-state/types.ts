import type { ContentStateName } from '../../domain/content.ts'
import type { Principal } from '../../domain/principal.ts'
import type { LoweredField } from '../../domain/privacy.ts'
import { type Message, message } from '../../messages/message.ts'

/** Where a schema or a ruleset stands: in one of its states, or nowhere yet. */
export type ContentPlace = ContentStateName | 'NONE'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface ContentFacts {
  /** Specifications that are Available or In Use and are made of it. */
  specifications: number
  /** Whether no schema, of rulesets no ruleset, has had its version before. */
  isVersionFree: boolean
  /** Whether submissions were processed under a specification that is made of it. */
  hasSubmissions: boolean
  /** Whether what is published is what was checked before; absent if the sender names no check. */
  isAsChecked?: boolean
  /** Versions of rulesets that are based on the Draft that an upload replaces. */
  dependants?: readonly string[]
  /** Fields that more people would read by a ruleset that is to be published; absent for everything else. */
  lowered?: readonly LoweredField[]
}

interface Caused {
  actor: Principal
}

export type ContentEvent =
  | ({ type: 'PUBLISH' } & Caused)
  | ({ type: 'REPLACE' } & Caused)
  | ({ type: 'REVISE' } & Caused)
  | ({ type: 'MAKE_AVAILABLE' } & Caused)
  | ({ type: 'WITHDRAW' } & Caused)

/** An event as screens and refusals name it. */
export const contentEventMessage = (type: ContentEvent['type']): Message =>
  message('specification', `contentEvents.${type}`)
