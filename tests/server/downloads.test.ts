import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { objectKey } from '../../server/storage/objectStore.ts'
import { problemDocument } from '../../src/domain/wire/common.ts'
import { startFolder } from './support/stores.ts'

/** More than a connection holds on its way: as long as nobody reads, it is being given out. */
const bytes = 32 * 1024 ** 2

let subject: Awaited<ReturnType<typeof startFolder>>
const begin = async (idleMs?: number): Promise<void> => {
  subject = await startFolder(true, idleMs)
}
afterEach(() => subject.close())

const open: Response[] = []
afterEach(async () => {
  for (const answer of open.splice(0)) await answer.body?.cancel().catch(() => undefined)
})

/** The address of the file that was stored last. */
let lastUrl = ''
/** Stores a file, and gives what begins a download of it by this user, of which nothing is read. */
const storeFile = async (userId = 'ada') => {
  const key = objectKey('0001', randomUUID(), 'file.xml')
  await subject.store.put(key, Readable.from([randomBytes(bytes)]))
  const url = await subject.store.signedDownload(key, { fileName: 'file.xml', seconds: 300, userId })
  lastUrl = url
  return async (): Promise<Response> => {
    const answer = await fetch(new URL(url, subject.origin))
    open.push(answer)
    return answer
  }
}

const statusesOf = async (times: number, ask: () => Promise<Response>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: times }, ask))).map(({ status }) => status).toSorted()

describe('one address of a file', () => {
  it('gives it to six at once; the seventh is told to come again, and others have theirs', async () => {
    await begin()
    const [ask, other] = [await storeFile(), await storeFile()]
    expect(await statusesOf(6, ask)).toEqual([200, 200, 200, 200, 200, 200])
    const late = await ask()
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([503, 5])
    expect(problemDocument.parse(await late.json())).toMatchObject({ status: 503 })
    expect((await other()).status).toBe(200)
    await open[0]?.body?.cancel()
    await expect.poll(async () => (await ask()).status).toBe(200)
  })

  it('tells the length of a file without reading it', async () => {
    await begin()
    const opened = vi.spyOn(subject.store, 'open')
    await storeFile()
    const head = await fetch(new URL(lastUrl, subject.origin), { method: 'HEAD' })
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, bytes])
    expect(opened).not.toHaveBeenCalled()
  })

  it('is free again once a file was received whole', async () => {
    await begin()
    const ask = await storeFile()
    for (let turn = 0; turn < 8; turn += 1) expect((await (await ask()).arrayBuffer()).byteLength).toBe(bytes)
  })

  it('ends a download of which nothing is taken', async () => {
    await begin(300)
    const ask = await storeFile()
    const [first] = [await ask()]
    await statusesOf(5, ask)
    await expect.poll(async () => (await ask()).status).toBe(200)
    await expect(first?.arrayBuffer()).rejects.toThrow()
  })
})

/** Begins 18 downloads, of three files. */
const beginMany = async (userId: string): Promise<void> => {
  for (let file = 0; file < 3; file += 1) await statusesOf(6, await storeFile(userId))
}

describe('the addresses of one user', () => {
  it('give twenty downloads at once; the next is told to come again, and others have theirs', async () => {
    await begin()
    await beginMany('ada')
    const ask = await storeFile('ada')
    expect(await statusesOf(2, ask)).toEqual([200, 200])
    const late = await ask()
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([503, 5])
    expect(problemDocument.parse(await late.json())).toMatchObject({ status: 503 })
    expect((await (await storeFile('ben'))()).status).toBe(200)
    await open[0]?.body?.cancel()
    await expect.poll(async () => (await ask()).status).toBe(200)
  })

  it('are refused without their owner', async () => {
    await begin()
    await storeFile('ada')
    const { status } = await fetch(new URL(lastUrl.replace(/&owner=[^&]*/, ''), subject.origin))
    expect(status).toBe(403)
  })
})
