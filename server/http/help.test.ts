import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { documentBelow, hasDocuments, help } from './help.ts'
import { portalHeaders } from './securityHeaders.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-documents-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'officer'))
  await writeFile(join(folder, 'index.html'), '<a href="/help/officer/first-upload">First upload</a>')
  await writeFile(join(folder, 'officer/first-upload.html'), '<h1>First upload</h1>')
  await writeFile(join(folder, '404.html'), '<h1>Not found</h1>')
  await writeFile(join(folder, 'assets/app.1a.js'), 'const base = "/help/"')
  await writeFile(join(folder, '.built-from'), 'hash')
})
afterAll(() => rm(folder, { recursive: true }))

const serving = async (publicUrl: string, documents = folder): Promise<FastifyInstance> => {
  const app = Fastify()
  portalHeaders(app, { publicUrl, config: readConfig({}), identity: { issuerOrigins: () => [] } })
  await help(app, publicUrl, documents)
  return app
}

describe('the documents', () => {
  it.each([
    ['/help/', 200, 'First upload'],
    ['/help/officer/first-upload', 200, '<h1>First upload</h1>'],
    ['/help/officer/first-upload.html', 200, '<h1>First upload</h1>'],
    ['/help/assets/app.1a.js', 200, 'const base'],
    ['/help/officer/nothing', 404, 'Not found'],
    ['/help/.built-from', 404, 'Not found'],
    ['/help/../package.json', 404, ''],
  ])('answer %s with status %d', async (url, status, text) => {
    const app = await serving('https://portal.example')
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(text)
    await app.close()
  })

  it('have a policy that allows their own files alone, and nothing inline', async () => {
    const app = await serving('https://portal.example')
    const { headers } = await app.inject({ url: '/help/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(headers['cache-control']).toBe('no-cache')
    const script = await app.inject({ url: '/help/assets/app.1a.js' })
    expect(script.headers['cache-control']).toContain('immutable')
    expect(script.headers['x-frame-options']).toBeUndefined()
    await app.close()
  })

  it('link below the path of the portal', async () => {
    const app = await serving('https://portal.example/returns/2024')
    const page = await app.inject({ url: '/help/' })
    expect(page.body).toBe('<a href="/returns/2024/help/officer/first-upload">First upload</a>')
    const moved = await app.inject({ url: '/help' })
    expect(moved.headers.location).toBe('/returns/2024/help/')
    await app.close()
  })

  it('are not served where they have not been built', async () => {
    const none = join(folder, 'officer')
    expect(hasDocuments(none)).toBe(false)
    const app = await serving('https://portal.example', none)
    expect((await app.inject({ url: '/help/' })).statusCode).toBe(404)
    await app.close()
  })
})

it('an address in a built text is moved only at its beginning', () => {
  expect(documentBelow('/returns', 'url(/help/a.woff2) "/help/b" https://host/help/c')).toBe(
    'url(/returns/help/a.woff2) "/returns/help/b" https://host/help/c',
  )
})
