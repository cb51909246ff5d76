import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createArtefactStore, type StoredArtefact } from './artefactStore.ts'
import { createFolderStore } from './folderStore.ts'
import { createLocalCache } from './localCache.ts'
import type { ObjectStore } from './objectStore.ts'

const submissionId = '8c1c3bcd-7a70-4a5e-a9b1-6d0a2c3b9d11'
const about = { part: 'records', stage: 'SCHEMA_CHECK', schemaVersion: '1', rulesetVersion: '2' } as const

let folder: string
let store: ObjectStore
beforeEach(async () => {
  hasKey = async () => true
  folder = await mkdtemp(join(tmpdir(), 'artefacts-'))
  store = createFolderStore({
    folder: join(folder, 'store'),
    secret: new Uint8Array(32),
    address: '/store',
    clock: { now: () => new Date() },
    hasStored: async () => false,
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileKey = new Uint8Array(32).fill(9)
/** Whether an object has a key: it is deleted with the object. */
let hasKey = async (_objectKey: string): Promise<boolean> => true

/** A machine: a cache of its own in front of the one store. */
const machine = (name: string, limitBytes = 10_000_000) => {
  const cache = createLocalCache({
    folder: join(folder, name),
    limitBytes,
    cipherOf: async objectKey => ((await hasKey(objectKey)) ? { objectKey, fileKey } : undefined),
  })
  return { ...createArtefactStore({ store, cache }), cache }
}
type Machine = ReturnType<typeof machine>

const filesOf = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path)).map(async name => [name, await readFile(join(path, name), 'utf8')]),
    ),
  )

let last = 0
const folderWith = async (files: Record<string, string>): Promise<string> => {
  const path = join(folder, `made-${++last}`)
  await mkdir(path)
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content)
  return path
}

const keep = async (
  by: Machine,
  files: Record<string, string>,
  fencingToken = 1,
): Promise<StoredArtefact> => {
  const path = await folderWith(files)
  const artefact = await by.keep({ instId: '0001', submissionId }, { ...about, fencingToken }, path)
  await rm(path, { recursive: true })
  return artefact
}

/** What a machine gives for an artefact; undefined where it has none. */
const taken = async (by: Machine, artefact: StoredArtefact): Promise<Record<string, string> | undefined> => {
  const path = join(folder, `taken-${++last}`)
  const isThere = await by.take(artefact, path)
  const files = isThere ? await filesOf(path) : undefined
  await rm(path, { recursive: true, force: true })
  return files
}

const record = { 'Student.parquet': 'students', 'Empty.parquet': '', 'Module.parquet': 'm'.repeat(1_200_000) }
const contentKey = (artefact: StoredArtefact) => artefact.key.replace('.json', '.pack')

