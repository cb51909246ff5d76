import { describe, expect, it } from 'vitest'
import { stepStates } from '../../../machines/stepper/index.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { message } from '../../../messages/index.ts'
import { usualFacts } from '../question/facts.ts'
import { personById } from '../question/people.ts'
import { marksOf, movesAt, simulate, stepFactsOf, writtenStep } from './simulation.ts'

const from = (
  status: Parameters<typeof usualFacts>[0],
  facts: Partial<ReturnType<typeof usualFacts>> = {},
) => ({
  status,
  facts: { ...usualFacts(status), ...facts },
})

const whole = [
  'UPLOAD_REQUESTED',
  'FILE_STORED',
  'PROVISIONING_STARTED',
  'PROVISIONING_PASSED',
  'SCHEMA_CHECK_STARTED',
  'SCHEMA_CHECK_PASSED',
  'RIGHT_TO_PROCESS_STARTED',
  'RIGHT_TO_PROCESS_PASSED',
  'ENRICHMENT_STARTED',
  'ENRICHMENT_PASSED',
  'QUALITY_RULES_STARTED',
  'QUALITY_RULES_PASSED',
  'CREDIBILITY_STARTED',
  'CREDIBILITY_PASSED',
  'COLLECTION_REPORTS_STARTED',
  'COLLECTION_REPORTS_PASSED',
  'QUALITY_PROCESSING_COMPLETED',
  'SUBMIT',
  'APPROVE',
  'APPROVE',
  'APPROVE',
  'REQUEST_SIGN_OFF',
  'SIGN_OFF',
]

describe('a simulation', () => {
  it('goes the whole way, each step caused by somebody who may', () => {
    const { steps, situation, stoppedAt } = simulate(from('UNKNOWN'), whole)
    expect(stoppedAt).toBeUndefined()
    expect(situation.status).toBe('SIGNED_OFF')
    const caused = steps
      .filter(({ person }) => person.id !== 'system')
      .map(({ event, person }) => `${event} ${person.id}`)
    expect(caused).toEqual([
      'UPLOAD_REQUESTED provider.submitter',
      'SUBMIT provider.sign-off',
      'APPROVE agency',
      'APPROVE agency',
      'APPROVE statutory_customer.analyst',
      'REQUEST_SIGN_OFF provider.sign-off',
      'SIGN_OFF agency',
    ])
  })

  it('follows the facts: a shorter chain of approval', () => {
    const facts = { riskCode: '01', countryCode: 'W' }
    const { situation } = simulate(from('QUALITY_PROCESSING_COMPLETE', facts), ['SUBMIT', 'APPROVE'])
    expect(situation.status).toBe('APPROVED')
  })

  it('stops at a step that is not possible, or does not exist', () => {
    expect(simulate(from('APPROVED'), ['REQUEST_SIGN_OFF', 'SUBMIT', 'SIGN_OFF'])).toMatchObject({
      situation: { status: 'PROVIDER_SIGNOFF' },
      stoppedAt: 'SUBMIT',
    })
    expect(simulate(from('APPROVED'), ['toString'])).toMatchObject({ steps: [], stoppedAt: 'toString' })
  })

  it('asks one person alone, and takes each step with the person whom it names', () => {
    const start = from('SC_APPROVAL')
    const analyst = personById('statutory_customer.analyst')
    expect(movesAt(start, analyst).moves.map(({ event }) => event)).toEqual(['APPROVE', 'DECLINE'])
    // Decisions §3: a provider neither approves nor declines.
    expect(movesAt(start, personById('provider.sign-off')).moves).toEqual([])
    const declined = simulate(start, [writtenStep('DECLINE', analyst)])
    expect(declined.situation.status).toBe('RESUBMISSION_REQUIRED')
    expect(declined.steps[0]?.person).toBe(analyst)
    expect(simulate(start, ['DECLINE~provider.sign-off'])).toMatchObject({ steps: [], stoppedAt: 'DECLINE' })
    expect(simulate(start, ['DECLINE~nobody'])).toMatchObject({ steps: [], stoppedAt: 'DECLINE' })
  })

  it('shows the steps of the provider’s page as they would be', () => {
    const start = from('SC_APPROVAL')
    const stepsAfter = (written: string[]) =>
      stepStates(stepFactsOf(start, simulate(start, written))).map(({ id, state }) => `${id} ${state}`)
    expect(stepsAfter([])).toContain('approval active')
    expect(stepsAfter(['DECLINE'])).toContain('approval error')
    expect(stepsAfter(['APPROVE'])).toEqual(expect.arrayContaining(['approval complete', 'signoff active']))
  })

  it('says why what is expected cannot happen', () => {
    const { moves, refused } = movesAt(from('APPROVED', { collectionState: 'Closed' }))
    expect(moves.map(({ event }) => event)).toEqual(['REQUEST_RESUBMISSION', 'REPROCESSED', 'SUPERSEDED'])
    expect(refused).toEqual([
      {
        event: 'REQUEST_SIGN_OFF',
        reason: message('lifecycle', 'isCollectionOpen.signOff'),
      },
    ])
  })

  it('marks its way by the very transitions that the chart took', () => {
    const start = from('AGENCY_APPROVAL', { countryCode: 'W' })
    const marks = marksOf(start, simulate(start, ['APPROVE']))
    expect([...marks]).toEqual([
      [leafIdOf('AGENCY_APPROVAL'), { tone: 'past' }],
      [leafIdOf('APPROVED'), { tone: 'current' }],
      ['approval.agencyApproval:APPROVE:1', { tone: 'past', label: '1' }],
    ])
  })
})
