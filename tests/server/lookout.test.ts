import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Boss, openBoss } from '../../server/jobs/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
let boss: Boss
beforeAll(async () => {
  server = await startProcessingServer()
  boss = openBoss({ connectionString: server.databaseUrl, log: pino({ level: 'silent' }) })
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await server.stop()
})

/** Less than the time after which a consumer asks by itself. */
const soon = { timeout: 20_000 }

it('a deferred job, a retry and a dead letter, which notify nobody, are taken when their time has come', async () => {
  await boss.createQueue('later.dead', {})
  await boss.createQueue('later', { retryLimit: 1, retryDelay: 1, deadLetter: 'later.dead' })
  const taken: string[] = []
  const slots = await Promise.all([
    boss.consume('later', { heartbeatRefreshSeconds: 5 }, async () => {
      taken.push('later')
      throw new Error('It fails each time.')
    }),
    boss.consume('later.dead', { heartbeatRefreshSeconds: 5 }, async () => {
      taken.push('later.dead')
    }),
  ])
  await boss.send('later', {}, { startAfter: 1 })
  await expect.poll(() => taken, soon).toEqual(['later', 'later', 'later.dead'])
  for (const slot of slots) await slot.stop()
})
