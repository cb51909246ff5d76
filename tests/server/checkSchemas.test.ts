import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withScope } from '../../server/database/scope.ts'
import type { CheckSchema } from '../../src/domain/wire/validation.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * The schemas that the page /validate offers: without signing in only where the installation says so, and then nothing of a
 * specification but its schema.
 */

let closed: ProcessingServer
let open: ProcessingServer
beforeAll(async () => {
  closed = await startProcessingServer({ environment: { PUBLIC_VALIDATE: 'false' } })
  open = await startProcessingServer({ environment: { PUBLIC_VALIDATE: 'true' } })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

const anonymous = (server: ProcessingServer, path = '', headers = {}) =>
  fetch(`${server.origin}/api/check-schemas${path}`, { headers })

const offered = [
  { reference: '23056', name: 'Student 2023/24', schema: '23056_1_0_0' },
  { reference: '22056', name: 'Student 2022/23', schema: '22056_1_3_0' },
]

describe('the schemas for a check in the browser', () => {
  it('are for who is signed in, and for everybody where the installation says so', async () => {
    for (const path of ['', '/23056']) {
      expect([path, (await anonymous(closed, path)).status]).toEqual([path, 401])
      expect([path, (await anonymous(open, path)).status]).toEqual([path, 200])
    }
    for (const user of ['ashby-guest', 'ohe-delivery', 'bedel-staff'])
      expect((await closed.call(user, 'GET', '/check-schemas')).status).toBe(200)
  })

  it('are listed by collection and version, and by nothing else', async () => {
    const { schemas } = (await (await anonymous(open)).json()) as { schemas: CheckSchema[] }
    expect(schemas).toEqual(offered)
  })

  it('are the same for everybody: no more for the agency, no less with a token that has ended', async () => {
    expect((await closed.call('bedel-admin', 'GET', '/check-schemas')).body).toEqual({ schemas: offered })
    const ended = await anonymous(open, '', { authorization: 'Bearer x' })
    expect([ended.status, await ended.json()]).toEqual([200, { schemas: offered }])
    expect((await anonymous(closed, '', { authorization: 'Bearer x' })).status).toBe(401)
  })

  it('are XSD documents', async () => {
    const answer = await anonymous(open, '/23056')
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await answer.text()).toContain('<xs:schema')
  })

  it('are not those of a collection that not everybody sees, in the very words of one that does not exist', async () => {
    const [hidden, absent] = await Promise.all(
      ['/24056', '/99056'].map(async path => {
        const answer = await anonymous(open, path)
        return [answer.status, { ...((await answer.json()) as object), instance: '' }]
      }),
    )
    expect(hidden?.[0]).toBe(404)
    expect(hidden).toEqual(absent)
  })

  it('open nothing else: the specification itself stays closed', async () => {
    for (const path of ['/specification', '/specification/23056/schema.xsd', '/specifications/1/package'])
      expect([path, (await fetch(`${open.origin}/api${path}`)).status]).toEqual([path, 401])
  })

  it('are Available: one that is withdrawn is neither listed nor given', async () => {
    const set = (state: number) =>
      withScope(open.db, { scope: 'all' }, tx =>
        sql`update schema_version set state_id = ${state} where version = '22056_1_3_0'`.execute(tx),
      )
    await set(3)
    try {
      const { schemas } = (await (await anonymous(open)).json()) as { schemas: CheckSchema[] }
      expect(schemas.map(({ reference }) => reference)).toEqual(['23056'])
      expect((await anonymous(open, '/22056')).status).toBe(404)
    } finally {
      await set(2)
    }
  })
})
