import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bom } from './licences.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')

/** The name in a package's address, such as `pkg:npm/%40scope/name@1.0.0`. */
const nameIn = (purl: string): string => decodeURIComponent(/^pkg:npm\/(.+)@/.exec(purl)?.[1] ?? purl)

/**
 * The packages of the lock file, those of every platform included, as a CycloneDX document: by npm itself, without asking any
 * registry.
 */
export const billOfMaterials = async (): Promise<Bom> => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { stdout } = await run(
    npm,
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: repository, maxBuffer: 64 * 1024 * 1024 },
  )
  const bom: Bom = JSON.parse(stdout)
  const { name } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  // npm calls the packages of this repository by their folders.
  bom.metadata.component.name = name
  for (const component of bom.components) component.name = nameIn(component.purl)
  return bom
}
