import { closeSync, openSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../tests/server/support/temporaryFolder.ts'

/** Whether the disk takes only half of what is written to it. */
const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const writeHalf: typeof fs.writeFileSync = (file, content, options) => {
    if (!disk.isFull) return fs.writeFileSync(file, content, options)
    fs.writeFileSync(file, String(content).slice(0, String(content).length / 2), options)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const readUnlessRoots = ((folder: string, ...more: never[]) => {
    if (folder.endsWith('lost+found'))
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    return fs.readdirSync(folder, ...more)
  }) as typeof fs.readdirSync
  return { ...fs, writeFileSync: writeHalf, readdirSync: readUnlessRoots }
})
// Test files share their modules: one that has loaded it before has it with the disk as it is.
vi.resetModules()
const { makeClosedFolder, readOrMake, removeDrafts, removeDraftsBelow, writeWhole } = await import(
  './wholeFile.ts'
)

const onFullDisk = <R>(work: () => R): R => {
  disk.isFull = true
  try {
    return work()
  } finally {
    disk.isFull = false
  }
}

const secretIn = async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'secret')
  writeWhole(file, 'the one before')
  return { folder, file }
}

describe('a secret', () => {
  it('is put in the place of the one before: whoever reads has one or the other, and nobody else may', async () => {
    const { folder, file } = await secretIn()
    const before = statSync(file)
    const reader = openSync(file, 'r')
    writeWhole(file, 'the next')
    expect(readFileSync(reader, 'utf8')).toBe('the one before')
    closeSync(reader)
    expect(readFileSync(file, 'utf8')).toBe('the next')
    expect(statSync(file).ino).not.toBe(before.ino)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('stays as it was where the next one could not be written, of which nothing is left', async () => {
    const { folder, file } = await secretIn()
    expect(() => onFullDisk(() => writeWhole(file, 'the next'))).toThrow('no space left')
    expect(readFileSync(file, 'utf8')).toBe('the one before')
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('that could not be made is not there, and is made by the next who needs it', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'secret')
    expect(() => onFullDisk(() => readOrMake(file, () => 'whole'))).toThrow('no space left')
    expect(readdirSync(folder)).toEqual([])
    expect(readOrMake(file, () => 'whole')).toBe('whole')
    expect(readOrMake(file, () => 'another')).toBe('whole')
  })

  it('that two processes make at once is that of the first, for both', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'secret')
    const made = readOrMake(file, () => {
      writeWhole(file, 'of the first')
      return 'of the second'
    })
    expect(made).toBe('of the first')
    expect(readdirSync(folder)).toEqual(['secret'])
  })
})

describe('a draft that a killed process has left', () => {
  const draft = 'signing.pem.4711.0a1b2c3d.partial'
  const leave = (folder: string, hoursAgo: number): void => {
    writeFileSync(join(folder, draft), 'a key')
    const then = Date.now() / 1000 - hoursAgo * 3600
    utimesSync(join(folder, draft), then, then)
  }

  it('goes when its folder is next opened a day later; one of today may be another process at work', async () => {
    const folder = await temporaryFolder()
    leave(folder, 23)
    makeClosedFolder(folder)
    expect(readdirSync(folder)).toEqual([draft])
    leave(folder, 25)
    makeClosedFolder(folder)
    expect(readdirSync(folder)).toEqual([])
  })

  it('goes at once where nobody else writes there, and nothing else does', async () => {
    const folder = await temporaryFolder()
    leave(folder, 0)
    const others = ['.2026.11.26.0a1b2c3d.partial', 'postgres.partial.0a1b2c3d']
    for (const name of others) await mkdir(join(folder, name))
    writeWhole(join(folder, 'signing.pem'), 'a key')
    removeDrafts(folder, { isOurs: true })
    expect(readdirSync(folder).sort()).toEqual([...others, 'signing.pem'].sort())
  })

  it('leaves no draft in any folder of its own, and those that it may not read as they are', async () => {
    const folder = await temporaryFolder()
    for (const name of ['audit', 'lost+found']) await mkdir(join(folder, name))
    for (const draft of ['app.1.0123abcd.partial', 'audit/signing.pem.1.0123abcd.partial'])
      writeFileSync(join(folder, draft), 'half')
    removeDraftsBelow(folder)
    expect(readdirSync(folder).toSorted()).toEqual(['audit', 'lost+found'])
    expect(readdirSync(join(folder, 'audit'))).toEqual([])
  })
})
