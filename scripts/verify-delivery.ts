// `npm run verify:delivery -- FOLDER`: whether an unpacked set of delivered files is as its manifest says.
import { faultsOfSet } from '../server/delivery/index.ts'
import { helpOn } from './support/help.mjs'
import { refuse } from './support/options.ts'

const usage = `npm run verify:delivery -- FOLDER
  FOLDER  the unpacked set: manifest.json and the files that it names`

helpOn(usage)
const [folder] = process.argv.slice(2)
if (folder === undefined) refuse(`Say which folder.\nUsage: ${usage}`)
else {
  const faults = await faultsOfSet(folder)
  for (const fault of faults) console.error(fault)
  if (faults.length === 0) console.log('Every file is as the manifest says.')
  process.exitCode = faults.length === 0 ? 0 : 1
}
