import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorkFolders } from './workFolders.ts'

const hourMs = 3_600_000

let parent: string
const children: ChildProcess[] = []
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bedel-work-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(parent, { recursive: true, force: true })
})

/** A process of its own with a file in a scratch folder. */
const startWorking = async (): Promise<{ folder: string; kill: () => Promise<void> }> => {
  const program = `
    import { writeFileSync } from 'node:fs'
    import { createWorkFolders } from ${JSON.stringify(join(import.meta.dirname, 'workFolders.ts'))}
    const folder = await createWorkFolders(${JSON.stringify(parent)}).make('a stage')
    writeFileSync(folder + '/rows', 'of a student')
    console.log(folder)
    setInterval(() => undefined, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [folder] = await once(createInterface(child.stdout), 'line')
  return {
    folder: String(folder),
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const makeOld = async (path: string, ageMs: number): Promise<void> => {
  const then = new Date(Date.now() - ageMs)
  await utimes(path, then, then)
}

it('leaves a folder to the process that works in it, and removes it when that was killed', async () => {
  const { folder, kill } = await startWorking()
  const workFolders = createWorkFolders(parent)
  await workFolders.sweep()
  expect(existsSync(join(folder, 'rows'))).toBe(true)
  await kill()
  await workFolders.sweep()
  expect(await readdir(parent)).toEqual([])
})

it('leaves folders to whoever works in them in the same process', async () => {
  const [one, other] = [createWorkFolders(parent), createWorkFolders(parent)]
  await one.use('a stage', async folder => {
    await writeFile(join(folder, 'rows'), 'of a student')
    await one.sweep()
    await other.sweep()
    expect(existsSync(join(folder, 'rows'))).toBe(true)
  })
  await one.close()
  expect(await readdir(parent)).toEqual([])
})

it('removes a folder that no process has locked after a day, and not before', async () => {
  const [old, young] = [join(parent, 'read-1'), join(parent, 'read-2')]
  for (const folder of [old, young]) await mkdir(folder)
  await makeOld(old, 25 * hourMs)
  await makeOld(young, 23 * hourMs)
  await createWorkFolders(parent).sweep()
  expect(await readdir(parent)).toEqual(['read-2'])
})
