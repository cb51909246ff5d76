import { randomUUID } from 'node:crypto'
import { readdir, readFile, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partUploadOf, sha256 } from './support/partUpload.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

/*
 * Large files go in parts beside the specification's call: they survive a lost network, are hash-checked by part, kept
 * encrypted, and swept when they are given up.
 */

/** What this server takes at once: none of its parts is larger. */
const part = 256 * 1024
const secretText = 'a student whom nobody may read of'

/** Three parts, the last one short; every part begins with a text that can be looked for. */
const fileOfThreeParts = (): Uint8Array => {
  const content = new Uint8Array(2 * part + 1000).fill(32)
  for (const at of [0, part, 2 * part])
    content.set(new TextEncoder().encode(`<!-- ${secretText} ${at} -->`), at)
  return content
}
const content = fileOfThreeParts()

describe('files in parts', () => {
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
      environment: { UPLOAD_AT_ONCE_BYTES: String(part) },
    })
  })
  afterAll(() => server.stop())

  const uploadBy = (user = 'ashby-submitter', instId = '0001', submissionUuid = randomUUID()) => ({
    ...partUploadOf(server, { user, instId, submissionUuid, content }),
    id: submissionUuid,
    objects: () => server.storage.list(`${instId}/${submissionUuid}/`),
  })
  /** The file that a submission has: its key, and its content with the hash that the record gives it. */
  const storedOf = async (id: string) => {
    const { key, hash } = await server.look<{ key: string; hash: string }>(
      `select object_key as key, file_hash as hash from submission where id = '${id}'`,
    )
    return { key, hash, content: Buffer.concat(await (await server.storage.open(key)).toArray()) }
  }
  const rowsOf = (id: string) =>
    server.look<{ uploads: number; parts: number }>(
      `select (select count(*)::int from part_upload where submission_id = '${id}') as uploads,
        (select count(*)::int from stored_part where submission_id = '${id}') as parts`,
    )

  it('are those over what the server says that it takes at once', async () => {
    const { body } = await server.call('ashby-submitter', 'GET', '/configuration')
    expect(body).toMatchObject({ uploadAtOnceBytes: part })
  })

  it('are put together in their order, whichever came first, and processed as a file sent at once', async () => {
    const upload = uploadBy()
    const { status, body: grant } = await upload.begin()
    expect([status, grant.partBytes, grant.parts]).toEqual([200, part, []])
    for (const number of [3, 1, 2]) expect((await upload.send(grant, number)).status).toBe(204)
    expect((await upload.complete()).status).toBe(204)
    const row = await server.look(
      `select status_id, file_name, file_size::int, file_hash, has_stored_file from submission where id = '${upload.id}'`,
    )
    expect(row).toMatchObject({
      file_name: 'large.xml',
      file_size: content.length,
      file_hash: sha256(content),
      has_stored_file: true,
    })
    expect(await server.statusOfSubmission(upload.id)).toBe('UPLOADED')
    const stored = await storedOf(upload.id)
    expect(stored.content.equals(content)).toBe(true)
    // Nothing of the parts is left, and a second call, whose first answer was lost, changes nothing.
    expect(await upload.objects()).toEqual([stored.key])
    expect(await rowsOf(upload.id)).toEqual({ uploads: 0, parts: 0 })
    expect((await upload.complete()).status).toBe(204)
  })

  it('go on where they stopped, and say what has arrived', async () => {
    const upload = uploadBy('brackley-submitter', '0002')
    const first = await upload.begin()
    await upload.send(first.body, 2)
    expect((await upload.unfinished()).body.upload).toEqual({
      fileName: 'large.xml',
      fileSize: content.length,
      storedBytes: part,
      lastStored: server.clock.now().toISOString(),
      // Three days, over a weekend with a closed laptop.
      expires: new Date(server.clock.now().getTime() + 3 * 24 * 3_600_000).toISOString(),
    })
    const again = await upload.begin()
    expect(again.body.parts).toEqual([{ number: 2, sha256: sha256(content.subarray(part, 2 * part)) }])
    expect(await upload.complete()).toMatchObject({
      status: 409,
      body: { detail: 'Some parts of the file have not arrived. Send the rest.' },
    })
    // The signature of the first request is good as long as the upload.
    expect((await upload.send(first.body, 1)).status).toBe(204)
    expect((await upload.send(again.body, 3)).status).toBe(204)
    expect((await upload.complete()).status).toBe(204)
    expect((await upload.unfinished()).body.upload).toBeNull()
  })

  it('take no part that is damaged, of another size, or that the file does not have', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    const damaged = content.slice(0, part)
    damaged[17] = 65
    const refused = await upload.send(grant, 1, {
      content: damaged,
      sha256: sha256(content.subarray(0, part)),
    })
    expect([refused.status, (await refused.json()).detail]).toEqual([
      422,
      'Part 1 was damaged on the way. Send it again.',
    ])
    expect((await upload.send(grant, 1, { content: content.subarray(0, part - 1) })).status).toBe(422)
    expect((await upload.send(grant, 1, { content: content.subarray(0, part + 1) })).status).toBe(422)
    for (const number of ['0', '4', '1.5', '-1', 'x', ''])
      expect((await upload.send(grant, number, { content: content.subarray(0, 10) })).status).toBe(422)
    expect((await upload.send(grant, 1, { sha256: 'beef' })).status).toBe(422)
    expect((await upload.send(grant, 1, { fields: { status: '30' } })).status).toBe(403)
    expect(await upload.objects()).toEqual([])
    // One that is there already counts; another in its place is of another file.
    expect((await upload.send(grant, 1)).status).toBe(204)
    expect((await upload.send(grant, 1)).status).toBe(204)
    expect((await upload.send(grant, 1, { content: damaged })).status).toBe(409)
    expect((await rowsOf(upload.id)).parts).toBe(1)
    expect(await upload.begin({ fileSize: content.length + 1 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('This is not the file that you started to upload.') },
    })
    await upload.cancel()
  })

  it('of two files that are sent at once are never put together', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    const other = content.slice(part, 2 * part)
    other[17] = 65
    // The first window begins with part 2, the second sends its own meanwhile, and the first goes on.
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...grant.fields, number: '2', sha256: sha256(other) }))
      form.set(field, value)
    form.set('file', new File([other], 'file.xml'))
    const { promise: turn, resolve: goOn } = Promise.withResolvers<void>()
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await encoded.arrayBuffer())
    const slowly = new ReadableStream<Uint8Array>({
      start: async to => {
        to.enqueue(bytes.subarray(0, part / 2))
        await turn
        to.enqueue(bytes.subarray(part / 2))
        to.close()
      },
    })
    const url = new URL(grant.url, server.origin)
    const request = { method: 'POST', headers: { 'content-type': type }, body: slowly, duplex: 'half' }
    const first = fetch(url, request as RequestInit)
    const arriving = () => readdir(join(server.dataDir, 'store', 'incoming')).catch(() => [])
    await expect.poll(async () => (await arriving()).length).toBe(1)
    expect((await upload.send(grant, 2)).status).toBe(204)
    goOn()
    expect((await first).status).toBe(409)
    for (const number of [1, 3]) expect((await upload.send(grant, number)).status).toBe(204)
    expect((await upload.complete()).status).toBe(204)
    const stored = await storedOf(upload.id)
    expect(stored.content.equals(content)).toBe(true)
    expect(await upload.objects()).toEqual([stored.key])
  })

  describe('and a post of the same submission: the file of which the record speaks is the one that is given out', () => {
    const posted = content.map((byte, at) => (at === 17 ? 65 : byte))
    const both = async () => {
      const upload = uploadBy('cardigan-signoff', '0003')
      const { body: parts } = await upload.begin()
      for (const number of [1, 2, 3]) expect((await upload.send(parts, number)).status).toBe(204)
      const { body: form } = await server.call<SignedPost>(
        'cardigan-signoff',
        'POST',
        '/files/uploadRequest',
        { body: upload.body },
      )
      return { upload, post: (file: Uint8Array) => sendForm(server.origin, form, file) }
    }
    /** Puts the parts together; meanwhile, when the first of them is to be read, does something else. */
    const completeDuring = async (upload: ReturnType<typeof uploadBy>, meanwhile: () => Promise<unknown>) => {
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      const { promise: turn, resolve: goOn } = Promise.withResolvers<void>()
      beforePart = () => {
        reach()
        return turn
      }
      try {
        const completing = upload.complete()
        await reached
        await meanwhile()
        goOn()
        return await completing
      } finally {
        beforePart = async () => undefined
      }
    }
    const expectOnly = async (upload: ReturnType<typeof uploadBy>, file: Uint8Array): Promise<void> => {
      await server.processing.sweep()
      const stored = await storedOf(upload.id)
      expect([stored.hash, sha256(stored.content)]).toEqual([sha256(file), sha256(file)])
      expect(await upload.objects()).toEqual([stored.key])
    }

    it('that comes while the parts are put together is kept, and the parts are refused', async () => {
      const { upload, post } = await both()
      const { status } = await completeDuring(upload, async () =>
        expect((await post(posted)).status).toBe(204),
      )
      expect(status).toBe(409)
      await expectOnly(upload, posted)
    })

    it('that comes before the parts are put together is kept, and the parts are refused', async () => {
      const { upload, post } = await both()
      expect((await post(posted)).status).toBe(204)
      expect((await upload.complete()).status).toBe(409)
      await expectOnly(upload, posted)
    })

    it('that comes after the parts were put together is refused', async () => {
      const { upload, post } = await both()
      expect((await upload.complete()).status).toBe(204)
      expect((await post(posted)).status).toBe(409)
      await expectOnly(upload, content)
    })

    it('counts as the same where it is the same file', async () => {
      const { upload, post } = await both()
      const { status } = await completeDuring(upload, async () =>
        expect((await post(content)).status).toBe(204),
      )
      expect(status).toBe(204)
      await expectOnly(upload, content)
    })
  })

  it('need the signature of parts, unaltered and in time; that of a whole file is none', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    const post = await server.call<{ url: string; fields: Record<string, string> }>(
      'cardigan-signoff',
      'POST',
      '/files/uploadRequest',
      { body: upload.body },
    )
    expect((await upload.send({ ...grant, fields: post.body.fields }, 1)).status).toBe(403)
    expect((await sendForm(server.origin, { ...grant, url: post.body.url }, content)).status).toBe(403)
    const key = grant.fields.key!.replace('0003', '0001')
    expect((await upload.send(grant, 1, { fields: { key } })).status).toBe(403)
    await upload.cancel()
  })

  it('are encrypted one by one, and a part that was altered in the store is sent again', async () => {
    const upload = uploadBy('dunmore-signoff', '0004')
    const { body: grant } = await upload.begin()
    for (const number of [1, 2, 3]) await upload.send(grant, number)
    const folder = join(server.dataDir, 'store', 'objects', '0004', upload.id)
    const names = (await readdir(folder)).filter(name => !name.endsWith('.sha256'))
    const nameOf = (number: number): string => names.find(name => name.startsWith(`part.${number}.`)) ?? ''
    expect(names.toSorted()).toEqual([nameOf(1), nameOf(2), nameOf(3)])
    for (const name of names) expect((await readFile(join(folder, name))).includes(secretText)).toBe(false)
    const bytes = await readFile(join(folder, nameOf(2)))
    bytes[100] = bytes[100]! ^ 1
    await writeFile(join(folder, nameOf(2)), bytes)
    expect((await upload.complete()).status).toBe(409)
    expect((await upload.begin()).body.parts.map(({ number }) => number)).toEqual([1, 3])
    await upload.send(grant, 2)
    expect((await upload.complete()).status).toBe(204)
    expect(await server.statusOfSubmission(upload.id)).toBe('UPLOADED')
  })

  it('go with an upload that is cancelled, and what comes late is refused', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    await upload.send(grant, 1)
    expect((await upload.cancel()).status).toBe(204)
    expect(await upload.objects()).toEqual([])
    expect((await upload.send(grant, 2)).status).toBe(409)
    expect((await upload.complete()).status).toBe(409)
    expect((await upload.begin()).status).toBe(409)
    expect(await upload.objects()).toEqual([])
  })

  it('are swept when they are given up: the upload ends after three days, and another can begin', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    await upload.send(grant, 1)
    server.clock.forward(3 * 24 * 3_600_000 - 1)
    await server.processing.deadlines.tick()
    await server.processing.sweep()
    expect((await rowsOf(upload.id)).parts).toBe(1)
    server.clock.forward(1)
    expect((await upload.send(grant, 2)).status).toBe(403)
    await server.processing.deadlines.tick()
    expect(await server.statusOfSubmission(upload.id)).toBe('UPLOAD_ERROR')
    await server.processing.sweep()
    expect(await upload.objects()).toEqual([])
    expect(await rowsOf(upload.id)).toEqual({ uploads: 0, parts: 0 })
    const next = uploadBy('cardigan-signoff', '0003')
    expect((await next.begin()).status).toBe(200)
    await next.cancel()
  })

  it('are for who may upload: a guest is refused, another provider finds nothing', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    await upload.send(grant, 1)
    const guest = uploadBy('ashby-guest', '0001')
    expect((await guest.begin()).status).toBe(403)
    const foreign = uploadBy('ashby-submitter', '0003', upload.id)
    expect([
      (await foreign.begin()).status,
      (await foreign.complete()).status,
      (await foreign.unfinished()).status,
      (await foreign.cancel()).status,
    ]).toEqual([404, 404, 404, 404])
    expect((await rowsOf(upload.id)).parts).toBe(1)
    await upload.cancel()
  })

  it('are for who began the upload alone: a colleague can cancel it, not send what would be taken for theirs', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    await upload.send(grant, 1)
    const other = uploadBy('bedel-admin', '0003', upload.id)
    const refused = await other.begin()
    expect([refused.status, refused.body.fields]).toEqual([409, undefined])
    expect((await upload.begin()).status).toBe(200)
    expect((await other.cancel()).status).toBe(204)
    expect(await upload.objects()).toEqual([])
  })

  it('are refused before anything is sent where the file could not be taken whole', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    expect((await upload.begin({ fileSize: 4 * 1024 ** 3 + 1 })).status).toBe(413)
    expect((await upload.begin({ fileSize: 0 })).status).toBe(422)
    expect((await upload.begin({ fileSize: undefined })).status).toBe(422)
    expect((await upload.begin({ fileName: 'a.zip' })).status).toBe(422)
  })

  it('go on where the limit of an upload has become smaller since', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    await upload.begin()
    const fileSize = 4 * 1024 ** 3 + 1
    await server.asOwner(`update part_upload set bytes = ${fileSize} where submission_id = '${upload.id}'`)
    try {
      reserve = -4 * fileSize
      expect((await upload.begin({ fileSize })).status).toBe(200)
      expect((await upload.begin({ fileSize: fileSize + 1 })).status).toBe(413)
    } finally {
      reserve = 0
    }
    await upload.cancel()
  })

  it('are begun only where the parts and the whole beside them have room', async () => {
    const { bavail, bsize } = await statfs(server.dataDir)
    const gib = 1024 ** 3
    const upload = uploadBy('cardigan-signoff', '0003')
    try {
      reserve = bavail * bsize - 5.5 * gib
      expect((await upload.begin({ fileSize: 4 * gib })).status).toBe(503)
      expect((await upload.begin({ fileSize: 2 * gib })).status).toBe(200)
    } finally {
      reserve = 0
    }
    await upload.cancel()
  })

  it('are put together only where the disk has room for the whole beside them, and stay until it has', async () => {
    const upload = uploadBy('cardigan-signoff', '0003')
    const { body: grant } = await upload.begin()
    for (const number of [1, 2, 3]) await upload.send(grant, number)
    try {
      reserve = Number.MAX_SAFE_INTEGER
      expect(await upload.complete()).toMatchObject({
        status: 503,
        body: {
          detail:
            "The server's disk is nearly full, so it cannot accept files at the moment. Try again later.",
        },
      })
    } finally {
      reserve = 0
    }
    expect(await rowsOf(upload.id)).toEqual({ uploads: 1, parts: 3 })
    expect((await upload.complete()).status).toBe(204)
    expect(await upload.objects()).toEqual([(await storedOf(upload.id)).key])
  })
})
