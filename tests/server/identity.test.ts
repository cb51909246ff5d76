import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { tryLock } from '../../server/database/fileLock.ts'
import {
  connect,
  DataFolderInUse,
  NoInstallation,
  reachEmbeddedDatabase,
  startEmbeddedDatabase,
  UnsafeRole,
  withScope,
} from '../../server/database/index.ts'
import { users } from '../../server/identity/demonstration.ts'
import { type RunningServer, startServer } from '../../server/startServer.ts'
import { codeOf, signIn, tokenCall } from './support/signIn.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

let running: RunningServer
let dataDir: string
const logged: string[] = []
const log = createLog({ logLevel: 'trace' }, { write: line => logged.push(line) })
const clock = { now: () => new Date() }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedel-identity-'))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', ROLE: 'api', DEMO: 'true' })
  running = await startServer({ config, clock, log, environment: {} })
})
afterAll(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const exchange = (body: unknown) =>
  fetch(`${running.url}/api/token/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = (path: string, token?: string) =>
  fetch(`${running.url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

const apiTokenOf = async (userId: string, organisationId?: string): Promise<string> => {
  const { tokens } = await signIn(running.url, userId)
  const answer = await exchange({ token: tokens.id_token, ...(organisationId ? { organisationId } : {}) })
  return ((await answer.json()) as { token: string }).token
}

describe('signing in', () => {
  it('again, as for a signature, tells the server when that was', async () => {
    const signedInAt = async (parameters: Record<string, string>) => {
      const { tokens } = await signIn(running.url, 'ashby-signoff', parameters)
      const { token } = (await (await exchange({ token: tokens.id_token })).json()) as { token: string }
      const { sid } = decodeJwt(token)
      return withScope(running.server.db, { scope: 'all' }, async tx => {
        const { rows } = await sql<{ at: Date | null }>`
          select authenticated_utc as at from sign_in where id = ${String(sid)}`.execute(tx)
        return rows[0]?.at
      })
    }
    const before = Math.floor(Date.now() / 1000) * 1000
    const at = await signedInAt({ prompt: 'login', max_age: '0' })
    expect(at?.getTime()).toBeGreaterThanOrEqual(before)
    expect(at?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('offers each demonstration user by one button of that name', async () => {
    const { page } = await signIn(running.url, 'ashby-submitter')
    expect(users.filter(({ id }) => !page.includes(`aria-label="Sign in as ${id}"`))).toEqual([])
    expect(users.filter(({ id }) => page.split(`value="${id}"`).length !== 2)).toEqual([])
    expect(page).toContain('This is a demonstration')
    // What the product is, then one officer, one analyst and one regulator before everybody else.
    expect(page).toContain('collects the yearly records of universities')
    const order = [...page.matchAll(/aria-label="Sign in as ([\w-]+)"/g)].map(([, id]) => id)
    expect(order.slice(0, 3)).toEqual(['ashby-signoff', 'bedel-analyst', 'ohe-analyst'])
  })

  it('exchanges the identity token for one that lets the person in', async () => {
    const token = await apiTokenOf('ashby-signoff')
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >
    expect(claims).toMatchObject({
      sub: 'ashby-signoff',
      isProvider: true,
      isBedel: false,
      roles: ['submitter', 'sign-off'],
      organisation: { id: '0001', type: 'provider' },
    })
    expect((await get('/api/collections', token)).status).toBe(200)
  })

  it('lets a person of several organisations choose, but not one that does not take part', async () => {
    const { tokens } = await signIn(running.url, 'supplier')
    const statuses = []
    for (const organisationId of ['0002', '0005', '0003']) {
      statuses.push((await exchange({ token: tokens.id_token, organisationId })).status)
    }
    expect(statuses).toEqual([200, 403, 403])
  })

  it('renews by a refresh token once only', async () => {
    const { tokens } = await signIn(running.url, 'bedel-admin')
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const first = await tokenCall(running.url, form)
    expect(first.status).toBe(200)
    expect(((await first.json()) as { id_token?: string }).id_token).toBeTruthy()
    expect((await tokenCall(running.url, form)).status).toBe(400)
  })
})

describe('the embedded identity provider', () => {
  const callback = () => `${running.url}/callback/signin`
  const asked = {
    client_id: 'bedel-portal',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: 'state',
  }
  const ask = (changes: Readonly<Record<string, string | undefined>>) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...asked, redirect_uri: callback(), ...changes }))
      if (value !== undefined) search.set(name, value)
    return fetch(`${running.url}/oidc/auth?${search}`, { redirect: 'manual' })
  }

  it.each([
    ['elsewhere', () => 'https://attacker.example/callback/signin'],
    ['elsewhere, whose name begins alike', () => `${running.url}.attacker.example/callback/signin`],
    ['a page below', () => `${callback()}/x`],
    ['the page with a query', () => `${callback()}?next=https://attacker.example`],
    ['the page by another scheme', () => callback().replace('http', 'https')],
    ['a way around', () => callback().replace('/callback', '/x/../callback')],
    ['a page after signing out', () => callback().replace('signin', 'signout')],
  ])('sends nobody to %s', async (_, address) => {
    const answer = await ask({ redirect_uri: address() })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  it.each([
    ['a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a hash of it', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a code', { response_type: 'id_token token' }, 'unsupported_response_type'],
  ])('begins no sign-in without %s', async (_, changes, error) => {
    const answer = await ask(changes)
    expect(answer.status).toBe(303)
    const to = new URL((answer.headers.get('location') ?? '').replace('#', '?'))
    expect([`${to.origin}${to.pathname}`, to.searchParams.get('error'), to.searchParams.get('code')]).toEqual(
      [callback(), error, null],
    )
  })

  it('gives tokens for a code once, to who began with it, at the address where it was sent', async () => {
    const { code, verifier } = await codeOf(running.url, 'ashby-signoff')
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: callback(),
    }
    const { code_verifier: _, ...withoutVerifier } = form
    const refused = [
      withoutVerifier,
      { ...form, code_verifier: 'y'.repeat(43) },
      { ...form, redirect_uri: 'https://attacker.example/' },
    ]
    for (const attempt of refused) expect((await tokenCall(running.url, attempt)).status).toBe(400)
    expect((await tokenCall(running.url, form)).status).toBe(200)
    expect((await tokenCall(running.url, form)).status).toBe(400)
  })
})

describe('tokens that are not ours', () => {
  const forged = async (
    header: { alg: string },
    claims: Record<string, unknown>,
    key: CryptoKey | Uint8Array,
  ) => new SignJWT(claims).setProtectedHeader(header).sign(key)

  it('are all answered by the same 401', async () => {
    const good = await apiTokenOf('bedel-staff')
    const [head = '', body = '', signature = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const publicBytes = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)))
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const { tokens } = await signIn(running.url, 'bedel-staff')
    const attacks = [
      '',
      'x',
      `${head}.${body}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${encode({ alg: 'none' })}.${body}.`,
      `${head}.${encode({ ...claims, roles: ['admin'] })}.${signature}`,
      await forged({ alg: 'ES256' }, claims, privateKey),
      await forged({ alg: 'HS256' }, claims, publicBytes),
      tokens.id_token,
      tokens.access_token,
      'a'.repeat(100_000),
    ]
    const answers = []
    for (const attack of attacks) {
      const answer = await get('/api/collections', attack).catch(() => undefined)
      // A header of 100 kB does not get as far as us.
      if (answer && answer.status !== 431) answers.push([answer.status, await answer.text()])
    }
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(401)
  })

  it('never stand in the log', async () => {
    const token = await apiTokenOf('bedel-staff')
    await get('/api/collections', token)
    await get(`/api/live?instId=bedel&token=${token}`)
    const text = logged.join('')
    expect(text).toContain('/api/collections')
    expect([text.includes(token), text.includes(token.split('.')[2] ?? '')]).toEqual([false, false])
  })
})

describe('answers', () => {
  it('are problem documents, for what does not exist too', async () => {
    const answer = await get('/api/nothing')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await answer.json()).toMatchObject({ title: 'Not found', status: 404, instance: '/api/nothing' })
  })

  it.each([
    ['an array for a scalar', '/api/collections?limit=1&limit=2', 422],
    ['a limit that is no number', '/api/collections?limit=1e3', 422],
    ['a limit beyond the bound', '/api/collections?limit=1001', 422],
    ['a negative offset', '/api/collections?offset=-1', 422],
  ])('name the field for %s', async (_, path, status) => {
    const answer = await get(path, await apiTokenOf('bedel-staff'))
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { errors: { field: string }[] }).errors[0]?.field).toMatch(
      /^query\.(limit|offset)/,
    )
  })

  it('describe the whole API', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, unknown>
    }
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toContain('/submissions/update-state/{id}')
    expect((await get('/docs')).status).toBe(200)
    expect((await (await get('/metrics')).text()).includes('http_request_seconds_bucket')).toBe(true)
  })
})

