import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from './database/index.ts'
import { NearlyFull } from './disk.ts'
import { createReadiness } from './readiness.ts'

/** A database that answers everything at once. */
const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: kysely => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const readinessOn = (check: () => Promise<void>) =>
  createReadiness({
    db,
    store: { look: async () => undefined },
    disk: { check },
    listener: { hears: async () => undefined },
    log: pino({ level: 'silent' }),
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it.each<[string, () => Promise<void>, string[]]>([
  ['refuses what is written', () => Promise.reject(Object.assign(new Error(), { code: 'EROFS' })), ['disk']],
  ['is nearly full', () => Promise.reject(new NearlyFull()), []],
  ['does not answer in time', () => new Promise<void>(() => undefined), []],
])('a process is sent visitors by what it serves without its disk, where that %s', async (_, check, own) => {
  const readiness = readinessOn(check)
  const both = Promise.all([readiness.check(), readiness.checkServing()])
  await vi.advanceTimersByTimeAsync(3000)
  const [ready, serving] = (await both).map(({ faults }) => faults.map(({ part }) => part))
  expect(ready).toEqual(['disk'])
  expect(serving).toEqual(own)
})

it('a process that ends says so at once, however long its parts take', async () => {
  const readiness = readinessOn(() => new Promise<void>(() => undefined))
  readiness.end()
  expect(await readiness.checkServing()).toEqual({ faults: [], isEnding: true })
})
