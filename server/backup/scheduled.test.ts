import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupAge, createScheduledBackups, dueBackup } from './scheduled.ts'

let to: string
beforeEach(async () => {
  to = await mkdtemp(join(tmpdir(), 'bedel-backups-'))
})
afterEach(() => rm(to, { recursive: true }))

describe('the backup that is due', () => {
  it.each([
    ['02:30', '2026-11-30T02:29:59Z', 'backup-2026-11-29'],
    ['02:30', '2026-11-30T02:30:00Z', 'backup-2026-11-30'],
    ['00:00', '2026-11-30T00:00:00Z', 'backup-2026-11-30'],
    // In summer London is an hour ahead.
    ['02:30', '2026-07-01T01:30:00Z', 'backup-2026-07-01'],
    ['02:30', '2026-07-01T01:29:00Z', 'backup-2026-06-30'],
  ])('at %s is, at %s, %s', (at, now, name) => {
    expect(dueBackup(at, new Date(now))).toBe(name)
  })
})

describe('scheduled backups', () => {
  const scene = () => {
    const now = { at: new Date('2026-11-30T03:00:00Z') }
    const taken: string[] = []
    let fails = false
    const backups = createScheduledBackups({
      schedule: { to, at: '02:30', keep: 2 },
      clock: { now: () => now.at },
      log: { info: () => undefined },
      environment: {},
      take: async folder => {
        taken.push(folder)
        if (fails) throw new Error('The backup failed: no room')
        await mkdir(folder)
      },
    })
    return { now, taken, backups, fail: (value: boolean) => (fails = value) }
  }

  it('are taken once a day, the missed one at once, and the oldest beyond the kept ones go', async () => {
    const { now, taken, backups } = scene()
    await mkdir(join(to, 'by hand'))
    for (const at of [
      '2026-11-30T03:00Z',
      '2026-11-30T12:00Z',
      '2026-12-01T02:29Z',
      '2026-12-01T02:30Z',
      '2026-12-03T09:00Z',
    ]) {
      now.at = new Date(at)
      await backups.look()
    }
    expect(taken).toEqual(['2026-11-30', '2026-12-01', '2026-12-03'].map(day => join(to, `backup-${day}`)))
    expect((await readdir(to)).toSorted()).toEqual(['backup-2026-12-01', 'backup-2026-12-03', 'by hand'])
  })

  it('are tried again a quarter of an hour after a fault', async () => {
    const { now, taken, backups, fail } = scene()
    fail(true)
    await expect(backups.look()).rejects.toThrow('no room')
    now.at = new Date('2026-11-30T03:14:59Z')
    await backups.look()
    expect(taken).toHaveLength(1)
    fail(false)
    now.at = new Date('2026-11-30T03:15:00Z')
    await backups.look()
    expect(await readdir(to)).toEqual(['backup-2026-11-30'])
  })
})

it('the age of backups is that of the newest one that is whole', async () => {
  const now = new Date('2026-11-30T03:00:00Z')
  expect(await backupAge(join(to, 'nowhere'), now)).toBe(Number.POSITIVE_INFINITY)
  expect(await backupAge(to, now)).toBe(Number.POSITIVE_INFINITY)
  for (const [name, seconds] of [
    ['old', 90_000],
    ['new', 3600],
    ['.new.partial', 5],
  ] as const) {
    await mkdir(join(to, name))
    const at = new Date(now.getTime() - seconds * 1000)
    await utimes(join(to, name), at, at)
  }
  expect(await backupAge(to, now)).toBe(3600)
})
