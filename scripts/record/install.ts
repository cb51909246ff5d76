import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildRecord } from './build.ts'

const run = promisify(execFile)
const npm = ['--offline', '--no-audit', '--no-fund']

/**
 * Builds `bedel-record` in the folder `built` of a folder outside of the repository, packs it as `npm publish` would, and
 * installs that package in the folder.
 */
export const installRecord = async (folder: string): Promise<void> => {
  const built = join(folder, 'built')
  await buildRecord(built)
  const { stdout } = await run('npm', ['pack', '--json', ...npm, '--pack-destination', folder], {
    cwd: built,
  })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', ...npm, join(folder, filename)], { cwd: folder })
}
