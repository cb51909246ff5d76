import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPartUploads } from '../../server/storage/partUploads.ts'
import { uploadListener } from '../../server/storage/uploadListener.ts'
import { partUploadOf, sha256 } from './support/partUpload.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* The last call of an upload in parts may never come, or come when another process does its work. */

const partBytes = 65_536
const content = new TextEncoder().encode('<!-- a large file -->'.repeat(8000))
const hour = 3_600_000

describe('a file whose parts have all arrived', () => {
  let server: ProcessingServer
  let reserve = 0
  /** Called before a part is read to put the file together. */
  let beforePart = async (): Promise<void> => undefined
  beforeAll(async () => {
    server = await startProcessingServer({
      reserveBytes: () => reserve,
      store: folder => ({
        ...folder,
        pieces: async function* (key) {
          if (key.includes('/part.')) await beforePart()
          yield* folder.pieces(key)
        },
      }),
      environment: { UPLOAD_AT_ONCE_BYTES: String(partBytes) },
    })
  })
  afterAll(() => server.stop())

  const send = async (user: string, instId: string) => {
    const id = randomUUID()
    const upload = partUploadOf(server, { user, instId, submissionUuid: id, content })
    const { body: grant } = await upload.begin()
    for (const number of [1, 2, 3]) expect((await upload.send(grant, number)).status).toBe(204)
    return { ...upload, id, instId }
  }
  const timePasses = (): Promise<void> => {
    server.clock.forward(3 * 24 * hour)
    return server.processing.deadlines.tick()
  }
  const whileTheDiskIsFull = async (work: () => Promise<void>): Promise<void> => {
    reserve = Number.MAX_SAFE_INTEGER
    await work().finally(() => {
      reserve = 0
    })
  }
  const expectWhole = async ({ id, instId }: { id: string; instId: string }): Promise<void> => {
    expect(await server.statusOfSubmission(id)).toBe('UPLOADED')
    const { key, hash } = await server.look<{ key: string; hash: string }>(
      `select object_key as key, file_hash as hash from submission where id = '${id}'`,
    )
    const stored = Buffer.concat(await (await server.storage.open(key)).toArray())
    expect([hash, sha256(stored)]).toEqual([sha256(content), sha256(content)])
    await server.processing.sweep()
    expect(await server.storage.list(`${instId}/${id}/`)).toEqual([key])
  }
  const noRoom = { problem: { kind: 'unavailable' } }

  it('counts when its time is over: the sender may have gone, or the server, just before it was put together', async () => {
    const upload = await send('brackley-submitter', '0002')
    await whileTheDiskIsFull(async () => {
      await expect(timePasses()).rejects.toMatchObject(noRoom)
      expect(await server.statusOfSubmission(upload.id)).toBe('UPLOADING')
    })
    await server.processing.deadlines.tick()
    await expectWhole(upload)
  })

  it('ends an hour later where the disk has no room for the whole: nothing else of the provider is held up for ever', async () => {
    const { id } = await send('cardigan-signoff', '0003')
    await whileTheDiskIsFull(async () => {
      await expect(timePasses()).rejects.toMatchObject(noRoom)
      server.clock.forward(hour - 1)
      await expect(server.processing.deadlines.tick()).rejects.toMatchObject(noRoom)
      server.clock.forward(1)
      await server.processing.deadlines.tick()
    })
    expect(await server.statusOfSubmission(id)).toBe('UPLOAD_ERROR')
  })

  it('ends with its time where one of them is damaged', async () => {
    const { id } = await send('cardigan-signoff', '0003')
    const folder = join(server.dataDir, 'store', 'objects', '0003', id)
    const [damaged = ''] = (await readdir(folder)).filter(name => /^part\.2\.[0-9a-f]+$/.test(name))
    await writeFile(join(folder, damaged), 'something else')
    await timePasses()
    expect(await server.statusOfSubmission(id)).toBe('UPLOAD_ERROR')
  })

  it('is there for its sender also where another process has put it together meanwhile', async () => {
    const upload = await send('ashby-submitter', '0001')
    const { db, clock, storage: store, lifecycle, disk } = server
    const another = createPartUploads({ db, clock, store })
    beforePart = async () => {
      beforePart = async () => undefined
      const named = { submissionId: upload.id, instId: '0001' }
      await another.complete(named, uploadListener({ lifecycle, clock }), disk)
    }
    expect((await upload.complete()).status).toBe(204)
    await expectWhole(upload)
  })
})
