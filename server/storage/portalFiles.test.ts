import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staticFiles } from '../http/static.ts'
import { createFolderStore } from './folderStore.ts'
import type { ObjectStore } from './objectStore.ts'
import { createPortalFiles } from './portalFiles.ts'

let folder: string
let store: ObjectStore
let time = Date.parse('2026-11-22T10:00:00Z')
const clock = { now: () => new Date(time) }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-'))
  store = createFolderStore({
    folder: join(folder, 'store'),
    secret: new Uint8Array(32),
    address: '/store',
    clock,
    hasStored: async () => false,
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A server of a release whose built portal has these files. */
const release = async (name: string, files: Record<string, string>) => {
  const dist = join(folder, name, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), `<title>${name}</title>`)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(dist, 'assets', file)), { recursive: true })
    await writeFile(join(dist, 'assets', file), text)
  }
  const portalFiles = createPortalFiles({
    store,
    assets: join(dist, 'assets'),
    folder: join(folder, name, 'data'),
    clock,
  })
  const app = Fastify()
  await staticFiles(app, 'http://localhost', portalFiles, dist)
  const get = async (path: string) => {
    const { statusCode, body, headers } = await app.inject({ url: path })
    return { status: statusCode, body, cache: headers['cache-control'] }
  }
  time += 60_000
  await portalFiles.publish()
  return { get, publish: portalFiles.publish, end: () => app.close() }
}

const kept = { status: 200, cache: 'public, max-age=31536000, immutable' }

it('gives a server of one release the files of another, of an earlier and of a later one', async () => {
  const earlier = await release('earlier', { 'index-1a.js': 'one', 'index-1a.js.map': '{}' })
  const later = await release('later', {
    'index-2b.js': 'two',
    'style-2b.css': 'body{}',
    'drawings-2b/chart@0.1.0-alpha.1/a.js': 'drawn',
  })
  expect(await earlier.get('/assets/index-2b.js')).toEqual({ ...kept, body: 'two' })
  expect(await later.get('/assets/index-1a.js')).toEqual({ ...kept, body: 'one' })
  expect(await later.get('/assets/index-2b.js')).toEqual({ ...kept, body: 'two' })
  expect(await earlier.get('/assets/drawings-2b/chart@0.1.0-alpha.1/a.js')).toEqual({
    ...kept,
    body: 'drawn',
  })
  // A second time from this machine, and nothing that no release has given out.
  expect((await earlier.get('/assets/style-2b.css')).body).toBe('body{}')
  expect((await later.get('/assets/index-1a.js.map')).status).toBe(404)
  expect((await later.get('/assets/index-3c.js')).status).toBe(404)
  expect((await later.get('/assets/..%2F..%2Fdist%2Findex.html')).status).toBe(404)
  await Promise.all([earlier.end(), later.end()])
})

it('asks the store at most every five seconds for names that nobody knows', async () => {
  const only = await release('only', { 'index-1a.js': 'one' })
  expect((await only.get('/assets/index-2b.js')).status).toBe(404)
  const later = await release('later', { 'index-2b.js': 'two' })
  time -= 60_000
  expect((await only.get('/assets/index-2b.js')).status).toBe(404)
  time += 5_000
  expect((await only.get('/assets/index-2b.js')).status).toBe(200)
  await Promise.all([only.end(), later.end()])
})

it('keeps the files of five releases, each once', async () => {
  const servers = []
  for (const number of [1, 2, 3, 4, 5, 6])
    servers.push(await release(`release-${number}`, { [`index-${number}.js`]: String(number) }))
  await servers.at(-1)?.publish()
  const places = (await store.list('portal/')).filter(key => key.endsWith('assets.pack'))
  expect(places).toHaveLength(5)
  const last = servers.at(-1)
  expect((await last?.get('/assets/index-2.js'))?.status).toBe(200)
  time += 5_000
  expect((await last?.get('/assets/index-1.js'))?.status).toBe(404)
  // Nor are they kept on this machine once they are gone from the store; what a volume has there is.
  const ofMachine = () => readdir(join(folder, 'release-6', 'data'))
  expect(await ofMachine()).toHaveLength(4)
  await mkdir(join(folder, 'release-6', 'data', 'lost+found'))
  for (const key of await store.list('portal/')) await store.remove(key)
  time += 5_000
  expect((await last?.get('/assets/index-0.js'))?.status).toBe(404)
  expect(await ofMachine()).toEqual(['lost+found'])
  await Promise.all(servers.map(({ end }) => end()))
})

it('fetches files again that are gone from this machine', async () => {
  const earlier = await release('earlier', { 'index-1a.js': 'one' })
  const later = await release('later', { 'index-2b.js': 'two' })
  expect((await earlier.get('/assets/index-2b.js')).status).toBe(200)
  const [place = ''] = await readdir(join(folder, 'earlier', 'data'))
  const file = join(folder, 'earlier', 'data', place, 'assets', 'index-2b.js')
  expect(await readFile(file, 'utf8')).toBe('two')
  await rm(file)
  expect(await earlier.get('/assets/index-2b.js')).toEqual({ ...kept, body: 'two' })
  await Promise.all([earlier.end(), later.end()])
})
