import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attemptFileOf, copyLoaded, keepLoaded, removeEarlierAttempts, removeLoaded } from './loadedFile.ts'

const folderWith = async (...names: string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loaded-'))
  for (const name of names) await writeFile(join(folder, name), name)
  return folder
}

test('what earlier attempts left behind goes; this one, later ones, whole files and other submissions stay', async () => {
  const stay = ['a.duckdb', 'a.duckdb.loaded', 'a.duckdb.10', 'a.duckdb.11.wal', 'b.duckdb.9', 'a.duckdb.9x']
  const folder = await folderWith(...stay, 'a.duckdb.9', 'a.duckdb.9.wal', 'a.duckdb.1')
  await removeEarlierAttempts(join(folder, 'a.duckdb'), 10)
  expect((await readdir(folder)).sort()).toEqual(stay.sort())
})

test('what was loaded is copied as often as it is wanted, until it is removed', async () => {
  const folder = await folderWith('a.duckdb.1')
  const database = join(folder, 'a.duckdb')
  await keepLoaded(attemptFileOf(database, 1), database)
  for (const fencingToken of [2, 3]) {
    expect(await copyLoaded(database, attemptFileOf(database, fencingToken))).toBe(true)
    expect(await readFile(attemptFileOf(database, fencingToken), 'utf8')).toBe('a.duckdb.1')
  }
  await removeLoaded(database)
  await removeLoaded(database)
  expect(await copyLoaded(database, attemptFileOf(database, 4))).toBe(false)
})
