import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark } from '../../../src/domain/csv.ts'
import { attachment } from '../../storage/index.ts'

type Pieces = AsyncIterable<string> | Iterable<string>

/** The same pieces, the first of them made already: what cannot be begun throws here, not in the middle of an answer. */
const begun = async (content: Pieces): Promise<AsyncIterable<string>> => {
  const pieces = Readable.from(content, { objectMode: true })[Symbol.asyncIterator]()
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value as string
    yield* { [Symbol.asyncIterator]: () => pieces }
  })()
}

/** CSV as it is made, with a byte order mark so that spreadsheet programs read it as UTF-8. */
export const csvContent = (content: Pieces): Readable => {
  const marked = async function* () {
    yield byteOrderMark
    yield* content
  }
  return Readable.from(marked())
}

/** Answers CSV as it is made. Throws where it cannot be begun. */
export const sendCsv = async (
  reply: FastifyReply,
  fileName: string,
  content: Pieces,
): Promise<FastifyReply> => {
  const pieces = csvContent(await begun(content))
  return reply
    .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(fileName) })
    .send(pieces)
}
