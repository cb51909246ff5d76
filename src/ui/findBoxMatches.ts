/** Something that can be found by its words. */
export interface Findable {
  id: string
  label: string
  /** A second, quieter line; it is searched too. */
  hint?: string
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * What holds every word of a text, those whose name begins with it first. An empty text finds everything; letter case
 * and signs do not count.
 */
export const matches = <F extends Findable>(things: readonly F[], text: string): F[] => {
  const query = plain(text)
  const words = query.split(' ')
  const rank = ({ label }: F): number => {
    const name = plain(label)
    return name === query ? 0 : name.startsWith(query) ? 1 : name.includes(query) ? 2 : 3
  }
  return things
    .filter(({ label, hint = '' }) => {
      const all = `${plain(label)} ${plain(hint)}`
      return words.every(word => all.includes(word))
    })
    .toSorted((one, other) => rank(one) - rank(other))
}
