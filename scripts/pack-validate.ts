import { join } from 'node:path'
import { helpOn } from './support/help.mjs'
import { buildPackage } from './validate/package/build.ts'

helpOn(`npm run pack:validate
  Makes the offline check as a package of its own in dist-validate, ready for npm pack or npm publish.`)

/** `npm run pack:validate`: the offline check as a package of its own, ready for `npm pack` or `npm publish`. */
const folder = join(import.meta.dirname, '../dist-validate')
await buildPackage(folder)
console.log(`${folder}: run npm pack or npm publish there.`)
