import { createElement, Fragment, type ReactNode, use, useCallback, useMemo } from 'react'
import { pageLanguage } from './language.ts'
import type { Key, Message, Scope } from './message.ts'
import {
  type Arguments,
  type Catalogue,
  formatMessage,
  type Language,
  loadMessages,
  type Translate,
  textOf,
} from './messages.ts'

export interface Messages<S extends Scope> extends Translate<S> {
  /** The message with elements in the place of its tags. */
  rich: <K extends Key<S>>(key: K, ...params: Arguments<S, K>) => ReactNode
}

/** As children of a fragment the parts need no keys. */
const together = (parts: ReactNode): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts

const withTags = (params: object | undefined): object | undefined =>
  params &&
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(together(parts)) : value,
    ]),
  )

const messagesIn = <S extends Scope>(language: Language, catalogue: Catalogue): Messages<S> =>
  Object.assign((key: Key<S>, params?: object) => formatMessage(language, catalogue, key, params) as string, {
    rich: (key: Key<S>, params?: object) =>
      together(formatMessage<ReactNode>(language, catalogue, key, withTags(params))),
  }) as Messages<S>

/** The messages of a scope in the language of the page; waits, by Suspense, until they are loaded. */
export const useMessages = <S extends Scope>(scope: S): Messages<S> => {
  const language = pageLanguage()
  // Always asked by `use`: React repeats a render that has waited, and breaks off where the same hooks are not called.
  const catalogue = use(loadMessages(language, scope))
  return useMemo(() => messagesIn<S>(language, catalogue), [language, catalogue])
}

/** What the domain, charts, guards and calls give: in these scopes. */
const spokenOf = ['domain', 'formats', 'problems'] as const satisfies readonly Scope[]

/** A message, or words that somebody else said, as text; nothing stays nothing. */
export type ToText = <R extends Message | string | undefined>(
  reason: R,
) => R extends undefined ? string | undefined : string

/**
 * Makes text of what guards, refusals and problems give; the same function each time. Waits, by Suspense, until their
 * messages are loaded.
 */
export const useText = (): ToText => {
  const language = pageLanguage()
  for (const scope of spokenOf) use(loadMessages(language, scope))
  return useCallback(
    reason => (typeof reason === 'object' ? textOf(language, reason) : reason) as never,
    [language],
  )
}
