import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDisk, NearlyFull } from './disk.ts'

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
})
