import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedSigningKey } from '../../server/identity/keys.ts'
import type { UserWire } from '../../src/domain/wire/users.ts'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { apiKeyScene } from './support/apiKeyScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { marked, recordFiles } from './support/recordValues.ts'
import { workbookMade } from './support/workbooks.ts'

/*
 * The log of a journey, at every level (decisions §20): what an operator finds in it, and what nobody finds: a token, the name of a
 * student, a value of a record.
 */

type Line = Record<string, unknown> & { msg: string }

const logged: string[] = []
const lines = (): Line[] => logged.map(line => JSON.parse(line) as Line)
const linesOf = (msg: string): Line[] => lines().filter(line => line.msg === msg)

let server: ProcessingServer
const { make, revoke, byKey } = apiKeyScene(() => server)
/** What opens a door and was sent or answered on the way. */
const secrets: string[] = []
const contents: { name: string; xml: string }[] = []
const files = { live: randomUUID(), failed: randomUUID() }

const upload = async (
  name: keyof typeof files,
  options: Pick<SampleOptions, 'students' | 'faults'>,
  [digit, family]: [number, string],
): Promise<void> => {
  const sample = Buffer.concat([...generateSample({ provider: '0001', collection: '23056', ...options })])
  const xml = marked(sample.toString(), digit, family)
  contents.push({ name, xml })
  await server.upload('ashby-submitter', {
    submissionId: files[name],
    instId: '0001',
    content: xml,
    fileName: `${family}.xml`,
  })
  await server.reaches(files[name], name === 'failed' ? 'SCHEMA_CHECK_FAILED' : 'QUALITY_PROCESSING_COMPLETE')
  server.clock.forward(60_000)
}

