import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../src/domain/problem.ts'
import { product } from '../../src/domain/product.ts'
import { isPortalRoute } from '../../src/domain/routes.ts'
import { message } from '../../src/messages/message.ts'
import { OperatorFault } from '../operatorFault.ts'
import { publicPath } from '../publicPath.ts'
import { type PortalFiles, portalFileName } from '../storage/index.ts'
import { hasDocuments } from './help.ts'
import { takes } from './packed.ts'
import { sendProblem, shownPath } from './problems.ts'
import { headersOfPages, isPartOfPage } from './securityHeaders.ts'

/** The portal as it is built, beside the server. */
export const builtPortal = join(import.meta.dirname, '../../dist')
const assetsPath = '/assets/'
const year = 31_536_000
const week = 604_800
/** The family of the screens, for the pages that the server draws itself. */
const fonts = join(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files',
)

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where a page is to be asked for instead: this machine has several names, and signing in works only under the one that
 * is the public address. Undefined for any other host, which may be a proxy's word for this one.
 */
export const rightAddress = (
  publicUrl: string,
  host: string | undefined,
  path: string,
): string | undefined => {
  const [requested, known] = [URL.parse(`http://${host}`), new URL(publicUrl)]
  const isOtherName =
    requested !== null &&
    requested.hostname !== known.hostname &&
    requested.port === known.port &&
    known.protocol === 'http:' &&
    loopback.has(requested.hostname) &&
    loopback.has(known.hostname)
  return isOtherName ? `${known.origin}${publicPath(publicUrl)}${path}` : undefined
}

/** Paths that are the server's own: what is not there is not found, whoever asks. */
const ownPaths = /^\/(?:api|oidc|assets|assets-server|docs|health|help|metrics)(?:\/|$)|^\/[^/]+\.\w+$/

/** Whether an address is to be answered with the page, whose router knows it: by a browser, or by anything that takes all. */
export const wantsPage = (method: string, path: string, accept = '*/*'): boolean =>
  (method === 'GET' || method === 'HEAD') && !ownPaths.test(path) && /text\/html|\*\/\*/.test(accept)

/** The colours of the portal. */
const tokens = join(import.meta.dirname, '../../src/ui/tokens.css')

/** Scripts and styles of the pages that the server draws itself. */
export const serverPages = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyStatic, {
    root: join(import.meta.dirname, 'pages'),
    prefix: '/assets-server/',
    decorateReply: false,
  })
  const css = await readFile(tokens, 'utf8')
  app.get('/assets-server/tokens.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  )
}

/** Pages that were built for a product of another key: in them nobody of the agency could sign in. */
class PagesOfOtherProductError extends OperatorFault {
  override readonly name = 'PagesOfOtherProductError'
}

const refuseOtherProduct = (page: string): void => {
  const [, key = product.key] = /<html[^>]* data-product="(\w+)"/.exec(page) ?? []
  if (key === product.key) return
  throw new PagesOfOtherProductError(
    `The pages were built with PRODUCT_KEY=${key}, and this server has ${product.key}. Build them again with the PRODUCT_KEY of the server: node scripts/support/build.mjs, or the image with --build-arg.`,
  )
}

/** The page below a path: its addresses begin with it, and it tells its scripts. */
export const pageBelow = (base: string, page: string): string =>
  page
    .replaceAll(/ (href|src)="\//g, (_, attribute: string) => ` ${attribute}="${base}/`)
    .replace('<html ', () => `<html data-base="${base}" `)

/** The page of a server that has the documents: its help links to them. */
export const pageWithDocuments = (page: string): string => page.replace('<html ', '<html data-documents ')

/** Sends a page that differs from the built file, compressed once in the encodings of the build. */
const pageSender = (page: string) => {
  const compressed = { br: brotliCompressSync(page), gzip: gzipSync(page) }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
    const encoding = (['br', 'gzip'] as const).find(name => takes(request, name))
    return encoding === undefined
      ? reply.send(page)
      : reply.header('content-encoding', encoding).send(compressed[encoding])
  }
}

/**
 * The built portal: hashed files may be kept for ever, the page itself never. Any path that is not
 * the server's own gets the page, with status 404 where the portal has no page for it; anything else is not found. `others`
 * has the hashed files of other releases.
 */
export const staticFiles = async (
  app: FastifyInstance,
  publicUrl: string,
  others?: Pick<PortalFiles, 'rootOf'>,
  dist: string = builtPortal,
): Promise<void> => {
  await serverPages(app)
  await app.register(fastifyStatic, {
    root: fonts,
    prefix: '/assets-server/fonts/',
    decorateReply: false,
    maxAge: `${week}s`,
  })
  const isBuilt = existsSync(join(dist, 'index.html'))
  const base = publicPath(publicUrl)
  const built = isBuilt ? await readFile(join(dist, 'index.html'), 'utf8') : ''
  const below = base === '' ? built : pageBelow(base, built)
  const page = hasDocuments() ? pageWithDocuments(below) : below
  const sendPage = pageSender(page)
  if (isBuilt) {
    refuseOtherProduct(built)
    await app.register(fastifyStatic, {
      root: dist,
      prefix: '/',
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.map', '**/*.gz', '**/*.br', 'index.html'],
      cacheControl: false,
      // A hashed file is never asked for again, and where a browser does, its tag is enough.
      lastModified: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache',
        )
        if (isPartOfPage(path)) for (const name of headersOfPages) reply.removeHeader(name)
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const asset = path.startsWith(assetsPath) ? path.slice(assetsPath.length) : ''
    const root = isBuilt && portalFileName.test(asset) ? await others?.rootOf(asset) : undefined
    if (root !== undefined) return reply.sendFile(asset, root)
    if (isBuilt && wantsPage(request.method, path, request.headers.accept)) {
      const right = rightAddress(publicUrl, request.headers.host, request.url)
      if (right !== undefined) return reply.redirect(right)
      reply.header('cache-control', 'no-cache')
      if (isPortalRoute(path) && page === built) return reply.sendFile('index.html', dist)
      // `sendFile` sets the status of the file that it found.
      return sendPage(request, reply.code(isPortalRoute(path) ? 200 : 404))
    }
    return sendProblem(
      reply,
      problem('not-found', message('server', 'nothingThere', { path: shownPath(path) })),
    )
  })
}
