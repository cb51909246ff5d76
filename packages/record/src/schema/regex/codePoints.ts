/** A set of code points as sorted, disjoint, non-adjacent ranges: [from0, to0, from1, to1, …], bounds included. */
export type CodePoints = readonly number[]

export const MAX_CODE_POINT = 0x10ffff

/** The set of one code point. */
export const single = (codePoint: number): CodePoints => [codePoint, codePoint]

/** The code points between two, with both. */
export const range = (from: number, to: number): CodePoints => [from, to]

/** All code points that stand in any of the sets. */
export const union = (...sets: readonly CodePoints[]): CodePoints => {
  const pairs: [number, number][] = []
  for (const set of sets) for (let i = 0; i < set.length; i += 2) pairs.push([set[i]!, set[i + 1]!])
  pairs.sort((a, b) => a[0] - b[0])
  const merged: number[] = []
  for (const [from, to] of pairs) {
    const last = merged.length - 1
    if (last > 0 && from <= merged[last]! + 1) merged[last] = Math.max(merged[last]!, to)
    else merged.push(from, to)
  }
  return merged
}

/** All code points that do not stand in the set. */
export const complement = (set: CodePoints): CodePoints => {
  const out: number[] = []
  let next = 0
  for (let i = 0; i < set.length; i += 2) {
    if (set[i]! > next) out.push(next, set[i]! - 1)
    next = set[i + 1]! + 1
  }
  if (next <= MAX_CODE_POINT) out.push(next, MAX_CODE_POINT)
  return out
}

/** The first set without the second. */
export const subtract = (set: CodePoints, taken: CodePoints): CodePoints =>
  complement(union(complement(set), taken))

/** Whether a code point stands in the set. */
export const contains = (set: CodePoints, codePoint: number): boolean => {
  for (let i = 0; i < set.length; i += 2) if (codePoint >= set[i]! && codePoint <= set[i + 1]!) return true
  return false
}

const categories = new Map<string, CodePoints>()

/** Code points of a Unicode general category such as `L` or `Nd`; undefined where there is no such category. */
export const category = (name: string): CodePoints | undefined => {
  const known = categories.get(name)
  if (known !== undefined) return known
  if (!/^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)) return undefined
  const test = new RegExp(`^\\p{${name}}$`, 'u')
  const found: number[] = []
  let from = -1
  for (let codePoint = 0; codePoint <= MAX_CODE_POINT + 1; codePoint++) {
    const isIn = codePoint <= MAX_CODE_POINT && test.test(String.fromCodePoint(codePoint))
    if (isIn && from < 0) from = codePoint
    else if (!isIn && from >= 0) {
      found.push(from, codePoint - 1)
      from = -1
    }
  }
  categories.set(name, found)
  return found
}
