import { join } from 'node:path'
import { buildClient } from './client/build.ts'
import { helpOn } from './support/help.mjs'

helpOn(`npm run pack:client
  Makes the typed client of the API, for the software of providers, in dist-client, ready for npm pack or npm publish.`)

/** `npm run pack:client`: the typed client of the API as a package of its own, ready for `npm pack` or `npm publish`. */
const folder = join(import.meta.dirname, '../dist-client')
await buildClient(folder)
console.log(`${folder}: run npm pack or npm publish there.`)
