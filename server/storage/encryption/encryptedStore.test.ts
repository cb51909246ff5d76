import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolderStore, type FolderStore } from '../folderStore.ts'
import { ObjectMissing, objectKey } from '../objectStore.ts'
import { announcedInMemory, keysInMemory } from '../testing/keysInMemory.ts'
import { decrypted, encrypted, ObjectDamagedError } from './cipher.ts'
import { withEncryption } from './encryptedStore.ts'
import { MasterKeyMissing, openMasterKeys } from './masterKeys.ts'

const chunk = 64 * 1024
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
const submission = '00000000-0000-4000-8000-000000000001'

let folder: string
let plain: FolderStore
let keys: ReturnType<typeof keysInMemory>
let store: FolderStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-encryption-'))
  const options = { secret: randomBytes(32), address: '/store', clock: { now: () => new Date() } }
  plain = createFolderStore({ folder: join(folder, 'store'), ...options, hasStored: async () => false })
  keys = keysInMemory()
  store = withEncryption(plain, { keys, announced: announcedInMemory(), ...options })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let last = 0
const newKey = (): string => objectKey('0001', submission, `rule-failures.${++last}.csv`)
const pathOf = (key: string): string => join(folder, 'store', 'objects', key)
const read = async (key: string): Promise<Buffer> => buffer(await store.open(key))

/** Content of which any part is told from any other. */
const contentOf = (bytes: number): Buffer => {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 4) content.writeUInt32BE(at, at)
  return content
}

const putNew = async (bytes: number): Promise<{ key: string; content: Buffer }> => {
  const key = newKey()
  const content = contentOf(bytes)
  await store.put(key, Readable.from([content]))
  return { key, content }
}

it('makes and removes no key while the folder is away: without its mark, a key says that something was stored there', async () => {
  const { key } = await putNew(1)
  const other = newKey()
  const mark = join(folder, 'store', 'mark')
  await rename(mark, join(folder, 'mark'))
  await expect(store.put(other, Readable.from(['a']))).rejects.toThrow('is missing there')
  await expect(store.receive(other, Readable.from(['a']), 10)).rejects.toThrow('is missing there')
  await expect(store.remove(key)).rejects.toThrow('is missing there')
  expect([await keys.has(other), await keys.has(key)]).toEqual([false, true])
  await rename(join(folder, 'mark'), mark)
  expect(await read(key)).toHaveLength(1)
})

describe('an object that is kept', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_001])(
    'of %d bytes comes back, with the size and the hash of its content',
    async bytes => {
      const { key, content } = await putNew(bytes)
      expect(await store.stat(key)).toEqual({ size: bytes, sha256: sha256(content) })
      expect((await read(key)).equals(content)).toBe(true)
    },
  )

  it('is read in parts too, across its chunks and to its end, and no further', async () => {
    const { key, content } = await putNew(3 * chunk + 500)
    for (const [from, to] of [
      [0, 10],
      [chunk - 5, chunk + 5],
      [10, 3 * chunk],
      [3 * chunk, 9 * chunk],
      [5 * chunk, 6 * chunk],
    ] as const)
      expect((await store.readRange(key, { from, to })).equals(content.subarray(from, to))).toBe(true)
    const object = await readFile(pathOf(key))
    object[40] = (object[40] ?? 0) ^ 1
    await writeFile(pathOf(key), object)
    await expect(store.readRange(key, { from: 0, to: 1 })).rejects.toThrow(ObjectDamagedError)
    expect((await store.readRange(key, { from: chunk, to: chunk + 9 })).length).toBe(9)
    await expect(store.readRange(newKey(), { from: 0, to: 1 })).rejects.toThrow(ObjectMissing)
  })

  it('has its hash where whoever received it was killed before that was written, and none where it is damaged', async () => {
    const key = newKey()
    const content = contentOf(2 * chunk + 9)
    expect(await store.settle(await store.receive(key, Readable.from([content]), 1e9), key)).toBe(true)
    await rm(`${pathOf(key)}.sha256`)
    expect(await store.seal(key)).toEqual({ key, size: content.length, sha256: sha256(content) })
    const object = await readFile(pathOf(key))
    object[40] = (object[40] ?? 0) ^ 1
    await writeFile(pathOf(key), object)
    expect(await store.seal(key)).toEqual({ key, size: content.length, sha256: undefined })
  })

  it('is the same however its bytes arrive and are read', async () => {
    const content = contentOf(2 * chunk + 77)
    const cipher = { objectKey: 'one', fileKey: randomBytes(32) }
    for (const size of [1, 7, chunk, chunk + 16, 1 << 20]) {
      const cut = function* (bytes: Buffer) {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      const object = await buffer(Readable.from(encrypted(Readable.from(cut(content)), cipher)))
      const back = await buffer(Readable.from(decrypted(Readable.from(cut(object)), cipher)))
      expect(back.equals(content)).toBe(true)
    }
  })

  it('lies nowhere on the disk in plain, put or received, and only its owner may read the files', async () => {
    const secret = 'Ffion Llewellyn, born 2004-02-29'
    const put = newKey()
    await store.put(put, Readable.from([Buffer.from(secret.repeat(9000))]))
    const received = objectKey('0001', submission, 'file.xml')
    const file = await store.receive(received, Readable.from([Buffer.from(secret.repeat(9000))]), 1e9)
    const found: string[] = []
    const look = async (): Promise<void> => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const { mode } = await stat(path)
        if ((mode & 0o077) !== 0) found.push(`${path} ${mode.toString(8)}`)
        if (entry.isFile() && (await readFile(path)).includes('Llewellyn')) found.push(path)
      }
    }
    await look()
    expect(await store.settle(file, received)).toBe(true)
    await look()
    expect(found).toEqual([])
    expect(file.sha256).toBe(sha256(Buffer.from(secret.repeat(9000))))
    expect((await read(received)).toString()).toBe(secret.repeat(9000))
  })

  it('never has the same bytes twice', async () => {
    const { key, content } = await putNew(1000)
    const first = await readFile(pathOf(key))
    await store.put(key, Readable.from([content]))
    const second = await readFile(pathOf(key))
    expect(first.subarray(32).equals(second.subarray(32))).toBe(false)
    expect((await read(key)).equals(content)).toBe(true)
  })
})

