import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { withAvailability } from '../../server/storage/availability.ts'
import { createFolderStore } from '../../server/storage/folderStore.ts'
import { objectKey } from '../../server/storage/objectStore.ts'
import { problem } from '../../src/domain/problem.ts'
import { inAMinute, post, sha256, startFolder } from './support/stores.ts'

describe.each([
  ['folder store', false],
  ['folder store, encrypted', true],
])('%s', (_, isEncrypted) => {
  let subject: Awaited<ReturnType<typeof startFolder>>
  const key = objectKey('0001', crypto.randomUUID(), 'file.xml')
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

  it('answers 503 to a file that is not the one announced, keeps nothing of it, and takes it by the same form again', async () => {
    const form = await subject.store.signedPost(key, {
      maxBytes: 100,
      sha256: sha256('<a/>'),
      expires: inAMinute(subject),
    })
    const damaged = await post(subject, form, '<b/>')
    expect(await damaged.json()).toMatchObject({ status: 503, reason: { code: 'fileDamaged' } })
    expect([subject.listener.events, await left()]).toEqual([[], []])
    expect((await post(subject, form, '<a/>')).status).toBe(204)
    expect(subject.listener.events).toHaveLength(1)
  })

  it('compares a file with the Repr-Digest that it is sent with', async () => {
    const digestOf = (content: string) => ({
      'Repr-Digest': `sha-512=:x:, sha-256=:${Buffer.from(sha256(content), 'hex').toString('base64')}:`,
    })
    const form = await signed()
    expect((await post(subject, form, '<a/>', digestOf('<b/>'))).status).toBe(503)
    expect(subject.listener.events).toEqual([])
    expect((await post(subject, form, '<a/>', digestOf('<a/>'))).status).toBe(204)
  })

  it('refuses an expired post', async () => {
    const late = await signed()
    subject.now.value = inAMinute(subject)
    const answer = await post(subject, late, '<a/>')
    expect(await answer.json()).toMatchObject({
      status: 403,
      detail: 'This upload has timed out. Start the upload again.',
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
    const address = await subject.store.signedDownload(key, {
      fileName: 'a.xml',
      seconds: 60,
      userId: 'ada',
    })
    for (const altered of [address.replace('0001', '0002'), address.replace('owner=', 'owner=a')])
      expect((await fetch(new URL(altered, subject.origin))).status).toBe(403)
    subject.now.value = inAMinute(subject)
    expect((await fetch(new URL(address, subject.origin))).status).toBe(403)
  })

  it('is away while its folder is, writes nothing below, and is there again with it', async () => {
    const { store, folder } = subject
    await store.put(key, Readable.from(['x']))
    const form = await store.signedPost(key.replace('0001', '0002'), {
      maxBytes: 100,
      expires: inAMinute(subject),
    })
    await rename(folder, `${folder}.away`)
    // What is left where a volume was mounted.
    await mkdir(folder)
    const gone = `${folder} is not the store of this installation`
    await expect(store.look()).rejects.toThrow(gone)
    await expect(store.put(key, Readable.from(['y']))).rejects.toThrow(gone)
    await expect(store.list('')).rejects.toThrow(gone)
    await expect(store.remove(key)).rejects.toThrow(gone)
    const answer = await post(subject, form, '<a/>')
    expect(await answer.json()).toMatchObject({
      status: 503,
      detail: 'The file store cannot accept files at the moment. Try again later.',
    })
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
    await rename(`${folder}.away`, folder)
    await store.look()
    expect(await text(await store.open(key))).toBe('x')
    expect(await store.list('')).toEqual([key])
  })

  it('sweeps what interrupted uploads left', async () => {
    await subject.store.put(key, Readable.from(['x']))
    const stuck = createFolderStore({
      folder: subject.folder,
      secret: new Uint8Array(1),
      address: '',
      clock: { now: () => subject.now.value },
      hasStored: async () => true,
    })
    await stuck.receive(key, Readable.from(['half']), 100)
    expect(await subject.store.sweep(new Date(0))).toBe(0)
    expect(await subject.store.sweep(new Date(Date.now() + 1000))).toBe(1)
    expect(await left()).toEqual([])
  })
})

/** A folder of memory, which is another volume than that of temporary files. */
const otherVolume = '/dev/shm'

it('is away where objects lie on another volume than what arrives, says so, and is there once they do not', async ({
  skip,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'bedel-volumes-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const [here, there] = await Promise.all([data, otherVolume].map(path => stat(path).catch(() => undefined)))
  if (!there || there.dev === here?.dev) return skip(`${otherVolume} is no volume of its own on this machine`)
  const volume = await mkdtemp(join(otherVolume, 'bedel-volumes-'))
  onTestFinished(() => rm(volume, { recursive: true, force: true }))
  const folder = join(data, 'store')
  await mkdir(folder)
  await symlink(volume, join(folder, 'objects'))
  const store = createFolderStore({
    folder,
    secret: new Uint8Array(32),
    address: '/store',
    clock: { now: () => new Date() },
    hasStored: async () => false,
  })
  const said = `${join(folder, 'objects')} is on another volume than ${folder}, so no file can be stored. Mount that volume at ${folder}.`
  await expect(store.look()).rejects.toThrow(said)
  await expect(store.put('0001/a/file.xml', Readable.from(['x']))).rejects.toThrow(said)
  await expect(withAvailability(store).put('0001/a/file.xml', Readable.from(['x']))).rejects.toMatchObject({
    problem: { kind: 'unavailable' },
  })
  expect([await readdir(volume), await readdir(join(folder, 'incoming'))]).toEqual([[], []])
  await rm(join(folder, 'objects'))
  await store.put('0001/a/file.xml', Readable.from(['x']))
  expect(await store.list('')).toEqual(['0001/a/file.xml'])
})
