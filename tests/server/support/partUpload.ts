import { createHash } from 'node:crypto'
import type { ProcessingServer } from './processingServer.ts'
import { type SignedPost, sendForm } from './sendForm.ts'

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** What the server answers to the request of an upload in parts. */
export interface PartGrant extends SignedPost {
  partBytes: number
  parts: { number: number; sha256: string }[]
}

/** A file that is sent in parts by one person, call by call. */
export const partUploadOf = (
  server: Pick<ProcessingServer, 'call' | 'origin'>,
  of: { user: string; instId: string; submissionUuid: string; content: Uint8Array; fileName?: string },
) => {
  const { user, instId, submissionUuid, content, fileName = 'large.xml' } = of
  const body = { submissionUuid, fileName, collectionId: 'c23056', instId, fileSize: content.length }
  const contentOf = (number: number, { partBytes }: PartGrant): Uint8Array =>
    content.subarray((number - 1) * partBytes, number * partBytes)
  return {
    body,
    begin: (fields: object = {}) =>
      server.call<PartGrant & { detail: string }>(user, 'POST', '/files/partUploadRequest', {
        body: { ...body, ...fields },
      }),
    /** Posts one part; `given` in place of what belongs to it. */
    send: (
      grant: PartGrant,
      number: number | string,
      given: { content?: Uint8Array; sha256?: string; fields?: Record<string, string> } = {},
    ): Promise<Response> => {
      const part = given.content ?? contentOf(Number(number), grant)
      const fields = {
        ...grant.fields,
        number: String(number),
        sha256: given.sha256 ?? sha256(part),
        ...given.fields,
      }
      return sendForm(server.origin, { url: grant.url, fields }, part)
    },
    unfinished: () =>
      server.call<{ upload: Record<string, unknown> | null }>(
        user,
        'GET',
        `/files/unfinishedUpload?submissionUuid=${submissionUuid}&instId=${instId}`,
      ),
    complete: () => server.call<{ detail: string }>(user, 'POST', '/files/completePartUpload', { body }),
    cancel: () => server.call(user, 'POST', '/files/cancel-upload', { body }),
  }
}
