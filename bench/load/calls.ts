import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { SignedPost } from '../../tests/server/support/sendForm.ts'

/*
 * The calls of the load, by Node's older client: `fetch` takes six times as much of the processor, which on one machine is taken
 * from what is measured.
 */

/** As browsers do, calls to a server use its connections again. */
const agent = new Agent({ keepAlive: true })

const answerOf = (url: string | URL, options: RequestOptions, body: Body): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sending = request(url, { agent, ...options })
    sending.on('response', resolve)
    sending.on('error', reject)
    pipeline(body, sending).catch(reject)
  })
type Body = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const asBearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Reads a page's data, packed as browsers ask for them, to the end, and gives the status. Nothing of them is kept. */
export const read = async (url: string, token: string): Promise<number> => {
  const headers = { ...asBearer(token), accept: '*/*', 'accept-encoding': 'gzip, deflate' }
  const answer = await answerOf(url, { headers }, [])
  for await (const _ of answer);
  return answer.statusCode ?? 0
}

/** Posts JSON, and gives what is answered to it; undefined for a refusal. */
export const post = async <Answer>(
  url: string,
  token: string,
  body: object,
): Promise<{ status: number; body: Answer | undefined }> => {
  const content = JSON.stringify(body)
  const answer = await answerOf(
    url,
    {
      method: 'POST',
      headers: {
        ...asBearer(token),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      },
    },
    [content],
  )
  const status = answer.statusCode ?? 0
  const answered = await text(answer)
  return { status, body: status === 200 ? (JSON.parse(answered) as Answer) : undefined }
}

/** Sends a file by a signed post, as it is read from the disk, and gives the status. */
export const sendFile = async (
  origin: string,
  { url, fields }: SignedPost,
  file: { path: string; bytes: number },
): Promise<number> => {
  const boundary = `load-${randomUUID()}`
  const part = (name: string, more = ''): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = [
    ...Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`),
    part('file', '; filename="file.xml"\r\ncontent-type: application/octet-stream'),
  ].join('')
  const tail = `\r\n--${boundary}--\r\n`
  const form = async function* () {
    yield head
    yield* createReadStream(file.path)
    yield tail
  }
  const answer = await answerOf(
    new URL(url, origin),
    {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': Buffer.byteLength(head) + file.bytes + Buffer.byteLength(tail),
      },
    },
    form(),
  )
  answer.resume()
  return answer.statusCode ?? 0
}
