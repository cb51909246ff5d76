import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { portalHeaders } from './securityHeaders.ts'
import { staticFiles } from './static.ts'

const publicUrl = 'https://portal.example'

let app: FastifyInstance
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'bedel-dist-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), '<title>Portal</title>')
  for (const name of ['index-1a.js', 'index-1a.css', 'schema.worker-1a.js'])
    await writeFile(join(dist, 'assets', name), '')
  app = Fastify()
  portalHeaders(app, { publicUrl, config: readConfig({}), identity: { issuerOrigins: () => [] } })
  app.get('/api/collections', async () => [])
  await staticFiles(app, publicUrl, undefined, dist)
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

/** What a browser reads with a document or a worker alone. */
const ofPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-frame-options',
]

it.each([
  ['/', ofPages],
  ['/submissions', ofPages],
  ['/assets/schema.worker-1a.js', ofPages],
  ['/assets/index-1a.js', []],
  ['/assets/index-1a.css', []],
  ['/api/collections', []],
  ['/api/none', []],
])('gives %s of the headers that concern only pages: %j', async (url, expected) => {
  const { headers } = await app.inject({ url, headers: { accept: '*/*' } })
  expect(ofPages.filter(name => name in headers)).toEqual(expected)
  expect(headers['x-content-type-options']).toBe('nosniff')
})
