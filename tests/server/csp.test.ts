import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ environment: { CALLS_PER_MINUTE: 'report=12' } })
})
afterAll(() => server.stop())

const policyOf = async (path: string, { origin } = server): Promise<Map<string, string>> => {
  const answer = await fetch(`${origin}${path}`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  return new Map(
    policy.split(';').map(part => {
      const [name = '', ...values] = part.trim().split(' ')
      return [name, values.join(' ')]
    }),
  )
}

it.each(['/', '/submissions', '/oidc/auth', '/assets-server/pages.js'])(
  'allows nothing at %s but what a page needs, and no text as script or markup',
  async path => {
    const policy = await policyOf(path)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('report-uri')).toBe('/api/csp-reports')
    // A browser would ignore report-uri beside it, and takes endpoints from https alone.
    expect(policy.get('report-to')).toBeUndefined()
    for (const directive of ['script-src', 'style-src', 'worker-src', 'font-src'])
      expect(policy.get(directive)).toBe("'self'")
    for (const directive of ['frame-ancestors', 'base-uri']) expect(policy.get(directive)).toBe("'none'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*/)
  },
)

it.each(['/api/configuration', '/api/collections', '/api/nothing-here'])(
  'lets nothing be done with the answer of %s where it is shown as a page',
  async path => {
    expect(await policyOf(path)).toEqual(
      new Map([
        ['default-src', "'none'"],
        ['frame-ancestors', "'none'"],
      ]),
    )
  },
)

it('lets a page call the address at which an outside issuer gives its tokens', async () => {
  const issuer = createServer((_, response) => {
    response.end(
      JSON.stringify({ jwks_uri: 'https://keys.example', token_endpoint: 'https://tokens.example/token' }),
    )
  })
  await new Promise<void>(resolve => issuer.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  const portal = await startProcessingServer({ environment: { OIDC_ISSUER: address } })
  try {
    const policy = await policyOf('/', portal)
    expect(policy.get('connect-src')?.split(' ')).toEqual([
      "'self'",
      'ws://127.0.0.1',
      address,
      'https://tokens.example',
    ])
  } finally {
    await portal.stop()
    issuer.close()
  }
})

const report = (body: string, type = 'application/csp-report') =>
  fetch(`${server.origin}/api/csp-reports`, { method: 'POST', headers: { 'content-type': type }, body })

const counted = async (): Promise<Record<string, number>> => {
  const { values } = await server.metrics.cspReports.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.directive, value]))
}

it('takes reports of both kinds, counts them by directive, and no more than ten of one request', async () => {
  const violation = {
    type: 'csp-violation',
    body: { effectiveDirective: 'img-src', documentURL: 'https://x/?code=1' },
  }
  const statuses = [
    await report(JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src-elem' } })),
    await report(JSON.stringify({ 'csp-report': { 'violated-directive': "font-src 'self'" } })),
    await report(JSON.stringify(Array(50).fill(violation)), 'application/reports+json'),
    // A name that nobody has given: it may not become a label of the figures.
    await report(JSON.stringify({ 'csp-report': { 'effective-directive': 'x'.repeat(500) } })),
    await report(JSON.stringify({ something: 'else' })),
    await report('[]', 'application/reports+json'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204])
  expect(await counted()).toEqual({ 'script-src-elem': 1, 'font-src': 1, 'img-src': 10, other: 1 })
})

it('refuses what is no report, too long, or too often', async () => {
  expect((await report('{', 'application/csp-report')).status).toBe(422)
  expect((await report('{}', 'text/plain')).status).toBe(422)
  expect((await report(JSON.stringify({ x: 'x'.repeat(20_000) }))).status).toBe(413)
  const statuses = []
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await report('{}')).status)
  expect(statuses).toEqual([204, 204, 204, 429])
})

/** The pages, the identity provider, an answer, a refusal, what is not found, and files. */
const everywhere = [
  '/',
  '/oidc/auth',
  '/api/configuration',
  '/api/collections',
  '/api/none',
  '/docs',
  '/assets-server/pages.js',
]

it.each(everywhere)('lets no browser guess what %s is, frame it, or tell another site of it', async path => {
  const { headers } = await fetch(`${server.origin}${path}`)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await policyOf(path)).get('frame-ancestors')).toBe("'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect([
    headers.get('access-control-allow-origin'),
    headers.get('x-powered-by'),
    headers.get('server'),
  ]).toEqual([null, null, null])
})

it('no page can be framed, by either header, or use an ability of the browser that it does not need', async () => {
  for (const path of ['/', '/oidc/auth', '/docs']) {
    const { headers } = await fetch(`${server.origin}${path}`)
    // The same in both: a browser that reads one of them decides as one that reads the other (RFC 7034, CSP 3 §6.4.2).
    expect((await policyOf(path)).get('frame-ancestors')).toBe("'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    const abilities = headers.get('permissions-policy')?.split(', ') ?? []
    expect(abilities).toEqual(
      expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()', 'usb=()']),
    )
    expect(abilities.filter(ability => !ability.endsWith('=()'))).toEqual(['clipboard-write=(self)'])
  }
  const answer = await fetch(`${server.origin}/api/collections`)
  expect(answer.headers.get('x-frame-options')).toBeNull()
})

it('is reached by https alone for a year, where its address is one of https', async () => {
  const secured = await startProcessingServer({ publicUrl: 'https://portal.example' })
  try {
    for (const path of everywhere) {
      const { headers } = await fetch(`${secured.origin}${path}`)
      expect([path, headers.get('strict-transport-security')]).toEqual([
        path,
        expect.stringMatching(/^max-age=31536000\b/),
      ])
    }
    // Reports go to the endpoint that the page declares (Reporting API §3.2).
    expect((await policyOf('/', secured)).get('report-to')).toBe('violations')
    expect((await fetch(secured.origin)).headers.get('reporting-endpoints')).toBe(
      'violations="/api/csp-reports"',
    )
  } finally {
    await secured.stop()
  }
  expect((await fetch(server.origin)).headers.get('strict-transport-security')).toBeNull()
})

it('names the path that the portal is below, and serves it whether a proxy takes the path off or not', async () => {
  const below = await startProcessingServer({ publicUrl: 'https://agency.example/returns' })
  try {
    for (const path of ['/returns', '']) {
      expect((await fetch(`${below.origin}${path}/api/configuration`)).status).toBe(200)
      const page = await fetch(`${below.origin}${path}/submissions`)
      const policy = await policyOf(`${path}/submissions`, below)
      expect(policy.get('report-uri')).toBe('/returns/api/csp-reports')
      expect(policy.get('connect-src')?.split(' ')).toContain('wss://agency.example')
      expect(page.headers.get('reporting-endpoints')).toBe('violations="/returns/api/csp-reports"')
    }
    expect((await fetch(`${below.origin}/returnsets/api/configuration`)).status).toBe(404)
    const { identity } = (await (await fetch(`${below.origin}/api/configuration`)).json()) as {
      identity: { authority: string }
    }
    expect(identity.authority).toBe('https://agency.example/returns/oidc')
  } finally {
    await below.stop()
  }
})
