/**
 * The English of the portal is that of the United Kingdom. Names stand in its order in every language, so that a list is the
 * same in browser, server and downloads.
 */
export const englishLocale = 'en-GB'

/** Compares two names or codes, for a list. */
export const inOrder = (one: string, other: string): number => one.localeCompare(other, englishLocale)

const numbered = new Intl.Collator(englishLocale, { numeric: true })

/** The same where numbers in them count as such: "2 records" stands before "10 records". */
export const inNumberedOrder = (one: string, other: string): number => numbered.compare(one, other)

/** A name without capitals, to be compared with another. */
export const withoutCapitals = (name: string): string => name.toLocaleLowerCase(englishLocale)
