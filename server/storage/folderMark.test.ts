import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createFolderMark, StoreFolderGone } from './folderMark.ts'

let folder: string
beforeEach(async () => {
  const data = await mkdtemp(join(tmpdir(), 'bedel-mark-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  folder = join(data, 'store')
})

/** A process that looks at the folder; what it is told of what the installation has stored. */
const processWhere = (hasStored: () => Promise<boolean>) =>
  createFolderMark({ folder, objects: join(folder, 'objects'), hasStored })
const nothingStored = async (): Promise<boolean> => false
const somethingStored = async (): Promise<boolean> => true
const below = (): Promise<string[]> => readdir(folder, { recursive: true }).catch(() => ['no folder'])

it('is made by the first process of an installation, before anything is stored', async () => {
  await processWhere(nothingStored)()
  expect(await below()).toEqual(['mark'])
  await processWhere(somethingStored)()
})

it('is not made where the installation has stored something and the folder has nothing of it', async () => {
  for (const exists of [false, true]) {
    if (exists) await mkdir(join(folder, 'objects', '0001'), { recursive: true })
    const before = await below()
    const look = processWhere(somethingStored)
    await expect(look()).rejects.toThrow(StoreFolderGone)
    await expect(look()).rejects.toThrow(`${folder} is not the store of this installation`)
    expect(await below()).toEqual(before)
  }
})

it('is given to a restored folder, which has files and no mark', async () => {
  await mkdir(join(folder, 'objects', '0001', 'of-a-submission'), { recursive: true })
  await writeFile(join(folder, 'objects', '0001', 'of-a-submission', 'file.xml'), '<a/>')
  await processWhere(somethingStored)()
  expect(await below()).toContain('mark')
})

it('is looked for again by a process that found none, where another one has made it and stored the first object', async () => {
  const second = processWhere(async () => {
    await processWhere(nothingStored)()
    return true
  })
  await second()
  expect(await below()).toEqual(['mark'])
})

it('is never made by a process that has seen it, whatever is in the place of the folder', async () => {
  const look = processWhere(nothingStored)
  await look()
  await rename(folder, `${folder}.away`)
  await mkdir(join(folder, 'objects'), { recursive: true })
  await writeFile(join(folder, 'objects', 'of another'), '')
  await expect(look()).rejects.toThrow(StoreFolderGone)
  expect(await below()).not.toContain('mark')
  await rm(folder, { recursive: true })
  await rename(`${folder}.away`, folder)
  await look()
})
