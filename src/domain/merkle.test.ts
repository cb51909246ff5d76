import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  foldFrontier,
  frontierOf,
  growingTree,
  type Hash,
  inclusionPlaces,
  leafHash,
  rootOfInclusion,
} from './merkle.ts'

const sha256: Hash = (...parts) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return Uint8Array.from(digest.digest())
}
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

// The entries and roots that the test vectors of Certificate Transparency give for sizes 1 to 8.
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const treeOf = (leaves: readonly Uint8Array[]) => {
  const tree = growingTree(sha256, { size: 0, frontier: [] })
  const nodes = new Map<string, Uint8Array>()
  for (const [index, leaf] of leaves.entries()) {
    nodes.set(`0/${index}`, leaf)
    for (const made of tree.append(leaf)) nodes.set(`${made.level}/${made.index}`, made.hash)
  }
  const nodeAt = ({ level, index }: { level: number; index: number }): Uint8Array => {
    const found = nodes.get(`${level}/${index}`)
    if (!found) throw new Error(`no node ${level}/${index}`)
    return found
  }
  return { tree, nodeAt }
}

describe('the Merkle tree', () => {
  it('has the roots of the test vectors of Certificate Transparency', () => {
    const tree = growingTree(sha256, { size: 0, frontier: [] })
    const found = entries.map(entry => {
      tree.append(leafHash(sha256, Uint8Array.from(Buffer.from(entry, 'hex'))))
      return hex(tree.root())
    })
    expect(found).toEqual(roots)
  })

  it('of nothing has the hash of nothing', () => {
    expect(hex(growingTree(sha256, { size: 0, frontier: [] }).root())).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  it('proves each entry of every size, and no other entry in its place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (size, pick) => {
        const leaves = Array.from({ length: size }, (_, n) => leafHash(sha256, Uint8Array.of(n)))
        const { tree, nodeAt } = treeOf(leaves)
        const index = pick % size
        const path = inclusionPlaces(index, size).map(run => foldFrontier(sha256, run.map(nodeAt)))
        const proof = { leaf: leaves[index] as Uint8Array, index, size, path }
        expect(hex(rootOfInclusion(sha256, proof))).toBe(hex(tree.root()))
        const wrong = leafHash(sha256, Uint8Array.of(255, 255))
        expect(hex(rootOfInclusion(sha256, { ...proof, leaf: wrong }))).not.toBe(hex(tree.root()))
        if (size > 1)
          expect(hex(rootOfInclusion(sha256, { ...proof, index: (index + 1) % size }))).not.toBe(
            hex(tree.root()),
          )
      }),
    )
  })

  it('refuses a path that is too long or too short, and an entry that is not in the list', () => {
    const leaf = leafHash(sha256, Uint8Array.of(1))
    expect(rootOfInclusion(sha256, { leaf, index: 0, size: 1, path: [leaf] })).toBeUndefined()
    expect(rootOfInclusion(sha256, { leaf, index: 0, size: 2, path: [] })).toBeUndefined()
    expect(rootOfInclusion(sha256, { leaf, index: 2, size: 2, path: [leaf] })).toBeUndefined()
    expect(() => inclusionPlaces(2, 2)).toThrow(RangeError)
  })

  it('goes on from the subtrees that were kept', () => {
    const leaves = Array.from({ length: 37 }, (_, n) => leafHash(sha256, Uint8Array.of(n)))
    const { tree, nodeAt } = treeOf(leaves.slice(0, 22))
    const resumed = growingTree(sha256, { size: 22, frontier: frontierOf(22).map(nodeAt) })
    expect(hex(resumed.root())).toBe(hex(tree.root()))
    for (const leaf of leaves.slice(22)) resumed.append(leaf)
    expect(hex(resumed.root())).toBe(hex(treeOf(leaves).tree.root()))
    expect(resumed.size()).toBe(37)
  })

  it('takes sizes beyond 32 bits', () => {
    const size = 2 ** 33 + 1
    expect(frontierOf(size)).toEqual([
      { level: 33, index: 0 },
      { level: 0, index: 2 ** 33 },
    ])
    expect(inclusionPlaces(2 ** 33, size)).toEqual([[{ level: 33, index: 0 }]])
  })
})
