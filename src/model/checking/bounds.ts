import { openFacts } from '../charts/lifecycle.ts'
import { people } from '../people.ts'
import type { Bounds } from './model.ts'

const { signOff, admin, regulator } = people

/** One of each fault, at any point. */
const oneOfEach = { crashes: 1, lostAnswers: 1, doubled: 1 }
const noFaults = { crashes: 0, lostAnswers: 0, doubled: 0 }

/** Risk code 01 in Wales: the agency alone approves (3-decisions §3 "Approval chain"). */
const agencyChain = { ...openFacts, riskCode: '01', countryCode: 'W' }

/** Two submissions at a time, two workers and two people. */
const twoOfEach: Bounds = {
  submissions: 2,
  workers: 2,
  people: [signOff, admin],
  retries: 0,
  faults: noFaults,
  facts: agencyChain,
}

/**
 * The models that `npm run model:check` searches whole, by name. The product tries a stage three times more. Here it is tried once,
 * with a crash twice: further retries lead through the same states again.
 */
export const boundsByName = {
  crash: { ...twoOfEach, retries: 1, faults: { ...noFaults, crashes: 1 } },
  'lost answer': { ...twoOfEach, faults: { ...noFaults, lostAnswers: 1 } },
  'doubled message': { ...twoOfEach, faults: { ...noFaults, doubled: 1 } },
  'historic amendment': {
    ...twoOfEach,
    facts: { ...agencyChain, collectionState: 'Historic amendment' },
  },
  'longest chain': {
    ...twoOfEach,
    workers: 1,
    people: [signOff, admin, regulator],
    facts: { ...openFacts, riskCode: '02', countryCode: 'E', regulatorCode: regulator.organisationId },
  },
} as const satisfies Record<string, Bounds>

/** Models with all three faults in one run. They have millions of states, so they are searched only if they are named. */
export const largeBoundsByName = {
  'one worker': { ...twoOfEach, workers: 1, faults: oneOfEach },
  'all faults': { ...twoOfEach, faults: oneOfEach },
} as const satisfies Record<string, Bounds>

export type BoundsName = keyof typeof boundsByName | keyof typeof largeBoundsByName

/** What the tests search whole in seconds. */
export const smallBounds: Bounds = { ...twoOfEach, workers: 1 }

const oneOfAll: Bounds = { ...smallBounds, submissions: 1 }

/** What both this model and the one in Quint (`lifecycle.qnt`) are searched with, by the name of the module there. */
export const quintBounds: Readonly<Record<string, Bounds>> = {
  oneOfAll,
  withFaults: { ...oneOfAll, faults: oneOfEach },
  twoSubmissions: smallBounds,
}
