import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import type { StatusName } from '../../src/domain/status.ts'
import {
  expects,
  explain,
  type Facts,
  type LifecycleEvent,
  lifecycleAt,
  mayEver,
  step,
  type UserEventType,
} from '../../src/machines/submission-lifecycle/index.ts'
import type { Message } from '../../src/messages/message.ts'
import { openFacts, systemEvents, userEventsBy, userEventTypes } from '../../src/model/charts/lifecycle.ts'
import { conditions, expectedIn, mayCause, names, systemTargets } from '../../src/model/lifecycleDecisions.ts'
import { chains, combinations, newCombinations, situations } from '../../src/model/lifecycleQuestions.ts'
import { type PersonName, people, personNames } from '../../src/model/people.ts'

const lengths = new Map<string, number>()
/** How long a sentence is; each is made once, for the same ones come again and again. */
const lengthOf = (reason: Message): number => {
  const key = JSON.stringify(reason)
  const length = lengths.get(key) ?? inEnglish(reason).length
  lengths.set(key, length)
  return length
}

interface Asked {
  status: StatusName
  facts: Facts
  event: LifecycleEvent
  answer: ReturnType<typeof explain>
}

const ask = (status: StatusName, facts: Facts, event: LifecycleEvent): Asked => ({
  status,
  facts,
  event,
  answer: explain(status, facts, event),
})

/** What must be the case of every answer, whatever it is. `current`: the chart at the status with the facts. */
const faultsOf = (
  { status, facts, event, answer }: Asked,
  current: ReturnType<typeof lifecycleAt>,
): string[] => {
  const stepped = step(status, facts, event)
  const where = `${status} ${event.type} ${event.actor.kind === 'user' ? event.actor.userId : 'system'}`
  const faults: string[] = []
  if (answer.allowed !== current.can(event)) faults.push(`${where}: explain and can disagree`)
  if (answer.allowed === (answer.refusal !== undefined)) faults.push(`${where}: allowed and refused`)
  if (answer.refusal && lengthOf(answer.refusal.reason) < 10)
    faults.push(`${where}: refused without a reason`)
  if (!answer.allowed && (stepped.status !== status || stepped.effects.length > 0 || stepped.facts !== facts))
    faults.push(`${where}: refused, but something changed`)
  if (answer.allowed && !answer.checks.every(({ holds }) => holds))
    faults.push(`${where}: allowed, but a guard does not hold`)
  return faults
}

describe.each(Object.entries(situations))('with %s, every status × event × person', (_, facts) => {
  /** What people can do by status, person and type of event, each asked once for all that is to be the case of it. */
  let done: (Asked & { person: PersonName; type: (typeof userEventTypes)[number] })[] = []
  beforeAll(() => {
    done = names.flatMap(status =>
      personNames.flatMap(person =>
        userEventTypes.flatMap(type =>
          userEventsBy(type, people[person]).map(event => ({ ...ask(status, facts, event), person, type })),
        ),
      ),
    )
  })
  afterAll(() => {
    done = []
  })

  it('is answered as the chart decides, with a reason where it refuses', () => {
    const currents = new Map(names.map(status => [status, lifecycleAt(status, facts)]))
    const reported = names.flatMap(status =>
      personNames.flatMap(person =>
        systemEvents.map(event => ask(status, facts, { ...event, actor: people[person] })),
      ),
    )
    const asked = [...done, ...reported]
    expect(asked.flatMap(one => faultsOf(one, currents.get(one.status)!))).toEqual([])
  })

  it('is forbidden exactly to those who may never cause it there', () => {
    const wrong = done.filter(
      ({ answer, type, person, status }) =>
        (answer.refusal?.kind === 'forbidden') === mayCause(type, person, status, facts),
    )
    expect(wrong.map(({ status, type, person }) => `${status} ${type} ${person}`)).toEqual([])
  })

  it('is refused outside the statuses in which it can happen', () => {
    const wrong = done.filter(
      ({ answer, type, status }) => answer.allowed && !expectedIn[type].includes(status),
    )
    expect(wrong.map(({ status, type, person }) => `${status} ${type} ${person}`)).toEqual([])
  })

  it('leads where the decisions say, when the system reports', () => {
    const table = systemTargets(facts)
    const wrong: string[] = []
    for (const status of names) {
      for (const event of systemEvents) {
        const found = explain(status, facts, event).allowed ? step(status, facts, event).status : undefined
        if (found !== table[event.type][status]) wrong.push(`${status} ${event.type} → ${found}`)
        const byUser = explain(status, facts, { ...event, actor: people.admin })
        if (byUser.refusal?.kind !== 'forbidden') wrong.push(`${status} ${event.type} by a user`)
      }
    }
    expect(wrong).toEqual([])
  })
})

