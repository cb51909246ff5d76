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

const directivesOf = async (url: string): Promise<Record<string, string>> => {
  const { headers } = await app.inject({ url, headers: { accept: '*/*' } })
  return Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map(part => {
        const [name = '', ...values] = part.trim().split(' ')
        return [name, values.join(' ')]
      }),
  )
}

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

/** The list of schemas, and what is below it. */
const schemaCalls = `${publicUrl}/api/check-schemas ${publicUrl}/api/check-schemas/`

it.each(['/validate', '/validate/', '/Validate?from=sign-in'])(
  'lets the page at %s read the schemas that it offers, and send nothing anywhere',
  async url => {
    const policy = await directivesOf(url)
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'worker-src': "'self'",
      'connect-src': schemaCalls,
      'form-action': "'none'",
      'base-uri': "'none'",
      'require-trusted-types-for': "'script'",
    })
    // A report of a violation is sent too.
    expect(Object.keys(policy)).not.toContain('report-uri')
    expect(Object.keys(policy)).not.toContain('report-to')
    const { headers } = await app.inject({ url, headers: { accept: '*/*' } })
    expect(headers['reporting-endpoints']).toBeUndefined()
  },
)

it.each(['/', '/validate/sign-in', '/validate/other', '/submissions?from=/validate'])(
  'leaves %s the policy of pages',
  async url => {
    expect((await directivesOf(url))['connect-src']).toContain("'self'")
  },
)

it('lets a worker reach nothing, whatever page has started it', async () => {
  const policy = await directivesOf('/assets/schema.worker-1a.js')
  expect(policy).toMatchObject({ 'default-src': "'none'", 'script-src': "'self'" })
  expect(Object.keys(policy)).not.toContain('connect-src')
})