describe('an artefact', () => {
  it('is the same on every machine, and says of what it is made', async () => {
    const artefact = await keep(machine('one'), record)
    expect(artefact).toMatchObject({
      key: `0001/${submissionId}/records.SCHEMA_CHECK.1.json`,
      bytes: 1_200_008,
    })
    expect(await taken(machine('two'), artefact)).toEqual(record)
    const manifest = JSON.parse(await readFile(join(folder, 'store/objects', artefact.key), 'utf8'))
    expect(manifest).toMatchObject({
      format: 1,
      ...about,
      fencingToken: 1,
      files: [
        { name: 'Empty.parquet', size: 0 },
        { name: 'Module.parquet', size: 1_200_000 },
        // From sha256sum.
        {
          name: 'Student.parquet',
          size: 8,
          sha256: 'dac4970ce624959fa71d118f9e23bedc55491c36620f301c34f189b853a83f24',
        },
      ],
    })
  })

  it('is not replaced by that of another attempt', async () => {
    const one = machine('one')
    const first = await keep(one, { a: 'first' }, 1)
    const second = await keep(one, { a: 'second' }, 2)
    const late = await keep(machine('two'), { a: 'of a worker that was taken for dead' }, 1)
    expect(late.sha256).not.toBe(first.sha256)
    expect(await taken(machine('three'), second)).toEqual({ a: 'second' })
    // What its hash does not stand for is not taken, whoever has written it.
    expect(await taken(machine('three'), first)).toBeUndefined()
  })

  it('is not there before its manifest is', async () => {
    const broken = machine('one')
    const { put } = store
    vi.spyOn(store, 'put').mockImplementation((key, content) =>
      key.endsWith('.json') ? Promise.reject(new Error('the store is down')) : put(key, content),
    )
    await expect(keep(broken, record)).rejects.toThrow('the store is down')
    expect((await store.list('')).map(key => key.split('/')[2])).toEqual(['records.SCHEMA_CHECK.1.pack'])
  })

  it.each([
    ['the manifest is missing', (artefact: StoredArtefact) => store.remove(artefact.key)],
    ['the content is missing', (artefact: StoredArtefact) => store.remove(contentKey(artefact))],
    [
      'the content was altered',
      (artefact: StoredArtefact) => store.put(contentKey(artefact), Readable.from(['x'.repeat(1_200_008)])),
    ],
    [
      'the content was cut',
      (artefact: StoredArtefact) => store.put(contentKey(artefact), Readable.from(['students'])),
    ],
    [
      'something was added to the content',
      (artefact: StoredArtefact) =>
        store.put(contentKey(artefact), Readable.from([`${'m'.repeat(1_200_000)}students and more`])),
    ],
    [
      'the manifest was altered',
      (artefact: StoredArtefact) => store.put(artefact.key, Readable.from(['{}'])),
    ],
  ])('is told to be missing where %s', async (_, damage) => {
    const artefact = await keep(machine('one'), record)
    await damage(artefact)
    expect(await taken(machine('two'), artefact)).toBeUndefined()
    expect(await readdir(join(folder, 'two/filling')).catch(() => [])).toEqual([])
  })

  it('passes on a fault of the store: that it is down does not mean that anything is missing', async () => {
    const artefact = await keep(machine('one'), record)
    vi.spyOn(store, 'pieces').mockImplementation(() => {
      throw new Error('the store is down')
    })
    await expect(taken(machine('two'), artefact)).rejects.toThrow('the store is down')
  })
})

