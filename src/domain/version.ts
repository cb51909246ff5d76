/** How a version grows (specification 1 §2). */
export const versionIncrements = ['major', 'minor', 'patch'] as const
export type VersionIncrement = (typeof versionIncrements)[number]

type Numbers = readonly [number, number, number]

const numbersIn = (version: string): Numbers | undefined => {
  const [, major, minor, patch] = version.match(/^\d{5}_(\d{1,9})[._](\d{1,9})[._](\d{1,9})$/) ?? []
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

/** Order of versions: by their reference, then by their numbers, not by their letters. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [numbersIn(one) ?? [0, 0, 0], numbersIn(other) ?? [0, 0, 0]]
  return one.slice(0, 5).localeCompare(other.slice(0, 5)) || a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/**
 * The version after the highest of a reference: `{collection reference}_{major}.{minor}.{patch}` (decisions §10). The first
 * one follows on 0.0.0.
 */
export const nextVersion = (
  reference: string,
  taken: readonly string[],
  increment: VersionIncrement,
): string => {
  const highest = taken
    .filter(version => version.startsWith(`${reference}_`))
    .toSorted(compareVersions)
    .at(-1)
  const [major, minor, patch] = numbersIn(highest ?? '') ?? [0, 0, 0]
  const next = {
    major: [major + 1, 0, 0],
    minor: [major, minor + 1, 0],
    patch: [major, minor, patch + 1],
  }[increment]
  return `${reference}_${next.join('.')}`
}
