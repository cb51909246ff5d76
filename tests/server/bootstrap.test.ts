import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../server/freePort.ts'
import { startServerProcess } from './support/serverProcess.ts'

const root = join(import.meta.dirname, '../..')

/** An issuer of the operator's own that knows nothing of organisations. */
const startIssuer = async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(request.url === '/keys' ? { keys: [key] } : { jwks_uri: `${url}/keys`, issuer: url }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    tokenOf: (subject: string) =>
      new SignJWT({ name: 'Ada Wells' })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setSubject(subject)
        .setIssuer(url)
        .setAudience('bedel-portal')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    stop: () => server.close(),
  }
}

describe('an installation without demonstration data', () => {
  let folder: string
  let issuer: Awaited<ReturnType<typeof startIssuer>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bedel-bootstrap-'))
    // As root the database's user has to get to its folder.
    await chmod(folder, 0o755)
    issuer = await startIssuer()
  })
  afterAll(async () => {
    issuer.stop()
    // The database of a process that has just ended may still write its last files.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  const file = async (name: string, ...lines: string[]): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, `${lines.join('\n')}\n`)
    return path
  }
  const dataDir = () => join(folder, 'data')
  const environment = () => ({ DEMO: 'false', OIDC_ISSUER: issuer.url, NODE_ENV: 'production' })
  const admin = async (...given: string[]): Promise<{ code: number; said: string }> => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', ...given], {
        cwd: root,
        env: { ...process.env, ...environment(), DATA_DIR: dataDir() },
      })
      return { code: 0, said: stdout }
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string }
      return { code, said: stderr }
    }
  }

  it('lets its first administrator sign in after the set-up, and nobody else', {
    tags: ['exhaustive'],
  }, async () => {
    const regulators = await file(
      'regulators.csv',
      'code,name,shortName,type,countries',
      '5016,Office for Higher Education,OHE,01,E',
      '5101,Teacher Training Board,TTB,02,E W',
    )
    const header = 'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers'
    const wrong = await file(
      'wrong.csv',
      header,
      '0001,10000001,University of Ashby,Ashby,E,,5016,01,yes',
      '0002,1234,"Arts, Brackley",Brackley,E,,5016,02,no',
    )
    const refused = await admin('bootstrap', '--administrator', 'ada', '--providers', wrong)
    expect(refused).toEqual({
      code: 2,
      said: `${wrong}, line 3, column ukprn: must be eight digits (it is "1234").\n`,
    })
    const providers = await file(
      'providers.csv',
      header,
      '0001,10000001,University of Ashby,Ashby,E,East Midlands,5016,01,yes',
      '0002,10000002,"Arts, Brackley",Brackley,E,,5016,02,no',
    )
    const unknown = await admin('bootstrap', '--administrator', 'ada', '--providers', providers)
    expect(unknown).toEqual({
      code: 2,
      said: `${providers}, line 2, column regulator: is not a known regulator code. Known: – (it is "5016"). There is 1 more fault.\n`,
    })

    const files = ['--regulators', regulators, '--providers', providers]
    const done = { code: 0, said: 'Registered: regulators 2, providers 2. ada is an administrator.\n' }
    expect(await admin('bootstrap', '--administrator', 'ada', ...files)).toEqual(done)

    const server = startServerProcess(dataDir(), await freePort(), environment())
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.ended
    })
    await server.ready
    // It can be run again, also while the server runs.
    expect(await admin('bootstrap', '--administrator', 'ada', ...files)).toEqual(done)
    expect(await admin('remove-data', '--yes')).toMatchObject({ code: 2 })

    const exchange = async (subject: string) =>
      fetch(`${server.url}/api/token/exchange`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: await issuer.tokenOf(subject) }),
      })
    expect((await exchange('somebody')).status).toBe(403)
    const answer = await exchange('ada')
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(JSON.stringify(claims)).toContain('"admin"')
    const headers = { authorization: `Bearer ${token}` }
    const organisations = await fetch(`${server.url}/api/organisations`, { headers })
    expect(await organisations.json()).toMatchObject({ organisations: [{ id: 'bedel' }] })
    expect((await fetch(`${server.url}/api/collections`, { headers })).status).toBe(200)
    // It has no record until one is published, also while the server runs.
    const schemas = async (): Promise<string[]> => {
      const listed = await fetch(`${server.url}/api/specifications/schemas`, { headers })
      const { schemas: all } = (await listed.json()) as { schemas: { version: string }[] }
      return all.map(({ version }) => version)
    }
    expect(await schemas()).toEqual([])
    expect(await admin('publish', 'schemas/staff', 'rulesets/staff')).toMatchObject({ code: 0 })
    expect(await schemas()).toEqual(['24025_1_0_0'])
    const configuration = await fetch(`${server.url}/api/configuration`)
    expect(await configuration.json()).toMatchObject({
      isDemonstration: false,
      identity: { authority: issuer.url },
    })

    // The role that bootstrap gave is taken back, which counts from the next request.
    expect(await admin('revoke-administrator', '--administrator', 'somebody')).toEqual({
      code: 2,
      said: 'somebody was given no role by bootstrap.\n',
    })
    expect(await admin('revoke-administrator', '--administrator', 'ada')).toEqual({
      code: 0,
      said: 'ada is an administrator no more, unless the issuer says so.\n',
    })
    expect((await fetch(`${server.url}/api/collections`, { headers })).status).toBe(401)
    expect((await exchange('ada')).status).toBe(403)
    expect(await admin('bootstrap', '--administrator', 'grace', ...files)).toMatchObject({ code: 0 })
    const { token: other } = (await (await exchange('grace')).json()) as { token: string }
    const lines = await fetch(`${server.url}/api/audit-lines?search=ADMINISTRATOR`, {
      headers: { authorization: `Bearer ${other}` },
    })
    const { lines: written } = (await lines.json()) as { lines: { action: string; subject: string }[] }
    expect(written.map(({ action, subject }) => [action, subject])).toEqual([
      ['ADMINISTRATOR_GRANTED', 'grace'],
      ['ADMINISTRATOR_REVOKED', 'ada'],
      ['ADMINISTRATOR_GRANTED', 'ada'],
      ['ADMINISTRATOR_GRANTED', 'ada'],
    ])
    await server.stop()

    expect(await admin('remove-data')).toMatchObject({ code: 2 })
    expect(existsSync(dataDir())).toBe(true)
    expect(await admin('remove-data', '--yes')).toEqual({ code: 0, said: `Removed ${dataDir()}\n` })
    expect(existsSync(dataDir())).toBe(false)
  })

  it('publishes the folders of a record once, and refuses a ruleset with file and line', async () => {
    const record = ['schemas/staff', 'rulesets/staff'] as const
    expect(await admin('publish', ...record)).toEqual({
      code: 0,
      said: 'Published: 24025_1_0_0, 24025_1.0.0.\n',
    })
    expect(await admin('publish', ...record)).toEqual({ code: 0, said: 'Everything is published already.\n' })

    const broken = join(folder, 'broken')
    await cp(join(root, 'rulesets/staff/24025_1.0.0'), broken, { recursive: true })
    const manifest = await readFile(join(broken, 'ruleset.yaml'), 'utf8')
    await writeFile(
      join(broken, 'ruleset.yaml'),
      manifest.replace('24025_1.0.0', '24025_1.0.1').replace(/^summary: .*$/m, 'summary: { units: Nobody }'),
    )
    await writeFile(join(broken, 'rules/Member.SEXID.901.V01.yaml'), 'code: Member.SEXID.901\n')
    const refused = await admin('publish', 'schemas/staff', broken)
    expect([refused.code, refused.said]).toEqual([
      2,
      expect.stringMatching(/^The ruleset was rejected: .*\nrules\/Member\.SEXID\.901\.V01\.yaml:1 /),
    ])
  }, 120_000)

  it.skipIf(process.getuid?.() !== 0)(
    'says where its database lies when its user cannot reach the data folder, and removes both by one command',
    { tags: ['exhaustive'] },
    async () => {
      const closed = await mkdtemp(join(folder, 'closed-'))
      const inside = join(closed, 'data')
      const run = (...given: string[]) =>
        promisify(execFile)(process.execPath, ['scripts/admin.ts', ...given], {
          cwd: root,
          env: { ...process.env, ...environment(), DATA_DIR: inside },
        })
      const start = async () => {
        const server = startServerProcess(inside, await freePort(), { ROLE: 'api' })
        onTestFinished(() => {
          server.child.kill('SIGKILL')
        })
        await server.ready
        const printed = server.printed()
        await server.stop()
        return /The database lies in (\/var\/lib\/bedel\/data\/\w+)\/postgres/.exec(printed)?.[1] ?? ''
      }
      const first = await start()
      expect(existsSync(join(first, 'postgres/PG_VERSION'))).toBe(true)
      // Whoever deletes the folder by hand leaves the database; the next one does not get it.
      await rm(inside, { recursive: true })
      const second = await start()
      expect(second).not.toBe(first)
      await run('remove-data', '--abandoned', '--yes')
      expect([existsSync(first), existsSync(second)]).toEqual([false, true])
      await run('remove-data', '--yes')
      expect([existsSync(second), existsSync(inside)]).toEqual([false, false])
    },
  )
})

