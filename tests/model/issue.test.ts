import { describe, expect, it } from 'vitest'
import { type IssueStatus, issueStatuses } from '../../src/domain/issue.ts'
import { factsOfRow } from '../../src/domain/wire/issueFacts.ts'
import { explainIssue, type IssueEvent, type IssueFacts, issueChart } from '../../src/machines/issue/index.ts'
import { everyIssueEvent, issueDeviations, issueFacts, issueSpec } from '../../src/model/charts/issue.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import {
  issueDecided,
  issueExpectedIn,
  mayCauseIssueEvent,
  personOf,
} from '../../src/model/issueDecisions.ts'
import { people } from '../../src/model/people.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

/** What has to be the case of every answer, whatever it is. */
const faultsOf = (status: IssueStatus, facts: IssueFacts, event: IssueEvent): string[] => {
  const answer = explainIssue(status, facts, event)
  const stepped = issueChart.step(status, facts, event)
  const decided = issueDecided(status, facts, event)
  const where = `${status} ${event.type} ${personOf(event)}`
  const kind = mayCauseIssueEvent(event.type, personOf(event), facts) ? 'conflict' : 'forbidden'
  return [
    ...(answer.allowed === (decided !== undefined) ? [] : ['otherwise than decided']),
    ...(decided && stepped.place !== decided.status ? [`leads to ${stepped.place}`] : []),
    ...(answer.allowed || answer.refusal?.kind === kind ? [] : [`is ${answer.refusal?.kind}`]),
    ...(answer.refusal && inEnglish(answer.refusal.reason).length < 10 ? ['has no reason'] : []),
    ...(answer.allowed || (stepped.place === status && stepped.effects.length === 0)
      ? []
      : ['changes something though it is refused']),
    ...(answer.allowed && !answer.checks.every(({ holds }) => holds) ? ['a guard does not hold'] : []),
  ].map(fault => `${where}: ${fault}`)
}

describe('issue', () => {
  isWalkedWhole(issueSpec)

  it('answers every event by everybody at every status as was decided, with a reason where it refuses', () => {
    const faults = issueStatuses.flatMap(status =>
      issueDeviations.flatMap(facts => everyIssueEvent.flatMap(event => faultsOf(status, facts, event))),
    )
    expect(faults.slice(0, 10)).toEqual([])
  })

  it.each<[string, IssueStatus, Partial<IssueFacts>, IssueEvent, string]>([
    [
      'an issue that exists',
      'OPEN',
      {},
      { type: 'RAISE', actor: people.submitter },
      'An issue already exists for this. View it instead.',
    ],
    [
      'an older submission',
      'NONE',
      { isLatest: false },
      { type: 'RAISE', actor: people.submitter },
      'You can create an issue only for the most recently uploaded submission.',
    ],
    [
      'a collection whose issues the system creates',
      'NONE',
      { allowsIssues: false },
      { type: 'RAISE', actor: people.submitter },
      'In this collection Bedel creates issues when you submit for approval.',
    ],
    [
      'a guest',
      'NONE',
      {},
      { type: 'RAISE', actor: people.guest },
      'You do not have a valid role to create an issue.',
    ],
    [
      'an override that the approver asked for',
      'OVERRIDE_REQUESTED',
      { requesterId: people.analyst.userId },
      { type: 'APPROVE_OVERRIDE', actor: people.analyst },
      'You requested this override, so someone else must decide on it.',
    ],
    [
      'an override while a file is processed',
      'OVERRIDE_REQUESTED',
      { latestStatus: 'QUALITY_RULES' },
      { type: 'APPROVE_OVERRIDE', actor: people.analyst },
      'A submission is being processed. Wait for its results, then try again.',
    ],
    [
      'an override of a report',
      'OPEN',
      { subject: 'report' },
      { type: 'REQUEST_OVERRIDE', actor: people.submitter },
      'A report has no tolerance to override. Explain its values instead.',
    ],
    [
      'a closed issue',
      'KNOWN_ISSUE',
      {},
      { type: 'EXPLAIN', actor: people.submitter },
      '"Explain" is not possible while the issue is "Known issue".',
    ],
  ])('refuses %s in words', (_, status, deviation, event, sentence) => {
    const { refusal } = explainIssue(status, { ...issueFacts, ...deviation }, event)
    expect(refusal && inEnglish(refusal.reason)).toBe(sentence)
  })

  it.each<[IssueStatus, IssueEvent]>([
    ['OPEN', { type: 'COMMENT', actor: people.submitter, awaits: undefined }],
    ['AWAITING_AGENCY', { type: 'COMMENT', actor: people.analyst, awaits: 'provider' }],
    ['OPEN', { type: 'WITHDRAW', actor: people.submitter }],
    ['OPEN', { type: 'CLOSE', actor: people.analyst, resolution: 'KNOWN_ISSUE' }],
    ['OVERRIDE_REQUESTED', { type: 'DECLINE_OVERRIDE', actor: people.analyst }],
  ])(
    'at %s is only read in an archive, though it is settled in a closed collection (decisions §10): %o',
    (status, event) => {
      const inState = (collectionState: IssueFacts['collectionState']) =>
        explainIssue(status, { ...issueFacts, collectionState }, event).refusal
      expect(inState('Closed')).toBeUndefined()
      const refusal = inState('Archived')
      expect(refusal && [refusal.kind, inEnglish(refusal.reason)]).toEqual([
        'conflict',
        'The collection is archived, so its issues are read-only.',
      ])
    },
  )

  it('closes nothing without somebody who may, and raises nothing twice', () => {
    expect(issueExpectedIn.RAISE).toEqual(['NONE'])
    expect(explainIssue('OPEN', issueFacts, { type: 'WITHDRAW', actor: people.analyst }).allowed).toBe(false)
  })
})

describe('a row of the list', () => {
  it('says as much of an issue as the chart asks about explaining it', () => {
    for (const facts of [issueFacts, ...issueDeviations])
      for (const status of issueStatuses)
        for (const actor of Object.values(people)) {
          const row = factsOfRow({
            id: facts.issueId,
            collection: { state: facts.collectionState },
            provider: { instId: facts.instId },
            subject: facts.subject,
            regulator: { id: facts.regulatorCode },
            isExplained: facts.isExplained,
          })
          const answer = (known: IssueFacts) =>
            explainIssue(status, known, { type: 'EXPLAIN', actor }).refusal?.reason
          expect(answer(row), `${status}, ${JSON.stringify(facts)}`).toEqual(answer(facts))
        }
  })
})
