import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/server/support/temporaryFolder.ts'
import { makeRunFolder, removeAbandoned } from './runFolder.mjs'

it('of a run whose process is gone is removed with all that it holds, and no other', async () => {
  const place = await temporaryFolder()
  const killed = `const { makeRunFolder } = await import(${JSON.stringify(import.meta.resolve('./runFolder.mjs'))})
    const { mkdirSync, writeFileSync } = await import('node:fs')
    const folder = makeRunFolder(${JSON.stringify(place)})
    mkdirSync(folder + '/database')
    writeFileSync(folder + '/database/rows', 'rows')
    process.kill(process.pid, 'SIGKILL')`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', killed])
  expect(signal).toBe('SIGKILL')
  const [left = ''] = readdirSync(place)
  const own = basename(makeRunFolder(place))
  // A test's own folder, and one of a container whose processes are not seen here.
  mkdirSync(join(place, 'bedel-test-folder'))
  mkdirSync(join(place, 'bedel-test-elsewhere'))
  writeFileSync(join(place, 'bedel-test-elsewhere/process'), '1 2147483646')
  expect(left).toMatch(/^bedel-test-/)

  removeAbandoned(place)
  expect(readdirSync(place).toSorted()).toEqual([own, 'bedel-test-elsewhere', 'bedel-test-folder'].toSorted())
})
