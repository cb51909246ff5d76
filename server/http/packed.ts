import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Whether the caller accepts an encoding (RFC 9110 §12.5.3). */
export const takes = ({ headers }: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(
    headers['accept-encoding']?.toString() ?? '',
  )

/**
 * Sends content of some size that never changes. It is made and packed when it is first asked for, which in most processes
 * never happens, and kept packed: who asks for it often costs no more than the bytes.
 */
export const packed = (type: string, make: () => Promise<Buffer>) => {
  let kept: Promise<Buffer> | undefined
  const packedOnce = (): Promise<Buffer> => {
    kept ??= make()
      .then(content => promisify(gzip)(content))
      .catch(error => {
        kept = undefined
        throw error
      })
    return kept
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const content = await packedOnce()
    reply.type(type).header('vary', 'accept-encoding')
    if (takes(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(content)
    return reply.send(createGunzip().end(content))
  }
}

/** Serves such content to everybody, counted by address. */
export const servePacked = (
  app: FastifyInstance,
  { path, type }: { path: string; type: string },
  make: () => Promise<Buffer>,
): void => {
  app.get(path, { config: { limit: 'anonymous' }, compress: false }, packed(type, make))
}
