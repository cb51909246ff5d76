import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { writePrivateFile } from './privateFile.ts'
import { within } from './within.ts'

afterEach(() => vi.useRealTimers())

const space = { use: async () => undefined, giveBack: () => undefined }
const minute = 60_000
const late = () => new Error('too late')

/** Content that arrives by hand, or as it is given, being written to a file for a minute at the most. */
const arriving = async (caller = new AbortController(), given?: Readable) => {
  const folder = await mkdtemp(join(tmpdir(), 'private-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const content = new PassThrough()
  const written = within(
    minute,
    caller.signal,
    signal => writePrivateFile(given ?? content, join(folder, 'file.xml'), 10, space, signal),
    late,
  )
  written.catch(() => undefined)
  return { content, written }
}

it('gives the bytes of a file that arrives in its time, and nothing for too many', async () => {
  const { content, written } = await arriving()
  content.end('<a/>')
  expect(await written).toBe(4)
  expect(vi.getTimerCount()).toBe(0)
  const large = await arriving()
  large.content.write('<a>0123456789')
  expect(await large.written).toBe(undefined)
})

/** Content of which the rest is waited for, and does not come. */
const unfinished = () => {
  const waited = Promise.withResolvers<void>()
  const pieces = [Buffer.from('<a>')]
  const next = async () => {
    const value = pieces.shift()
    if (value) return { done: false, value }
    waited.resolve()
    return new Promise(() => {})
  }
  const content = { iterator: () => ({ next }) } as unknown as Readable
  return { content, isWaited: waited.promise }
}

it('ends a file of which the rest does not come', async () => {
  const { content, isWaited } = unfinished()
  const { written } = await arriving(new AbortController(), content)
  await isWaited
  await vi.advanceTimersByTimeAsync(minute)
  await expect(written).rejects.toThrow('too late')
})

it('ends with the reason of a caller who has gone', async () => {
  const caller = new AbortController()
  const { content, isWaited } = unfinished()
  const { written } = await arriving(caller, content)
  await isWaited
  caller.abort(new Error('the sender has gone'))
  await expect(written).rejects.toThrow('the sender has gone')
})
