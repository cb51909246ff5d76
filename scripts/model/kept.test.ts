import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKeeper } from './kept.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bedel-kept-'))
  mkdirSync(join(root, 'charts/inner'), { recursive: true })
  writeFileSync(join(root, 'charts/inner/a.ts'), 'one')
  writeFileSync(join(root, 'lock.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

/** As a new process would have it: the sources are read again. */
const keeper = () => createKeeper({ root, sources: ['charts', 'lock.json'], folder: join(root, 'cache') })
let found = 0
const find = () => {
  found += 1
  return { found, absent: undefined }
}

it('finds once for the same sources, and gives every time what JSON keeps', async () => {
  found = 0
  expect(keeper().kept('a', find)).toStrictEqual({ found: 1 })
  expect(keeper().kept('a', find)).toStrictEqual({ found: 1 })
  expect(await keeper().keptLater('a', async () => find())).toStrictEqual({ found: 1 })
  expect(keeper().kept('b', find)).toStrictEqual({ found: 2 })
})

it.each([
  ['a source', 'charts/inner/a.ts'],
  ['a new source', 'charts/b.ts'],
  ['the libraries', 'lock.json'],
])('finds anew where %s changed, and forgets what it found before', (_, file) => {
  found = 0
  keeper().kept('a', find)
  keeper().kept('a.b', find)
  writeFileSync(join(root, file), 'changed')
  expect(keeper().kept('a', find)).toStrictEqual({ found: 3 })
  expect(readdirSync(join(root, 'cache')).filter(name => name.startsWith('a.'))).toHaveLength(2)
})

it('is not misled by a test, or by a file that another process has not finished', () => {
  found = 0
  keeper().kept('a', find)
  writeFileSync(join(root, 'charts/a.test.ts'), 'a test')
  expect(keeper().kept('a', find)).toStrictEqual({ found: 1 })
  const [file = ''] = readdirSync(join(root, 'cache'))
  writeFileSync(join(root, 'cache', file), '{"found":')
  expect(keeper().kept('a', find)).toStrictEqual({ found: 2 })
})
