import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rulesetInFolder, rulesetInZip, zipOf } from './rulesetFiles.ts'

const folder = join(import.meta.dirname, '../../rulesets/student')

it.each(['22056_1.3.0', '23056_1.0.0', '24056_1.2.0'])(
  'every file of the ruleset %s of the release has its place in a zip and in a copy',
  async version => {
    const root = join(folder, version)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const names = entries
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
      .toSorted()
    const files = await rulesetInFolder(root)
    expect([...files.keys()]).toEqual(names)
    const unpacked = await rulesetInZip(await zipOf(files))
    expect([...unpacked.keys()]).toEqual(names)
    const last = names.at(-1) ?? ''
    expect(unpacked.get(last)).toEqual(await readFile(join(root, last)))
  },
)
