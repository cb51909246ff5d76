import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProblemError } from '../../src/domain/problem.ts'
import { outageOf } from '../jobs/outages.ts'
import { createWorkFolders } from '../workFolders.ts'
import { withAvailability } from './availability.ts'
import { ObjectMissing } from './objectStore.ts'
import { createS3Store } from './s3Store.ts'

/** What stands for S3 here answers as S3 does: by a status, and by a code in XML except to HEAD. */
interface Answer {
  status: number
  code: string
}

const missing = { status: 404, code: 'NoSuchKey' }
const key = '0001/00000000-0000-4000-8000-000000000001/file.xml'

describe('an S3 store', () => {
  let server: Server
  let scratch: string
  const answers: { ofObjects: Answer; ofBucket: Answer } = { ofObjects: missing, ofBucket: missing }
  const before = { ...process.env }
  const store = () =>
    withAvailability(
      createS3Store({
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        bucket: 'bucket',
        region: 'eu-west-2',
        scratch: createWorkFolders(scratch),
        disk: { setAside: async () => ({ use: async () => {}, giveBack: () => {} }) },
        clock: { now: () => new Date() },
      }),
    )
  type Store = ReturnType<typeof store>

  beforeAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' })
    scratch = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
    server = createServer((request, response) => {
      const isOfBucket = /^\/bucket\/?$/.test(new URL(request.url ?? '', 'http://store').pathname)
      const { status, code } = isOfBucket ? answers.ofBucket : answers.ofObjects
      response.writeHead(status, { 'Content-Type': 'application/xml' })
      request.resume().on('end', () => response.end(`<Error><Code>${code}</Code></Error>`))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await rm(scratch, { recursive: true, force: true })
    process.env = before
  })

  const calls: [string, (of: Store) => Promise<unknown>][] = [
    ['looked for', of => of.stat(key)],
    ['opened', of => of.open(key)],
    ['read', of => Array.fromAsync(of.pieces(key))],
    ['read in part', of => of.readRange(key, { from: 0, to: 1 })],
    ['sealed', of => of.seal(key)],
    ['put', of => of.put(key, Readable.from([Buffer.alloc(10)]))],
    ['listed', of => of.list('0001/')],
    ['looked at as a whole', of => of.look()],
  ]

  it.each<[string, Answer]>([
    ['has no such bucket', { status: 404, code: 'NoSuchBucket' }],
    ['does not know the credentials', { status: 403, code: 'InvalidAccessKeyId' }],
    ['refuses them', { status: 403, code: 'AccessDenied' }],
    ['wants others', { status: 401, code: 'Unauthorized' }],
    ['says that they have expired', { status: 400, code: 'ExpiredToken' }],
    ['has the bucket elsewhere', { status: 301, code: 'PermanentRedirect' }],
  ])('is away where it %s', async (_, answer) => {
    answers.ofObjects = answer
    answers.ofBucket = answer
    for (const [what, call] of calls) {
      const error = await call(store()).catch((fault: unknown) => fault)
      expect(error, what).toBeInstanceOf(ProblemError)
      expect(outageOf(error), what).toEqual({ part: 'store', isCertain: true })
    }
  })

  it('is there where only an object is missing', async () => {
    answers.ofObjects = missing
    answers.ofBucket = { status: 200, code: '' }
    expect(await store().stat(key)).toBeUndefined()
    expect(await store().seal(key)).toBeUndefined()
    await expect(store().open(key)).rejects.toBeInstanceOf(ObjectMissing)
    await expect(Array.fromAsync(store().pieces(key))).rejects.toBeInstanceOf(ObjectMissing)
    await expect(store().readRange(key, { from: 0, to: 1 })).rejects.toBeInstanceOf(ObjectMissing)
  })
})
