import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { PortalServer } from '../e2e/support/server.ts'
import { signIn } from '../tests/server/support/signIn.ts'
import type { BenchFile } from './support.ts'

export interface StoredUpload {
  submissionId: string
  /** Sends the file as the browser does; gives the seconds until the store has answered. */
  send: () => Promise<number>
}

export interface Client {
  /** A call of the API. Throws on any answer that is no success. */
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>
  /** A submission whose file is still to be sent. */
  requestUpload: (file: BenchFile) => Promise<StoredUpload>
}

/** Somebody at University of Ashby who talks to the server as the browser does. */
export const clientOf = async (server: PortalServer, userId = 'ashby-submitter'): Promise<Client> => {
  const { tokens } = await signIn(server.url, userId)
  const exchanged = await fetch(`${server.url}/api/token/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokens.id_token }),
  })
  const { token } = (await exchanged.json()) as { token: string }
  const call: Client['call'] = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const requestUpload: Client['requestUpload'] = async ({ path, bytes }) => {
    const submissionId = randomUUID()
    const fileName = 'bench.xml'
    const post = await call<{ url: string; fields: Record<string, string> }>('POST', '/files/uploadRequest', {
      submissionUuid: submissionId,
      fileName,
      collectionId: 'c23056',
      instId: '0001',
      fileSize: bytes,
    })
    const send = async (): Promise<number> => {
      const form = new FormData()
      for (const [name, value] of Object.entries(post.fields)) form.set(name, value)
      form.set('file', await openAsBlob(path), fileName)
      const began = performance.now()
      const stored = await fetch(new URL(post.url, server.url), { method: 'POST', body: form })
      const seconds = (performance.now() - began) / 1000
      if (!stored.ok) throw new Error(`The store answered ${stored.status}: ${await stored.text()}`)
      return seconds
    }
    return { submissionId, send }
  }
  return { call, requestUpload }
}
