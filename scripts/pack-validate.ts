import { join } from 'node:path'
import { buildPackage } from './validate/package/build.ts'

/** `npm run pack:validate`: the offline check as a package of its own, ready for `npm pack` or `npm publish`. */
const folder = join(import.meta.dirname, '../dist-validate')
await buildPackage(folder)
console.log(`${folder}: run npm pack or npm publish there.`)
