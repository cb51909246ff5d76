import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clusterOf, removeDataFolder } from '../database/clusterPlace.ts'
import { restoreBackup } from './restore.ts'

const files = {
  'data/keys/database-owner': 'secret',
  'data/store/objects/0001/file.xml': 'of a student',
  'database/PG_VERSION': '18',
  'database/base/1': 'rows',
}

/** A backup of which every file is as it is listed; without one of its folders it cannot be put anywhere to its end. */
const writeBackup = async (folder: string, folders: string[]): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const listed = Object.entries(files).map(([path, content]) => [
    path,
    { sha256: createHash('sha256').update(content).digest('hex'), size: content.length },
  ])
  const manifest = {
    format: 1,
    taken: '2026-01-01',
    postgres: '18',
    files: Object.fromEntries(listed),
    folders,
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

it.each([
  ['the data folder', 0o755],
  ['elsewhere, for its user cannot reach the data folder', 0o700],
])('gives a data folder its files together with its database, in %s', async (_, mode) => {
  const parent = await mkdtemp(join(tmpdir(), 'bedel-restore-'))
  await chmod(parent, mode)
  const [from, dataDir] = [join(parent, 'backup'), join(parent, 'data')]
  onTestFinished(async () => {
    removeDataFolder(dataDir)
    await rm(parent, { recursive: true, force: true })
  })
  const folders = ['data', 'data/keys', 'data/store/objects/0001', 'database']
  await writeBackup(from, folders)
  // It ends in the middle of the database.
  await expect(restoreBackup({ from, dataDir })).rejects.toThrow('ENOENT')
  expect(existsSync(dataDir)).toBe(false)
  const left = clusterOf(join(parent, '.data.restore.partial'))
  expect(left).toBeDefined()

  await writeBackup(from, [...folders, 'database/base'])
  await restoreBackup({ from, dataDir })
  const cluster = clusterOf(dataDir)
  expect(existsSync(left ?? '')).toBe(false)
  expect(await readFile(join(cluster ?? '', 'base/1'), 'utf8')).toBe('rows')
  expect(await readFile(join(dataDir, 'store/objects/0001/file.xml'), 'utf8')).toBe('of a student')
  expect(await readdir(parent)).toEqual(['backup', 'data'])
})
