import { beforeAll, describe, expect, it } from 'vitest'
import { modelDecider } from '../../scripts/model/checking/decider.ts'
import { createAnswers, type Decider } from '../../src/model/checking/answers.ts'
import { smallBounds } from '../../src/model/checking/bounds.ts'
import { type Exploration, explore } from '../../src/model/checking/explore.ts'
import { type Bounds, createModel } from '../../src/model/checking/model.ts'
import { ending, oneParty, properties } from '../../src/model/checking/properties.ts'
import { productRules, type Rules } from '../../src/model/checking/rules.ts'
import { keyOf, type State, stateOf, textOfState } from '../../src/model/checking/state.ts'
import { loadEnglish } from '../../src/model/english.ts'
import { faultyLifecycle } from './support/checking.ts'

const product = createAnswers(modelDecider())

/** Searches a model: with the product's decider if no other is given. */
const search = (
  bounds: Bounds,
  {
    decider,
    rules = productRules,
    ...options
  }: { decider?: Decider; rules?: Rules } & Parameters<typeof explore>[2] = {},
): Promise<Exploration> => {
  const answers = decider ? createAnswers(decider) : product
  return explore(createModel(bounds, answers.answer, rules), answers, options)
}

const one: Bounds = { ...smallBounds, submissions: 1 }
const oneOfEach = { crashes: 1, lostAnswers: 1, doubled: 1 }

/** The properties that failed, each with the shortest way there. */
const failuresOf = ({ counterexamples }: Exploration): Record<string, string[]> =>
  Object.fromEntries(counterexamples.map(({ property, path }) => [property, path]))

beforeAll(loadEnglish)

describe('the product', () => {
  it('keeps every property with two submissions of a provider', async () => {
    const found = await search(smallBounds)
    expect(found.counterexamples).toEqual([])
    expect(found.isCutOff).toBe(false)
    expect(found.ends).toBeGreaterThan(0)
    expect(found.states).toBeGreaterThan(5000)
  })

  it('keeps every property with a crash, a lost answer and a doubled message at any point', async () => {
    const found = await search({ ...one, faults: oneOfEach })
    expect(found.counterexamples).toEqual([])
    for (const fault of [
      'crash',
      'pause',
      'actTwice',
      'settleAndLoseAnswer',
      'handleDeadLetterTwice',
    ] as const)
      expect(found.steps[fault], fault).toBeGreaterThan(0)
  })

  it('runs no stage twice if the queue hands a job to two workers, since the lease takes one result', async () => {
    const rules: Rules = { ...productRules, take: job => job }
    const found = await search({ ...one, workers: 2 }, { rules })
    expect(failuresOf(found)).not.toHaveProperty('no stage is run twice with both results accepted')
  })
})

describe('a fault is found, with the shortest way to it', () => {
  it('a chart whose new file does not replace the former latest', async () => {
    const chart = faultyLifecycle('action dropped', 'uploading:FILE_STORED:0 supersedePrevious')
    const found = failuresOf(await search(smallBounds, { decider: modelDecider(chart), maxStates: 3000 }))
    const path = found['at most one submission is the latest'] ?? []
    expect(path).toHaveLength(5)
    expect(path[0]).toMatch(/^ashby-signoff: .*submission 1\) → submission 1: Uploading$/)
    expect(path.at(-1)).toBe('The stored file is reported (submission 2) → submission 2: Uploaded')
  })

  it('a queue that hands a job to two workers, if no lease is asked for', async () => {
    const rules: Rules = { ...productRules, take: job => job, hasLease: () => true }
    const found = await search({ ...one, workers: 2 }, { rules, maxStates: 3000 })
    expect(failuresOf(found)['no stage is run twice with both results accepted']?.slice(3)).toEqual([
      'Worker 1 takes PROVISIONING of submission 1',
      'Worker 1 begins (PROVISIONING of submission 1) → submission 1: Provisioning',
      'Worker 2 takes PROVISIONING of submission 1',
      'Worker 2 begins (PROVISIONING of submission 1)',
    ])
  })

  it('a chart that takes a nil return over a sign-off', async () => {
    const chart = faultyLifecycle('guard dropped', 'unknown:NIL_RETURN_CREATED:0 hasNoSubmission')
    const found = await search(smallBounds, { decider: modelDecider(chart) })
    const failure = found.counterexamples.find(({ property }) => property.startsWith('signed off'))
    expect(failure?.reason).toBe('left by SUPERSEDED, NIL_RETURN_CREATED')
  })

  it('a decider that writes no line of audit about a replaced submission', async () => {
    const decider = modelDecider()
    const silent: Decider = async question => ({
      ...(await decider(question)),
      ...(question.event.type === 'SUPERSEDED' ? { auditLines: 0 } : {}),
    })
    const found = await search(smallBounds, { decider: silent, maxStates: 3000 })
    expect(found.counterexamples.map(({ property, reason }) => [property, reason])).toEqual([
      ['every transition has one line of audit', 'a transition has no line'],
    ])
  })

  it('a selector that gives the agency a task while the provider has one', async () => {
    const selector = oneParty((_, __, { organisationType }) =>
      organisationType === 'provider' ? 'upload' : organisationType === 'agency' ? 'approve' : undefined,
    )
    const found = await search(one, { checked: [selector] })
    expect(failuresOf(found)).toEqual({ [selector.name]: [] })
  })

  it('a chart that sends no work after a sign-off, so that nothing ends any more', async () => {
    const chart = faultyLifecycle('action dropped', 'recorded entry enqueueStage(HISTORY)')
    const found = await search(smallBounds, { decider: modelDecider(chart) })
    expect(Object.keys(failuresOf(found))).toEqual([ending.name])
  })
})

it('each property names the specification that demands it', () => {
  for (const { name, source } of [...properties, ending])
    expect(source, name).toMatch(/^[34]-(?:decisions|faults) /)
})

it('a state is read from its text as it was written', () => {
  const state: State = {
    submissions: [
      {
        status: 'HISTORY_DATA',
        isLatest: true,
        uploader: 0,
        submitter: 1,
        approver: -1,
        isFormReturned: true,
        file: 'kept',
        hasTimer: false,
        job: { stage: 'HISTORY', isActive: true, tries: 2 },
        deadLetter: 'ENRICHMENT',
        results: 0xa5,
        unaudited: -1,
        hasDoubleResult: true,
      },
      undefined,
    ],
    workers: [undefined, { slot: 1, stage: 'CREDIBILITY', phase: 'unsure', holdsJob: true, isNewest: false }],
    echo: { person: 1, slot: 0, type: 'SIGN_OFF', expected: undefined, isLastAct: true },
    left: { crashes: 1, lostAnswers: 0, doubled: 1 },
  }
  expect(stateOf(textOfState(state), 2, 2)).toEqual(state)
  expect(keyOf(state)).toBe(keyOf({ ...state, workers: state.workers.toReversed() }))
})
