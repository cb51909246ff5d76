/** Everything that people read, the same in browser, server, tests and scripts. No React here: the server uses it too. */
import format, { type CompiledMessage } from 'icu-minify/format'
import { formatOptions, listIn } from './formats.ts'
import { english, others } from './generated/catalogues.ts'
import type { Key, Message, MessageList, Moment, ParametersOf, Scope } from './message.ts'
import { englishLocale } from './order.ts'

export type Language = 'en' | keyof typeof others
/** The arguments after the key: none, or one object that names every parameter. */
export type Arguments<S extends Scope, K extends Key<S>> =
  ParametersOf<S, K> extends undefined ? [] : [ParametersOf<S, K>]

/** The messages of one scope in one language, compiled. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>

/** Whose numbers, dates and plurals a language has. */
export const localeOf: Record<Language, string> = { en: englishLocale, 'en-XA': englishLocale }

/** Every language that there is: one folder each. */
export const allLanguages: readonly Language[] = ['en', ...(Object.keys(others) as (keyof typeof others)[])]

/** Of no people, but for those who develop and test the portal. */
const pseudoLanguage: Language = 'en-XA'

/** The languages that users can have. */
export const userLanguages = allLanguages.filter(language => language !== pseudoLanguage)

const fetched = async (language: Language, scope: Scope): Promise<{ default: Catalogue }> => {
  const scopes = language === 'en' ? english : (await others[language]()).catalogue
  return scopes[scope]() as Promise<{ default: Catalogue }>
}

const loading = new Map<string, Promise<Catalogue>>()
const loaded = new Map<string, Catalogue>()

/** Loads the messages of one scope; once for each language. A load that failed is tried again when it is asked again. */
export const loadMessages = (language: Language, scope: Scope): Promise<Catalogue> => {
  const key = `${language} ${scope}`
  const known = loading.get(key)
  if (known) return known
  const promise: Promise<Catalogue> = fetched(language, scope).then(
    ({ default: value }) => {
      loaded.set(key, value)
      // So marked, `use` gives the value at once.
      Object.assign(promise, { status: 'fulfilled', value })
      return value
    },
    error => {
      loading.delete(key)
      throw error
    },
  )
  loading.set(key, promise)
  return promise
}

/** Loads every message of a language: what the server and the tests do when they start. */
export const loadAllMessages = async (language: Language): Promise<void> => {
  await Promise.all((Object.keys(english) as Scope[]).map(scope => loadMessages(language, scope)))
}

/** The messages of a scope where they are loaded already. */
export const loadedMessages = (language: Language, scope: Scope): Catalogue | undefined =>
  loaded.get(`${language} ${scope}`)

const needed = (language: Language, scope: Scope): Catalogue => {
  const value = loadedMessages(language, scope)
  if (!value)
    throw new Error(`The messages "${scope}" in ${language} are not loaded; call loadMessages first.`)
  return value
}

/** Formats one message of a loaded scope; elements come out where a tag of the message makes them. */
export const formatMessage = <E = string>(
  language: Language,
  catalogue: Catalogue,
  key: string,
  params?: object,
): string | E | (string | E)[] => {
  const message = catalogue[key]
  if (message === undefined) throw new Error(`There is no message "${key}".`)
  return format<E>(message, localeOf[language], params as never, formatOptions)
}

/** Gives the text of a message by its key and parameters. */
export type Translate<S extends Scope> = <K extends Key<S>>(key: K, ...params: Arguments<S, K>) => string

/** The messages of a loaded scope as text; throws where the scope is not loaded. */
export const messagesFor = <S extends Scope>(language: Language, scope: S): Translate<S> => {
  const catalogue = needed(language, scope)
  return (key, ...[params]) => formatMessage(language, catalogue, key, params as object | undefined) as string
}

/** Whether a value is a message: something with a scope and a code. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'scope' in value && 'code' in value

/** The language to answer in: the first of the `Accept-Language` header that is spoken, or English. */
export const languageOf = (
  header: string | undefined,
  spoken: readonly Language[] = allLanguages,
): Language => {
  const tags = header?.split(',').map(part => part.split(';')[0]?.trim() ?? '') ?? []
  const found = tags.flatMap(
    tag =>
      spoken.find(language => language === tag) ??
      spoken.find(language => language === tag.slice(0, 2)) ??
      [],
  )
  return found[0] ?? 'en'
}

const isList = (value: unknown): value is MessageList =>
  typeof value === 'object' && value !== null && 'list' in value

const isMoment = (value: unknown): value is Moment =>
  typeof value === 'object' && value !== null && 'instant' in value

/** The text of what stands in the place of a parameter; numbers, moments and the like stay what they are. */
const heldAs = (language: Language, value: unknown): unknown => {
  if (isMessage(value)) return textOf(language, value)
  if (Array.isArray(value)) return value.map(part => heldAs(language, part)).join(' ')
  if (isMoment(value)) return new Date(value.instant)
  if (isList(value))
    return listIn(
      localeOf[language],
      value.list.map(part => String(heldAs(language, part))),
    )
  return value
}

/** A message as text. Its scope, and those of the messages in its parameters, must be loaded. */
export const textOf = (language: Language, { scope, code, params }: Message): string => {
  const held = Object.entries<unknown>(params ?? {}).map(([name, value]) => [name, heldAs(language, value)])
  return formatMessage(language, needed(language, scope), code, Object.fromEntries(held)) as string
}
