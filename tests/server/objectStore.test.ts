import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendProblem } from '../../server/http/problems.ts'
import { confirmStored } from '../../server/jobs/deadlines.ts'
import { createReadiness } from '../../server/readiness.ts'
import { attachment } from '../../server/storage/contentDisposition.ts'
import { withEncryption } from '../../server/storage/encryption/encryptedStore.ts'
import { createFolderStore, type FolderStore } from '../../server/storage/folderStore.ts'
import { ObjectMissing, type ObjectStore, objectKey } from '../../server/storage/objectStore.ts'
import { createS3Store } from '../../server/storage/s3Store.ts'
import { downloadRoute, uploadRoute } from '../../server/storage/storeRoutes.ts'
import { keysInMemory } from '../../server/storage/testing/keysInMemory.ts'
import { createWorkFolders } from '../../server/workFolders.ts'
import { limits } from '../../src/domain/limits.ts'
import { type Problem, problem, toProblem } from '../../src/domain/problem.ts'
import type { Message } from '../../src/messages/message.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { partUploadOf } from './support/partUpload.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { startObjectServer, whyNoObjectServer } from './support/radosgw.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

const submissionId = '00000000-0000-4000-8000-000000000001'
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

interface Subject {
  store: ObjectStore
  /** Address of the store as a browser reaches it. */
  origin: string
  now: { value: Date }
  close: () => Promise<void>
}

const secret = new TextEncoder().encode('a secret of the test')
const address = '/api/store'

/** Serves what the server itself serves of a store. */
const serve = async (store: ObjectStore & { secret: Uint8Array }, clock: { now: () => Date }) => {
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => sendProblem(reply, toProblem(error)))
  await app.register(downloadRoute({ store, clock }), { prefix: address })
  return app
}

