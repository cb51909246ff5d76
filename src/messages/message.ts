import type { MessageParameters } from './generated/parameters.ts'

/** A part of the catalogue that is loaded as one: the messages of a screen or an area. */
export type Scope = keyof MessageParameters
export type Key<S extends Scope> = keyof MessageParameters[S] & string

export type ParametersOf<S extends Scope, K extends Key<S>> = MessageParameters[S][K]

/** A moment as the parameter of a message: a value that stays what it is when it is kept or sent. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly instant: number
}

type Held<T> = T extends string ? T | Message | readonly Message[] | MessageList : T extends Date ? Moment : T

type HeldParameters<P> = { readonly [N in keyof P]: Held<P[N]> }

/**
 * A message as a value: what guards, refusals and problems give. It becomes text where a person reads it. A parameter
 * may be a message itself, or several, which are put one after the other, or listed.
 */
export interface Message {
  readonly scope: Scope
  readonly code: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Several things that are listed in a sentence: "Scotland and Wales". */
export interface MessageList {
  readonly list: readonly (Message | string)[]
}

/** A list as the parameter of a message. */
export const listOf = (list: readonly (Message | string)[]): MessageList => ({ list })

/** The arguments after the code of a message: none, or one object that names every parameter. */
export type MessageArguments<S extends Scope, K extends Key<S>> =
  ParametersOf<S, K> extends undefined ? [] : [HeldParameters<ParametersOf<S, K>>]

/** A message by its scope and key; the compiler checks that it exists and takes these parameters. */
export const message = <S extends Scope, K extends Key<S>>(
  scope: S,
  code: K,
  ...[params]: MessageArguments<S, K>
): Message => (params === undefined ? { scope, code } : { scope, code, params })
