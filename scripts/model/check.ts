import { createAnswers } from '../../src/model/checking/answers.ts'
import { type BoundsName, boundsByName, largeBoundsByName } from '../../src/model/checking/bounds.ts'
import { type Exploration, explore } from '../../src/model/checking/explore.ts'
import { type Bounds, createModel } from '../../src/model/checking/model.ts'
import { ending, properties } from '../../src/model/checking/properties.ts'
import { type StepName, stepKinds } from '../../src/model/checking/stepKinds.ts'
import { loadEnglish } from '../../src/model/english.ts'
import { readOptions, refuse, wholeNumberOf } from '../support/options.ts'
import { modelDecider } from './checking/decider.ts'
import { count, printTable } from './table.ts'

/**
 * `npm run model:check [-- --model <name>] [-- --steps] [-- --states <most>]`: searches every state of models of submissions,
 * people, workers, queue and store, with a crash, a lost answer and a doubled message at any point. The lifecycle's chart and the
 * server's decider are the product's own. Prints what was searched, each property, and the shortest way to a state that fails
 * one. Ends with 1 if a property fails or the limit of states ends a search.
 */
const values = readOptions('npm run model:check -- [--model <name>] [--steps] [--states <most>]', {
  model: { type: 'string' },
  steps: { type: 'boolean', default: false },
  states: { type: 'string', default: '12000000' },
})

const everyModel: Readonly<Record<BoundsName, Bounds>> = { ...boundsByName, ...largeBoundsByName }
const names = Object.keys(everyModel) as BoundsName[]
const chosen = names.filter(name =>
  values.model === undefined ? name in boundsByName : name === values.model,
)
if (chosen.length === 0) refuse(`There is no model "${values.model}". The models are: ${names.join(', ')}.`)
const maxStates = wholeNumberOf(values.states, 'states')

interface Searched {
  name: BoundsName
  bounds: Bounds
  found: Exploration
  questions: number
  seconds: number
}

const search = async (name: BoundsName): Promise<Searched> => {
  const bounds = everyModel[name]
  const answers = createAnswers(modelDecider())
  const started = performance.now()
  const onProgress = (seen: number, waiting: number): void => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r${name}: ${count(seen)} states, ${count(waiting)} wait `)
  }
  const found = await explore(createModel(bounds, answers.answer), answers, { maxStates, onProgress })
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  return { name, bounds, found, questions: answers.count(), seconds: (performance.now() - started) / 1000 }
}

/** The bounds of a model in one line. */
const boundsWords = ({ submissions, workers, people, retries, faults, facts }: Bounds): string =>
  `${submissions} submissions at a time, ${workers} workers, ${people.map(({ name }) => name).join(' and ')}, ${
    retries + 1
  } tries of a stage; ${faults.crashes} crash, ${faults.lostAnswers} lost answer, ${faults.doubled} doubled message; collection ${
    facts.collectionState
  }, risk ${facts.riskCode}, country ${facts.countryCode}`

await loadEnglish()
const searched: Searched[] = []
for (const name of chosen) searched.push(await search(name))

printTable([
  ['model', 'states', 'transitions', 'ends', 'depth', 'decisions', 'seconds'],
  ...searched.map(({ name, found, questions, seconds }) => [
    name,
    `${found.isCutOff ? '≥ ' : ''}${count(found.states)}`,
    count(found.transitions),
    count(found.ends),
    String(found.depth),
    count(questions),
    seconds.toFixed(0),
  ]),
])
console.log()
for (const { name, bounds, found } of searched) {
  console.log(`${name}: ${boundsWords(bounds)}.`)
  if (found.isCutOff) console.log(`  The search was ended at ${count(maxStates)} states.`)
}

const everyProperty = [...properties, ending]
const isUnknown = ({ isCutOff }: Exploration, property: string) => isCutOff && property === ending.name
console.log()
printTable([
  ['property', ...searched.map(({ name }) => name)],
  ...everyProperty.map(({ name }) => [
    name,
    ...searched.map(({ found }) => {
      if (found.counterexamples.some(({ property }) => property === name)) return 'fails'
      return isUnknown(found, name) ? 'not asked' : 'holds'
    }),
  ]),
])
for (const { name, source } of everyProperty) console.log(`  ${name}: ${source}`)

if (values.steps) {
  console.log()
  printTable([
    ['step', ...searched.map(({ name }) => name)],
    ...(Object.keys(stepKinds) as StepName[]).map(step => [
      `${step}${stepKinds[step].isFault ? ' (fault)' : ''}`,
      ...searched.map(({ found }) => count(found.steps[step] ?? 0)),
    ]),
  ])
  for (const [step, { source }] of Object.entries(stepKinds)) console.log(`  ${step}: ${source}`)
}

for (const { name, found } of searched)
  for (const { property, reason, path } of found.counterexamples) {
    console.error(`\n${name}: "${property}" fails: ${reason}. The shortest way there:`)
    for (const [at, words] of path.entries()) console.error(`${String(at + 1).padStart(4)}. ${words}`)
  }
process.exitCode = searched.some(({ found }) => found.isCutOff || found.counterexamples.length > 0) ? 1 : 0
