import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSignedOff, type StatusName, statusOf } from '../../src/domain/status.ts'
import {
  type Facts,
  type LifecycleEvent,
  lifecycleAt,
  step,
} from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts, systemEvents, userEvents } from '../../src/model/charts/lifecycle.ts'
import { people } from '../../src/model/people.ts'
import { approvalsOf } from './support/approvals.ts'

const facts: fc.Arbitrary<Facts> = fc
  .record({
    riskCode: fc.constantFrom('01', '02', 'unknown'),
    countryCode: fc.constantFrom('E', 'W', 'S', 'N'),
    collectionState: fc.constantFrom<Facts['collectionState']>(
      'Open',
      'Open',
      'Historic amendment',
      'Closed',
      'Validation',
    ),
    mode: fc.constantFrom<Facts['mode']>('live', 'live', 'ovt'),
    isLatest: fc.boolean(),
  })
  .map(chosen => ({ ...openFacts, ...chosen }))

interface Step {
  event: LifecycleEvent
  before: StatusName
  after: StatusName
  facts: Facts
}

const candidates: readonly LifecycleEvent[] = [
  ...userEvents,
  ...userEvents,
  ...userEvents,
  { type: 'APPROVE', actor: people.specialRegulator },
  // An administrator has every right of the agency and of a provider.
  { type: 'UPLOAD_REQUESTED', actor: people.admin },
  { type: 'SUBMIT', actor: people.admin, termsAccepted: true },
  { type: 'APPROVE', actor: people.admin },
  { type: 'REQUEST_SIGN_OFF', actor: people.admin, termsAccepted: true },
  { type: 'SIGN_OFF', actor: people.analyst },
  // Success is more frequent than failure, or hardly a walk would come beyond the first checks.
  ...Array.from({ length: 40 }, () =>
    systemEvents.filter(({ type }) => /_(STARTED|PASSED|STORED|COMPLETED)$/.test(type)),
  ).flat(),
  ...systemEvents,
]

const distinct = [...new Set(candidates)]

const enabledBefore = new Map<string, LifecycleEvent[]>()

/** Events that the chart takes here; looked up once for each status and its facts. */
const enabled = (status: StatusName, now: Facts): LifecycleEvent[] => {
  const key = JSON.stringify([status, now])
  const known = enabledBefore.get(key)
  if (known) return known
  const snapshot = lifecycleAt(status, now)
  const taken = new Set(distinct.filter(event => snapshot.can(event)))
  const found = candidates.filter(event => taken.has(event))
  enabledBefore.set(key, found)
  return found
}

/** fast-check draws small numbers most often; scattered, each event has its chance. */
const scattered = (pick: number): number => Math.imul(pick + 1, 2_654_435_761) >>> 12

/** A walk along events that the chart takes; each number picks one of them. */
const walkOf = (start: Facts, picks: readonly number[]): Step[] => {
  let status: StatusName = 'UNKNOWN'
  let now = start
  return picks.flatMap(pick => {
    const events = enabled(status, now)
    const event = events[scattered(pick) % events.length]
    if (!event) return []
    const before = status
    const stepped = step(status, now, event)
    status = stepped.status
    now = stepped.facts
    return [{ event, before, after: status, facts: now }]
  })
}

const walks = fc.tuple(facts, fc.array(fc.nat(9973), { minLength: 20, maxLength: 80 }))
const runs = 200
/** Holds every walk against what has to be; a walk that does not come to the matter has nothing against it. */
const always = (holds: (steps: Step[], start: Facts) => void): void => {
  let walked = 0
  fc.assert(
    fc.property(walks, ([start, picks]) => {
      holds(walkOf(start, picks), start)
      walked += 1
    }),
    { numRuns: runs },
  )
  expect(walked).toBe(runs)
}

