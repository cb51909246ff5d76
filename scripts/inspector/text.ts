/**
 * Widths of text without a browser. Advance widths of Atkinson Hyperlegible Next at weight 600, in thousandths of the
 * size, from the space to the tilde; JetBrains Mono is 600 throughout. A test in the browser keeps them honest.
 */
const first = 32
const sans = [
  303, 298, 362, 730, 604, 953, 727, 195, 324, 324, 485, 598, 252, 369, 253, 424, 656, 430, 569, 592, 621,
  602, 617, 529, 621, 578, 253, 253, 564, 617, 564, 526, 780, 662, 634, 654, 683, 589, 562, 711, 699, 415,
  546, 654, 548, 848, 710, 737, 617, 747, 639, 604, 592, 687, 628, 877, 666, 627, 615, 333, 424, 344, 573,
  391, 274, 544, 587, 502, 586, 555, 349, 582, 565, 285, 255, 536, 301, 870, 565, 567, 587, 591, 368, 497,
  360, 559, 509, 723, 522, 499, 492, 370, 249, 370, 543,
]
const mono = 600
const widest = Math.max(...sans)

/** Width in px of a text in the sans family at this size. A character that is not in the table counts as the widest. */
export const sansWidth = (text: string, size: number): number =>
  ([...text].reduce((sum, sign) => sum + (sans[sign.charCodeAt(0) - first] ?? widest), 0) * size) / 1000

/** Width in px of a text in the monospaced family at this size. */
export const monoWidth = (text: string, size: number): number => ([...text].length * mono * size) / 1000

/** Words set into lines of at most `width` px; a word that is wider has a line of its own. */
export const wrap = (
  words: readonly string[],
  width: number,
  measure: (text: string) => number,
): string[] => {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    const joined = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && measure(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}
