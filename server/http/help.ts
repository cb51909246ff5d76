import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicPath } from '../publicPath.ts'
import { packed } from './packed.ts'
import { headersOfPages, isPartOfPage } from './securityHeaders.ts'

/** The documents as `npm run docs` builds them. They are built for this path. */
export const builtDocuments = join(import.meta.dirname, '../../dist-docs')
export const helpPath = '/help/'

const year = 31_536_000

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const texts = new Set(['.css', '.html', '.js', '.json'])

/** Whether the documents have been built; without them there is no address and no link for them. */
export const hasDocuments = (folder = builtDocuments): boolean => existsSync(join(folder, 'index.html'))

/** A built text whose own addresses begin with the path of the portal. */
export const documentBelow = (base: string, text: string): string =>
  text.replaceAll(/(?<=["'(=`])\/help\//g, () => `${base}${helpPath}`)

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The address of a built file below `helpPath`: pages have no ending, as their links have none. */
const addressOf = (file: string): string => file.replace(/(?:(?<=^|\/)index)?\.html$/, '')

/** Sends one built file. It is read when somebody first asks for it. */
const sender = (folder: string, file: string, base: string): Handler => {
  const ending = extname(file)
  const send = packed(types[ending] ?? '', async () => {
    const content = await readFile(join(folder, file))
    return base !== '' && texts.has(ending)
      ? Buffer.from(documentBelow(base, content.toString('utf8')))
      : content
  })
  return (request, reply) => {
    reply.header(
      'cache-control',
      file.startsWith('assets/') ? `public, max-age=${year}, immutable` : 'no-cache',
    )
    if (isPartOfPage(file)) for (const name of headersOfPages) reply.removeHeader(name)
    return send(request, reply)
  }
}

/** Serves the built documents below `/help/`, to everybody: they name no provider and no person. */
export const help = async (
  app: FastifyInstance,
  publicUrl: string,
  folder = builtDocuments,
): Promise<void> => {
  if (!hasDocuments(folder)) return
  const base = publicPath(publicUrl)
  const built = await Array.fromAsync(glob('**/*.*', { cwd: folder }))
  const files = built.filter(file => extname(file) in types)
  const senders = new Map(files.map(file => [addressOf(file), sender(folder, file, base)]))
  const notFound = sender(folder, '404.html', base)
  app.get('/help', async (_request, reply) => reply.redirect(base + helpPath))
  app.get('/help/*', { compress: false }, (request, reply) => {
    const { '*': address } = request.params as { '*': string }
    const send = senders.get(address.replace(/\.html$/, ''))
    return send ? send(request, reply) : notFound(request, reply.code(404))
  })
}
