import { readOptions } from './support/options.ts'
import { byPlace, lowerCounts, wordFaults } from './words/faults.ts'

const { show, lower } = readOptions('npm run words -- [--show PLACE] [--lower]', {
  show: { type: 'string' },
  lower: { type: 'boolean', default: false },
})
if (lower) lowerCounts()
const faults = show === undefined ? wordFaults() : (byPlace().get(show) ?? [])
for (const fault of faults) console.error(fault)
if (faults.length > 0 && show === undefined) process.exitCode = 1
