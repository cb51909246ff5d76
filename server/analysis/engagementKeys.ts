/**
 * A number of 53 bits that stands for an engagement of a student: the same for the same, and next to never the same for two
 * (about one in a thousand over three million engagements). Two multiplicative hashes of 32 bits, mixed at the end.
 */
export const engagementKey = (identifier: string, engagement: string): number => {
  const text = `${identifier}/${engagement}`
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x9e3779b1)
    high = Math.imul(high ^ code, 0x5f356495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  return 2 ** 32 * (0x1fffff & high) + (low >>> 0)
}

/** Collects the keys of a file's engagements, eight bytes each. */
export const createEngagementKeys = () => {
  let keys = new Float64Array(1024)
  let length = 0
  return {
    add: (identifier: string, engagement: string): void => {
      if (length === keys.length) {
        const larger = new Float64Array(length * 2)
        larger.set(keys)
        keys = larger
      }
      keys[length++] = engagementKey(identifier, engagement)
    },
    keys: (): Float64Array => keys.subarray(0, length),
  }
}
export type EngagementKeys = ReturnType<typeof createEngagementKeys>
