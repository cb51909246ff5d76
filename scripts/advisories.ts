import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Advisory, advisory, affectedBy } from './advisories/advisories.ts'
import { billOfMaterials } from './sbom/bom.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run advisories -- PATH
  Compares every package of the lock file with security advisories in the OSV format, without a network. PATH is a file with one
  advisory or a list of them, or a folder of such files, as in the npm archive of osv.dev.
  Ends with 0 if no package is affected, with 1 if one is, with 3 if the advisories cannot be read.`)

const fail = (reason: string): never => {
  console.error(reason)
  process.exit(3)
}

const filesAt = async (path: string): Promise<string[]> => {
  const found = await stat(path).catch(() => fail(`There is no file or folder "${path}".`))
  if (found.isFile()) return [path]
  return (await readdir(path)).filter(name => name.endsWith('.json')).map(name => join(path, name))
}

const read = async (file: string): Promise<Advisory[]> => {
  const text = await readFile(file, 'utf8')
  try {
    const content: unknown = JSON.parse(text)
    return (Array.isArray(content) ? content : [content]).map(one => advisory.parse(one))
  } catch (error) {
    return fail(
      `"${file}" is not an advisory in the OSV format: ${error instanceof Error ? error.message : error}`,
    )
  }
}

const path =
  process.argv[2] ?? fail('Name the file or folder with the advisories; --help says where they come from.')
const files = await filesAt(path)
const advisories: Advisory[] = []
for (const file of files) advisories.push(...(await read(file)))
if (advisories.length === 0) fail(`There are no advisories in "${path}".`)

const { components } = await billOfMaterials()
const affected = affectedBy(advisories, components)
for (const { id, summary, name, version, fixed } of affected)
  console.log(
    `${name}@${version}: ${id} ${summary}. ${fixed ? `Fixed in ${fixed}.` : 'No version fixes it yet.'}`,
  )
console.log(
  `${advisories.length} advisories, ${components.length} packages, ${affected.length} of them affected.`,
)
process.exitCode = affected.length > 0 ? 1 : 0
