import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/database/index.ts'
import { createAdapter, TokenReused } from '../../server/identity/adapter.ts'
import { publish } from '../../server/live/publish.ts'
import { notify } from '../../server/notices/write.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { statementsOf } from './support/statements.ts'

/*
 * Transactions that lock the same rows. Live messages make none of them wait for each other in a circle; where PostgreSQL has to end
 * one for another reason, it runs again within its request.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** Transactions of this database that wait for another. */
const waiting = async (): Promise<number> =>
  (
    await server.look<{ count: number }>(
      `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and locktype in ('transactionid', 'tuple') and datname = current_database()`,
    )
  ).count

const note = (tx: Transaction<Database>, instId: string): Promise<void> => {
  const at = server.clock.now()
  const [submissionId, collectionId, occurredAt] = [randomUUID(), 'c23056', at.toISOString()]
  return publish(tx, { type: 'NOTE', submissionId, collectionId, instId, regulatorCodes: [], occurredAt }, at)
}

describe('live messages', () => {
  it('let a collection be changed while a decision about one of its submissions is published', async () => {
    const published = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const deciding = server.inSystem(async tx => {
      await note(tx, '0001')
      published.resolve()
      // Its own messages are committed first: the channels of this transaction are not locked yet.
      await changed.promise
      const at = server.clock.now()
      await notify(tx, ['0001'], { kind: 'approved', mode: 'live', collectionId: 'c23056', detail: {} }, at)
    })
    await published.promise
    const answer = await server.call('bedel-admin', 'PATCH', '/collections/23056', {
      body: { supportContact: 'season@bedel.example' },
    })
    changed.resolve()
    await deciding
    expect(answer.status).toBe(200)
  })

  it('of two transactions are stored one after the other, however each has ordered them', async () => {
    const ready = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let runs = 0
    const inOrder = (own: 0 | 1, instIds: readonly [string, string]) =>
      server.inSystem(async tx => {
        runs += 1
        await note(tx, instIds[0])
        ready[own].resolve()
        await ready[own === 0 ? 1 : 0].promise
        await note(tx, instIds[1])
      })
    await Promise.all([inOrder(0, ['0001', '0002']), inOrder(1, ['0002', '0001'])])
    // Without a retry: neither has waited for the other to give way.
    expect(runs).toBe(2)
  })

  it('of one transaction are stored by one statement, as the last before the commit', async () => {
    const { statements } = await statementsOf(() =>
      server.inSystem(async tx => {
        await note(tx, '0002')
        const at = server.clock.now()
        await notify(tx, ['0001'], { kind: 'approved', mode: 'live', collectionId: 'c23056', detail: {} }, at)
        await sql`update collection set name = name where id = 'c23056'`.execute(tx)
      }),
    )
    const storing = statements.map(text => text.includes('live_message'))
    expect(storing.filter(Boolean)).toHaveLength(1)
    expect(storing.indexOf(true)).toBe(statements.length - 2)
    expect(statements.at(-1)).toBe('commit')
  })

  it('cannot be published once the work of their transaction has ended', async () => {
    const kept = await server.inSystem(async tx => tx)
    await expect(note(kept, '0001')).rejects.toThrow()
  })
})

describe('a transaction that PostgreSQL ends because of another one', () => {
  const lock = (tx: Transaction<Database>, reference: string) =>
    sql`select 1 from collection where reference = ${reference} for update`.execute(tx)

  it('runs again within its request, and publishes its messages once', async () => {
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const runs = [0, 0]
    const before = await server.look<{ last: number }>(lastOf('0002'))
    const crossing = (own: 0 | 1, [first, second]: readonly [string, string]) =>
      server.inSystem(async tx => {
        runs[own]! += 1
        await note(tx, '0002')
        await lock(tx, first)
        held[own].resolve()
        await held[own === 0 ? 1 : 0].promise
        await lock(tx, second)
      })
    await Promise.all([crossing(0, ['23056', '22056']), crossing(1, ['22056', '23056'])])
    expect(runs.toSorted()).toEqual([1, 2])
    const after = await server.look<{ last: number }>(lastOf('0002'))
    expect(after.last - before.last).toBe(2)
  })

  it('runs again where its snapshot was overtaken', async () => {
    let runs = 0
    await server.inSnapshot(async tx => {
      runs += 1
      const { rows } = await sql`select name from collection where reference = '22056'`.execute(tx)
      expect(rows).toHaveLength(1)
      if (runs === 1) await server.asOwner("update collection set name = name where reference = '22056'")
      await sql`update collection set name = name where reference = '22056'`.execute(tx)
    })
    expect(runs).toBe(2)
  })

  it('fails with the fault where it is ended each time', async () => {
    let runs = 0
    const fault = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const failing = server.inSystem(async () => {
      runs += 1
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    expect(runs).toBe(6)
  })

  it('does not run again after another fault', async () => {
    let runs = 0
    const fault = Object.assign(new Error('duplicate key'), { code: '23505' })
    const failing = server.inSystem(async () => {
      runs += 1
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    expect(runs).toBe(1)
  })

  it('is one of the embedded issuer too: a token that is used twice revokes its grant', async () => {
    const adapter = createAdapter({ db: server.db, clock: server.clock })('RefreshToken')
    const [first, second, grantId] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [first, second]) await adapter.upsert(id, { grantId }, 60)
    await adapter.consume(first)
    // The owner waits for an hour before it looks for a deadlock: PostgreSQL ends the issuer's transaction.
    await server.asOwner(`begin; set local deadlock_timeout = '1h';
      update oidc_model set grant_id = grant_id where id = '${second}'`)
    const reused = statementsOf(() => adapter.consume(first).catch((error: unknown) => error))
    await expect.poll(waiting).toBe(1)
    await server.asOwner(`update oidc_model set grant_id = grant_id where id = '${first}'; commit`)
    const { answer, statements } = await reused
    expect(answer).toBeInstanceOf(TokenReused)
    expect(statements.filter(text => text === 'begin')).toHaveLength(2)
    expect(await adapter.find(second)).toBeUndefined()
  })
})

const lastOf = (channel: string): string =>
  `select coalesce(max(last), 0)::int as last from live_sequence where inst_id = '${channel}'`
