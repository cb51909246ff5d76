import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import type { StatusName } from '../../src/domain/status.ts'
import {
  expects,
  explain,
  type Facts,
  guards,
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
              conditions[type](facts, event)
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

describe('the conditions, one at a time', () => {
  const submit: LifecycleEvent = { type: 'SUBMIT', actor: people.signOff, termsAccepted: true }
  const request: LifecycleEvent = { type: 'UPLOAD_REQUESTED', actor: people.submitter }
  const reasonOf = (status: StatusName, facts: Facts, event: LifecycleEvent) => {
    const { refusal } = explain(status, facts, event)
    return refusal && { ...refusal, reason: inEnglish(refusal.reason) }
  }

  it.each<[string, StatusName, Partial<Facts>, LifecycleEvent, string]>([
    [
      'not the latest',
      'QUALITY_PROCESSING_COMPLETE',
      { isLatest: false },
      submit,
      'You can only submit the most recently uploaded submission.',
    ],
    [
      'closed',
      'QUALITY_PROCESSING_COMPLETE',
      { collectionState: 'Closed' },
      submit,
      'You can only submit for approval when a collection is open.',
    ],
    [
      'no file yet',
      'UNKNOWN',
      {},
      submit,
      'You have yet to upload a file. Please upload one on the upload step.',
    ],
    [
      'nothing to approve yet',
      'UNKNOWN',
      {},
      { type: 'APPROVE', actor: people.analyst },
      '"Approve" is not possible: no file has been uploaded yet.',
    ],
    ['under way', 'ENRICHMENT', {}, submit, 'Your submission is currently being processed.'],
    [
      'a blocker',
      'QUALITY_PROCESSING_COMPLETE',
      { blockers: { ...openFacts.blockers, notCollectionEndDate: true } },
      submit,
      'You cannot yet submit for approval as one or more of the following apply: The reference period of the collection has not ended.',
    ],
    [
      'no terms',
      'QUALITY_PROCESSING_COMPLETE',
      {},
      { ...submit, termsAccepted: false } as LifecycleEvent,
      'Tick the box to accept the terms first.',
    ],
    [
      'online validation',
      'QUALITY_PROCESSING_COMPLETE',
      { mode: 'ovt' },
      submit,
      'A file of the online validation tool is only checked; it cannot be submitted.',
    ],
    [
      'sign-off in a closed collection',
      'APPROVED',
      { collectionState: 'Closed' },
      { type: 'REQUEST_SIGN_OFF', actor: people.signOff, termsAccepted: true },
      'You can only request sign off for a submission when the collection is open.',
    ],
    [
      'another upload',
      'UNKNOWN',
      { uploadUnderWay: true },
      request,
      'Another upload for this collection is under way. Wait until it ends, or cancel it.',
    ],
    [
      'a sign-off is requested beside a new file',
      'APPROVED',
      { uploadUnderWay: true },
      { type: 'REQUEST_SIGN_OFF', actor: people.signOff, termsAccepted: true },
      'A new file is being uploaded that would take the place of this submission. Wait until the upload ends.',
    ],
    [
      'a sign-off beside a new file',
      'PROVIDER_SIGNOFF',
      { uploadUnderWay: true },
      { type: 'SIGN_OFF', actor: people.staff },
      'A new file is being uploaded that would take the place of this submission. Wait until the upload ends.',
    ],
    [
      'a file that arrives after a sign-off',
      'UPLOADING',
      { latestStatus: 'SIGNED_OFF', isLatest: false, uploadUnderWay: true },
      { type: 'FILE_STORED', actor: people.system },
      'The submission was signed off while this file was being uploaded. Ask Bedel to request a resubmission before you upload it again.',
    ],
    [
      'a nil return',
      'UNKNOWN',
      { latestStatus: 'NIL_RETURN' },
      request,
      'A nil return is recorded for this collection.',
    ],
    [
      'a signed-off submission',
      'UNKNOWN',
      { latestStatus: 'HISTORY_DATA' },
      request,
      'The submission is signed off. Ask Bedel to request a resubmission before you upload another file.',
    ],
    [
      'a signed-off historic amendment',
      'UNKNOWN',
      { latestStatus: 'SIGNED_OFF', collectionState: 'Historic amendment' },
      request,
      'The submission is signed off; a historic amendment has to be requested first.',
    ],
    [
      'no submissions allowed',
      'UNKNOWN',
      { allowSubmissions: false },
      request,
      'The collection does not take submissions at the moment.',
    ],
    [
      'a draft',
      'UNKNOWN',
      { collectionState: 'Draft' },
      request,
      'The collection is in the state Draft; submissions need Open or Historic amendment.',
    ],
    ['not onboarded', 'UNKNOWN', { onboarded: false }, request, 'The provider is not onboarded yet.'],
    [
      'a nil return over a submission',
      'UNKNOWN',
      { latestStatus: 'UPLOADED' },
      { type: 'NIL_RETURN_CREATED', actor: people.staff },
      'The provider already has a submission for this collection.',
    ],
    [
      'a nil return beside an upload',
      'UNKNOWN',
      { latestStatus: 'UPLOAD_ERROR', uploadUnderWay: true },
      { type: 'NIL_RETURN_CREATED', actor: people.staff },
      'Another upload for this collection is under way. Wait until it ends, or cancel it.',
    ],
    [
      'a wrong moment',
      'APPROVED',
      {},
      { type: 'APPROVE', actor: people.analyst },
      '"Approve" is not possible while the status is "Approved".',
    ],
    [
      'no stored file',
      'SCHEMA_CHECK_ERROR',
      { hasStoredFile: false },
      { type: 'REPROCESSED', actor: people.admin },
      'There is no stored file to process again.',
    ],
    [
      're-processing what is no longer the latest',
      'SCHEMA_CHECK_ERROR',
      { hasStoredFile: true, isLatest: false },
      { type: 'REPROCESSED', actor: people.admin },
      'A later submission has taken the place of this one.',
    ],
    [
      're-processing in an archive',
      'SIGNED_OFF',
      { hasStoredFile: true, collectionState: 'Archived' },
      { type: 'REPROCESSED', actor: people.admin },
      'A collection can be re-processed only while it is Open, Closed or in Historic amendment.',
    ],
    [
      'an amendment of an open collection',
      'SIGNED_OFF',
      {},
      { type: 'HISTORIC_AMENDMENT_REQUESTED', actor: people.admin },
      'The collection is not in the state Historic amendment.',
    ],
  ])('refuse with their own sentence: %s', (_, status, facts, event, reason) => {
    expect(reasonOf(status, { ...openFacts, ...facts }, event)).toEqual({ kind: 'conflict', reason })
  })

  it.each<[StatusName, LifecycleEvent]>([
    ['ANALYST_APPROVAL', { type: 'APPROVE', actor: people.analyst }],
    ['AGENCY_APPROVAL', { type: 'APPROVE', actor: people.analyst }],
    ['AGENCY_APPROVAL', { type: 'DECLINE', actor: people.analyst, hasNote: true }],
    ['SC_APPROVAL', { type: 'APPROVE', actor: people.regulator }],
    ['APPROVED', { type: 'REQUEST_RESUBMISSION', actor: people.admin }],
    ['PROVIDER_SIGNOFF', { type: 'SIGN_OFF', actor: people.admin }],
  ])(
    'at %s let nobody decide in an archive, though a closed collection does (decisions §10): %o',
    (status, event) => {
      const inState = (collectionState: Facts['collectionState']) =>
        reasonOf(status, { ...openFacts, hasStoredFile: true, collectionState }, event)
      expect(inState('Closed')).toBeUndefined()
      expect(inState('Archived')).toEqual({
        kind: 'conflict',
        reason: 'The collection is archived, so its submissions can only be read.',
      })
    },
  )

  it('name the missing right', () => {
    expect(reasonOf('QUALITY_PROCESSING_COMPLETE', openFacts, { ...submit, actor: people.guest })).toEqual({
      kind: 'forbidden',
      reason: 'You do not have a valid role to submit for approval',
    })
    expect(reasonOf('SC_APPROVAL', openFacts, { type: 'APPROVE', actor: people.otherRegulator })).toEqual({
      kind: 'forbidden',
      reason: "Only an analyst of the provider's regulator can approve or decline at this stage.",
    })
  })

  it.each([
    ['who uploaded', { uploaderId: people.admin.userId }],
    ['who submitted', { submitterId: people.admin.userId }],
  ] as [string, Partial<Facts>][])(
    'let nobody approve or sign off alone: %s is told that somebody else has to',
    (_, who) => {
      const facts = { ...openFacts, ...who }
      const own = {
        kind: 'forbidden',
        reason: 'You uploaded or submitted this file, so another person has to approve it.',
      }
      for (const status of ['ANALYST_APPROVAL', 'AGENCY_APPROVAL'] as const)
        expect(reasonOf(status, facts, { type: 'APPROVE', actor: people.admin })).toEqual(own)
      expect(reasonOf('PROVIDER_SIGNOFF', facts, { type: 'SIGN_OFF', actor: people.admin })).toEqual({
        kind: 'forbidden',
        reason: 'You uploaded or submitted this file, so another person has to sign it off.',
      })
      // Another of the same organisation may; and to take one's own work back needs no second person.
      expect(explain('AGENCY_APPROVAL', facts, { type: 'APPROVE', actor: people.staff }).allowed).toBe(true)
      const decline = { type: 'DECLINE', actor: people.admin, hasNote: true } as const
      expect(explain('AGENCY_APPROVAL', facts, decline).allowed).toBe(true)
    },
  )

  it('name the missing right before the missing second person', () => {
    const facts = { ...openFacts, uploaderId: people.signOff.userId }
    expect(reasonOf('AGENCY_APPROVAL', facts, { type: 'APPROVE', actor: people.signOff })).toEqual({
      kind: 'forbidden',
      reason: 'Only Bedel staff can approve or decline at this stage.',
    })
  })

  it('each have a sentence for both sides', () => {
    const event: LifecycleEvent = { ...submit }
    for (const [name, { holds, fails }] of Object.entries(guards)) {
      const sentence = inEnglish(typeof fails === 'function' ? fails(openFacts, event) : fails)
      expect([name, inEnglish(holds).length > 10, sentence.length > 10]).toEqual([name, true, true])
    }
  })
})
