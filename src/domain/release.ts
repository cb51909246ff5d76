import { inNumberedOrder } from '../messages/order.ts'
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
  return inNumberedOrder(b.suffix, a.suffix)
}

/** Whether a version is later than another. */
export const isLaterVersion = (one: string, other: string): boolean => compareVersions(one, other) < 0
