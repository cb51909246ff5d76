import type { Principal } from '../../domain/principal.ts'
import { type Message, message } from '../../messages/message.ts'

/** What the guards read besides the state; the server gathers it from its rows in the transaction that decides. */
export interface WebhookFacts {
  /** Whether the provider has fewer addresses than it may have. */
  hasRoom: boolean
  /** Whether no call has arrived for longer than is waited. */
  isLongFailing: boolean
}

type Caused<T extends string> = { type: T; actor: Principal }

export type WebhookEvent =
  | Caused<'ADD'>
  | Caused<'CHANGE'>
  | Caused<'RENEW_SECRET'>
  /** Something has happened that the address is to be told of. */
  | Caused<'TELL'>
  | Caused<'SEND_TEST'>
  | Caused<'SEND_AGAIN'>
  /** A call has arrived. */
  | Caused<'DELIVERED'>
  /** A call has not. */
  | Caused<'FAILED'>
  | Caused<'SWITCH_OFF'>
  | Caused<'SWITCH_ON'>
  | Caused<'REMOVE'>

/** An event as screens and refusals name it. */
export const webhookEventMessage = (type: WebhookEvent['type']): Message =>
  message('webhook', `events.${type}`)
