import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FieldClass, type Outlet, withheld } from '../../src/domain/privacy.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Language } from '../../src/messages/messages.ts'
import { inEnglish, inLanguage } from '../messages.ts'

/** What a reader gets of single records. */
export interface Disclosure {
  /** Why values of these classes are withheld, in words; undefined where they are given. */
  notice: (classes: Iterable<FieldClass>) => string | undefined
  /** The value; in its place, where it is withheld, why. A field that is absent tells something too. */
  show: <T extends string | null>(value: T, classes: Iterable<FieldClass>) => T | string
  /** The message in the words that the reader reads. */
  say: (words: Message) => string
}

const disclosure = (
  reasonFor: (classes: readonly FieldClass[]) => string | undefined,
  say: (words: Message) => string = inEnglish,
): Disclosure => {
  const known = new Map<string, string | undefined>()
  const notice = (classes: Iterable<FieldClass>): string | undefined => {
    const fieldClasses = [...classes]
    const key = fieldClasses.join()
    if (!known.has(key)) known.set(key, reasonFor(fieldClasses))
    return known.get(key)
  }
  return { notice, show: (value, classes) => notice(classes) ?? value, say }
}

/**
 * What the actor gets of single records in an answer of this kind. Everything about a record that leaves the server goes
 * through this, by the table of src/domain/privacy.ts.
 */
export const disclosureTo = (actor: UserPrincipal, outlet: Outlet, language: Language): Disclosure =>
  disclosure(
    classes => {
      const reason: Message | undefined = withheld(actor, outlet, classes)
      return reason && inLanguage(language, reason)
    },
    words => inLanguage(language, words),
  )

/** What a file holds that is kept for readers who may see everything. */
export const everything: Disclosure = disclosure(() => undefined)

/** What a file holds that is kept for readers who may see everything but special category data. */
export const withoutSpecialCategory: Disclosure = disclosure(classes =>
  classes.includes('special-category') ? inEnglish(message('domain', 'withheld.specialCategory')) : undefined,
)

/** Whether nothing at all is withheld. */
export const isWhole = ({ notice }: Disclosure): boolean =>
  notice(['open', 'identifier', 'personal', 'special-category']) === undefined
