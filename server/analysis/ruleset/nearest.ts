/** Changes of single characters that make one word of another. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries())
      next.push(
        Math.min(
          (row[to] ?? 0) + (character === wanted ? 0 : 1),
          (row[to + 1] ?? 0) + 1,
          (next[to] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** The name that was probably meant: at most a third of its characters differ. Undefined if no name is near. */
export const nearest = (name: string, names: Iterable<string>): string | undefined => {
  const [best] = [...new Set(names)]
    .map(other => ({ other, by: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, by }) => by <= Math.max(1, Math.floor(Math.max(name.length, other.length) / 3)))
    .toSorted((one, other) => one.by - other.by)
  return best?.other
}

/** "Did you mean X?", with a space before it; '' if no name is near. */
export const didYouMean = (name: string, names: Iterable<string>): string => {
  const near = nearest(name, names)
  return near === undefined ? '' : ` Did you mean ${near}?`
}
