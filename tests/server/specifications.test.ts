import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ContentUseWire, ContentWire } from '../../src/domain/wire/specifications.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { specificationScene } from './support/specificationScene.ts'

/*
 * Specifications as the agency makes them (specification 1 §2, §4, §5, §7; decisions §10), by the calls. Their rules:
 * specificationRules.test.ts.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const { send, schemas, rulesets, idOf, bodyFor, make, makeDraft } = specificationScene(() => server)

describe('schemas and rulesets', () => {
  it('are those of the repository, Available, the newest first', async () => {
    expect((await schemas()).map(({ version, state }) => [version, state.name])).toEqual([
      ['25056_1_0_0', 'Available'],
      ['24056_1_2_0', 'Available'],
      ['23056_1_0_0', 'Available'],
      ['22056_1_3_0', 'Available'],
    ])
    expect((await rulesets()).map(({ version, schema }) => [version, schema.version])).toEqual([
      ['24056_1.2.0', '24056_1_2_0'],
      ['23056_1.0.0', '23056_1_0_0'],
      ['22056_1.3.0', '22056_1_3_0'],
    ])
    for (const path of ['/schemas', '/rulesets', '', '/1'])
      for (const user of ['ashby-signoff', 'ohe-analyst'])
        expect([path, user, (await send(user, 'GET', path)).status]).toEqual([path, user, 403])
  })
})

describe('the state of a schema or a ruleset', () => {
  const put = (kind: 'schemas' | 'rulesets', id: number, stateId: number, user = 'bedel-admin') =>
    send<ContentWire>(user, 'PUT', `/${kind}/${id}/state`, { stateId })

  it('is changed by administrators alone, and by nobody while a specification needs it', async () => {
    const needed = idOf(await schemas(), '23056_1_0_0')
    const free = idOf(await schemas(), '25056_1_0_0')
    expect((await put('schemas', free, 3, 'bedel-analyst')).status).toBe(403)
    const { status, body } = await put('schemas', needed, 3)
    expect([status, body.detail]).toEqual([
      409,
      'A specification that is Available or In Use uses it, so it cannot be withdrawn or replaced.',
    ])
    expect((await put('rulesets', idOf(await rulesets(), '23056_1.0.0'), 3)).status).toBe(409)
    expect((await put('schemas', free, 3)).body).toMatchObject({
      state: { name: 'Withdrawn' },
      availableStates: [{ name: 'Available' }],
    })
    const offered = await send<{ schemas: ContentWire[] }>('bedel-staff', 'GET', '/schemas?state=available')
    expect(offered.body.schemas.map(({ version }) => version)).not.toContain('25056_1_0_0')
    expect((await put('schemas', free, 2)).body.state.name).toBe('Available')
    expect((await put('schemas', free, 1)).status).toBe(422)
    expect((await put('schemas', 999_999, 2)).status).toBe(404)
  })

  it('leaves an event and a line of audit, and the agency hears of it', async () => {
    const { rows } = await server.inSystem(tx =>
      sql<{ event: string; to_state: string; messages: number; lines: number }>`
        select event, to_place as to_state,
          (select count(*)::int from live_message where payload->>'type' = 'CONTENT') as messages,
          (select count(*)::int from audit_line where action like 'SCHEMA_%' and outcome = 'done') as lines
        from chart_event where chart = 'schemaState' and subject = 'schema 25056_1_0_0' order by sequence`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([
      { event: 'WITHDRAW', to_state: 'WITHDRAWN', messages: 2, lines: 2 },
      { event: 'MAKE_AVAILABLE', to_state: 'AVAILABLE', messages: 2, lines: 2 },
    ])
  })

  it('is beside the document of a schema, which the agency downloads', async () => {
    const id = idOf(await schemas(), '23056_1_0_0')
    const path = `/specifications/schemas/${id}/document`
    const answer = await server.call<string>('bedel-staff', 'GET', path)
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('23056_1_0_0.xsd'),
    ])
    expect(String(answer.body)).toContain('schema')
    expect((await server.call('ashby-signoff', 'GET', path)).status).toBe(403)
  })
})

describe('a new specification', () => {
  it('is made by administrators and analysts, with the version after the highest', async () => {
    for (const user of ['bedel-staff', 'ashby-signoff', 'ohe-analyst'])
      expect((await make(user)).status).toBe(403)
    const { status, body } = await make('bedel-analyst')
    expect([status, body.version, body.state.name, body.createdBy]).toEqual([
      200,
      '23056_1.1.0',
      'Created',
      'Ivo Marsh',
    ])
    expect(body).toMatchObject({
      isDeleteable: true,
      isEditable: false,
      awaitsConfiguration: true,
      availableStates: [],
    })
    expect((await make('bedel-admin', 'patch')).body.version).toBe('23056_1.1.1')
    expect((await make('bedel-admin', 'major')).body.version).toBe('23056_2.0.0')
  })

  it('shows what it is used by, and how many rules a ruleset has', async () => {
    const use = async () =>
      (await server.call<ContentUseWire>('bedel-staff', 'GET', '/specifications/use')).body
    const versions = (await send('bedel-staff', 'GET', '')).body as unknown as {
      specifications: { id: number; version: string }[]
    }
    const idOfVersion = (version: string) => versions.specifications.find(one => one.version === version)?.id
    const found = await use()
    expect(found.specifications.find(({ id }) => id === idOfVersion('23056_1.0.0'))).toMatchObject({
      collections: [{ reference: '23056', name: 'Student 2023/24' }],
      changedRules: 0,
    })
    const rulesetId = idOf(await rulesets(), '23056_1.0.0')
    const ruleset = found.rulesets.find(({ id }) => id === rulesetId)
    expect(ruleset?.specifications).toContain('23056_1.0.0')
    expect(ruleset?.rules).toBeGreaterThan(150)
    expect((await server.call('ashby-signoff', 'GET', '/specifications/use')).status).toBe(403)
  })

  it('needs an Available schema and an Available ruleset of it', async () => {
    const other = { ...(await bodyFor()), rulesetId: idOf(await rulesets(), '24056_1.2.0') }
    const { status, body } = await send('bedel-admin', 'POST', '', other)
    expect([status, body.detail]).toEqual([
      409,
      'Its schema and ruleset must be Available, and the ruleset must belong to the schema.',
    ])
    for (const bad of [{ schemaId: 1 }, { ...(await bodyFor()), versionIncrement: 'huge' }, {}])
      expect((await send('bedel-admin', 'POST', '', bad)).status).toBe(422)
  })

  it('becomes a Draft with the defaults, is made Available, and can be a Draft again', async () => {
    const { id } = (await make()).body
    const put = (stateId: number, user = 'bedel-analyst') => send(user, 'PUT', `/${id}/state`, { stateId })
    expect((await put(3)).status).toBe(409)
    expect((await send('bedel-staff', 'POST', `/${id}/apply-configuration`)).status).toBe(403)
    expect((await send('bedel-analyst', 'POST', `/${id}/apply-configuration`)).body.state.name).toBe('Draft')
    expect((await send('bedel-analyst', 'POST', `/${id}/apply-configuration`)).status).toBe(409)
    expect((await put(3, 'bedel-staff')).status).toBe(403)
    expect((await put(3)).body).toMatchObject({
      isEditable: false,
      isDeleteable: false,
      awaitsConfiguration: false,
    })
    expect((await put(2)).body).toMatchObject({ state: { name: 'Draft' }, isEditable: true })
    // In Use follows from collections alone.
    expect((await put(4)).status).toBe(422)
    expect((await send('bedel-analyst', 'GET', '/999999')).status).toBe(404)
  })

  it('is deleted while nothing was processed under it, and its version is not used again', async () => {
    const { id, version } = await makeDraft()
    expect((await send('bedel-staff', 'DELETE', `/${id}`)).status).toBe(403)
    expect((await send('bedel-analyst', 'DELETE', `/${id}`)).status).toBe(204)
    // Whoever asks for it is told who deleted it (decisions §15).
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, body } = await send('bedel-analyst', method, `/${id}`)
      expect([status, (body as { detail?: string }).detail]).toEqual([
        410,
        expect.stringMatching(new RegExp(`^Ivo Marsh deleted ${version} on `)),
      ])
    }
    const next = (await make()).body.version
    expect(next).not.toBe(version)
  })

  it('leaves an event for every decision, a line of audit for each refusal, and tells the agency alone', async () => {
    const { id } = await makeDraft()
    await send('bedel-staff', 'DELETE', `/${id}`)
    const { rows: events } = await server.inSystem(tx =>
      sql<{ event: string; sequence: number; to_state: string }>`select event, sequence, to_place as to_state
        from chart_event where chart = 'specificationState'
          and subject = (select version from specification where id = ${id}) order by sequence`.execute(tx),
    )
    expect(events).toEqual([
      { event: 'CREATE', sequence: 1, to_state: 'CREATED' },
      { event: 'APPLY_CONFIGURATION', sequence: 2, to_state: 'DRAFT' },
    ])
    const { rows: lines } = await server.inSystem(tx =>
      sql<{ actor_id: string; status: number }>`select actor_id, status from audit_line
        where action = 'SPECIFICATION_DELETE' and outcome = 'refused' and actor_id = 'bedel-staff'`.execute(
        tx,
      ),
    )
    expect(lines.at(-1)).toEqual({ actor_id: 'bedel-staff', status: 403 })
    const { rows: messages } = await server.inSystem(tx =>
      sql<{
        inst_id: string
        version: number
      }>`select inst_id, (payload->>'version')::int as version from live_message
        where payload->>'type' = 'SPECIFICATION' and (payload->>'specificationId')::int = ${id}
        order by sequence`.execute(tx),
    )
    expect(messages).toEqual([
      { inst_id: 'bedel', version: 1 },
      { inst_id: 'bedel', version: 2 },
    ])
  })
})
