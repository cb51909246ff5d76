import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertConfiguration } from '../../server/delivery/configurationRow.ts'
import { createConfigurations } from '../../server/delivery/index.ts'
import type { SpecificationStore } from '../../server/pipeline/index.ts'
import type { ConfigurationWire } from '../../src/domain/wire/deliveries.ts'
import { details } from './support/deliveryScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Delivery configurations whose specification is not compiled yet (faults 15 "pool exhausted"). Compiling reads what is published
 * over a connection of its own, so nobody holds one meanwhile: as many as the pool has would wait for it, and it for one of them.
 */

let server: ProcessingServer
const ids = [randomUUID(), randomUUID(), randomUUID()]

/** Puts a configuration there as if it had been made before the server was started. */
const place = (id: string, of: ReturnType<typeof details>): Promise<void> =>
  server.inSystem(tx =>
    insertConfiguration(
      tx,
      { ...of, id, collectionId: 'c23056', place: 'DISABLED', version: 1 },
      'Test',
      server.clock.now(),
    ),
  )

/** Configurations of a server for which something happens whenever a specification is loaded. */
const configurationsWhere = (onLoad: () => Promise<unknown>) => {
  const load: SpecificationStore['load'] = async versions => {
    await onLoad()
    return server.specifications.load(versions)
  }
  return createConfigurations({ db: server.db, clock: server.clock, specifications: { load } })
}

beforeAll(async () => {
  server = await startProcessingServer({ pool: { max: 2, waitMs: 5_000 } })
  for (const id of ids) await place(id, details())
})
afterAll(() => server.stop())

describe('where nothing is compiled yet and all connections are in use', () => {
  it('configurations are listed', async () => {
    const { status, body } = await server.call<{ configurations: ConfigurationWire[] }>(
      'bedel-admin',
      'GET',
      '/delivery-configurations',
    )
    expect(status).toBe(200)
    expect(new Set(body.configurations.map(({ id }) => id))).toEqual(new Set(ids))
  }, 120_000)

  it('configurations are looked at, made, changed, enabled, disabled and deleted', async () => {
    const { faultsOf, create, change, enable, disable, remove } = configurationsWhere(() =>
      server.inSystem(tx => sql`select 1`.execute(tx)),
    )
    const actor = server.actor('bedel-admin')
    const all = <T>(work: (id: string) => Promise<T>) => Promise.all(ids.map(work))
    const granted = (work: (id: string) => Promise<{ ok: boolean }>) => all(async id => (await work(id)).ok)
    const yes = ids.map(() => true)
    expect(await all(() => faultsOf(details()))).toEqual(ids.map(() => []))
    expect(await granted(() => create(randomUUID(), details(), actor))).toEqual(yes)
    expect(await granted(id => change(id, details({ name: 'Changed' }), actor))).toEqual(yes)
    for (const decide of [enable, disable, remove])
      expect(await granted(id => decide(id, actor))).toEqual(yes)
  }, 120_000)
})

it('a configuration that becomes one of another collection meanwhile is decided by what that one has', async () => {
  const id = randomUUID()
  // Without the reason that its first collection asks for.
  await place(id, details({ of: { files: [{ file: 'Disability', columns: [] }] } }))
  const actor = server.actor('bedel-admin')
  const asItIs = configurationsWhere(async () => undefined)
  expect((await asItIs.enable(id, actor)).ok).toBe(false)
  // This one has no specification, which would ask for any.
  const changedMeanwhile = configurationsWhere(() =>
    server.asOwner(`update delivery_configuration set collection_id = 'c25056' where id = '${id}'`),
  )
  expect((await changedMeanwhile.enable(id, actor)).ok).toBe(true)
}, 120_000)
