import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from '../../storage/index.ts'

/** Whether the caller asks for CSV rather than JSON. */
export const wantsCsv = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? '').split(',').some(type => type.trim().toLowerCase().startsWith('text/csv'))

/** Sends CSV as it is made, with a byte order mark so that spreadsheet programs read it as UTF-8. */
export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  content: AsyncIterable<string> | Iterable<string>,
): FastifyReply => {
  const marked = async function* () {
    yield '\uFEFF'
    yield* content
  }
  return reply
    .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(fileName) })
    .send(Readable.from(marked()))
}
