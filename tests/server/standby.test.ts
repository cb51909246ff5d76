import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { binariesFor, databaseIdentity } from '../../server/database/clusterPlace.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/database/index.ts'
import { type Postmaster, startPostmaster } from '../../server/database/postmaster.ts'
import { freePort } from '../../server/freePort.ts'
import { prepare } from './support/cluster.ts'
import { type LyingDatabase, startLyingDatabase } from './support/lyingDatabase.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * An address of the database that leads to a standby for a while, as a name or a proxy does around a failover: real servers, of which
 * the standby has stopped at an earlier state.
 */

const log = pino({ level: 'silent' })
let dataDir = ''
let primary: EmbeddedDatabase
let standby: Postmaster
let standbyUrl = ''
let standbyFolder = ''
let proxy: LyingDatabase
let server: ProcessingServer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedel-standby-'))
  const first = await startEmbeddedDatabase(dataDir, log)
  await prepare(first)
  await first.stop()
  standbyFolder = `${first.folder}-standby`
  execFileSync('cp', ['-a', first.folder, standbyFolder])
  const signal = join(standbyFolder, 'standby.signal')
  writeFileSync(signal, '')
  const identity = databaseIdentity()
  if (identity) chownSync(signal, identity.uid, identity.gid)

  primary = await startEmbeddedDatabase(dataDir, log)
  const port = await freePort('127.0.0.1')
  const url = new URL(primary.url)
  url.port = String(port)
  standbyUrl = url.href
  standby = await startPostmaster({
    bin: binariesFor(identity),
    cluster: standbyFolder,
    port,
    url: standbyUrl,
    identity,
    log,
  })
  server = await startProcessingServer({
    keepsTime: true,
    through: async () => {
      proxy = await startLyingDatabase(primary.url)
      return proxy.url
    },
  })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await proxy?.stop()
  await standby?.stop()
  await primary?.stop()
  for (const folder of [standbyFolder, dataDir])
    if (folder !== '') await rm(folder, { recursive: true, force: true })
})

it('a standby is not read: requests are answered 503, readiness says why, and the primary is found again', async () => {
  const token = await server.tokenOf('ashby-guest')
  const settings = async (kinds?: string[]) => {
    const answer = await fetch(`${server.origin}/api/notices/mail`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(kinds && { method: 'PUT', body: JSON.stringify({ kinds }) }),
    })
    const body = (await answer.json()) as { kinds?: { kind: string; isWanted: boolean }[]; detail?: string }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
  }
  const wanted = async () =>
    (await settings()).body.kinds?.filter(({ isWanted }) => isWanted).map(({ kind }) => kind)
  const health = async (path: string) => {
    const answer = await fetch(`${server.origin}/health/${path}`)
    const { detail } = (await answer.json()) as { detail?: string }
    return { status: answer.status, detail }
  }
  const becomesReady = () =>
    expect.poll(() => health('ready'), { timeout: 30_000 }).toMatchObject({ status: 200 })

  await becomesReady()
  expect((await settings(['processingFinished'])).status).toBe(200)

  proxy.leadToServer(standbyUrl)
  await expect
    .poll(() => health('ready'), { timeout: 30_000 })
    .toEqual({
      status: 503,
      detail: 'The database is a standby, which may have old data. Its address must point to the primary.',
    })
  // Pages would show what was there before the standby stopped.
  expect((await health('serving')).status).toBe(503)
  for (const kinds of [undefined, ['approved']]) {
    const refused = await settings(kinds)
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { detail: 'The database cannot be reached. Try again in a moment.' },
    })
  }

  proxy.leadToServer(primary.url)
  await becomesReady()
  expect(await wanted()).toEqual(['processingFinished'])
})
