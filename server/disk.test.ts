import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDisk, NearlyFull, within } from './disk.ts'

describe('the disk', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bedel-disk-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  const disk = (reserve: number, databaseFolder?: string) =>
    createDisk({ dataDir, databaseFolder: () => databaseFolder, reserveBytes: () => reserve })

  it('takes what leaves its reserve free, and nothing is left of the look', async () => {
    await disk(0).check()
    expect(await disk(0).hasRoomFor(1)).toBe(true)
    expect(await disk(0).hasRoomFor(Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(await disk(0).spareBytes()).toBeGreaterThan(0)
    expect(await disk(Number.MAX_SAFE_INTEGER).spareBytes()).toBe(0)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('is nearly full below its reserve', async () => {
    const full = disk(Number.MAX_SAFE_INTEGER)
    await expect(full.check()).rejects.toBeInstanceOf(NearlyFull)
    expect(await full.hasRoomFor(0)).toBe(false)
  })

  // A file system without a free byte, which every Linux has.
  it.skipIf(!existsSync('/proc/self'))(
    'is nearly full where that of the database is, elsewhere',
    async () => {
      const full = disk(1, '/proc')
      await expect(full.check()).rejects.toBeInstanceOf(NearlyFull)
      expect(await full.hasRoomFor(0)).toBe(false)
    },
  )

  it('says what is wrong only when it is used, where it cannot be looked at', async () => {
    const gone = createDisk({
      dataDir: join(dataDir, 'gone'),
      databaseFolder: () => undefined,
      reserveBytes: () => 0,
    })
    await expect(gone.check()).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await gone.hasRoomFor(1)).toBe(true)
  })

  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  }

  it('sets room aside for each of several at once, so that together they leave the reserve free', async () => {
    const shared = disk(0)
    // Two of them do not fit, whatever else is written on this machine meanwhile.
    const most = Math.floor((await freeBytes()) * 0.7)
    const both = await Promise.all([shared.setAside(most), shared.setAside(most)])
    expect(both.filter(space => space !== undefined)).toHaveLength(1)
    expect(await shared.hasRoomFor(most)).toBe(false)
    for (const space of both) space?.giveBack()
    expect(await shared.hasRoomFor(most)).toBe(true)
  })

  it('counts what was written once: as used on the disk, not as set aside any more', async () => {
    const shared = disk(0)
    const most = Math.floor((await freeBytes()) * 0.7)
    const space = await shared.setAside(most)
    await space?.use(most)
    expect(await shared.hasRoomFor(most)).toBe(true)
    space?.giveBack()
    expect(await shared.hasRoomFor(most)).toBe(true)
  })

  it('stops what says no size where the reserve is reached', async () => {
    let reserve = 0
    const shared = createDisk({ dataDir, databaseFolder: () => undefined, reserveBytes: () => reserve })
    const space = await shared.setAside(0)
    if (!space) throw new Error('There is no room at all.')
    const pieces = function* () {
      for (let count = 0; count < 64; count += 1) {
        // The first bytes were let in.
        if (count === 1) reserve = Number.MAX_SAFE_INTEGER
        yield new Uint8Array(1024 ** 2)
      }
    }
    let read = 0
    const reading = (async () => {
      for await (const piece of within(space, Readable.from(pieces(), { highWaterMark: 1 })))
        read += piece.length
    })()
    await expect(reading).rejects.toBeInstanceOf(NearlyFull)
    expect(read).toBeLessThanOrEqual(16 * 1024 ** 2)
  })
})
