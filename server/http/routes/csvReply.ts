import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachment } from '../../storage/index.ts'

/** CSV as it is made, with a byte order mark so that spreadsheet programs read it as UTF-8. */
export const csvContent = (content: AsyncIterable<string> | Iterable<string>): Readable => {
  const marked = async function* () {
    yield '\uFEFF'
    yield* content
  }
  return Readable.from(marked())
}

export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  content: AsyncIterable<string> | Iterable<string>,
): FastifyReply =>
  reply
    .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(fileName) })
    .send(csvContent(content))
