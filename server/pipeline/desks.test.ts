import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoredParts } from '../database/queries/artefacts.ts'
import { createWorkFolders, type WorkFolders } from '../workFolders.ts'
import { createDesks } from './desks.ts'

let parent: string
let workFolders: WorkFolders
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bedel-desks-'))
  workFolders = createWorkFolders(parent)
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(parent, { recursive: true, force: true })
})

const derived = (sha256: string): StoredParts => ({ derived: { key: 'derived.json', sha256, bytes: 1 } })

/** A stage that writes a file with its name and leaves its desk, or not; gives the folder that it had. */
const run = (
  desks: ReturnType<typeof createDesks>,
  submissionId: string,
  { stored = {}, leaves }: { stored?: StoredParts; leaves?: StoredParts } = {},
): Promise<{ folder: string; parts: StoredParts }> =>
  desks.use({ submissionId, stored, name: `${submissionId}-${Math.random()}` }, async desk => {
    await writeFile(join(desk.folder, 'rows'), submissionId)
    if (leaves) desk.leave(leaves)
    return { folder: desk.folder, parts: desk.parts }
  })

it('gives the next stage of a submission what the stage before has left', async () => {
  const desks = createDesks({ workFolders, places: 1 })
  const first = await run(desks, 'one', { leaves: derived('a') })
  const second = await run(desks, 'one', { stored: derived('a') })
  expect(second).toEqual({ folder: first.folder, parts: derived('a') })
  // That one left nothing.
  expect(existsSync(first.folder)).toBe(false)
})

it('gives nothing that an attempt has made that did not count', async () => {
  const desks = createDesks({ workFolders, places: 1 })
  const first = await run(desks, 'one', { leaves: derived('a') })
  const second = await run(desks, 'one', { stored: derived('b'), leaves: derived('b') })
  expect(second.parts).toEqual({})
  expect(second.folder).not.toBe(first.folder)
  expect(existsSync(first.folder)).toBe(false)
  await desks.close()
  expect(existsSync(second.folder)).toBe(false)
})

it('clears a desk after work that failed', async () => {
  const desks = createDesks({ workFolders, places: 1 })
  let folder = ''
  const failing = desks.use({ submissionId: 'one', stored: {}, name: 'failing' }, async desk => {
    folder = desk.folder
    desk.leave(derived('a'))
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  expect(existsSync(folder)).toBe(false)
})

it('has no more desks than places: who begins without one clears what was left the longest ago', async () => {
  const desks = createDesks({ workFolders, places: 2 })
  const one = await run(desks, 'one', { leaves: derived('a') })
  const two = await run(desks, 'two', { leaves: derived('b') })
  const three = await run(desks, 'three', { leaves: derived('c') })
  expect([one, two, three].map(({ folder }) => existsSync(folder))).toEqual([false, true, true])
  expect((await run(desks, 'two', { stored: derived('b') })).folder).toBe(two.folder)
  await desks.close()
})

it('clears a desk that nobody has come back to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const removed = vi.fn(workFolders.remove)
  const desks = createDesks({
    workFolders: { make: workFolders.make, remove: removed },
    places: 1,
    keptMs: 1000,
  })
  const { folder } = await run(desks, 'one', { leaves: derived('a') })
  vi.advanceTimersByTime(999)
  expect(removed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(removed).toHaveBeenCalledWith(folder))
  await removed.mock.results[0]?.value
  expect(existsSync(folder)).toBe(false)
})
