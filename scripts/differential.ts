import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareCases } from './differential/cases.ts'
import { compare, xmllintVersion } from './differential/compare.ts'
import { readOptions, refuse, wholeNumberOf } from './support/options.ts'

const values = readOptions('npm run differential -- [--count 15000] [--seed 1] [--save]', {
  count: { type: 'string', default: '15000' },
  seed: { type: 'string', default: '1' },
  save: { type: 'boolean', default: false },
})
const count = wholeNumberOf(values.count, 'count')
const seed = wholeNumberOf(values.seed, 'seed')

const peer = await xmllintVersion()
if (peer === undefined) refuse('xmllint is not installed: it is in the package libxml2-utils.')
const { unexplained, ...totals } = await compare(count, seed)
console.log(totals)
const byKind = await compareCases()
console.log(byKind)
for (const { subject, mutant, ours, libxml2, xml } of unexplained) {
  const file = join(tmpdir(), `difference-${subject}-${mutant}.xml`)
  writeFileSync(file, xml)
  console.log(`${file}\n  ours    ${ours}\n  libxml2 ${libxml2}`)
}
if (values.save) {
  const result = {
    peer,
    seed,
    ...totals,
    unexplained: unexplained.map(({ xml: _, ...difference }) => difference),
  }
  const file = new URL('../packages/record/differential-result.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}
process.exitCode = unexplained.length + byKind.unexplained.length === 0 ? 0 : 1
