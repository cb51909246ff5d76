// `npm run verify:delivery -- FOLDER`: whether an unpacked set of delivered files, or a package of sets, is as it says itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfPackage, faultsOfSet, packageName } from '../server/delivery/index.ts'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'

const usage = `npm run verify:delivery -- FOLDER
  FOLDER  the unpacked set, manifest.json and the files that it names; or the unpacked package, delivery.json and its sets`

helpOn(usage)
const [folder] = process.argv.slice(2)
if (folder === undefined) refuse(`Say which folder.\nUsage: ${usage}`)
else {
  const isPackage = existsSync(join(folder, packageName))
  const faults = await (isPackage ? faultsOfPackage : faultsOfSet)(folder)
  for (const fault of faults) console.error(fault)
  if (faults.length === 0) console.log('Every file is as the manifest says.')
  process.exitCode = faults.length === 0 ? 0 : 1
}
