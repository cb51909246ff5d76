/** The code of a rule without its version, which may be another from one upload or year to the next: `….V02`. */
export const ruleStem = (code: string): string => code.replace(/\.V\d+$/, '')

/**
 * Gives, for the code of a rule, the code that the same rule has among others: of another upload, year or ruleset. It is the
 * same code; or, where each side has one version of it alone, the version there. A ruleset may have two versions as separate
 * rules: then neither stands for the other.
 */
export const ruleMatcher = (
  codes: Iterable<string>,
  others: Iterable<string>,
): ((code: string) => string | undefined) => {
  const theirs = new Set(others)
  // Of a first upload, which has nothing beside it.
  if (theirs.size === 0) return () => undefined
  const ownByStem = Map.groupBy(new Set(codes), ruleStem)
  const theirsByStem = Map.groupBy(theirs, ruleStem)
  return code => {
    if (theirs.has(code)) return code
    const [other, ...more] = theirsByStem.get(ruleStem(code)) ?? []
    const isOnlyOne = (ownByStem.get(ruleStem(code)) ?? []).every(own => own === code)
    return isOnlyOne && more.length === 0 ? other : undefined
  }
}