describe('the copies of a machine', () => {
  const reads = () => vi.spyOn(store, 'pieces')
  const entriesOf = async (name: string) => readdir(join(folder, name, 'entries'))

  it('spare the store, for the stage that made it and for those who take it again', async () => {
    const [one, two] = [machine('one'), machine('two')]
    const artefact = await keep(one, record)
    const pieces = reads()
    expect(await taken(one, artefact)).toEqual(record)
    expect(pieces).toHaveBeenCalledTimes(0)
    await Promise.all([taken(two, artefact), taken(two, artefact), taken(two, artefact)])
    const callsBefore = pieces.mock.calls.length
    expect(await taken(two, artefact)).toEqual(record)
    expect(pieces).toHaveBeenCalledTimes(callsBefore)
    expect(pieces.mock.calls.filter(([key]) => key === contentKey(artefact))).toHaveLength(1)
  })

  it.each([
    ['half-written', (file: string) => truncate(file, 4)],
    [
      'altered, with its size',
      async (file: string) => {
        const bytes = await readFile(file)
        bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
        await writeFile(file, bytes)
      },
    ],
    ['missing', (file: string) => rm(file)],
  ])('are fetched again where their content is %s', async (_, damage) => {
    const one = machine('one')
    const artefact = await keep(one, record)
    expect(await taken(one, artefact)).toEqual(record)
    const [entry = ''] = await entriesOf('one')
    await damage(join(folder, 'one/entries', entry, 'content'))
    expect(await taken(one, artefact)).toEqual(record)
    // Another process finds out as well.
    const [again = ''] = await entriesOf('one')
    await damage(join(folder, 'one/entries', again, 'content'))
    expect(await taken(machine('one'), artefact)).toEqual(record)
  })

  it('are encrypted, and of no use once the key of their object is deleted', async () => {
    const one = machine('one')
    const artefact = await keep(one, { 'Student.parquet': 'a name '.repeat(1000) })
    const [entry = ''] = await entriesOf('one')
    const path = join(folder, 'one/entries', entry)
    for (const name of await readdir(path))
      expect((await readFile(join(path, name))).includes('a name')).toBe(false)
    const pieces = reads()
    hasKey = async () => false
    await store.remove(contentKey(artefact))
    expect(await taken(one, artefact)).toBeUndefined()
    expect(pieces.mock.calls.map(([key]) => key)).toEqual([contentKey(artefact)])
    expect(await entriesOf('one')).toEqual([])
  })

  it('stay within their limit: those that were used longest ago go first', async () => {
    const one = machine('one', 2500)
    const artefacts: StoredArtefact[] = []
    for (const token of [1, 2, 3]) artefacts.push(await keep(one, { a: `${token}`.repeat(1000) }, token))
    const kept = async () =>
      (await entriesOf('one'))
        .map(name => artefacts.findIndex(({ sha256 }) => name.startsWith(sha256)) + 1)
        .sort()
    expect(await kept()).toEqual([2, 3])
    // The second was used a minute ago, the third an hour ago.
    const [second, third] = [artefacts[1], artefacts[2]]
    const path = (of?: StoredArtefact) => join(folder, 'one/entries', `${of?.sha256}.${of?.bytes}`)
    const ago = (seconds: number) => Date.now() / 1000 - seconds
    await utimes(path(second), ago(60), ago(60))
    await utimes(path(third), ago(3600), ago(3600))
    expect(await taken(one, artefacts[0]!)).toEqual({ a: '1'.repeat(1000) })
    expect(await kept()).toEqual([1, 2])
    // One that nobody has used for a day goes whatever room there is.
    await utimes(path(second), ago(86_500), ago(86_500))
    await one.cache.makeRoom()
    expect(await kept()).toEqual([1])
  })

  it('are not all looked at for each that comes, but once a minute for what other processes have added', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const one = machine('one')
      const { sha256, bytes } = await keep(one, { a: '1' })
      const unused = join(folder, 'one/entries', `${sha256}.${bytes}`)
      await utimes(unused, 1, 1)
      await keep(one, { a: '2' }, 2)
      expect(existsSync(unused)).toBe(true)
      vi.setSystemTime(Date.now() + 60_000)
      await keep(one, { a: '3' }, 3)
      expect(existsSync(unused)).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leave a sixteenth of the limit free once they were over it, so that the next one finds room', async () => {
    const one = machine('one', 1600)
    for (const token of [1, 2, 3]) await keep(one, { a: `${token}`.repeat(530) }, token)
    expect(await entriesOf('one')).toHaveLength(3)
    await keep(one, { a: '4'.repeat(450) }, 4)
    // 1,510 bytes would be within the limit, and over fifteen sixteenths of it.
    expect(await entriesOf('one')).toHaveLength(2)
  })

  it('are not needed: what is larger than the limit is used and not kept', async () => {
    const one = machine('one', 100)
    const artefact = await keep(one, record)
    expect(await entriesOf('one')).toEqual([])
    expect(await taken(one, artefact)).toEqual(record)
    expect(await entriesOf('one')).toEqual([])
  })

  it('are not looked for where there is no room for any', async () => {
    const one = machine('one', 0)
    const artefact = await keep(one, record)
    expect(await taken(one, artefact)).toEqual(record)
    expect(existsSync(join(folder, 'one'))).toBe(false)
  })

  it('may go while somebody uses them', async () => {
    const one = machine('one')
    const artefact = await keep(one, record)
    const path = join(folder, 'in use')
    expect(await one.take(artefact, path)).toBe(true)
    await one.cache.remove(artefact)
    expect(await filesOf(path)).toEqual(record)
  })

  it('are safe between processes that fetch, use and make room in one folder', async () => {
    const source = machine('source')
    const contents = Array.from({ length: 6 }, (_, number) => ({
      a: `${number}`.repeat(900),
      b: `b${number}`,
    }))
    const artefacts: StoredArtefact[] = []
    for (const [number, files] of contents.entries()) artefacts.push(await keep(source, files, number + 1))
    // Room for two of six, so that entries come and go all the time.
    const processes = Array.from({ length: 4 }, () => machine('shared', 2000))
    const walk = async (by: Machine, seed: number): Promise<void> => {
      for (let turn = 0; turn < 12; turn++) {
        const number = (seed * 7 + turn * (seed + 1)) % contents.length
        expect(await taken(by, artefacts[number]!)).toEqual(contents[number])
        if (turn % 9 === seed) await by.cache.remove(artefacts[number]!)
      }
    }
    await Promise.all(processes.flatMap((by, seed) => [walk(by, seed), walk(by, seed + 4)]))
    // Until a process lists the entries again, it does not count those that the others have added.
    await processes[0]?.cache.makeRoom()
    expect((await entriesOf('shared')).length).toBeLessThanOrEqual(2)
    expect(await readdir(join(folder, 'shared/filling'))).toEqual([])
  })
})

