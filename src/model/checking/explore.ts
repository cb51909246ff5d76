import { type Answers, Unanswered } from './answers.ts'
import { initialState, type Model, type Step } from './model.ts'
import { peopleSteps } from './peopleSteps.ts'
import { ending, isEnd, type Property, properties } from './properties.ts'
import { keyOf, type State, stateOf, textOfState } from './state.ts'
import { type StepName, stepKinds } from './stepKinds.ts'
import { storeSteps } from './storeSteps.ts'
import { workSteps } from './workSteps.ts'

/** How a property fails: the shortest way there from the beginning, in words. */
export interface Counterexample {
  property: string
  reason: string
  path: string[]
}

/** What a search has found. */
export interface Exploration {
  states: number
  transitions: number
  /** States in which all is done. */
  ends: number
  /** Steps of the longest of all shortest ways. */
  depth: number
  /** How often each kind of step was taken. */
  steps: Readonly<Partial<Record<StepName, number>>>
  counterexamples: Counterexample[]
  /** Whether a limit has ended the search before all states were seen. */
  isCutOff: boolean
}

/** Every step out of a state. */
export const stepsFrom = (model: Model, state: State): Step[] => [
  ...peopleSteps(model, state),
  ...storeSteps(model, state),
  ...workSteps(model, state),
]

/** Numbers in a row that grows, without an object for each. */
const createNumbers = () => {
  let numbers = new Int32Array(1 << 16)
  let length = 0
  return {
    push: (value: number): void => {
      if (length === numbers.length) {
        const longer = new Int32Array(length * 2)
        longer.set(numbers)
        numbers = longer
      }
      numbers[length] = value
      length += 1
    },
    at: (index: number): number => numbers[index]!,
    all: (): Int32Array => numbers.subarray(0, length),
  }
}

/**
 * The states from which no end can be reached without a further fault: those that the steps into the ends, followed back, do not come to.
 */
const stuckStates = (states: number, ends: readonly number[], from: Int32Array, to: Int32Array): number[] => {
  // The steps into each state, one after the other: those into state s are at first[s] to first[s + 1].
  const first = new Int32Array(states + 1)
  for (const target of to) first[target + 1]! += 1
  for (let state = 0; state < states; state += 1) first[state + 1]! += first[state]!
  const place = first.slice()
  const sources = new Int32Array(to.length)
  to.forEach((target, edge) => {
    sources[place[target]!] = from[edge]!
    place[target]! += 1
  })
  const isSafe = new Uint8Array(states)
  const queue = [...ends]
  for (const end of ends) isSafe[end] = 1
  for (let next = queue.pop(); next !== undefined; next = queue.pop())
    for (let at = first[next]!; at < first[next + 1]!; at += 1) {
      const source = sources[at]!
      if (isSafe[source]) continue
      isSafe[source] = 1
      queue.push(source)
    }
  return Array.from(isSafe.keys()).filter(state => !isSafe[state])
}

/**
 * Explores every state of a model, breadth first, so that the first state that fails a property is one of the nearest. Two states
 * that differ only by a swap of workers are one, unless `tellsWorkersApart`. Stops at `maxStates`.
 */
export const explore = async (
  model: Model,
  answers: Answers,
  {
    maxStates = 20_000_000,
    tellsWorkersApart = false,
    checked = properties,
    onProgress,
  }: {
    maxStates?: number
    tellsWorkersApart?: boolean
    checked?: readonly Property[]
    onProgress?: (states: number, waiting: number) => void
  } = {},
): Promise<Exploration> => {
  const { submissions, workers } = model.bounds
  const identity = tellsWorkersApart ? textOfState : keyOf
  const start = initialState(model.bounds)
  const texts: string[] = [textOfState(start)]
  const known = new Map<string, number>([[identity(start), 0]])
  const parents = createNumbers()
  const depths = createNumbers()
  parents.push(-1)
  depths.push(0)
  const from = createNumbers()
  const to = createNumbers()
  const ends: number[] = []
  const steps: Partial<Record<StepName, number>> = {}
  const failed = new Map<string, { at: number; reason: string; last?: Step }>()
  let transitions = 0
  let isCutOff = false

  const stateAt = (index: number): State => stateOf(texts[index]!, submissions, workers)

  /** Asks the decider what it has not been asked yet. */
  const outOf = async (state: State): Promise<Step[]> => {
    for (;;) {
      try {
        return stepsFrom(model, state)
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        await answers.settle(error)
      }
    }
  }

  /** The shortest way to a state, in words; each step is found again by where it leads. */
  const pathTo = async (index: number): Promise<string[]> => {
    const way: number[] = []
    for (let at = index; at !== -1; at = parents.at(at)) way.unshift(at)
    const words: string[] = []
    for (const [place, target] of way.entries()) {
      if (place === 0) continue
      const taken = (await outOf(stateAt(way[place - 1]!))).find(
        step => known.get(identity(step.to)) === target,
      )
      words.push(taken?.words() ?? '')
    }
    return words
  }

  for (let index = 0; index < texts.length; index += 1) {
    const state = stateAt(index)
    for (const { name, ofState } of checked) {
      if (failed.has(name)) continue
      const reason = ofState?.(model, state)
      if (reason !== undefined) failed.set(name, { at: index, reason })
    }
    if (isEnd(state)) ends.push(index)
    if (onProgress && index % 50_000 === 0) onProgress(index, texts.length - index)
    for (const step of await outOf(state)) {
      const key = identity(step.to)
      let target = known.get(key)
      if (target === undefined) {
        if (texts.length >= maxStates) {
          isCutOff = true
          continue
        }
        target = texts.length
        known.set(key, target)
        texts.push(textOfState(step.to))
        parents.push(index)
        depths.push(depths.at(index) + 1)
      }
      transitions += 1
      steps[step.name] = (steps[step.name] ?? 0) + 1
      if (!stepKinds[step.name].isFault) {
        from.push(index)
        to.push(target)
      }
      for (const { name, ofStep } of checked) {
        if (!ofStep || failed.has(name)) continue
        const reason = ofStep(model, state, step)
        if (reason !== undefined) failed.set(name, { at: index, reason, last: step })
      }
    }
  }

  // A single slot has no room for the file that follows one that is at fault.
  const isAsked = !isCutOff && submissions > 1
  const stuck = isAsked ? stuckStates(texts.length, ends, from.all(), to.all()) : []
  const [nearest] = stuck
  if (nearest !== undefined)
    failed.set(ending.name, { at: nearest, reason: `no end from here, nor from ${stuck.length - 1} others` })
  const counterexamples: Counterexample[] = []
  for (const [property, { at, reason, last }] of failed)
    counterexamples.push({
      property,
      reason,
      path: [...(await pathTo(at)), ...(last ? [last.words()] : [])],
    })
  return {
    states: texts.length,
    transitions,
    ends: ends.length,
    depth: depths.at(texts.length - 1),
    steps,
    counterexamples,
    isCutOff,
  }
}
