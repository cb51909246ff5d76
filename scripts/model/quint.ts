import { createAnswers } from '../../src/model/checking/answers.ts'
import { largeBoundsByName, quintBounds } from '../../src/model/checking/bounds.ts'
import { explore } from '../../src/model/checking/explore.ts'
import { type Bounds, createModel } from '../../src/model/checking/model.ts'
import { loadEnglish } from '../../src/model/english.ts'
import { helpOn } from '../support/help.mjs'
import { modelDecider } from './checking/decider.ts'
import { installQuint, quintVersion, searchInQuint, walkInQuint } from './checking/quint.ts'
import { count, printTable } from './table.ts'

/**
 * `npm run model:quint`: the model of `npm run model:check`, written a second time in Quint. Searches small bounds whole with both, and
 * compares the number of states and of ends. Then walks at random through the largest bounds in Quint. Installs Quint the first
 * time. If that fails, it says why and ends with 0. `quint verify` is not used: it downloads Apalache from GitHub.
 */
helpOn(`npm run model:quint
  Compares the model of model:check with the same model in Quint ${quintVersion}, which it installs the first time.`)

const walks = { walks: 20, steps: 60, seed: '0x2026' }

interface Compared {
  name: string
  row: string[]
  isEqual: boolean
  output: string
}

/** Both searches of the same bounds. */
const compare = async (name: string, bounds: Bounds): Promise<Compared> => {
  const answers = createAnswers(modelDecider())
  const own = await explore(createModel(bounds, answers.answer), answers, { tellsWorkersApart: true })
  const started = performance.now()
  const other = await searchInQuint(name, bounds, own.depth)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const isEqual =
    other.isSound &&
    own.counterexamples.length === 0 &&
    other.states === own.states &&
    other.ends === own.ends
  const both = (one: number, two: number) => `${count(one)} = ${Number.isNaN(two) ? '–' : count(two)}`
  const row = [
    name,
    both(own.states, other.states).replace('=', own.states === other.states ? '=' : '≠'),
    both(own.ends, other.ends).replace('=', own.ends === other.ends ? '=' : '≠'),
    other.isSound ? 'hold' : 'fail',
    seconds,
  ]
  return { name, row, isEqual, output: other.output }
}

await loadEnglish()
const reason = await installQuint()
if (reason === undefined) {
  const compared: Compared[] = []
  for (const [name, bounds] of Object.entries(quintBounds)) compared.push(await compare(name, bounds))
  printTable([
    ['bounds', 'states', 'ends', 'properties in Quint', 'seconds of Quint'],
    ...compared.map(({ row }) => row),
  ])
  const walked = await walkInQuint('walked', largeBoundsByName['all faults'], walks)
  console.log(
    `\n${walks.walks} walks of ${walks.steps} steps in Quint through 2 submissions, 2 workers and one of each fault: the properties ${
      walked.isSound ? 'hold' : 'fail'
    }.`,
  )
  const wrong = compared.filter(({ isEqual }) => !isEqual)
  for (const { name, output } of wrong)
    console.error(`\n${name}: the two models differ. Quint says:\n${output.slice(-3000)}`)
  if (!walked.isSound) console.error(walked.output.slice(-6000))
  process.exitCode = wrong.length > 0 || !walked.isSound ? 1 : 0
} else console.log(`Skipped: Quint ${quintVersion} cannot be installed here (${reason}).`)