describe('content that cannot be kept', () => {
  it('is let go, and nothing that becomes of it is the end of the process', async () => {
    const away = { ...keys, findOrMake: () => Promise.reject(new Error('the database is away')) }
    const failing = withEncryption(plain, {
      keys: away,
      announced: announcedInMemory(),
      secret: randomBytes(32),
      address: '/store',
      clock: { now: () => new Date() },
    })
    const content = createReadStream(join(folder, 'removed with its folder'))
    const closed = new Promise(resolve => content.on('close', resolve))
    await expect(failing.put(newKey(), content)).rejects.toThrow('the database is away')
    expect(content.destroyed).toBe(true)
    await closed
  })
})

describe('an object that was altered', () => {
  const alter = async (key: string, change: (object: Buffer) => Buffer): Promise<void> =>
    writeFile(pathOf(key), change(await readFile(pathOf(key))))

  const frame = chunk + 16
  const changes: [string, (object: Buffer) => Buffer][] = [
    ['one bit of its format', object => Object.assign(object, { 0: (object[0] ?? 0) ^ 1 })],
    ['one bit of its salt', object => Object.assign(object, { 20: (object[20] ?? 0) ^ 1 })],
    ['one bit of the first chunk', object => Object.assign(object, { 40: (object[40] ?? 0) ^ 128 })],
    [
      'one bit of a tag',
      object => Object.assign(object, { [32 + frame - 1]: ~(object[32 + frame - 1] ?? 0) }),
    ],
    ['one bit at its end', object => Object.assign(object, { [object.length - 1]: ~(object.at(-1) ?? 0) })],
    ['its last byte missing', object => object.subarray(0, -1)],
    ['its last chunk missing', object => object.subarray(0, 32 + 2 * frame)],
    ['all chunks missing', object => object.subarray(0, 32)],
    ['its header cut', object => object.subarray(0, 10)],
    ['nothing left', () => Buffer.alloc(0)],
    [
      'two chunks exchanged',
      object =>
        Buffer.concat([
          object.subarray(0, 32),
          object.subarray(32 + frame, 32 + 2 * frame),
          object.subarray(32, 32 + frame),
          object.subarray(32 + 2 * frame),
        ]),
    ],
    ['a chunk twice', object => Buffer.concat([object.subarray(0, 32 + frame), object.subarray(32)])],
    ['a byte more', object => Buffer.concat([object, Buffer.from([0])])],
    ['plain text in its place', () => Buffer.from('<DataFutures/>')],
  ]
  it.each(changes)('is found: %s', async (_, change) => {
    const { key } = await putNew(2 * chunk + 500)
    await alter(key, change)
    await expect(read(key)).rejects.toBeInstanceOf(ObjectDamagedError)
  })

  it('is found: another object in its place', async () => {
    const [one, other] = [await putNew(500), await putNew(500)]
    await alter(one.key, () => Buffer.alloc(0))
    await writeFile(pathOf(one.key), await readFile(pathOf(other.key)))
    await expect(read(one.key)).rejects.toBeInstanceOf(ObjectDamagedError)
  })
})

