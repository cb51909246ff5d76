import { join } from 'node:path'
import { buildRecord } from './record/build.ts'
import { sizesOf } from './record/sizes.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run pack:record
  Makes the package bedel-record, the XML reader and schema checker, in dist-record, ready for npm pack or npm publish.
  Prints what a program that uses it weighs, minified and compressed.`)

/** `npm run pack:record`: the record engine as a package for others. */
const folder = join(import.meta.dirname, '../dist-record')
await buildRecord(folder)
for (const [use, bytes] of Object.entries(await sizesOf(folder)))
  console.log(`${use}: ${(bytes / 1000).toFixed(1)} kB (gzip)`)
console.log(`${folder}: run npm pack or npm publish there.`)