describe('what keeps its data elsewhere', () => {
  let folder: string
  let key: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bedel-engines-'))
    await mkdir(join(folder, 'keys/files'), { recursive: true })
    key = join(folder, 'keys/files/one.key')
    await writeFile(key, 'secret')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['a PostgreSQL of its own', { DATABASE_URL: 'postgres://bedel_app@127.0.0.1:1/bedel' }],
    ['an object store of its own', { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'bedel' }],
    // As where the command is run without the settings of the processes.
    ['no embedded database', {}],
  ])(
    'is not removed by half: with %s the command refuses, says where to read on, and leaves the keys',
    async (_, given) => {
      const { DATABASE_URL: _url, S3_ENDPOINT: _endpoint, S3_BUCKET: _bucket, ...inherited } = process.env
      const run = promisify(execFile)(process.execPath, ['scripts/admin.ts', 'remove-data', '--yes'], {
        cwd: root,
        env: { ...inherited, NODE_ENV: 'test', DATA_DIR: folder, ...given },
      })
      const refused = (await run.catch((error: unknown) => error)) as { code?: number; stderr: string }
      expect(refused.code).toBe(2)
      expect(refused.stderr).toMatch(/Nothing was removed.*see docs\/operate\/remove\.md\.\n$/s)
      expect(existsSync(key)).toBe(true)
    },
  )
})
