import { describeFailure, simulate } from './simulation/simulate.ts'
import { readOptions, wholeNumberOf } from './support/options.ts'

/** `npm run simulate`: stories of a simulated installation with faults; `npm test` runs the first hundred seeds. */
const values = readOptions(
  `npm run simulate -- [--seeds 1000] [--seed N]
  Runs a story of a simulated installation for each seed, with faults at numbered points, or the story of one seed. Prints
  the shortest story of a seed that shows a fault, and ends with 1.`,
  { seeds: { type: 'string', default: '1000' }, seed: { type: 'string' } },
)
const seeds = wholeNumberOf(values.seeds, 'seeds')
const [first, last] =
  values.seed === undefined ? [1, seeds] : Array<number>(2).fill(wholeNumberOf(values.seed, 'seed'))

const began = performance.now()
let [failed, planned, struck] = [0, 0, 0]
for (let seed = first ?? 1; seed <= (last ?? seeds); seed += 1) {
  const outcome = await simulate(seed)
  planned += outcome.planned
  struck += outcome.struck
  const { failure } = outcome
  if (!failure) continue
  failed += 1
  console.log(`\nSeed ${seed}:\n  ${describeFailure(failure).join('\n  ')}`)
}
const count = (last ?? seeds) - (first ?? 1) + 1
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(
  `${count} seeds, ${failed} with a fault, ${seconds} s; ${struck} of ${planned} planned faults have struck`,
)
process.exitCode = failed === 0 ? 0 : 1
