import { createHash, randomUUID } from 'node:crypto'
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAnnouncedFiles,
  createFileKeys,
  createStorage,
  MasterKeyMissing,
  openMasterKeys,
  rotateMasterKey,
  withAvailability,
  withEncryption,
} from '../../server/storage/index.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

describe('what is kept of a submission', () => {
  let server: ProcessingServer
  let content: Buffer
  const id = randomUUID()
  const file = () => join(server.dataDir, 'store', 'objects', '0001', id, 'file.xml')
  beforeAll(async () => {
    server = await startProcessingServer({
      worker: true,
      environment: { ANALYSIS_CACHE_BYTES: '64000000' },
    })
    content = Buffer.concat([
      ...generateSample({ provider: '0001', students: 40, faults: 'rules', collection: '23056' }),
    ])
    await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
  })
  afterAll(() => server.stop())

  const failing = () =>
    server.call<{ validations: { Code: string; FailureCount: number }[] }>(
      'ashby-submitter',
      'GET',
      `/submissions/${id}/validations?limit=-1`,
    )

  const download = async (): Promise<Response> => {
    const { body } = await server.call<{ data: string }>(
      'ashby-submitter',
      'POST',
      '/files/downloadRequest',
      {
        body: { key: `0001/${id}/file.xml` },
      },
    )
    return fetch(new URL(body.data, server.origin))
  }

  /** Values that name single students of the file. */
  const names = (): string[] => {
    const found = content.toString().matchAll(/<(?:SURNAME|FNAMES|SSN|ULN|SID)>([^<]{6,})</g)
    return [...new Set([...found].map(([, value]) => value ?? ''))]
  }

  it('has nothing of a student on the disk in plain, after every reading of it too', async () => {
    // The delivery files are the last that is made of a submission.
    const location = async () =>
      (
        await server.call<{ tsvDeliveryLocation: string | null }>(
          'ashby-submitter',
          'GET',
          `/submissions/${id}`,
        )
      ).body.tsvDeliveryLocation
    await expect.poll(location).not.toBeNull()
    const filesKept = async () => {
      const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    }
    const atWork = async () =>
      (await filesKept()).filter(path => path.includes('/work/') && !path.endsWith('.lock'))
    const { body } = await failing()
    const code = body.validations.find(({ FailureCount }) => FailureCount > 0)?.Code
    const page = (query: string) =>
      server.call('ashby-submitter', 'GET', `/submissions/${id}/validations/${code}?${query}`)
    // The first page of a rule, which everybody opens, is read in memory alone.
    await expect.poll(atWork).toEqual([])
    expect(await page('limit=50')).toMatchObject({ status: 200 })
    expect(await atWork()).toEqual([])
    // One in another order is read by a database, from files that stay for a moment.
    expect(await page('limit=50&sortBy=line&sortOrder=DESC')).toMatchObject({ status: 200 })
    expect(await atWork()).not.toEqual([])
    await server.call('ashby-submitter', 'GET', `/submissions/${id}/validations/${code}`, {
      accept: 'text/csv',
    })
    expect(names().length).toBeGreaterThan(100)
    // Nothing stays in the folder where stages work.
    await expect.poll(atWork).toEqual([])
    const files = await filesKept()
    // File, records, derived fields and failing records.
    expect(files.filter(path => path.includes(id)).length).toBeGreaterThanOrEqual(4)
    // Copies of the analysis for the stages that follow.
    expect(files.filter(path => path.endsWith('/content')).length).toBeGreaterThanOrEqual(3)
    const exposed: string[] = []
    for (const path of files) {
      const bytes = await readFile(path)
      // Compressed columns would hide a name: no file may be one of the formats that records are kept in.
      if (
        bytes.subarray(0, 4).toString('latin1') === 'PAR1' ||
        bytes.subarray(8, 12).toString('latin1') === 'DUCK'
      )
        exposed.push(path)
      const name = names().find(value => bytes.includes(value))
      if (name !== undefined) exposed.push(`${path}: ${name}`)
    }
    expect(exposed).toEqual([])
  })

  it('is given out as it arrived, with the hash of that', async () => {
    const answer = await download()
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    const { body } = await server.call<{ fileHash: string }>('ashby-submitter', 'GET', `/submissions/${id}`)
    expect(body.fileHash).toBe(createHash('sha256').update(content).digest('hex'))
  })

  it('is read as before when another master key protects it', async () => {
    const masters = openMasterKeys(join(server.dataDir, 'keys'))
    const keys = createFileKeys(server.db, masters)
    const before = masters.currentName()
    const first = await rotateMasterKey(masters, keys)
    expect(first.name).not.toBe(before)
    expect(first.rewrapped).toBeGreaterThanOrEqual(4)
    expect(first.forgotten).toEqual([])
    expect(await keys.mastersInUse()).toEqual(new Set([first.name]))
    const second = await rotateMasterKey(masters, keys)
    expect(second.forgotten).toEqual([before])
    expect(Buffer.from(await (await download()).arrayBuffer()).equals(content)).toBe(true)
  })

  it('waits for a master key that a machine has no copy of yet, and is read there once it has', async () => {
    const own = join(server.dataDir, 'keys')
    const masters = openMasterKeys(own)
    const keys = createFileKeys(server.db, masters)
    await keys.checkMasters()
    const copy = join(server.dataDir, 'copied-keys')
    await cp(own, copy, { recursive: true })
    const storeOf = async (keysDir: string) => {
      const options = { secret: new Uint8Array(32), address: '/store', clock: server.clock }
      const store = await createStorage({
        config: { dataDir: server.dataDir },
        ...options,
        disk: server.disk,
        hasStored: async () => true,
      })
      const ofMachine = createFileKeys(server.db, openMasterKeys(keysDir))
      return withAvailability(
        withEncryption(store, { keys: ofMachine, announced: createAnnouncedFiles(server.db), ...options }),
      )
    }
    const store = await storeOf(copy)
    await rotateMasterKey(masters, keys)
    await expect(store.open(`0001/${id}/file.xml`).then(buffer)).rejects.toMatchObject({
      problem: { kind: 'unavailable' },
      cause: expect.any(MasterKeyMissing),
    })
    // A look confirms it: the worker puts the stage back, and takes none before the key is there.
    await expect(store.look()).rejects.toMatchObject({ cause: expect.any(MasterKeyMissing) })
    await cp(own, copy, { recursive: true })
    await store.look()
    expect((await store.open(`0001/${id}/file.xml`).then(buffer)).equals(content)).toBe(true)

    // Where one key is lost for good, only what it wraps cannot be read.
    const lost = `0001/${randomUUID()}/file.xml`
    await sql`insert into file_key (object_key, master, wrapped)
      select ${lost}, 'lost', wrapped from file_key limit 1`.execute(server.db)
    await expect(store.cipherOf?.(lost)).rejects.toThrow(MasterKeyMissing)
    await store.look()
    await keys.remove(lost)
  })

  it('is refused by a process with other keys before it writes anything', async () => {
    const others = openMasterKeys(join(server.dataDir, 'keys-of-another-machine'))
    await createFileKeys(server.db, openMasterKeys(join(server.dataDir, 'keys'))).checkMasters()
    await expect(createFileKeys(server.db, others).checkMasters()).rejects.toBeInstanceOf(MasterKeyMissing)
  })

  it('is told to be altered where one byte of it was changed, and nothing of it is processed', async () => {
    const whole = await readFile(file())
    const altered = Buffer.from(whole)
    altered[5000] = (altered[5000] ?? 0) ^ 1
    await writeFile(file(), altered)
    // What was given out before the fault is not the whole file: the answer is cut off.
    await expect(download().then(answer => answer.arrayBuffer())).rejects.toThrow()
    await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', { body: { instIds: ['0001'] } })
    const { body } = await server.call<{ copiedTo: string }>('bedel-staff', 'GET', `/submissions/${id}`)
    await server.reaches(body.copiedTo, 'SCHEMA_CHECK_ERROR')
    const copy = await server.call<{ failureReason: string }>(
      'bedel-staff',
      'GET',
      `/submissions/${body.copiedTo}`,
    )
    expect(copy.body.failureReason).toBe(
      'The stored file has changed or is incomplete: it cannot be decrypted.',
    )
    await writeFile(`${file()}.new`, whole)
    await rename(`${file()}.new`, file())
  })

  it('is gone for good when its key is, though its bytes are there', async () => {
    expect((await download()).status).toBe(200)
    await sql`delete from file_key where object_key like ${`0001/${id}/%`}`.execute(server.db)
    expect((await download()).status).toBe(404)
    const { body } = await failing()
    const code = body.validations.find(({ FailureCount }) => FailureCount > 0)?.Code
    const records = await server.call(
      'ashby-submitter',
      'GET',
      `/submissions/${id}/validations/${code}?limit=50`,
    )
    expect(records.status).toBe(404)
    expect((await readFile(file())).length).toBeGreaterThan(content.length)
  })
})
