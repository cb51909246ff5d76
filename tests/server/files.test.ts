import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolderStore, type ObjectStore } from '../../server/storage/index.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

describe('uploads and downloads', () => {
  let server: ProcessingServer
  const faults = { open: undefined as string | undefined, reserve: 0 }
  const shaky = (folder: ObjectStore): ObjectStore => ({
    ...folder,
    open: async key => {
      if (faults.open) throw Object.assign(new Error('fault'), { code: faults.open })
      return folder.open(key)
    },
  })
  beforeAll(async () => {
    server = await startProcessingServer({ store: shaky, reserveBytes: () => faults.reserve })
  })
  afterAll(() => server.stop())

  const request = (submissionUuid: string, fields: Record<string, unknown> = {}) =>
    server.call<SignedPost & { detail: string; errors: { field: string }[] }>(
      'ashby-submitter',
      'POST',
      '/files/uploadRequest',
      { body: { submissionUuid, fileName: 'file.xml', collectionId: 'c23056', instId: '0001', ...fields } },
    )
  const post = (signed: SignedPost, content: string): Promise<Response> =>
    sendForm(server.origin, signed, content)
  const cancel = (submissionUuid: string) =>
    server.call('ashby-submitter', 'POST', '/files/cancel-upload', {
      body: { submissionUuid, fileName: 'file.xml', collectionId: 'c23056', instId: '0001' },
    })
  const submissionOf = async (id: string) =>
    (
      await server.call<{ failureReason: string; fileName: string; status: { code: string } }>(
        'ashby-submitter',
        'GET',
        `/submissions/${id}`,
      )
    ).body

  it.each([
    ['another extension', { fileName: 'file.xml.exe' }, 422, 'body.fileName'],
    ['an extension behind an escape', { fileName: 'a.xml%00.exe' }, 422, 'body.fileName'],
    ['an ending behind an escape', { fileName: 'a.exe%00.xml' }, 422, 'body.fileName'],
    ['a control character in the name', { fileName: 'a\u0007.xml' }, 422, 'body.fileName'],
    ['an empty file', { fileSize: 0 }, 422, 'body.fileSize'],
    ['a file over the limit', { fileSize: 4 * 1024 ** 3 + 1 }, 413, 'body.fileSize'],
    ['no name', { fileName: '' }, 422, 'body.fileName'],
    ['a name that is too long', { fileName: `${'x'.repeat(300)}.xml` }, 422, 'body.fileName'],
    ['an id that is none', { submissionUuid: 'x' }, 422, 'body.submissionUuid'],
    ['a status of the sender', { status: 30 }, 422, 'body.status'],
  ])('refuses %s before anything is sent', async (_, fields, status, field) => {
    const answer = await request(randomUUID(), fields)
    expect([answer.status, answer.body.errors.map(error => error.field)]).toEqual([status, [field]])
  })

  it('keeps a strange file name as it is, away from every path', async () => {
    const id = randomUUID()
    const fileName = '../..\\"<img onerror>\u202E 😀.XML'
    const signed = await request(id, { fileName })
    expect(signed.body.fields.key).toBe(`0001/${id}/file.xml`)
    expect((await post(signed.body, '<a/>')).status).toBe(204)
    expect((await submissionOf(id)).fileName).toBe(fileName)
  })

  it('takes a file of the announced size only, and says why the upload failed', async () => {
    const id = randomUUID()
    const signed = await request(id, { fileSize: 4 })
    expect((await post(signed.body, '<aaaa/>')).status).toBe(413)
    expect(await submissionOf(id)).toMatchObject({
      status: { code: 'UPLOAD_ERROR' },
      failureReason: 'The file is larger than the announced 4 bytes.',
    })
  })

  it('refuses the file of an upload that was cancelled, and leaves no object', async () => {
    const id = randomUUID()
    const signed = await request(id)
    expect((await cancel(id)).status).toBe(204)
    const answer = await post(signed.body, '<a/>')
    expect(answer.status).toBe(409)
    expect(await server.storage.stat(`0001/${id}/file.xml`)).toBeUndefined()
    expect((await submissionOf(id)).failureReason).toBe('The upload was cancelled.')
  })

  it('makes way for a new upload after a cancelled one, and cancels it once however often it is asked', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await request(first)
    expect((await request(second)).status).toBe(409)
    await cancel(first)
    expect((await cancel(first)).status).toBe(204)
    expect((await request(second)).status).toBe(200)
    await cancel(second)
  })

  const incoming = () => readdir(join(server.dataDir, 'store', 'incoming')).catch(() => [])

  /** Posts a form in chunks, which announces no size: after its first bytes have arrived, the rest. */
  const postInChunks = async (
    signed: SignedPost,
    rest: () => Iterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> => {
    const boundary = 'cut'
    const fields = Object.entries(signed.fields).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\ncontent-type: application/xml\r\n\r\n`
    const body = async function* () {
      yield new TextEncoder().encode(head)
      yield new TextEncoder().encode('<a>')
      while ((await incoming()).length === 0) await new Promise(resolve => setTimeout(resolve, 5))
      yield* rest()
      yield new TextEncoder().encode(`\r\n--${boundary}--\r\n`)
    }
    await fetch(new URL(signed.url, server.origin), {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Readable.toWeb(Readable.from(body())) as ReadableStream,
      duplex: 'half',
      signal,
    } as RequestInit).catch(() => undefined)
  }

  it('stops a post that announces no size where the disk reaches its reserve', async () => {
    const id = randomUUID()
    const signed = await request(id)
    await postInChunks(signed.body, function* () {
      faults.reserve = Number.MAX_SAFE_INTEGER
      for (let count = 0; count < 24; count += 1) yield new Uint8Array(1024 ** 2).fill(32)
    })
    faults.reserve = 0
    await expect.poll(async () => (await submissionOf(id)).status.code).toBe('UPLOAD_ERROR')
    expect((await submissionOf(id)).failureReason).toBe(
      "The server's disk is nearly full, so it cannot accept files at the moment. Try again later.",
    )
    expect(await incoming()).toEqual([])
    expect(await server.storage.stat(`0001/${id}/file.xml`)).toBeUndefined()
  })

  it('leaves nothing in the store when a connection breaks in the middle', async () => {
    const id = randomUUID()
    const signed = await request(id)
    const controller = new AbortController()
    await postInChunks(
      signed.body,
      () => {
        controller.abort()
        return []
      },
      controller.signal,
    )
    while ((await incoming()).length > 0) await new Promise(resolve => setTimeout(resolve, 5))
    expect(await server.storage.stat(`0001/${id}/file.xml`)).toBeUndefined()
    expect((await submissionOf(id)).status.code).toBe('UPLOADING')
    expect((await post(signed.body, '<a/>')).status).toBe(204)
  })

  it('answers 503 with Retry-After when the disk fails, and 204 when it is well again', async () => {
    const id = randomUUID()
    const signed = await request(id)
    const address = await server.storage.signedDownload(`0001/${id}/file.xml`, {
      fileName: 'a.xml',
      seconds: 60,
      userId: 'ada',
    })
    expect((await post(signed.body, '<a/>')).status).toBe(204)
    faults.open = 'EIO'
    const answer = await fetch(new URL(address, server.origin))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    faults.open = undefined
    expect(await (await fetch(new URL(address, server.origin))).text()).toBe('<a/>')
  })

  it('gives the sign-off form of an approved submission, by its file hash', async () => {
    const id = randomUUID()
    const hash = 'feed'.repeat(16)
    await server.inSystem(tx => sql`update submission set is_latest = false`.execute(tx))
    await server.place({ id, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
    await server.asOwner(
      `update submission set file_hash = '${hash}', student_count = 4321 where id = '${id}'`,
    )
    const times: string[] = []
    const decide = async (user: string, action: string, to: StatusName): Promise<void> => {
      server.clock.forward(60_000)
      times.push(
        server.clock
          .now()
          .toLocaleString('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })
          .replace(',', ''),
      )
      const { status } = await server.call(user, 'POST', `/submissions/update-state/${id}`, {
        body: { action, statusId: statusOf(to).id, termsAccepted: true },
      })
      expect(status).toBe(200)
    }
    await decide('ashby-signoff', 'submit', 'AGENCY_APPROVAL')
    await decide('bedel-analyst', 'approve', 'SC_APPROVAL')
    await decide('ohe-analyst', 'approve', 'APPROVED')
    const [submitted, , approved] = times

    const ask = () =>
      server.call<{ data: string }>('ashby-signoff', 'POST', `/files/signOffFormDownloadRequest/${hash}`)
    const form = await fetch(new URL((await ask()).body.data, server.origin))
    expect(form.headers.get('content-disposition')).toContain('SignOff.23056.0001.pdf')
    const pdf = await getDocumentProxy(new Uint8Array(await form.arrayBuffer()))
    const { text } = await extractText(pdf, { mergePages: true })
    for (const expected of [
      'Provider University of Ashby (0001)',
      'UKPRN 10000001',
      'Collection 23056 Student 2023/24',
      'File name placed.xml',
      `Submitted ${submitted}`,
      `Approved ${approved}`,
      'Student count 4,321',
    ])
      expect(text).toContain(expected)
    expect(text.replaceAll(/\s/g, '')).toContain(hash)
    await server.inSystem(tx => sql`update submission set status_id = 24 where id = ${id}::uuid`.execute(tx))
    expect((await ask()).status).toBe(404)
  })

  it('knows its keys', () => {
    const store = createFolderStore({
      folder: server.dataDir,
      secret: new Uint8Array(1),
      address: '',
      clock: server.clock,
      hasStored: async () => false,
    })
    return expect(store.stat('../secret/file.xml')).rejects.toThrow('is not a key')
  })
})
