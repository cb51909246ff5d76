import { request as httpRequest } from 'node:http'

/** What the server answers to the request of an upload. */
export interface SignedPost {
  url: string
  fields: Record<string, string>
}

const requestOf = (
  origin: string,
  post: SignedPost,
  content: Uint8Array | string,
  name = 'file.xml',
): Request => {
  const form = new FormData()
  for (const [field, value] of Object.entries(post.fields)) form.set(field, value)
  form.set('file', new File([content as BlobPart], name))
  return new Request(new URL(post.url, origin), { method: 'POST', body: form })
}

/** Sends a file to the store of a server as a form, by a signed post. */
export const sendForm = (
  origin: string,
  post: SignedPost,
  content: Uint8Array | string,
  name = 'file.xml',
): Promise<Response> => fetch(requestOf(origin, post, content, name))

/** The answer to a form, as far as it says what to do next. */
export interface FormAnswer {
  status: number
  retryAfter: string | null
  type: string
}

/** Sends the first half of such a form; what it gives sends the rest, for the answer. */
export const beginForm = async (
  origin: string,
  post: SignedPost,
  content: Uint8Array,
): Promise<() => Promise<FormAnswer>> => {
  const request = requestOf(origin, post, content)
  const body = Buffer.from(await request.arrayBuffer())
  const half = Math.floor(body.length / 2)
  const sending = httpRequest(request.url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'content-length': body.length },
  })
  const answer = new Promise<FormAnswer>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', ({ statusCode, headers }) =>
      resolve({
        status: statusCode ?? 0,
        retryAfter: headers['retry-after'] ?? null,
        type: headers['content-type'] ?? '',
      }),
    )
  })
  // Who finishes it hears of a connection that was lost before.
  answer.catch(() => undefined)
  await new Promise(resolve => sending.write(body.subarray(0, half), resolve))
  return () => {
    sending.end(body.subarray(half))
    return answer
  }
}