describe('one file of an artefact', () => {
  const contentOf = async (by: Machine, artefact: StoredArtefact, name: string) => {
    const content = await by.fileOf(artefact, name, 1_200_000)
    return content && Buffer.from(content).toString()
  }

  it('is read in memory, wherever it lies', async () => {
    const one = machine('one')
    const artefact = await keep(one, record)
    for (const [name, content] of Object.entries(record))
      expect(await contentOf(one, artefact, name)).toBe(content)
    expect(await contentOf(one, artefact, 'Other.parquet')).toBeUndefined()
    expect(await one.fileOf(artefact, 'Module.parquet', 1_199_999)).toBeUndefined()
    expect(await readdir(join(folder, 'one/filling'))).toEqual([])
  })

  it('is read from the store on a machine that keeps no copies', async () => {
    const artefact = await keep(machine('one'), record)
    for (const [name, content] of Object.entries(record))
      expect(await contentOf(machine('off', 0), artefact, name)).toBe(content)
  })

  it('is read a second time without another look at what names it', async () => {
    const artefact = await keep(machine('one'), record)
    const off = machine('off', 0)
    const read = vi.spyOn(store, 'pieces')
    for (let time = 0; time < 3; time += 1)
      expect(await contentOf(off, artefact, 'Student.parquet')).toBe('students')
    expect(read.mock.calls.filter(([key]) => key === artefact.key)).toHaveLength(1)
    // What counts is what the store has now.
    await store.remove(artefact.key.replace('.json', '.pack'))
    expect(await taken(off, artefact)).toBeUndefined()
  })

  it('is not read before there is a copy where one is kept', async () => {
    const artefact = await keep(machine('one'), record)
    const two = machine('two')
    expect(await contentOf(two, artefact, 'Student.parquet')).toBeUndefined()
    await taken(two, artefact)
    expect(await contentOf(two, artefact, 'Student.parquet')).toBe('students')
  })

  it.each([
    ['altered', (path: string) => writeFile(path, 'x'.repeat(1_300_000))],
    ['cut', (path: string) => truncate(path, 1_200_100)],
    ['gone', (path: string) => rm(path)],
  ])('is not taken where the copy is %s', async (_, spoil) => {
    const one = machine('one')
    const artefact = await keep(one, record)
    const [entry = ''] = await readdir(join(folder, 'one/entries'))
    await spoil(join(folder, 'one/entries', entry, 'content'))
    expect(await contentOf(one, artefact, 'Student.parquet')).toBeUndefined()
  })

  it.each([
    ['altered', (key: string) => store.put(key, Readable.from(['x'.repeat(1_200_008)]))],
    ['cut', (key: string) => store.put(key, Readable.from(['x']))],
    ['gone', (key: string) => store.remove(key)],
  ])('is not taken where the content in the store is %s', async (_, spoil) => {
    const artefact = await keep(machine('one'), record)
    await spoil(contentKey(artefact))
    expect(await contentOf(machine('off', 0), artefact, 'Student.parquet')).toBeUndefined()
  })
})
