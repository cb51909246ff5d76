import fastify, { type FastifyInstance } from 'fastify'
import { product } from '../../src/domain/product.ts'
import { englishLocale } from '../../src/messages/order.ts'
import { reportPath } from './csp.ts'
import { servePacked } from './packed.ts'

/** The library's own page is not used, because it needs a script inside the page; its script is. */
const library = '/docs/library'
const script = `${library}/js/scalar.js`

/**
 * The page's own policy: Scalar writes its styles into the page and draws by HTML, which the portal's policy refuses.
 * Scripts come from here alone, and nothing is fetched from anywhere else.
 */
const policyOf = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `report-uri ${reportPath(publicUrl)}`,
  ].join('; ')

/** Its addresses are relative: it is served below the path of the public address, and where operations are. */
const page = `<!doctype html><html lang="${englishLocale}"><head><meta charset="utf-8"><title>API – ${product.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="icon.svg" type="image/svg+xml"></head>
<body><div id="docs"></div><noscript>The description of the API: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</noscript>
<script src="assets-server/docsSettings.js"></script><script src="${script.slice(1)}"></script><script src="assets-server/docs.js"></script></body></html>`

/** The library's script as the library serves it. */
const readLibrary = async (): Promise<Buffer> => {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(apiReference, { routePrefix: library, configuration: { url: '/openapi.json' } })
  const { rawPayload } = await app.inject(script)
  await app.close()
  return rawPayload
}

/** A page to read the API's description and to try its calls: Scalar, served from here (decisions §2). */
export const docs = async (app: FastifyInstance): Promise<void> => {
  servePacked(app, { path: script, type: 'application/javascript; charset=utf-8' }, readLibrary)
  const policy = policyOf(app.bedel.publicUrl)
  app.get('/docs', { config: { limit: 'anonymous' } }, async (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )
}
