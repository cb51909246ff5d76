import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { billOfMaterials } from './sbom/bom.ts'
import { licencePage, licensesOf, refused } from './sbom/licences.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run sbom
  Writes the bill of materials (CycloneDX) and the licences of all packages to dist-sbom. Ends with 1 where a package that
  runs has a licence that it must not have.`)

const folder = join(import.meta.dirname, '../dist-sbom')
const bom = await billOfMaterials()
const packages = licensesOf(bom)
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'bedel.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
await writeFile(join(folder, 'licences.md'), licencePage(packages))
const running = packages.filter(({ isDevelopment }) => !isDevelopment)
console.log(
  `${folder}: ${running.length} packages that run, ${packages.length - running.length} that build and test.`,
)
for (const { name, version, licence } of refused(packages)) {
  console.error(`${name}@${version}: ${licence ?? 'no licence is stated'}`)
  process.exitCode = 1
}
