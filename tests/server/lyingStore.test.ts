import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectKey } from '../../server/storage/objectStore.ts'
import { type Lie, lies, type StoreCall, startLyingStore, storeCalls } from './support/lyingStore.ts'
import { post, sha256, startS3, whyNoS3 } from './support/stores.ts'

/** Answers of a bucket say whether the store is there, and nothing about an object. */
const callsAboutObjects = storeCalls.filter(call => call !== 'BUCKET')

describe.skipIf(whyNoS3)(whyNoS3 ? `a store that lies (${whyNoS3})` : 'a store that lies', () => {
  let subject: Awaited<ReturnType<typeof startS3>>
  let proxy: Awaited<ReturnType<typeof startLyingStore>>
  /** The next call of this kind is answered so. */
  let next: { call: StoreCall; lie: Lie } | undefined
  /** The next call of each of these kinds has a bit flipped. */
  let onceAt = new Set<StoreCall>()
  beforeAll(async () => {
    subject = await startS3(true, async endpoint => {
      proxy = await startLyingStore(endpoint, call => {
        if (onceAt.delete(call)) return 'flipsBit'
        if (next?.call !== call) return undefined
        const { lie } = next
        next = undefined
        return lie
      })
      return proxy.endpoint
    })
  })
  afterAll(async () => {
    proxy.stop()
    await subject.close()
  })

  const submission = randomUUID()
  const content = 'a row of the file\n'.repeat(9000)
  const newKey = () => objectKey('0001', submission, `attachment.${randomUUID()}`)
  const contentAt = async (key: string) => text(await subject.store.open(key))

  const calls: [StoreCall, string, (lie: Lie) => Promise<void>][] = [
    [
      'PUT',
      'puts what was given',
      async () => {
        const key = newKey()
        await subject.store.put(key, Readable.from([content]))
        expect(await contentAt(key)).toBe(content)
      },
    ],
    [
      'GET',
      'reads what was put',
      async lie => {
        const key = newKey()
        await subject.store.put(key, Readable.from([content]))
        for (const read of [
          () => contentAt(key),
          async () => Buffer.concat(await Array.fromAsync(subject.store.pieces(key))).toString(),
          async () => (await subject.store.readRange(key, { from: 0, to: content.length })).toString(),
        ]) {
          next = { call: 'GET', lie }
          expect(await read()).toBe(content)
        }
      },
    ],
    [
      'HEAD',
      'knows how large an object is',
      async lie => {
        const key = newKey()
        await subject.store.put(key, Readable.from([content]))
        next = { call: 'HEAD', lie }
        expect(await subject.store.stat(key)).toEqual({ size: content.length, sha256: sha256(content) })
      },
    ],
    [
      'LIST',
      'lists every object',
      async lie => {
        const key = newKey()
        await subject.store.put(key, Readable.from([content]))
        next = { call: 'LIST', lie }
        const listed = await subject.store.list(key)
        // A name with another letter in it stands for no object of ours.
        if (lie !== 'flipsBit') expect(listed).toEqual([key])
      },
    ],
    [
      'DELETE',
      'removes an object, or leaves what nobody can read',
      async lie => {
        const key = newKey()
        await subject.store.put(key, Readable.from([content]))
        next = { call: 'DELETE', lie }
        await subject.store.remove(key)
        expect(await subject.store.stat(key)).toBeUndefined()
      },
    ],
    [
      'POST',
      'seals nothing but what was announced, and that once it was sent again',
      async lie => {
        const key = newKey()
        const form = await subject.store.signedPost(key, {
          maxBytes: 1e6,
          exactBytes: content.length,
          sha256: sha256(content),
          expires: new Date(Date.now() + 600_000),
        })
        next = { call: 'POST', lie }
        await post(subject, form, content).catch(() => undefined)
        const first = await subject.store.seal(key, { isPosted: false }).catch(() => undefined)
        if (!first) await post(subject, form, content)
        for (const call of ['GET', 'PUT'] as const) {
          next = { call, lie }
          const sealed = first ?? (await subject.store.seal(key, { isPosted: true }))
          expect((await buffer(await subject.store.open(sealed?.key ?? ''))).toString()).toBe(content)
        }
      },
    ],
  ]

  for (const [call, what, work] of calls)
    it.each(lies)(`${what}, though it %s once at ${call}`, async lie => {
      const before = proxy.told.length
      next = { call, lie }
      await work(lie)
      next = undefined
      expect(proxy.told.length).toBeGreaterThan(before)
    })

  it('keeps the right content although a bit is flipped at the put and flipped back at the next read', async () => {
    const key = newKey()
    onceAt = new Set(['PUT', 'GET'])
    await subject.store.put(key, Readable.from([content]))
    expect(await contentAt(key)).toBe(content)
  })

  it('lies at every call about an object in these tests', () => {
    for (const call of callsAboutObjects)
      for (const lie of lies)
        expect(
          proxy.told.some(one => one.call === call && one.lie === lie),
          `${call} ${lie}`,
        ).toBe(true)
  })
})
