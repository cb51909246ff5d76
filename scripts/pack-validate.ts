import { join } from 'node:path'
import { helpOn } from './support/help.mjs'
import { readOptions } from './support/options.ts'
import { buildPackage } from './validate/package/build.ts'
import { bundlePackage } from './validate/package/bundle.ts'

const usage = `npm run pack:validate [-- --bundle]
  Makes the offline check as a package of its own in dist-validate, ready for npm pack or npm publish.
  --bundle: makes one file for machines of this platform, with Node.js and the database. Nothing has to be installed there.`
helpOn(usage)

/** `npm run pack:validate`: the offline check for others, as a package or as one file. */
const { bundle } = readOptions(usage, { bundle: { type: 'boolean' } })
if (bundle) {
  const file = await bundlePackage(join(import.meta.dirname, '../dist-bundle/bedel-validate'))
  console.log(`${file}: unpack it anywhere, and start bedel-validate in it.`)
} else {
  const folder = join(import.meta.dirname, '../dist-validate')
  await buildPackage(folder)
  console.log(`${folder}: run npm pack or npm publish there.`)
}
