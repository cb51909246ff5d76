import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { outageOf } from '../../jobs/outages.ts'
import { withAvailability } from '../availability.ts'
import { ObjectMissing } from '../objectStore.ts'
import type { S3Store } from '../sealing.ts'
import { announcedInMemory, keysInMemory } from '../testing/keysInMemory.ts'
import { withEncryption } from './encryptedStore.ts'

const key = '0001/00000000-0000-4000-8000-000000000001/file.xml'
const file = '<DataFutures>the file as it was sent</DataFutures>'
const sha256 = createHash('sha256').update(file).digest('hex')
const expires = new Date('2030-01-01')

interface Answer {
  content: string
  /** What the answer says of its length; that of the content without it. */
  size?: number | undefined
}

/** A store that has the file as a post has brought it, and gives these answers first when it is asked for it. */
const storeThatAnswers = (...answers: (Answer | 'missing')[]) => {
  const objects = new Map<string, Buffer>()
  let refusals = 0
  let posted: string | undefined = file
  let reads = 0
  const inner: Partial<S3Store> = {
    kind: 's3',
    signedPost: async () => ({ url: '', fields: {} }),
    look: async () => undefined,
    incoming: async () => {
      if (posted === undefined) return undefined
      const answer = answers[reads++] ?? { content: posted }
      if (answer === 'missing') return undefined
      const size = 'size' in answer ? answer.size : answer.content.length
      return { content: Readable.from([Buffer.from(answer.content)]), size }
    },
    put: async (name, content) => {
      objects.set(name, await buffer(content))
      return { size: 0, sha256: '' }
    },
    stat: async name => {
      const found = objects.get(name)
      return found && { size: found.length, sha256: undefined }
    },
    pieces: async function* (name) {
      const found = objects.get(name)
      if (!found) throw new ObjectMissing(name)
      yield found
    },
    remove: async name => {
      if (refusals > 0) {
        refusals -= 1
        throw new Error('The store does not remove it.')
      }
      objects.delete(name)
      if (name === key) posted = undefined
    },
  }
  const keys = keysInMemory()
  const announced = announcedInMemory()
  const store = withAvailability(
    withEncryption(inner as S3Store, {
      keys,
      announced,
      secret: randomBytes(32),
      address: '',
      clock: { now: () => new Date() },
      pausesMs: [0, 0],
    }),
  )
  return {
    store,
    objects,
    hasPost: () => posted !== undefined,
    left: announced.left,
    refuseRemovals: (times: number) => {
      refusals = times
    },
  }
}

const html: Answer = { content: '<html>captive portal</html>' }
const cut: Answer = { content: file.slice(0, 20) }
const flipped: Answer = { content: file.replace('f', 'g') }
const shorterThanSaid: Answer = { content: file, size: file.length + 1 }

const lies: [string, Answer][] = [
  ['a page of HTML', html],
  ['a file that ends early', cut],
  ['a file with one bit flipped', flipped],
  ['another length than it says', shorterThanSaid],
]

describe('sealing a file that a post has brought', () => {
  it.each(lies)('takes the file as it was announced, though the store gives %s first', async (_, lie) => {
    const { store } = storeThatAnswers(lie)
    await store.signedPost(key, { maxBytes: 1000, exactBytes: file.length, sha256, expires })
    const sealed = await store.seal(key)
    expect(sealed).toMatchObject({ size: file.length, sha256 })
    expect(await text(await store.open(sealed?.key ?? ''))).toBe(file)
  })

  it('takes a file of which the store does not say how long it is', async () => {
    const { store } = storeThatAnswers({ content: file, size: undefined })
    await store.signedPost(key, { maxBytes: 1000, exactBytes: file.length, sha256, expires })
    expect(await store.seal(key)).toMatchObject({ size: file.length, sha256 })
  })

  it.each(lies)(
    'is an outage, keeps the post and leaves nothing where the store gives %s every time',
    async (_, lie) => {
      const { store, objects, hasPost } = storeThatAnswers(lie, lie, lie)
      await store.signedPost(key, { maxBytes: 1000, exactBytes: file.length, sha256, expires })
      const fault = await store.seal(key).catch((error: unknown) => error)
      expect(outageOf(fault)).toEqual({ part: 'store', isCertain: true })
      expect([...objects.keys()]).toEqual([])
      expect(hasPost()).toBe(true)
      expect(await store.seal(key)).toMatchObject({ sha256 })
    },
  )

  it.each(lies)(
    'has a client that announces no hash read twice, where the store gives %s once',
    async (_, lie) => {
      for (const answers of [[lie], [{ content: file }, lie]]) {
        const { store, hasPost } = storeThatAnswers(...answers)
        await store.signedPost(key, { maxBytes: 1000, exactBytes: undefined, expires })
        expect(await store.seal(key)).toMatchObject({ size: file.length, sha256 })
        expect(hasPost()).toBe(true)
      }
    },
  )

  it('takes either of two files that two tabs have announced under one name', async () => {
    const { store } = storeThatAnswers()
    await store.signedPost(key, { maxBytes: 1000, exactBytes: 5, sha256: 'a'.repeat(64), expires })
    await store.signedPost(key, { maxBytes: 1000, exactBytes: file.length, sha256, expires })
    expect(await store.seal(key)).toMatchObject({ sha256 })
  })

  it('takes no file that nobody announced: the form of a removed upload may be posted late', async () => {
    const { store, objects } = storeThatAnswers()
    const fault = await store.seal(key).catch((error: unknown) => error)
    expect(outageOf(fault)).toEqual({ part: 'store', isCertain: true })
    expect([...objects.keys()]).toEqual([])
  })

  it('has nothing to seal while nothing has arrived', async () => {
    const { store } = storeThatAnswers('missing')
    await store.signedPost(key, { maxBytes: 1000, exactBytes: file.length, sha256, expires })
    expect(await store.seal(key)).toBeUndefined()
  })
})

describe('a post that the store does not remove once it is sealed', () => {
  it('is noted and removed later, and what was written again under its name stays', async () => {
    const { store, hasPost, left, refuseRemovals } = storeThatAnswers()
    await store.signedPost(key, { maxBytes: 1000, exactBytes: file.length, sha256, expires })
    await store.seal(key)
    refuseRemovals(2)
    await expect(store.remove(key)).rejects.toThrow('does not remove it')
    expect([await left(), hasPost()]).toEqual([[key], true])
    await store.removeLeft?.()
    expect([await left(), hasPost()]).toEqual([[key], true])
    await store.removeLeft?.()
    expect([await left(), hasPost()]).toEqual([[], false])
  })

  it('stays where something was put under its name since', async () => {
    const { store, objects, left, refuseRemovals } = storeThatAnswers()
    await store.put(key, Readable.from(['first']))
    refuseRemovals(1)
    await expect(store.remove(key)).rejects.toThrow('does not remove it')
    await store.put(key, Readable.from(['second']))
    await store.removeLeft?.()
    expect([await left(), objects.has(key)]).toEqual([[], true])
  })
})
