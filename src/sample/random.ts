/** A small generator of repeatable numbers (mulberry32); the same seeds always give the same sequence. */
export class Random {
  private state: number

  constructor(...seeds: readonly number[]) {
    let state = 0x9e3779b9
    for (const seed of seeds) {
      state = Math.imul(state ^ (seed + 0x7f4a7c15), 0x85ebca6b)
      state ^= state >>> 13
      state = Math.imul(state, 0xc2b2ae35)
      state ^= state >>> 16
    }
    this.state = state | 0
  }

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** True in this share of calls. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** One of the values, each as often as its weight says. */
  weighted<T>(items: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of items) {
      left -= weight
      if (left < 0) return value
    }
    return items.at(-1)![0]
  }
}