it('walks are long enough to be worth walking', () => {
  const reached = new Set(
    fc
      .sample(walks, { numRuns: 600, seed: 1 })
      .flatMap(([start, picks]) => walkOf(start, picks).map(({ after }) => after)),
  )
  for (const name of [
    'SC_APPROVAL',
    'APPROVED',
    'SIGNED_OFF',
    'NIL_RETURN',
    'RESUBMISSION_REQUIRED',
  ] as const) {
    expect(reached).toContain(name)
  }
})

it('walks meet an administrator who could approve but for having submitted', () => {
  const met = fc
    .sample(walks, { numRuns: 600, seed: 1 })
    .flatMap(([start, picks]) => walkOf(start, picks))
    .filter(
      ({ after, facts: then }) => after === 'AGENCY_APPROVAL' && then.submitterId === people.admin.userId,
    )
  expect(met.length).toBeGreaterThan(0)
})

it('signed off is left only by the events that may leave it', () => {
  always(steps => {
    const left = steps.filter(({ before, after }) => isSignedOff(before) && !isSignedOff(after))
    for (const { event } of left) {
      expect(['REQUEST_RESUBMISSION', 'HISTORIC_AMENDMENT_REQUESTED']).toContain(event.type)
    }
  })
})

it('a status never goes back in the order of the catalogue, but for a history made again and a nil return withdrawn', () => {
  always(steps => {
    for (const { before, after } of steps) {
      const isBack = statusOf(after).order < statusOf(before).order
      const mayGoBack =
        (before === 'HISTORY_DATA_ERROR' && after === 'SIGNED_OFF') ||
        (before === 'NIL_RETURN' && after === 'UNKNOWN')
      expect(isBack && !mayGoBack).toBe(false)
    }
  })
})

it('nothing is approved without each approval of the chain, each given by somebody of the right side', () => {
  always((steps, start) => {
    const end = steps.findIndex(({ after }) => after === 'APPROVED')
    if (end < 0) return
    const given = steps.slice(0, end + 1).filter(({ event }) => event.type === 'APPROVE')
    expect(given.map(({ before }) => before)).toEqual(approvalsOf(start))
    for (const { before, event } of given) {
      const type = event.actor.kind === 'user' ? event.actor.organisationType : 'system'
      expect(type).toBe(before === 'SC_APPROVAL' ? 'statutory_customer' : 'agency')
    }
  })
})

it('nobody approves or signs off what they uploaded or submitted', () => {
  always(steps => {
    const authors = new Set<string>()
    for (const { event } of steps) {
      const { type, actor } = event
      if (actor.kind !== 'user') continue
      if (type === 'APPROVE' || type === 'SIGN_OFF') expect(authors).not.toContain(actor.userId)
      if (type === 'UPLOAD_REQUESTED' || type === 'SUBMIT') authors.add(actor.userId)
    }
  })
})

it('online validation never goes beyond the end of the quality rules', () => {
  always((steps, start) => {
    if (start.mode !== 'ovt') return
    for (const { after } of steps) {
      expect(statusOf(after).order).toBeLessThanOrEqual(statusOf('QUALITY_PROCESSING_COMPLETE').order)
    }
  })
})

it('a submission that was superseded is decided upon no more', () => {
  always(steps => {
    const at = steps.findIndex(({ event }) => event.type === 'SUPERSEDED')
    if (at < 0) return
    const decided = steps.slice(at + 1).filter(({ event, facts: then }) => {
      const decisions = [
        'SUBMIT',
        'APPROVE',
        'DECLINE',
        'REQUEST_SIGN_OFF',
        'SIGN_OFF',
        'REQUEST_RESUBMISSION',
      ]
      return !then.isLatest && decisions.includes(event.type)
    })
    expect(decided).toEqual([])
  })
})

it('what has been processed has a stored file', () => {
  always(steps => {
    for (const { after, facts: then } of steps) {
      const isWithoutFile = ['UPLOADING', 'UPLOAD_ERROR', 'NIL_RETURN', 'UNKNOWN'].includes(after)
      const comesFromNil = after === 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'
      if (!isWithoutFile && !comesFromNil) expect(then.hasStoredFile).toBe(true)
    }
  })
})
