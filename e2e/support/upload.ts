import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { statusOf } from '../../src/domain/status.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { type SignedPost, sendForm } from '../../tests/server/support/sendForm.ts'

/** Somebody who has signed in: where, and with which token of the API. */
export interface SignedIn {
  origin: string
  token: string
}

/** A call of the API in the name of somebody; it has to succeed. */
export const callAs = async <T>(
  { origin, token }: SignedIn,
  method: string,
  address: string,
  body?: unknown,
): Promise<T> => {
  const answer = await fetch(`${origin}/api${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.ok, `${method} ${address} answers ${answer.status}`).toBe(true)
  const text = await answer.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** The organisation for which somebody has signed in. */
export const organisationOf = ({ token }: Pick<SignedIn, 'token'>): string =>
  decodeJwt<{ organisation: { id: string } }>(token).organisation.id

/** Has a file uploaded and processed by the calls that a page makes; gives the id of the submission. */
export const processFile = async (person: SignedIn, path: string): Promise<string> => {
  const id = randomUUID()
  const content = await readFile(path)
  const fileName = basename(path)
  const post = await callAs<SignedPost>(person, 'POST', '/files/uploadRequest', {
    submissionUuid: id,
    fileName,
    collectionId: 'c23056',
    instId: organisationOf(person),
    fileSize: content.length,
  })
  expect((await sendForm(person.origin, post, content, fileName)).ok).toBe(true)
  const complete = statusOf('QUALITY_PROCESSING_COMPLETE').id
  await expect
    .poll(async () => (await callAs<SubmissionWire>(person, 'GET', `/submissions/${id}`)).status.id, {
      intervals: [250],
      // Of all that a test waits for the longest on a machine that does much else.
      timeout: 240_000,
    })
    .toBe(complete)
  return id
}
