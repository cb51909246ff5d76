import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProblemError, problem } from '../src/domain/problem.ts'
import { message } from '../src/messages/message.ts'
import { emptyDatabase } from './database/testing/emptyDatabase.ts'
import { NearlyFull } from './disk.ts'
import { createReadiness } from './readiness.ts'
import { MasterKeyMissing } from './storage/index.ts'

const db = emptyDatabase()
const readinessOn = (
  check: () => Promise<void>,
  {
    look = async () => undefined,
    answers = db,
    clock = { now: () => new Date() },
  }: { look?: () => Promise<void>; answers?: typeof db; clock?: { now: () => Date } } = {},
) =>
  createReadiness({
    db: answers,
    store: { look },
    disk: { check },
    listener: { hears: async () => undefined },
    clock,
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

it.each<[string, unknown, string]>([
  ['is away', new Error('503'), 'storeDown'],
  ['has a key that is not here', new MasterKeyMissing('0123', '/keys/files'), 'storeKeyMissing'],
])('a process says of a store what is the matter, where that %s', async (_, cause, reason) => {
  const away = new ProblemError(problem('unavailable', message('problems', 'storeAway')), { cause })
  const readiness = readinessOn(async () => undefined, { look: () => Promise.reject(away) })
  const { faults } = await readiness.check()
  expect(faults).toEqual([{ part: 'store', reason: { scope: 'problems', code: reason }, isOwn: false }])
})

it('a process that ends says so at once, however long its parts take', async () => {
  const readiness = readinessOn(() => new Promise<void>(() => undefined))
  readiness.end()
  expect(await readiness.checkServing()).toEqual({ faults: [], isEnding: true })
})

it.each([
  [-61_000, ['clock']],
  [-59_000, []],
  [59_000, []],
  [61_000, ['clock']],
])(
  "a clock that is %i ms from the database's is told where it is more than a minute, and keeps nobody from visiting",
  async (ms, faults) => {
    const at = new Date('2026-11-26T12:00:00Z')
    const telling = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({ ...result, rows: [{ at }] }),
    })
    const clock = { now: () => new Date(at.getTime() + ms) }
    const readiness = readinessOn(async () => undefined, { answers: telling, clock })
    expect((await readiness.check()).faults.map(({ part }) => part)).toEqual(faults)
    expect((await readiness.checkServing()).faults).toEqual([])
  },
)

it("a database that does not answer in time is no fault of this server's clock", async () => {
  const silent = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise<never>(() => undefined),
  })
  const looked = readinessOn(async () => undefined, { answers: silent }).check()
  await vi.advanceTimersByTimeAsync(3000)
  const { faults } = await looked
  expect(faults.map(({ part, reason }) => [part, reason.code])).toContainEqual(['database', 'databaseDown'])
  expect(faults.map(({ reason }) => reason.code)).not.toContain('clockOff')
})