/** What the last exchange told the person. */
let answered: string | undefined
/** Exchanges an identity token that makes this claim of a person. */
const signIn = async (sub: string, organisations?: unknown): Promise<number> => {
  const key = await sharedSigningKey(server.db, 'oidc')
  const now = Math.floor(server.clock.now().getTime() / 1000)
  const token = await new SignJWT({
    iss: server.identity.authority,
    aud: server.identity.clientId,
    sub,
    name: 'Helen Stroud',
    ...(organisations === undefined ? {} : { organisations }),
    sid: `session-of-${sub}`,
    iat: now,
    exp: now + 300,
  })
    .setProtectedHeader({ alg: 'ES256' })
    .sign((await importJWK(key, 'ES256')) as CryptoKey)
  secrets.push(token)
  // A renewal within the second in which it was issued says nothing new.
  server.clock.forward(1000)
  const answer = await fetch(`${server.origin}/api/token/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const body = (await answer.json()) as { token?: string; detail?: string }
  answered = body.detail
  if (body.token) secrets.push(body.token)
  return answer.status
}

beforeAll(async () => {
  server = await startProcessingServer({ worker: true, logged })
  await upload('failed', { students: 90, faults: 'schema' }, [7, 'Quillhammer'])
  await upload('live', { students: 60, faults: 'rules' }, [6, 'Quillfeather'])
})
afterAll(() => server.stop())

describe('the log of a journey', () => {
  it('has a line for each upload and each stage, with how it ended', () => {
    expect(
      linesOf('upload').map(({ submission, event, organisation }) => [submission, event, organisation]),
    ).toEqual([files.failed, files.live].map(id => [id, 'FILE_STORED', '0001']))
    expect(linesOf('upload')[1]).toMatchObject({ level: 30, collection: 'c23056', bytes: expect.any(Number) })
    const stagesOf = (id: string) =>
      linesOf('stage')
        .filter(({ submission }) => submission === id)
        .map(({ stage, outcome }) => [stage, outcome])
    expect(stagesOf(files.failed)).toEqual([
      ['PROVISIONING', 'PASSED'],
      ['SCHEMA_CHECK', 'FAILED'],
    ])
    expect(stagesOf(files.live).map(([stage]) => stage)).toEqual(
      expect.arrayContaining([
        'PROVISIONING',
        'SCHEMA_CHECK',
        'RIGHT_TO_PROCESS',
        'ENRICHMENT',
        'QUALITY_RULES',
      ]),
    )
    for (const line of linesOf('stage'))
      expect(line).toMatchObject({
        level: 30,
        organisation: '0001',
        collection: 'c23056',
        ms: expect.any(Number),
      })
  })

  it('has one line for each request, with who asked and the pattern of the route', async () => {
    const before = linesOf('request').length
    await server.call('ashby-signoff', 'GET', `/submissions/${files.live}/students?search=Quillfeather`)
    const [student = ''] = [...(contents[1]?.xml ?? '').matchAll(/<SID>(\d+)</g)].map(([, sid]) => sid)
    await server.call(
      'ashby-signoff',
      'GET',
      `/submissions/${files.live}/students/${student}?name=Quillfeather`,
    )
    await fetch(`${server.origin}/api/nothing/Quillfeather`)
    const found = linesOf('request').slice(before)
    expect(
      found.map(({ method, route, status, user, organisation }) => ({
        method,
        route,
        status,
        user,
        organisation,
      })),
    ).toEqual([
      {
        method: 'GET',
        route: '/api/submissions/:id/students',
        status: 200,
        user: 'ashby-signoff',
        organisation: '0001',
      },
      {
        method: 'GET',
        route: '/api/submissions/:id/students/:student',
        status: expect.any(Number),
        user: 'ashby-signoff',
        organisation: '0001',
      },
      { method: 'GET', route: 'none', status: 404, user: undefined, organisation: undefined },
    ])
    for (const line of found)
      expect(line).toMatchObject({
        level: 30,
        ms: expect.any(Number),
        reqId: expect.stringMatching(/^[\da-f-]{36}$/),
      })
    await server.call('ashby-signoff', 'GET', `/submissions/${files.live}`)
    expect(linesOf('request')).toHaveLength(before + 4)
  })

  it('names a sign-in once, and each reason why somebody is refused', async () => {
    const ashby = { id: '0001', type: 'provider', role: ['submitter'] }
    expect(await signIn('u-in', [ashby])).toBe(200)
    expect(await signIn('u-in', [ashby])).toBe(200)
    expect(linesOf('sign-in')).toMatchObject([
      { level: 30, user: 'u-in', organisation: '0001', roles: ['submitter'] },
    ])
    expect(await signIn('u-none')).toBe(403)
    expect(await signIn('u-empty', [])).toBe(403)
    expect(await signIn('u-other', [{ id: '1', type: 'provider', role: ['submitter'] }])).toBe(403)
    expect(await signIn('u-type', [{ id: '0001', type: 'Provider', role: ['submitter'] }])).toBe(403)
    expect(await signIn('u-later', [{ id: '0005', type: 'provider', role: ['submitter'] }])).toBe(403)
    expect(await signIn('u-role', [{ ...ashby, role: ['Submitter', 'guest'] }])).toBe(200)
    const refused = linesOf('refused').map(({ user, reason, organisation, type, role }) => ({
      user,
      reason,
      organisation,
      type,
      role,
    }))
    expect(
      refused.map(entry => Object.fromEntries(Object.entries(entry).filter(([, value]) => value))),
    ).toEqual([
      { user: 'u-none', reason: 'no-organisation' },
      { user: 'u-empty', reason: 'no-organisation' },
      { user: 'u-other', reason: 'unknown-organisation', organisation: '1', type: 'provider' },
      { user: 'u-type', reason: 'unknown-organisation', organisation: '0001', type: 'Provider' },
      { user: 'u-later', reason: 'not-onboarded', organisation: '0005' },
      { user: 'u-role', reason: 'unknown-role', organisation: '0001', role: 'Submitter' },
    ])
  })

  it('is repeated for administrators in the list of users and in the audit', async () => {
    const { status, body } = await server.call<{ users: UserWire[] }>('bedel-admin', 'GET', '/users')
    expect(status).toBe(200)
    const known = new Map(body.users.map(user => [user.userId, user]))
    expect(known.get('u-in')).toMatchObject({
      name: 'Helen Stroud',
      organisations: [{ id: '0001', name: 'University of Ashby', type: 'provider', roles: ['submitter'] }],
      faults: [],
      refusedUtc: null,
    })
    const refused = (id: string) => [known.get(id)?.faults, known.get(id)?.refusedUtc !== null]
    expect(refused('u-none')).toEqual([[{ reason: 'no-organisation' }], true])
    expect(refused('u-other')).toEqual([
      [{ reason: 'unknown-organisation', organisation: '1', type: 'provider' }],
      true,
    ])
    expect(refused('u-later')).toEqual([[{ reason: 'not-onboarded', organisation: '0005' }], true])
    expect(refused('u-role')).toEqual([
      [{ reason: 'unknown-role', role: 'Submitter', organisation: '0001' }],
      false,
    ])
    expect(await signIn('u-none')).toBe(403)
    expect(answered).toMatch(
      /^You do not belong to an organisation that takes part\. Ask \S+@\S+\. Give your user ID: u-none\.$/,
    )
    // Let in after the sign-in service was put right.
    expect(await signIn('u-other', [{ id: '0001', type: 'provider', role: ['guest'] }])).toBe(200)
    const again = await server.call<{ users: UserWire[] }>('bedel-admin', 'GET', '/users')
    expect(again.body.users.find(({ userId }) => userId === 'u-other')).toMatchObject({
      faults: [],
      refusedUtc: null,
      organisations: [{ id: '0001', roles: ['guest'] }],
    })
    const { rows } = await server.inSystem(tx =>
      sql<{ actor: string; organisation: string; reason: string; detail: unknown }>`
        select actor_id as actor, actor_organisation as organisation, reason, detail from audit_line
        where action = 'SIGN_IN' and outcome = 'refused' order by id`.execute(tx),
    )
    expect(rows.map(({ actor, organisation }) => [actor, organisation])).toEqual([
      ['u-none', ''],
      ['u-empty', ''],
      ['u-other', '1'],
      ['u-type', '0001'],
      ['u-later', '0005'],
      ['u-none', ''],
    ])
    expect(rows[4]).toMatchObject({
      reason: 'You do not belong to an organisation that takes part.',
      detail: { reasons: [{ reason: 'not-onboarded', organisation: '0005' }] },
    })
    expect((await server.call('bedel-analyst', 'GET', '/users')).status).toBe(403)
  })

  it('names a key that does not count, by its public part and its state, and a call beyond its scopes', async () => {
    const { key, secret } = await make(['read'])
    secrets.push(secret)
    expect((await byKey(secret, 'GET', `/submissions/${files.live}`)).status).toBe(200)
    expect((await byKey(secret, 'GET', '/suppliers/keys')).status).toBe(403)
    await revoke(key.id)
    expect((await byKey(secret, 'GET', `/submissions/${files.live}`)).status).toBe(401)
    const mistyped = `${secret.slice(0, -1)}!`
    expect((await byKey(mistyped, 'GET', `/submissions/${files.live}`)).status).toBe(401)
    expect(linesOf('refused').slice(-3)).toMatchObject([
      { user: `key:${key.prefix}`, organisation: '0001', route: '/api/suppliers/keys' },
      { reason: 'key', key: key.prefix, state: 'REVOKED', organisation: '0001' },
      { reason: 'key', key: 'malformed', state: 'unknown' },
    ])
  })

  it('holds no token, no name and no value of a record, also where they are read, searched, reported and refused', async () => {
    const read = (path: string, accept?: string) =>
      server.call('ashby-signoff', 'GET', path, accept === undefined ? {} : { accept }).catch(() => undefined)
    await read(`/submissions/${files.failed}/schemachecks`)
    const list = await server.call<{ data?: { Code: string }[] }>(
      'ashby-signoff',
      'GET',
      `/submissions/${files.live}/validations?limit=-1`,
    )
    const codes = [...JSON.stringify(list.body).matchAll(/"Code":"([^"]+)"/g)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes.slice(0, 5)) {
      await read(`/submissions/${files.live}/validations/${code}`)
      await read(`/submissions/${files.live}/validations/${code}`, 'text/csv')
    }
    await read('/search?query=Quillfeather')
    await read(`/search?query=${encodeURIComponent('Quillfeather\0')}`)
    await read(`/submissions/${files.live}/students?limit=Quillfeather`)
    await server.call('ashby-signoff', 'POST', '/files/downloadRequest', {
      body: { key: `0001/${files.live}/Quillfeather.xml` },
    })
    await workbookMade(server, 'ashby-signoff', { submissionUuid: files.live })
    await fetch(`${server.origin}/api/csp-reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify({
        'csp-report': {
          'effective-directive': 'img-src',
          'document-uri': `http://127.0.0.1/submissions/x/reports/students/Quillfeather?q=Quillfeather`,
          'blocked-uri': 'inline',
          'source-file': 'x',
        },
      }),
    })
    const ticket = await server.call<{ token: string }>('ashby-signoff', 'POST', '/token/live-ticket', {
      body: { instId: '0001' },
    })
    secrets.push(await server.tokenOf('ashby-signoff'), ticket.body.token)
    await fetch(`${server.origin}/api/live?instId=0001&token=${ticket.body.token}`)

    const text = logged.join('')
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      // The signature of a token alone is enough to find it by, and the secret part of a key.
      for (const part of [
        secret,
        secret.split('.')[2] ?? secret,
        /^\w+_key_\w+_(\w+)$/.exec(secret)?.[1] ?? secret,
      ])
        expect(text.includes(part)).toBe(false)
    }
    const values = recordFiles(contents).flatMap(({ identifiers, personal }) => [...identifiers, ...personal])
    expect(values.length).toBeGreaterThan(300)
    const words = new Set(text.split(/[^\w.-]+/))
    expect(values.filter(value => words.has(value))).toEqual([])
    for (const name of ['Quillfeather', 'Quillhammer', 'Helen Stroud'])
      expect(text.includes(name), name).toBe(false)
  })
})
