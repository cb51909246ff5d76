import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attachment } from '../../server/storage/contentDisposition.ts'
import { ObjectMissing, objectKey } from '../../server/storage/objectStore.ts'
import {
  inAMinute,
  post,
  type StoreSubject,
  sha256,
  startFolder,
  startS3,
  whyNoS3,
} from './support/stores.ts'

const backends: { name: string; start: () => Promise<StoreSubject>; whyNot?: string | undefined }[] = [
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
    let subject: StoreSubject
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
        userId: 'ada',
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
      const other = objectKey('0002', crypto.randomUUID(), 'file.xml')
      expect(
        (await post(subject, { ...signed, fields: { ...signed.fields, key: other } }, '<a/>')).status,
      ).toBe(403)
      expect(await subject.store.seal(other)).toBeUndefined()
    })
  })
