/** Values that can be kept at once; a power of two. */
const places = 1 << 15

interface Entry {
  value: Uint8Array
  written: Uint8Array
}

const isSame = (value: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean => {
  if (value.length !== to - from) return false
  for (let at = 0; at < value.length; at++) if (value[at] !== bytes[from + at]) return false
  return true
}

/**
 * What was written for values that come again and again (courses, modules, venues), by their bytes, so that no text is made of
 * them. Each value has one place, and takes it from the one that was there: nothing has to be counted or cleared.
 */
export class ByteMemo {
  private readonly entries: (Entry | undefined)[] = new Array(places)

  find(bytes: Uint8Array, from: number, to: number): Uint8Array | undefined {
    const entry = this.entries[this.placeOf(bytes, from, to)]
    return entry && isSame(entry.value, bytes, from, to) ? entry.written : undefined
  }

  keep(bytes: Uint8Array, from: number, to: number, written: Uint8Array): void {
    this.entries[this.placeOf(bytes, from, to)] = {
      value: new Uint8Array(bytes.subarray(from, to)),
      written,
    }
  }

  /** FNV-1a, folded: neighbouring codes differ in their last characters only. */
  private placeOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    return (hash ^ (hash >>> 15)) & (places - 1)
  }
}
