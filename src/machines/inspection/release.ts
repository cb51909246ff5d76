import type { Chart } from './chart.ts'

/** The charts of one release, as they are kept in `releases/<version>.json`. */
export interface Release {
  version: string
  /** Day on which it was made, yyyy-MM-dd. */
  date: string
  charts: Chart[]
}

/** Stands among the versions for the charts of this build. */
export const thisBuild = 'build'

/** Versions from the newest to the oldest: by number, a pre-release before the release that it leads to. */
export const compareVersions = (one: string, other: string): number => {
  const parts = (version: string) => {
    const [core = '', suffix] = version.split('-')
    return { numbers: core.split('.').map(Number), suffix }
  }
  const [a, b] = [parts(one), parts(other)]
  const difference = [0, 1, 2].map(at => (b.numbers[at] ?? 0) - (a.numbers[at] ?? 0)).find(by => by !== 0)
  if (difference !== undefined) return difference
  if (a.suffix === b.suffix) return 0
  if (a.suffix === undefined) return -1
  if (b.suffix === undefined) return 1
  return b.suffix.localeCompare(a.suffix, 'en', { numeric: true })
}
