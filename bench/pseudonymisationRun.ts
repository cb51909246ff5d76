// Pseudonymises a file in a process of its own, so that its memory is its own: `FILE FOLDER`. Prints JSON.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { entityTables } from 'bedel-record'
import { createSpecificationStore } from '../server/pipeline/index.ts'
import { planOf } from '../server/pseudonymisation/plan.ts'
import { pseudonymise } from '../server/pseudonymisation/pseudonymise.ts'
import { createPseudonyms } from '../server/pseudonymisation/pseudonyms.ts'
import { filePieces } from '../server/storage/filePieces.ts'

const [file = '', folder = ''] = process.argv.slice(2)
const repository = join(import.meta.dirname, '..')
const { schema, ruleset } = await createSpecificationStore({
  schemasFolder: join(repository, 'schemas'),
  rulesetsFolder: join(repository, 'rulesets'),
  verifiedFolder: join(folder, 'verified'),
}).load({ schemaVersion: '23056_1_0_0', rulesetVersion: '23056_1.0.0' })
if (!ruleset.pseudonymisation) throw new Error('The ruleset says nothing of pseudonymisation.')
const plan = planOf(entityTables(schema), ruleset.pseudonymisation)
const pseudonyms = createPseudonyms(createHash('sha256').update('a key of the bench').digest())
const label = { purpose: 'bench', keyId: '0', ruleset: ruleset.version }

const began = { wall: performance.now(), processor: process.cpuUsage() }
await pipeline(
  Readable.from(
    pseudonymise(
      filePieces(() => open(file)),
      plan,
      pseudonyms,
      label,
    ),
    { objectMode: false },
  ),
  createWriteStream(join(folder, 'pseudonymised.xml')),
)
const { user, system } = process.cpuUsage(began.processor)
console.log(
  JSON.stringify({
    seconds: (performance.now() - began.wall) / 1000,
    processorSeconds: (user + system) / 1e6,
    peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
)
