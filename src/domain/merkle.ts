/**
 * The Merkle tree of RFC 9162 §2.1 over a list that only grows: hashes of entries and of pairs, the tree head, and the
 * proof that an entry is in the list. Pure; the hash function is given (SHA-256 everywhere in Bedel), so that the
 * server, which has Node's, and the browser, which has none that is synchronous, use one text.
 */

/** A hash over the parts, one after the other: 32 bytes. */
export type Hash = (...parts: Uint8Array[]) => Uint8Array

/** A node of the tree: the root of a complete subtree of 2^level entries, the index-th of its level. */
export interface Place {
  level: number
  index: number
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** Hash of an entry (RFC 9162 §2.1.1). */
export const leafHash = (hash: Hash, entry: Uint8Array): Uint8Array => hash(leafPrefix, entry)

/** Hash of two subtrees, the left one first (RFC 9162 §2.1.1). */
export const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array =>
  hash(nodePrefix, left, right)

/** Whole entries 2^level; sizes are below 2^53, so no bit operations on them. */
const span = (level: number): number => 2 ** level

/** The complete subtrees that a tree of this size is made of, the largest and leftmost first. */
export const frontierOf = (size: number): Place[] => {
  const places: Place[] = []
  let done = 0
  for (let level = Math.ceil(Math.log2(size + 1)); level >= 0; level -= 1) {
    if (size - done < span(level)) continue
    places.push({ level, index: done / span(level) })
    done += span(level)
  }
  return places
}

/** Root of subtrees that lie side by side, the leftmost first. Of none it is the hash of nothing. */
export const foldFrontier = (hash: Hash, subtrees: readonly Uint8Array[]): Uint8Array =>
  subtrees.length === 0 ? hash() : subtrees.reduceRight((right, left) => nodeHash(hash, left, right))

/** A tree that grows by one entry at a time; it holds one hash for each level, whatever its size. */
export const growingTree = (hash: Hash, from: { size: number; frontier: readonly Uint8Array[] }) => {
  const places = frontierOf(from.size)
  if (places.length !== from.frontier.length)
    throw new RangeError(`A tree of ${from.size} entries has ${places.length} subtrees.`)
  const stack = places.map((place, n) => ({ ...place, hash: from.frontier[n] as Uint8Array }))
  let { size } = from
  return {
    /** Takes the next entry's hash. Gives the nodes above the entries that became complete, the lowest first. */
    append: (leaf: Uint8Array): (Place & { hash: Uint8Array })[] => {
      const made: (Place & { hash: Uint8Array })[] = []
      let last = { level: 0, index: size, hash: leaf }
      for (let left = stack.at(-1); left?.level === last.level; left = stack.at(-1)) {
        stack.pop()
        last = {
          level: last.level + 1,
          index: left.index / 2,
          hash: nodeHash(hash, left.hash, last.hash),
        }
        made.push(last)
      }
      stack.push(last)
      size += 1
      return made
    },
    size: (): number => size,
    root: (): Uint8Array =>
      foldFrontier(
        hash,
        stack.map(subtree => subtree.hash),
      ),
  }
}

/**
 * What the proof of an entry is made of (RFC 9162 §2.1.3.1), from the entry upwards: each step is a run of complete
 * subtrees whose root (`foldFrontier`) is one hash of the path.
 */
export const inclusionPlaces = (index: number, size: number): Place[][] => {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} entries has no entry ${index}.`)
  const steps: Place[][] = []
  let from = 0
  let to = size
  while (to - from > 1) {
    const middle = from + span(Math.ceil(Math.log2(to - from)) - 1)
    const [other, isLeft] = index < middle ? [[middle, to] as const, true] : [[from, middle] as const, false]
    steps.unshift(
      frontierOf(other[1] - other[0]).map(({ level, index: n }) => ({
        level,
        index: other[0] / span(level) + n,
      })),
    )
    if (isLeft) to = middle
    else from = middle
  }
  return steps
}

/** The root that an entry's hash and its path lead to (RFC 9162 §2.1.3.2); undefined where the path does not fit. */
export const rootOfInclusion = (
  hash: Hash,
  proof: { leaf: Uint8Array; index: number; size: number; path: readonly Uint8Array[] },
): Uint8Array | undefined => {
  if (!(proof.index >= 0 && proof.index < proof.size)) return undefined
  let root = proof.leaf
  let own = proof.index
  let last = proof.size - 1
  const isOdd = (n: number): boolean => n % 2 === 1
  const half = (): void => {
    own = Math.floor(own / 2)
    last = Math.floor(last / 2)
  }
  for (const sibling of proof.path) {
    if (last === 0) return undefined
    if (isOdd(own) || own === last) {
      root = nodeHash(hash, sibling, root)
      while (!isOdd(own) && own !== 0) half()
    } else root = nodeHash(hash, root, sibling)
    half()
  }
  return last === 0 ? root : undefined
}
