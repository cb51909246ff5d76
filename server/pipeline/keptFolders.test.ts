import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorkFolders, type WorkFolders } from '../workFolders.ts'
import { createKeptFolders } from './keptFolders.ts'

let workFolders: WorkFolders
let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bedel-kept-'))
  workFolders = createWorkFolders(parent)
})
afterEach(async () => {
  vi.useRealTimers()
  await workFolders.close()
  await rm(parent, { recursive: true, force: true })
})

const content = (name: string) => ({ name, bytes: 10 })

const write =
  (text: string) =>
  (folder: string): Promise<void> =>
    writeFile(join(folder, 'content'), text)

const read = async (folder: string): Promise<{ folder: string; text: string }> => ({
  folder,
  text: await readFile(join(folder, 'content'), 'utf8'),
})

it('fills a folder once for all who read the same content, at once and one after the other', async () => {
  const kept = createKeptFolders({ workFolders, parent: 'pages' })
  const fill = vi.fn(write('one'))
  const [first, second] = await Promise.all([
    kept.use(content('one'), fill, read),
    kept.use(content('one'), fill, read),
  ])
  const third = await kept.use(content('one'), fill, read)
  expect(fill).toHaveBeenCalledTimes(1)
  expect([second, third]).toEqual([first, first])
  const other = await kept.use(content('other'), write('other'), read)
  expect(other.text).toBe('other')
  expect(other.folder).not.toBe(first.folder)
})

it('removes a folder a while after its last reader, and never under one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const kept = createKeptFolders({ workFolders, parent: 'pages', keptMs: 1000 })
  const { folder } = await kept.use(content('one'), write('one'), read)
  vi.advanceTimersByTime(999)
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const long = kept.use(content('one'), write('two'), async place => {
    begun.resolve()
    await gate.promise
    return read(place)
  })
  await begun.promise
  vi.advanceTimersByTime(5000)
  gate.resolve()
  expect(await long).toEqual({ folder, text: 'one' })
  vi.advanceTimersByTime(1000)
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false))
  expect((await kept.use(content('one'), write('two'), read)).text).toBe('two')
})

it('keeps no more bytes than it may, of those that were read last', async () => {
  const kept = createKeptFolders({ workFolders, parent: 'pages', mostBytes: 25 })
  const first = await kept.use(content('first'), write('first'), read)
  const second = await kept.use(content('second'), write('second'), read)
  await kept.use(content('first'), write('again'), read)
  await kept.use(content('third'), write('third'), read)
  await vi.waitFor(() => expect(existsSync(second.folder)).toBe(false))
  expect(await kept.use(content('first'), write('again'), read)).toEqual(first)
})

it('leaves nothing of a folder that could not be filled, and fills it for who comes next', async () => {
  const kept = createKeptFolders({ workFolders, parent: 'pages' })
  let folder = ''
  const failing = async (place: string): Promise<void> => {
    folder = place
    await write('half')(place)
    throw new Error('gone')
  }
  await expect(kept.use(content('one'), failing, read)).rejects.toThrow('gone')
  expect(existsSync(folder)).toBe(false)
  expect((await kept.use(content('one'), write('one'), read)).text).toBe('one')
})
