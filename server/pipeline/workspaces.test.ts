import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoredParts } from '../database/queries/artefacts.ts'
import { createWorkFolders, type WorkFolders } from '../workFolders.ts'
import { createWorkspaces } from './workspaces.ts'

let parent: string
let workFolders: WorkFolders
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bedel-workspaces-'))
  workFolders = createWorkFolders(parent)
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(parent, { recursive: true, force: true })
})

const derived = (sha256: string): StoredParts => ({ derived: { key: 'derived.json', sha256, bytes: 1 } })

/** A stage that writes a file with its name and leaves its workspace, or not; gives the folder that it had. */
const run = (
  workspaces: ReturnType<typeof createWorkspaces>,
  submissionId: string,
  { stored = {}, leaves }: { stored?: StoredParts; leaves?: StoredParts } = {},
): Promise<{ folder: string; parts: StoredParts }> =>
  workspaces.use({ submissionId, stored, name: `${submissionId}-${Math.random()}` }, async workspace => {
    await writeFile(join(workspace.folder, 'rows'), submissionId)
    if (leaves) workspace.leave(leaves)
    return { folder: workspace.folder, parts: workspace.parts }
  })

it('gives the next stage of a submission what the stage before has left', async () => {
  const workspaces = createWorkspaces({ workFolders, places: 1 })
  const first = await run(workspaces, 'one', { leaves: derived('a') })
  const second = await run(workspaces, 'one', { stored: derived('a') })
  expect(second).toEqual({ folder: first.folder, parts: derived('a') })
  // That one left nothing.
  expect(existsSync(first.folder)).toBe(false)
})

it('gives nothing that an attempt has made that did not count', async () => {
  const workspaces = createWorkspaces({ workFolders, places: 1 })
  const first = await run(workspaces, 'one', { leaves: derived('a') })
  const second = await run(workspaces, 'one', { stored: derived('b'), leaves: derived('b') })
  expect(second.parts).toEqual({})
  expect(second.folder).not.toBe(first.folder)
  expect(existsSync(first.folder)).toBe(false)
  await workspaces.close()
  expect(existsSync(second.folder)).toBe(false)
})

it('clears a workspace after work that failed', async () => {
  const workspaces = createWorkspaces({ workFolders, places: 1 })
  let folder = ''
  const failing = workspaces.use({ submissionId: 'one', stored: {}, name: 'failing' }, async workspace => {
    folder = workspace.folder
    workspace.leave(derived('a'))
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  expect(existsSync(folder)).toBe(false)
})

it('has no more workspaces than places: who begins without one clears what was left the longest ago', async () => {
  const workspaces = createWorkspaces({ workFolders, places: 2 })
  const one = await run(workspaces, 'one', { leaves: derived('a') })
  const two = await run(workspaces, 'two', { leaves: derived('b') })
  const three = await run(workspaces, 'three', { leaves: derived('c') })
  expect([one, two, three].map(({ folder }) => existsSync(folder))).toEqual([false, true, true])
  expect((await run(workspaces, 'two', { stored: derived('b') })).folder).toBe(two.folder)
  await workspaces.close()
})

it('clears a workspace that nobody has come back to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const removed = vi.fn(workFolders.remove)
  const workspaces = createWorkspaces({
    workFolders: { make: workFolders.make, remove: removed },
    places: 1,
    keptMs: 1000,
  })
  const { folder } = await run(workspaces, 'one', { leaves: derived('a') })
  vi.advanceTimersByTime(999)
  expect(removed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(removed).toHaveBeenCalledWith(folder))
  await removed.mock.results[0]?.value
  expect(existsSync(folder)).toBe(false)
})