it('expects at a status what can come next there, whatever stands against it', () => {
  const inEither = [systemTargets(openFacts), systemTargets({ ...openFacts, mode: 'ovt' })]
  const wrong = names.flatMap(status => [
    ...userEventTypes
      .filter(type => expects(status, type) !== expectedIn[type].includes(status))
      .map(type => `${status} ${type}`),
    ...systemEvents
      .filter(({ type }) => expects(status, type) !== inEither.some(targets => status in targets[type]))
      .map(({ type }) => `${status} ${type}`),
  ])
  expect(wrong).toEqual([])
})

const deviations = (facts: Facts, names: readonly StatusName[]): string[] => {
  const persons: PersonName[] = ['signOff', 'admin', 'specialRegulator', 'ovtSubmitter']
  return names.flatMap(status =>
    persons.flatMap(person =>
      userEventTypes.flatMap(type =>
        userEventsBy(type, people[person])
          .filter(event => {
            const expected =
              mayCause(type, person, status, facts) &&
              expectedIn[type].includes(status) &&
              conditions[type](facts, event, status)
            return explain(status, facts, event).allowed !== expected
          })
          .map(({ type: found }) => `${status} ${found} ${person} ${JSON.stringify(facts)}`),
      ),
    ),
  )
}

it('a person may ever cause exactly what they may at some status, for a provider of their own', () => {
  const everyStatus = (type: UserEventType, person: PersonName) =>
    names.some(status => mayCause(type, person, status, openFacts))
  // Files are sent by other rights in online validation: only the facts tell which are asked.
  const types = userEventTypes.filter(type => type !== 'UPLOAD_REQUESTED' && type !== 'UPLOAD_CANCELLED')
  // Who acts for others alone has the same rights there.
  const own = personNames.filter(person => person !== 'foreigner' && person !== 'otherRegulator')
  const causedBy = (holds: (type: UserEventType, person: PersonName) => boolean) =>
    types.map(type => [type, ...own.filter(person => holds(type, person))])
  expect(
    causedBy((type, person) => {
      const actor = people[person]
      return actor.kind === 'user' && mayEver(actor, type)
    }),
  ).toEqual(causedBy(everyStatus))
})

describe('allowed is exactly what status, right and conditions allow', () => {
  it('for every status in every combination of facts', () => {
    expect(combinations.flatMap(facts => deviations(facts, names)).slice(0, 5)).toEqual([])
  })

  it('for a new submission in every combination of its facts', () => {
    expect(newCombinations.flatMap(facts => deviations(facts, ['UNKNOWN'])).slice(0, 5)).toEqual([])
  })

  it('for the submission and approval of each chain', () => {
    const decided: StatusName[] = [
      'QUALITY_PROCESSING_COMPLETE',
      'ANALYST_APPROVAL',
      'AGENCY_APPROVAL',
      'SC_APPROVAL',
    ]
    expect(chains.flatMap(facts => deviations(facts, decided)).slice(0, 5)).toEqual([])
  })
})
