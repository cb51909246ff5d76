import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read besides the state; the server gathers it in the transaction that decides. */
export interface ConfigurationFacts {
  /** Whether each column of a special category has its reason. */
  isReasoned: boolean
}

type Caused<T extends string> = { type: T; actor: Principal }

export type ConfigurationEvent =
  | Caused<'CREATE'>
  | Caused<'CHANGE'>
  | Caused<'ENABLE'>
  | Caused<'DISABLE'>
  | Caused<'DELETE'>

/** An event as screens and refusals name it. */
export const configurationEventMessage = (type: ConfigurationEvent['type']): Message =>
  message('delivery', `configuration.events.${type}`)
