import { describe, expect, it } from 'vitest'
import { type StatusName, statuses } from '../../domain/status.ts'
import { inEnglish } from '../../model/everyMessage.ts'
import { currentStep, type StepFacts, type StepId, type StepState, stepNote, stepStates } from './steps.ts'

const clean = { openIssues: 0, ruleFailures: 0 }

const factsOf = (status: StatusName, more: Partial<StepFacts> = {}): StepFacts => ({
  status,
  history: [],
  quality: clean,
  mode: 'live',
  isStatutoryCustomer: false,
  ...more,
})

const letters: Record<StepState, string> = {
  locked: '-',
  waiting: 'w',
  active: 'a',
  error: 'E',
  complete: 'c',
}
/** States of the steps as letters: upload, processing, quality assurance, submit, approval, sign off. */
const shown = (status: StatusName, more?: Partial<StepFacts>): string =>
  stepStates(factsOf(status, more))
    .map(({ state }) => letters[state])
    .join('')

const idsShownAs = (pattern: string): number[] =>
  statuses.filter(({ name }) => shown(name) === pattern).map(({ id }) => id)

describe('the states of the steps', () => {
  it('follow the status (specification 2 §4.2)', () => {
    expect({
      'a-----': idsShownAs('a-----'),
      'E-----': idsShownAs('E-----'),
      'ca----': idsShownAs('ca----'),
      'cE----': idsShownAs('cE----'),
      'ccca--': idsShownAs('ccca--'),
      'cccca-': idsShownAs('cccca-'),
      ccccca: idsShownAs('ccccca'),
      cccccc: idsShownAs('cccccc'),
      'acccE-': idsShownAs('acccE-'),
    }).toEqual({
      'a-----': [0, 1],
      'E-----': [3],
      'ca----': [2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23],
      'cE----': [5, 8, 9, 38, 39, 12, 14, 16, 19, 22],
      'ccca--': [24],
      'cccca-': [25, 26, 27],
      ccccca: [28, 29],
      cccccc: [30, 31, 32, 33, 35],
      'acccE-': [34, 36],
    })
  })

  it('show a declined submission that had a file as uploaded', () => {
    expect(shown('RESUBMISSION_REQUIRED', { history: ['UPLOADED', 'AGENCY_APPROVAL'] })).toBe('ccccE-')
  })

  it('show Quality Assurance as active until what it found is known, then as found', () => {
    const reports = (quality: StepFacts['quality']) =>
      stepStates(factsOf('QUALITY_PROCESSING_COMPLETE', { quality })).find(({ id }) => id === 'reports')
        ?.state
    expect([
      reports(undefined),
      reports(clean),
      reports({ openIssues: 1, ruleFailures: 0 }),
      reports({ openIssues: 0, ruleFailures: 3 }),
    ]).toEqual(['active', 'complete', 'error', 'error'])
  })

  it('say how many operational rules stand against submitting, as long as it is to be done', () => {
    const blockedBy = (status: StatusName, blockingRules?: number) =>
      stepStates(factsOf(status, { quality: { openIssues: 0, ruleFailures: 5, blockingRules } })).map(
        step => step.blockedBy,
      )
    const nobody = [undefined, undefined, undefined, undefined, undefined, undefined]
    expect(blockedBy('QUALITY_PROCESSING_COMPLETE', 3)).toEqual(nobody.with(3, 3 as never))
    expect(blockedBy('QUALITY_PROCESSING_COMPLETE', 0)).toEqual(nobody)
    expect(blockedBy('QUALITY_PROCESSING_COMPLETE')).toEqual(nobody)
    expect(blockedBy('AGENCY_APPROVAL', 3)).toEqual(nobody)
  })

  it('count the transfers that block submitting, with the rules or alone', () => {
    const notes = ([rules, awaitedTransfers]: readonly [number, number]) =>
      stepStates(
        factsOf('QUALITY_PROCESSING_COMPLETE', {
          quality: { openIssues: 0, ruleFailures: rules, blockingRules: rules, awaitedTransfers },
        }),
      ).flatMap(step => inEnglish(stepNote(step) ?? '') || [])
    expect([notes([9, 1]), notes([0, 2]), notes([1, 0]), notes([0, 0])]).toEqual([
      ['Blocked by 9 rules, 1 transfer'],
      ['Blocked by 2 transfers'],
      ['Blocked by 1 rule'],
      [],
    ])
  })

  it('show Quality Assurance in red only until the submission is handed over, then with how many rules outside it was', () => {
    const reports = (status: StatusName) =>
      stepStates(factsOf(status, { quality: { openIssues: 2, ruleFailures: 12 } })).find(
        ({ id }) => id === 'reports',
      )!
    expect(reports('QUALITY_PROCESSING_COMPLETE')).toEqual({ id: 'reports', state: 'error' })
    for (const status of ['ANALYST_APPROVAL', 'APPROVED', 'PROVIDER_SIGNOFF', 'SIGNED_OFF'] as const)
      expect(reports(status)).toEqual({ id: 'reports', state: 'complete', submittedWith: 12 })
    expect(inEnglish(stepNote(reports('APPROVED'))!)).toBe('Submitted with 12 rules outside')
  })

  it('show one step as current at a time, while what was found is still being asked for', () => {
    const currents = statuses.map(({ name }) =>
      stepStates(factsOf(name, { quality: undefined })).filter(({ state }) => state === 'active'),
    )
    expect(currents.filter(active => active.length > 1)).toEqual([])
    expect(shown('QUALITY_PROCESSING_COMPLETE', { quality: undefined })).toBe('ccaw--')
    expect(shown('AGENCY_APPROVAL', { quality: undefined })).toBe('ccwca-')
  })

  it('show three steps in online validation and one to statutory customers', () => {
    expect(stepStates(factsOf('UPLOADED', { mode: 'ovt' })).map(({ id }) => id)).toEqual([
      'upload',
      'processing',
      'reports',
    ])
    expect(stepStates(factsOf('SC_APPROVAL', { isStatutoryCustomer: true })).map(({ id }) => id)).toEqual([
      'reports',
    ])
  })
})

describe('the current step', () => {
  const leadsTo = (step: StepId, more: Partial<StepFacts> = {}): number[] =>
    statuses.filter(({ name }) => currentStep(factsOf(name, more)) === step).map(({ id }) => id)

  it('is the one being worked on', () => {
    expect({
      upload: leadsTo('upload'),
      reports: leadsTo('reports'),
      submit: leadsTo('submit'),
      approval: leadsTo('approval'),
      signoff: leadsTo('signoff'),
    }).toEqual({
      upload: [0, 1, 3, 35],
      reports: [24],
      submit: [],
      approval: [25, 26, 27, 34, 36],
      signoff: [28, 29, 30, 31, 32, 33],
    })
    expect(leadsTo('processing')).toHaveLength(25)
  })

  it('is always Quality Assurance for statutory customers', () => {
    expect(leadsTo('reports', { isStatutoryCustomer: true })).toHaveLength(statuses.length)
  })
})
