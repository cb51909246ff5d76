import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmStored } from '../../server/jobs/deadlines.ts'
import { outageOf } from '../../server/jobs/outages.ts'
import { createReadiness } from '../../server/readiness.ts'
import { withAvailability } from '../../server/storage/availability.ts'
import { type ObjectStore, objectKey } from '../../server/storage/objectStore.ts'
import { limits } from '../../src/domain/limits.ts'
import { partUploadOf } from './support/partUpload.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'
import { startS3, whyNoS3 } from './support/stores.ts'

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

  it('are not waited for in a bucket that nobody has made, or that removes nothing: the server is not ready', async () => {
    const ready = async (store: ObjectStore) => {
      const { db, processing } = server
      const readiness = createReadiness({
        db,
        store,
        disk: { check: async () => undefined },
        listener: processing.live,
        clock: { now: () => new Date() },
        log: pino({ level: 'silent' }),
      })
      return (await readiness.check()).faults.map(({ part }) => part)
    }
    expect(await ready(subject.store)).toEqual([])
    expect(await ready(subject.withoutBucket)).toEqual(['store'])
    const figure = async () =>
      (await (await fetch(`${server.origin}/metrics`)).text())
        .split('\n')
        .find(line => line.startsWith('store_files_left '))
    await server.asOwner("insert into left_file (object_key, failures) values ('0001/a/file.xml', 2)")
    expect([await ready(subject.store), await figure()]).toEqual([[], 'store_files_left 1'])
    await server.asOwner('update left_file set failures = 3')
    expect(await ready(subject.store)).toEqual(['store'])
    await server.asOwner('delete from left_file')
  })

  it.each(['withoutBucket', 'withOldKey'] as const)(
    'are not taken for missing %s: the store is away',
    async which => {
      const store = withAvailability(subject[which])
      const key = objectKey('0001', crypto.randomUUID(), 'file.xml')
      const calls = [
        () => store.stat(key),
        () => store.open(key),
        () => store.readRange(key, { from: 0, to: 1 }),
        () => store.seal(key),
        () => store.put(key, Readable.from([Buffer.from('content')])),
      ]
      for (const call of calls)
        expect(outageOf(await call().catch((error: unknown) => error))).toEqual({
          part: 'store',
          isCertain: true,
        })
    },
  )

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
    const { key } = await server.look<{ key: string }>(
      `select object_key as key from submission where id = '${id}'`,
    )
    await expect.poll(() => subject.store.list('0003/')).toEqual([key])
    expect(await subject.store.stat(key)).toMatchObject({ size: content.length })
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
