import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from './build.ts'

const root = join(import.meta.dirname, '../../..')

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** A package and all that it needs, as far as they are installed: binaries of other platforms are not. */
const neededBy = async (name: string): Promise<string[]> => {
  const folder = join(root, 'node_modules', name)
  if (!existsSync(folder)) return []
  const { dependencies, optionalDependencies } = await manifestIn(folder)
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  return [name, ...(await Promise.all(names.map(neededBy))).flat()]
}

/** Starts the check by the Node.js that comes with it: nothing has to be installed. */
const launcher = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node" "$here/lib/validate/main.js" "$@"
`

/**
 * Makes the offline check as one file for machines of this platform: with Node.js and the database, so that nothing is fetched or
 * installed. Gives the path of the file, which is beside the folder.
 */
export const bundlePackage = async (folder: string): Promise<string> => {
  await buildPackage(folder)
  for (const name of new Set(await neededBy('@duckdb/node-api'))) {
    const to = join(folder, 'node_modules', name)
    await mkdir(dirname(to), { recursive: true })
    await cp(join(root, 'node_modules', name), to, { recursive: true, dereference: true })
  }
  await cp(process.execPath, join(folder, 'node'), { dereference: true })
  await writeFile(join(folder, 'bedel-validate'), launcher, { mode: 0o755 })
  const { version } = await manifestIn(root)
  const file = `${folder}-${version}-${process.platform}-${process.arch}.tgz`
  await promisify(execFile)('tar', ['-czf', file, '-C', dirname(folder), basename(folder)])
  return file
}
