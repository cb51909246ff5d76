import type { Fault } from '../../machines/validate-page/index.ts'

/** A part of a text, by its offsets. */
export interface Range {
  from: number
  to: number
}

const startTag = /^<[^>]*>?/
const tagName = /^<[/?!]?[^\s/>?]*/

/** Where a value is written, as content after its start tag or as an attribute in it; undefined where it is not in sight. */
const valueIn = (rest: string, value: string): Range | undefined => {
  const tag = startTag.exec(rest)?.[0] ?? ''
  const content = rest.slice(tag.length)
  const begin = content.indexOf(value)
  if (tag.endsWith('>') && begin >= 0 && content.slice(0, begin).trim() === '')
    return { from: tag.length + begin, to: tag.length + begin + value.length }
  const at = [`"${value}"`, `'${value}'`].map(quoted => tag.indexOf(quoted)).find(found => found >= 0)
  return at === undefined ? undefined : { from: at + 1, to: at + 1 + value.length }
}

/** Length in UTF-16 units of so many code points. */
const unitsOf = (text: string, characters: number): number => [...text].slice(0, characters).join('').length

/**
 * The part of a text to mark for a fault that begins at `at`: the wrong character of a value, the value, or the name of the
 * element. A fault that is not at a tag marks one character.
 */
export const rangeOf = (
  text: string,
  at: number,
  { value, wrongAt }: Pick<Fault, 'value' | 'wrongAt'>,
): Range => {
  const rest = text.slice(at)
  const name = tagName.exec(rest)?.[0]
  if (name === undefined) return { from: at, to: Math.max(at, Math.min(text.length, at + unitsOf(rest, 1))) }
  const found = value === null || value === '' ? undefined : valueIn(rest, value)
  if (!found) return { from: at, to: at + name.length }
  if (wrongAt === undefined || value === null) return { from: at + found.from, to: at + found.to }
  const from = at + found.from + unitsOf(value, wrongAt - 1)
  return { from, to: from + unitsOf(text.slice(from), 1) }
}

/** The positions of the faults in the bytes of a row; `order` has the positions of all faults by their bytes. */
export const positionsWithin = (
  faults: readonly Fault[],
  order: readonly number[],
  { from, to }: Range,
): readonly number[] => {
  let low = 0
  for (let high = order.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((faults[order[middle] ?? 0]?.byte ?? 0) < from) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  for (let at = low; at < order.length; at += 1) {
    const position = order[at] ?? 0
    if ((faults[position]?.byte ?? 0) >= to) break
    found.push(position)
  }
  return found
}

/** Positions of faults by their bytes in the file. */
export const orderByByte = (faults: readonly Fault[]): number[] =>
  faults
    .map((_, position) => position)
    .sort((one, other) => (faults[one]?.byte ?? 0) - (faults[other]?.byte ?? 0))
