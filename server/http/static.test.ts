import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { pageBelow, pageWithDocuments, rightAddress, staticFiles, wantsPage } from './static.ts'

describe('the address under which a page is asked for', () => {
  const here = 'http://127.0.0.1:3000'

  it.each([
    [here, 'localhost:3000', '/inspector?view=heat', 'http://127.0.0.1:3000/inspector?view=heat'],
    ['http://localhost:3000', '127.0.0.1:3000', '/', 'http://localhost:3000/'],
    [here, '[::1]:3000', '/', 'http://127.0.0.1:3000/'],
    ['http://localhost', '127.0.0.1', '/', 'http://localhost/'],
    [`${here}/returns`, 'localhost:3000', '/monitoring', `${here}/returns/monitoring`],
  ])('leads to %s from %s%s', (publicUrl, host, path, right) => {
    expect(rightAddress(publicUrl, host, path)).toBe(right)
  })

  it.each([
    ['it is the public one', here, '127.0.0.1:3000'],
    ['it is at another port', 'http://localhost:5173', '127.0.0.1:3000'],
    ['a proxy stands before it', 'https://bedel.example', '127.0.0.1:3000'],
    ['a proxy names another host', here, 'bedel.example'],
    ['there is no host', here, undefined],
    ['the host is none', here, 'a b'],
  ])('is left as it is where %s', (_, publicUrl, host) => {
    expect(rightAddress(publicUrl, host, '/')).toBeUndefined()
  })
})

it('a page below a path names its files and its path by it', () => {
  const page =
    '<html lang="en-GB"><link rel="icon" href="/icon.svg" /><script src="/assets/a.js"></script><a href="#x">'
  expect(pageBelow('/returns', page)).toBe(
    '<html data-base="/returns" lang="en-GB"><link rel="icon" href="/returns/icon.svg" /><script src="/returns/assets/a.js"></script><a href="#x">',
  )
})

it('a page of a server with documents tells its help so', () => {
  expect(pageWithDocuments('<html lang="en-GB" data-product="bedel">')).toBe(
    '<html data-documents lang="en-GB" data-product="bedel">',
  )
})

describe('the page is answered', () => {
  it.each([
    ['GET', '/', undefined],
    ['GET', '/', '*/*'],
    ['HEAD', '/', '*/*'],
    ['GET', '/callback/x', 'text/html,application/xhtml+xml'],
    ['GET', '/submissions/c23056/1/reports/quality/QR.C23056.Student.1', '*/*'],
  ])('to %s %s for %s', (method, path, accept) => {
    expect(wantsPage(method, path, accept)).toBe(true)
  })

  it.each([
    ['POST', '/', '*/*'],
    ['GET', '/', 'application/json'],
    ['GET', '/api/nothing', 'text/html'],
    ['GET', '/oidc/nothing', 'text/html'],
    ['GET', '/assets/index-old.js', '*/*'],
    ['GET', '/assets/index-old.js', 'text/html'],
    ['GET', '/favicon.ico', '*/*'],
    ['GET', '/docs/nothing', 'text/html'],
    ['GET', '/health/nothing', 'text/html'],
  ])('not to %s %s for %s', (method, path, accept) => {
    expect(wantsPage(method, path, accept)).toBe(false)
  })
})

describe('the page', () => {
  it.each([
    ['/', 200],
    ['/submissions/c24056/new/upload?tab=1', 200],
    ['/admin/24056', 200],
    ['/nowhere', 404],
    ['/submissions/c24056/new/nowhere', 404],
  ])('is the answer at %s, with status %d', async (url, status) => {
    const dist = await mkdtemp(join(tmpdir(), 'bedel-dist-'))
    await writeFile(join(dist, 'index.html'), '<title>Portal</title>')
    const app = Fastify()
    try {
      await staticFiles(app, 'http://localhost', undefined, dist)
      const response = await app.inject({ url, headers: { accept: 'text/html' } })
      expect(response.statusCode).toBe(status)
      expect(response.headers['content-type']).toMatch(/^text\/html/)
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.body).toBe('<title>Portal</title>')
    } finally {
      await app.close()
      await rm(dist, { recursive: true })
    }
  })

  it.each([
    ['bedel', undefined],
    ['acme', 'The pages were built with PRODUCT_KEY=acme, and this server has bedel.'],
  ])('that was built with the key %s is refused as %s', async (key, refusal) => {
    const dist = await mkdtemp(join(tmpdir(), 'bedel-dist-'))
    await writeFile(
      join(dist, 'index.html'),
      `<html lang="en-GB" data-product="${key}"><title>Portal</title>`,
    )
    const app = Fastify()
    try {
      const started = staticFiles(app, 'http://localhost', undefined, dist).catch(String)
      expect(await started).toEqual(refusal === undefined ? undefined : expect.stringContaining(refusal))
    } finally {
      await app.close()
      await rm(dist, { recursive: true })
    }
  })
})