describe('the key of an object', () => {
  it('makes it unreadable when it is removed, though every byte is still there', async () => {
    const { key } = await putNew(500)
    await keys.remove(key)
    expect(await store.stat(key)).toBeUndefined()
    await expect(store.open(key)).rejects.toBeInstanceOf(ObjectMissing)
    await expect(Array.fromAsync(store.pieces(key))).rejects.toBeInstanceOf(ObjectMissing)
    expect((await stat(pathOf(key))).size).toBe(500 + 32 + 16)
  })

  it('goes with the object', async () => {
    const { key } = await putNew(500)
    await store.remove(key)
    expect(await keys.has(key)).toBe(false)
  })

  it('is needed for every object but the checkpoints of the audit', async () => {
    const key = newKey()
    await plain.put(key, Readable.from(['by nobody of ours']))
    expect(await store.stat(key)).toBeUndefined()
    await expect(read(key)).rejects.toBeInstanceOf(ObjectMissing)
    await expect(store.open(key)).rejects.toBeInstanceOf(ObjectMissing)
    await expect(store.readRange(key, { from: 3, to: 13 })).rejects.toBeInstanceOf(ObjectMissing)
    await store.put('audit/checkpoints/latest', Readable.from(['for everybody']))
    expect((await buffer(await plain.open('audit/checkpoints/latest'))).toString()).toBe('for everybody')
  })

  it('is not made for a file that will be refused, as its name is taken', async () => {
    const key = newKey()
    await store.put(key, Readable.from(['the first file']))
    const file = await store.receive(key, Readable.from([Buffer.from('another')]), 100)
    expect(await store.settle(file, key)).toBe(false)
    expect((await read(key)).toString()).toBe('the first file')
  })
})

describe('master keys', () => {
  it('are prepared before they wrap anything, so that other machines have them first', async () => {
    const [one, other] = [join(folder, 'keys-of-one'), join(folder, 'keys-of-other')]
    const masters = openMasterKeys(one)
    const before = masters.currentName()
    const name = masters.prepare()
    expect(masters.prepare()).toBe(name)
    expect(masters.currentName()).toBe(before)
    await cp(one, other, { recursive: true })
    expect(masters.rotate()).toBe(name)
    const fileKey = randomBytes(32)
    expect(openMasterKeys(other).unwrap('a', masters.wrap('a', fileKey))).toEqual(fileKey)
    // What was prepared is used once, also where the rotation was killed before it had forgotten that.
    await writeFile(join(one, 'files', 'next'), name)
    expect([before, name]).not.toContain(masters.rotate())
  })

  it('are the same for every process, which may come first at once, and nobody else may read them', async () => {
    const [one, other] = [openMasterKeys(join(folder, 'keys')), openMasterKeys(join(folder, 'keys'))]
    const fileKey = randomBytes(32)
    expect(other.unwrap('a', one.wrap('a', fileKey))).toEqual(fileKey)
    expect(one.currentName()).toBe(other.currentName())
    for (const name of await readdir(join(folder, 'keys', 'files')))
      expect((await stat(join(folder, 'keys', 'files', name))).mode & 0o077).toBe(0)
  })

  it('open what they wrapped for one object for no other', () => {
    const masters = openMasterKeys(join(folder, 'keys'))
    const wrapped = masters.wrap('a', randomBytes(32))
    expect(() => masters.unwrap('b', wrapped)).toThrow()
  })

  it('are replaced while others are at work, and forgotten when nothing needs them', () => {
    const [one, other] = [openMasterKeys(join(folder, 'keys')), openMasterKeys(join(folder, 'keys'))]
    const fileKey = randomBytes(32)
    const before = one.wrap('a', fileKey)
    const name = other.rotate()
    expect(one.wrap('a', fileKey).master).toBe(name)
    expect(one.unwrap('a', before)).toEqual(fileKey)
    expect(other.forget(new Set([before.master, name]))).toEqual([])
    expect(other.forget(new Set([name]))).toEqual([before.master])
    const third = openMasterKeys(join(folder, 'keys'))
    expect(() => third.unwrap('a', before)).toThrow(MasterKeyMissing)
  })
})