const startFolder = async (
  isEncrypted = false,
): Promise<Subject & { folder: string; listener: Listener }> => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-store-'))
  const now = { value: new Date('2025-01-01T12:00:00Z') }
  const clock = { now: () => now.value }
  const plain: FolderStore = createFolderStore({ folder, secret, address, clock })
  const store = isEncrypted ? withEncryption(plain, { keys: keysInMemory(), secret, address, clock }) : plain
  const listener = new Listener()
  const app = await serve(store, clock)
  await app.register(
    uploadRoute({
      store,
      clock,
      listener,
      disk: { setAside: async () => ({ use: async () => {}, giveBack: () => {} }) },
    }),
    {
      prefix: address,
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    store,
    origin,
    now,
    folder,
    listener,
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

class Listener {
  events: unknown[] = []
  refusal: Problem | undefined
  fault: Error | undefined
  stored = async (key: string, object: unknown) => {
    if (this.fault) throw this.fault
    this.events.push({ stored: key, object })
    return this.refusal
  }
  failed = async (key: string, reason: Message | string) => {
    this.events.push({ failed: key, reason: inEnglish(reason) })
  }
}

const startS3 = async (isEncrypted = false): Promise<Subject & { withoutBucket: ObjectStore }> => {
  const { endpoint, accessKey, secretKey, stop } = await startObjectServer()
  process.env.AWS_ACCESS_KEY_ID = accessKey
  process.env.AWS_SECRET_ACCESS_KEY = secretKey
  const region = 'us-east-1'
  const bucket = 'bedel-test'
  await new S3Client({ endpoint, region, forcePathStyle: true }).send(
    new CreateBucketCommand({ Bucket: bucket }),
  )
  const now = { value: new Date() }
  const scratch = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
  const clock = { now: () => now.value }
  const folders = createWorkFolders(scratch)
  const plain = createS3Store({ endpoint, bucket, region, scratch: folders, clock })
  const encrypted = withEncryption(plain, { keys: keysInMemory(), secret, address, clock })
  const app = await serve(encrypted, clock)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    store: isEncrypted ? encrypted : plain,
    withoutBucket: createS3Store({ endpoint, bucket: 'nobody-made-it', region, scratch: folders, clock }),
    origin,
    now,
    close: async () => {
      await app.close()
      await stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

const post = async (
  subject: Subject,
  signed: { url: string; fields: Record<string, string> },
  content: string,
): Promise<Response> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(signed.fields)) form.set(name, value)
  form.set('file', new File([content], 'my file.xml'))
  return fetch(new URL(signed.url, subject.origin || undefined), { method: 'POST', body: form })
}

const inAMinute = (subject: Subject) => new Date(subject.now.value.getTime() + 60_000)

const whyNoS3 = whyNoObjectServer()

const backends: { name: string; start: () => Promise<Subject>; whyNot?: string | undefined }[] = [
  { name: 'the folder', start: startFolder },
  { name: 'the folder, encrypted', start: () => startFolder(true) },
  { name: whyNoS3 ? `S3 (${whyNoS3})` : 'S3', start: startS3, whyNot: whyNoS3 },
  {
    name: whyNoS3 ? `S3, encrypted (${whyNoS3})` : 'S3, encrypted',
    start: () => startS3(true),
    whyNot: whyNoS3,
  },
]

for (const { name, start, whyNot } of backends)
  describe.skipIf(whyNot)(`the object store in ${name}`, () => {
    let subject: Subject
    const key = objectKey('0001', crypto.randomUUID(), 'file.xml')
    beforeAll(async () => {
      subject = await start()
    })
    afterAll(() => subject.close())
    afterEach(() => subject.store.remove(key))

    it('keeps what was put, says its size and hash, and gives it back', async () => {
      expect(await subject.store.put(key, Readable.from(['one ', 'two']))).toEqual({
        size: 7,
        sha256: sha256('one two'),
      })
      expect(await subject.store.stat(key)).toEqual({ size: 7, sha256: sha256('one two') })
      expect(await text(await subject.store.open(key))).toBe('one two')
      expect(await subject.store.list('0001/')).toContain(key)
    })

    it('replaces an object that is put again', async () => {
      await subject.store.put(key, Readable.from(['old']))
      await subject.store.put(key, Readable.from(['new']))
      expect(await text(await subject.store.open(key))).toBe('new')
    })

    it('knows nothing of an object that was removed, and removes it twice without complaint', async () => {
      await subject.store.put(key, Readable.from(['x']))
      await subject.store.remove(key)
      await subject.store.remove(key)
      expect(await subject.store.stat(key)).toBeUndefined()
      await expect(subject.store.open(key)).rejects.toBeInstanceOf(ObjectMissing)
    })

    it('takes a file under a signed post and gives it by a signed address under its own name', async () => {
      const signed = await subject.store.signedPost(key, { maxBytes: 100, expires: inAMinute(subject) })
      expect(await subject.store.seal(key)).toBeUndefined()
      expect((await post(subject, signed, '<a/>')).status).toBe(204)
      const sealed = await subject.store.seal(key)
      expect(sealed?.size).toBe(4)
      const address = await subject.store.signedDownload(sealed?.key ?? '', {
        fileName: 'ŵ "x".xml',
        seconds: 60,
      })
      const answer = await fetch(new URL(address, subject.origin || undefined))
      expect(answer.headers.get('content-disposition')).toBe(attachment('ŵ "x".xml'))
      expect(await answer.text()).toBe('<a/>')
    })

    it.each([
      ['a size over the limit', { maxBytes: 3 }, '<a/>'],
      ['an empty file', { maxBytes: 3 }, ''],
      ['another size than announced', { maxBytes: 100, exactBytes: 5 }, '<a/>'],
    ])('refuses %s and keeps nothing', async (_, conditions, content) => {
      const signed = await subject.store.signedPost(key, { ...conditions, expires: inAMinute(subject) })
      const answer = await post(subject, signed, content)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await subject.store.seal(key)).toBeUndefined()
    })

    it('keeps what was sealed, whatever is sent by the same form afterwards', async () => {
      const signed = await subject.store.signedPost(key, { maxBytes: 100, expires: inAMinute(subject) })
      await post(subject, signed, '<first/>')
      const sealed = await subject.store.seal(key)
      await post(subject, signed, '<second/>')
      expect(await text(await subject.store.open(sealed?.key ?? ''))).toBe('<first/>')
      expect((await subject.store.stat(sealed?.key ?? ''))?.size).toBe(8)
    })

    it('seals what was put as it is', async () => {
      await subject.store.put(key, Readable.from(['put']))
      expect(await subject.store.seal(key)).toEqual({ key, size: 3, sha256: sha256('put') })
    })

    it('is without a file again where what a post has brought is removed before it is sealed', async () => {
      const signed = await subject.store.signedPost(key, { maxBytes: 100, expires: inAMinute(subject) })
      await post(subject, signed, '<a/>')
      await subject.store.remove(key)
      expect(await subject.store.seal(key)).toBeUndefined()
    })

    it('refuses a post whose key was altered', async () => {
      const signed = await subject.store.signedPost(key, { maxBytes: 100, expires: inAMinute(subject) })
      const other = objectKey('0002', submissionId, 'file.xml')
      expect(
        (await post(subject, { ...signed, fields: { ...signed.fields, key: other } }, '<a/>')).status,
      ).toBe(403)
      expect(await subject.store.seal(other)).toBeUndefined()
    })
  })

describe.each([
  ['folder store', false],
  ['folder store, encrypted', true],
])('%s', (_, isEncrypted) => {
  let subject: Awaited<ReturnType<typeof startFolder>>
  const key = objectKey('0001', submissionId, 'file.xml')
  beforeEach(async () => {
    subject = await startFolder(isEncrypted)
  })
  afterEach(() => subject.close())
  const signed = () => subject.store.signedPost(key, { maxBytes: 100, expires: inAMinute(subject) })
  const left = async () => readdir(join(subject.folder, 'incoming')).catch(() => [])

  it('tells its listener of what is stored, with size and hash', async () => {
    await post(subject, await signed(), '<a/>')
    expect(subject.listener.events).toEqual([{ stored: key, object: { size: 4, sha256: sha256('<a/>') } }])
  })

  it('tells its listener why a post failed, and leaves nothing behind', async () => {
    const limited = await subject.store.signedPost(key, { maxBytes: 1024, expires: inAMinute(subject) })
    const answer = await post(subject, limited, 'x'.repeat(1025))
    expect(await answer.json()).toMatchObject({
      status: 413,
      detail: 'The file is larger than the limit of 1.0 kB.',
    })
    expect(subject.listener.events).toEqual([
      { failed: key, reason: 'The file is larger than the limit of 1.0 kB.' },
    ])
    expect(await left()).toEqual([])
  })

  it('refuses before it reads when the announced length cannot fit', async () => {
    const answer = await post(subject, await signed(), 'x'.repeat(1_000_000))
    expect(answer.status).toBe(413)
  })

  it('refuses an expired post', async () => {
    const late = await signed()
    subject.now.value = inAMinute(subject)
    const answer = await post(subject, late, '<a/>')
    expect(await answer.json()).toMatchObject({
      status: 403,
      detail: 'The time for this upload has run out. Start the upload again.',
    })
  })

  it.each(['policy', 'signature'])('refuses an altered %s', async name => {
    const { url, fields } = await signed()
    const altered = { ...fields, [name]: `${fields[name]?.slice(0, -2)}zz` }
    expect((await post(subject, { url, fields: altered }, '<a/>')).status).toBe(403)
  })

  it('refuses a field that the policy does not name, and a file before its fields', async () => {
    const { url, fields } = await signed()
    expect((await post(subject, { url, fields: { ...fields, acl: 'public' } }, '<a/>')).status).toBe(403)
    const form = new FormData()
    form.set('file', new File(['<a/>'], 'a.xml'))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    expect((await fetch(new URL(url, subject.origin), { method: 'POST', body: form })).status).toBe(403)
  })

  it('never lets a second post replace the first', async () => {
    const first = await signed()
    await post(subject, first, '<a/>')
    expect((await post(subject, first, '<b/>')).status).toBe(409)
    expect(await text(await subject.store.open(key))).toBe('<a/>')
    expect(await left()).toEqual([])
  })

  it('takes the same file again when its listener could not be told of it', async () => {
    const first = await signed()
    subject.listener.fault = new Error('the database is away')
    expect((await post(subject, first, '<a/>')).status).toBe(500)
    subject.listener.fault = undefined
    expect((await post(subject, first, '<a/>')).status).toBe(204)
    expect(subject.listener.events).toHaveLength(1)
    subject.listener.refusal = problem('conflict', 'The file is already being processed.')
    expect((await post(subject, first, '<a/>')).status).toBe(409)
    expect(await text(await subject.store.open(key))).toBe('<a/>')
  })

  it('takes the object away when its listener refuses it', async () => {
    subject.listener.refusal = problem('conflict', 'The upload was cancelled.')
    const answer = await post(subject, await signed(), '<a/>')
    expect(await answer.json()).toMatchObject({ status: 409, detail: 'The upload was cancelled.' })
    expect(await subject.store.stat(key)).toBeUndefined()
  })

  it('refuses an altered or expired download', async () => {
    await subject.store.put(key, Readable.from(['x']))
    const address = await subject.store.signedDownload(key, { fileName: 'a.xml', seconds: 60 })
    const altered = address.replace('0001', '0002')
    expect((await fetch(new URL(altered, subject.origin))).status).toBe(403)
    subject.now.value = inAMinute(subject)
    expect((await fetch(new URL(address, subject.origin))).status).toBe(403)
  })

  it('sweeps what interrupted uploads left', async () => {
    await subject.store.put(key, Readable.from(['x']))
    const stuck = createFolderStore({
      folder: subject.folder,
      secret: new Uint8Array(1),
      address: '',
      clock: { now: () => subject.now.value },
    })
    await stuck.receive(key, Readable.from(['half']), 100)
    expect(await subject.store.sweep(new Date(0))).toBe(0)
    expect(await subject.store.sweep(new Date(Date.now() + 1000))).toBe(1)
    expect(await left()).toEqual([])
  })
})

describe('attachment', () => {
  it.each([
    ['plain.xml', `attachment; filename="plain.xml"; filename*=UTF-8''plain.xml`],
    ['ŵ "q".xml', `attachment; filename="_ _q_.xml"; filename*=UTF-8''%C5%B5%20%22q%22.xml`],
    ['../../etc\\passwd', `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
    ['a\r\nSet-Cookie: x', `attachment; filename="a__Set-Cookie_ x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
    ['\u202Elmx.exe', `attachment; filename="_lmx.exe"; filename*=UTF-8''_lmx.exe`],
    ['', `attachment; filename="file"; filename*=UTF-8''file`],
  ])('writes %j safely', (name, header) => {
    expect(attachment(name)).toBe(header)
  })
})

describe.skipIf(whyNoS3)(whyNoS3 ? `files in S3 (${whyNoS3})` : 'files in S3', () => {
  let subject: Awaited<ReturnType<typeof startS3>>
  let server: ProcessingServer
  beforeAll(async () => {
    subject = await startS3(true)
    server = await startProcessingServer({ store: () => subject.store })
    // The store is asked about an upload after a second, and whether its time has run out is judged by the database's clock.
    server.clock.forward(Date.now() - server.clock.now().getTime())
  })
  afterAll(async () => {
    await server.stop()
    await subject.close()
  })

  const place = { submissionUuid: crypto.randomUUID(), collectionId: 'c23056', instId: '0001' }

  it('are not waited for in a bucket that nobody has made: the server is not ready', async () => {
    const ready = async (store: ObjectStore) => {
      const { db, processing } = server
      const readiness = createReadiness({
        db,
        store,
        disk: { check: async () => undefined },
        listener: processing.live,
        log: pino({ level: 'silent' }),
      })
      return (await readiness.check()).faults.map(({ part }) => part)
    }
    expect(await ready(subject.store)).toEqual([])
    expect(await ready(subject.withoutBucket)).toEqual(['store'])
  })

  it('are processed as they arrived, though the form is sent again with another', async () => {
    const response = await server.call<SignedPost>('ashby-submitter', 'POST', '/files/uploadRequest', {
      body: { ...place, fileName: 'file.xml', fileSize: 10 },
    })
    expect((await sendForm(server.origin, response.body, '<first xx>')).status).toBe(204)
    await server.processing.deadlines.tick()
    expect(await server.statusOfSubmission(place.submissionUuid)).toBe('UPLOADED')
    expect((await sendForm(server.origin, response.body, '<other xx>')).status).toBe(204)
    await server.processing.deadlines.tick()
    const { object_key } = await server.look<{ object_key: string }>('select object_key from submission')
    expect(await text(await subject.store.open(object_key))).toBe('<first xx>')
    // The server looks by itself, too: a copy that came second goes at once.
    await expect.poll(() => subject.store.list('0001/')).toEqual([object_key])
    // What was sent too late is swept away.
    expect(await subject.store.sweep(new Date(0))).toBe(0)
    expect(await subject.store.sweep(new Date(Date.now() + 60_000))).toBe(1)
  })

  it('in parts are put together, though a browser never speaks to the store', async () => {
    const id = crypto.randomUUID()
    const content = new Uint8Array(limits.uploadPartBytes + 5).fill(32)
    const upload = partUploadOf(server, {
      user: 'cardigan-signoff',
      instId: '0003',
      submissionUuid: id,
      content,
    })
    const { body: grant } = await upload.begin()
    for (const number of [2, 1]) expect((await upload.send(grant, number)).status).toBe(204)
    expect((await upload.complete()).status).toBe(204)
    expect(await server.statusOfSubmission(id)).toBe('UPLOADED')
    await expect.poll(() => subject.store.list('0003/')).toEqual([objectKey('0003', id, 'file.xml')])
    expect(await subject.store.stat(objectKey('0003', id, 'file.xml'))).toMatchObject({
      size: content.length,
    })
  })

  it('that two servers find at once are taken once, and nothing of the second is left', async () => {
    const id = crypto.randomUUID()
    const response = await server.call<SignedPost>('brackley-signoff', 'POST', '/files/uploadRequest', {
      body: { ...place, submissionUuid: id, instId: '0002', fileName: 'file.xml', fileSize: 3 },
    })
    await sendForm(server.origin, response.body, '<a>')
    const { storage: store, lifecycle, clock } = server
    const found = { id, objectKey: objectKey('0002', id, 'file.xml') }
    await Promise.all([1, 2].map(() => confirmStored({ store, lifecycle, clock }, found)))
    expect(await server.statusOfSubmission(id)).toBe('UPLOADED')
    await expect.poll(() => subject.store.list('0002/')).toHaveLength(1)
  })
})
