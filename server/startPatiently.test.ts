import { expect, it } from 'vitest'
import { DatabaseOfLaterRelease, MigrationAwaited } from './database/index.ts'
import { startPatiently } from './startPatiently.ts'

/** A start that fails with each of these in turn, and then succeeds; the time passes in its pauses alone. */
const startAfter = (faults: readonly Error[]) => {
  const left = [...faults]
  const pauses: number[] = []
  const warnings: unknown[] = []
  const started = startPatiently(
    async () => {
      const fault = left.shift()
      if (fault) throw fault
      return 'started'
    },
    {
      log: { warn: (...said: unknown[]) => void warnings.push(said) },
      sleep: async ms => void pauses.push(ms),
      now: () => pauses.reduce((sum, ms) => sum + ms, 0),
    },
  )
  return { started, pauses, warnings, left }
}

const away = (code: string): Error => Object.assign(new Error('away'), { code })

it('is tried again while the database is away, whatever it says of itself, and the operator is told', async () => {
  const faults = [
    away('ENOTFOUND'),
    away('ECONNREFUSED'),
    away('57P03'),
    new Error('The queue could not be made.', { cause: away('57P01') }),
    away('08006'),
    away('53300'),
  ]
  const { started, pauses, warnings } = startAfter(faults)
  await expect(started).resolves.toBe('started')
  expect(pauses).toEqual([250, 500, 1000, 2000, 2000, 2000])
  expect(warnings).toHaveLength(faults.length)
})

it('fails with the fault of the database where that lasts for longer than a minute', async () => {
  const { started, pauses, left } = startAfter(Array.from({ length: 100 }, () => away('ECONNREFUSED')))
  await expect(started).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const waited = pauses.reduce((sum, ms) => sum + ms, 0)
  expect(waited).toBeGreaterThan(55_000)
  expect(waited).toBeLessThanOrEqual(60_000)
  expect(left.length).toBeGreaterThan(0)
})

it('is tried again while a server of its release has yet to migrate the database', async () => {
  const { started, pauses } = startAfter([new MigrationAwaited('not yet'), new MigrationAwaited('not yet')])
  await expect(started).resolves.toBe('started')
  expect(pauses).toEqual([250, 500])
})

it('fails at once by what waiting does not mend', async () => {
  for (const fault of [
    away('28P01'),
    away('3D000'),
    away('EADDRINUSE'),
    new DatabaseOfLaterRelease('too late'),
    new Error('no key'),
  ]) {
    const { started, pauses } = startAfter([fault])
    await expect(started).rejects.toBe(fault)
    expect(pauses).toEqual([])
  }
})