describe('the database', () => {
  it('shows no row of a tenant to a query without a scope', async () => {
    const { db } = await connect(running.databaseUrl, 1)
    try {
      const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from signing_key`.execute(db)
      expect(rows).toEqual([{ rows: 0 }])
      const inScope = await withScope(db, { scope: 'all' }, tx =>
        sql<{ rows: number }>`select count(*)::int as rows from signing_key`.execute(tx),
      )
      expect(inScope.rows[0]?.rows).toBeGreaterThan(0)
    } finally {
      await db.destroy()
    }
  })

  it('has a policy on every table that names an institution', async () => {
    const client = new pg.Client(running.databaseUrl)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)
        and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname in ('inst_id', 'submission_id'))
        and c.relname <> 'provider'`)
    await client.end()
    expect(rows).toEqual([])
  })

  it('is not served by a role that looks past the policies', async () => {
    const folder = await temporaryFolder()
    const database = await startEmbeddedDatabase(folder, log)
    try {
      await expect(connect(database.ownerUrl, 1)).rejects.toThrow(UnsafeRole)
    } finally {
      await database.stop()
    }
  })

  it('is reached by a command while its server runs, and lent to it where none does', async () => {
    const folder = await temporaryFolder()
    const currentUser = async ({ url }: { url: string }) => {
      const { db } = await connect(url, 1)
      const { rows } = await sql<{ me: string }>`select current_user as me`.execute(db)
      await db.destroy()
      return rows
    }
    await expect(reachEmbeddedDatabase(folder, log)).rejects.toThrow(NoInstallation)
    await (await startEmbeddedDatabase(folder, log)).stop()
    const lent = await reachEmbeddedDatabase(folder, log)
    // The server is another process.
    await writeFile(join(folder, 'server.pid'), `${process.ppid}\n`)
    const reached = await reachEmbeddedDatabase(folder, log)
    expect(await currentUser(reached)).toEqual([{ me: 'bedel_app' }])
    await reached.stop()
    expect(await currentUser(lent)).toEqual([{ me: 'bedel_app' }])
    await lent.stop()
    await expect(connect(reached.url, 1)).rejects.toThrow()
  })

  it('ends with everything else where the server cannot listen, and the address is named', {
    tags: ['exhaustive'],
  }, async () => {
    const folder = await temporaryFolder()
    const { port } = new URL(running.url)
    // A process of its own: it ends by itself only where nothing that was started goes on.
    const ended = await promisify(execFile)(process.execPath, ['server/main.ts'], {
      env: { ...process.env, DATA_DIR: folder, PORT: port, ROLE: 'api', LOG_LEVEL: 'silent' },
    }).catch((error: { code: number; stderr: string }) => error)
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stderr).toContain(`Another program listens at 127.0.0.1:${port}.`)
  })

  it('belongs to one server: another refuses and names its process', async () => {
    const holder = await temporaryFolder()
    const unlock = tryLock(join(holder, 'server.lock'))
    await writeFile(join(holder, 'server.pid'), `${process.ppid} ${hostname()}\n`)
    await expect(startEmbeddedDatabase(holder, log)).rejects.toThrow(DataFolderInUse)
    await expect(startEmbeddedDatabase(holder, log)).rejects.toThrow(`the process ${process.ppid}`)
    unlock?.()
  })
})
