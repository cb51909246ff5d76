import { describe, expect, it } from 'vitest'
import { approvalLabel } from '../../src/domain/labels.ts'
import {
  approvalChain,
  approvalsAfter,
  nextApproval,
  type StoredEvent,
} from '../../src/machines/approval-chain/index.ts'
import type { LifecycleEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { approvalChainSpec, chainInputs } from '../../src/model/charts/approvalChain.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { approvalChains, approvalsOf } from './support/approvals.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const england02 = { ...openFacts, riskCode: '02', countryCode: 'E' }
const wales01 = { ...openFacts, riskCode: '01', countryCode: 'W' }

/** Stored events, each by a person of its own and all at one instant: nothing but their order tells them apart. */
const eventsOf = (facts: typeof openFacts, ...types: LifecycleEventType[]): StoredEvent[] =>
  types.map((type, index) => ({
    type,
    facts,
    at: '2026-11-21T10:00:00Z',
    by: { kind: 'user', name: `user-${index}`, organisationType: 'agency' },
    note: `note ${index}`,
  }))

const shown = (facts: typeof openFacts, ...types: LifecycleEventType[]) =>
  approvalsAfter(facts, eventsOf(facts, ...types)).map(({ status, state, decision }) => [
    inEnglish(approvalLabel(status)),
    state,
    decision?.by.name,
  ])

describe('approval chain', () => {
  isWalkedWhole(approvalChainSpec)

  it('shows who approved, who is asked now and who comes after (specification 2 §2.12)', () => {
    expect(shown(england02, 'UPLOAD_REQUESTED', 'FILE_STORED', 'SUBMIT', 'APPROVE')).toEqual([
      ['Bedel analyst approval', 'done', 'user-3'],
      ['Bedel approval', 'pending', undefined],
      ['Statutory customer (SC) approval', 'notReached', undefined],
    ])
  })

  it('names each of two decisions of one instant by its own person', () => {
    expect(shown(england02, 'SUBMIT', 'APPROVE', 'APPROVE').map(([, , name]) => name)).toEqual([
      'user-1',
      'user-2',
      undefined,
    ])
  })

  it('shows only the approvals that the provider needs, and keeps them after the sign-off', () => {
    expect(shown(wales01, 'SUBMIT', 'APPROVE', 'REQUEST_SIGN_OFF', 'SIGN_OFF', 'HISTORY_STARTED')).toEqual([
      ['Bedel approval', 'done', 'user-1'],
    ])
  })

  it('shows who declined, and that nobody else was asked', () => {
    expect(shown(england02, 'SUBMIT', 'APPROVE', 'DECLINE')).toEqual([
      ['Bedel analyst approval', 'done', 'user-1'],
      ['Bedel approval', 'declined', 'user-2'],
      ['Statutory customer (SC) approval', 'notReached', undefined],
    ])
  })

  it('keeps what was decided when the agency takes the submission back or replaces it', () => {
    expect(shown(wales01, 'SUBMIT', 'APPROVE', 'REQUEST_RESUBMISSION', 'SUPERSEDED')).toEqual([
      ['Bedel approval', 'done', 'user-1'],
    ])
  })

  it('has nothing decided for a nil return that is to be amended, nor without a history', () => {
    expect(shown(wales01, 'NIL_RETURN_CREATED', 'HISTORIC_AMENDMENT_REQUESTED')).toEqual([
      ['Bedel approval', 'notReached', undefined],
    ])
    expect(shown(wales01)).toEqual([['Bedel approval', 'notReached', undefined]])
  })

  it.each(approvalChains)('is, for risk %j in %s, %j', (riskCode, countryCode, chain) => {
    expect(approvalChain({ ...openFacts, riskCode, countryCode })).toEqual(chain)
  })

  it('goes on to the approval after, to APPROVED after the last, and nowhere from outside the chain', () => {
    expect(nextApproval('ANALYST_APPROVAL', england02)).toBe('AGENCY_APPROVAL')
    expect(nextApproval('AGENCY_APPROVAL', england02)).toBe('SC_APPROVAL')
    expect(nextApproval('SC_APPROVAL', england02)).toBe('APPROVED')
    expect(nextApproval('AGENCY_APPROVAL', wales01)).toBe('APPROVED')
    // Of a provider whose risk code has changed since.
    expect(nextApproval('ANALYST_APPROVAL', wales01)).toBeUndefined()
    expect(nextApproval('APPROVED', england02)).toBeUndefined()
    expect(nextApproval('QUALITY_PROCESSING_COMPLETE', england02)).toBeUndefined()
  })

  it.each(Object.entries(chainInputs))('approves through the whole chain of %s', (_, facts) => {
    const names = approvalsOf(facts)
    const approvals = approvalsAfter(facts, eventsOf(facts, 'SUBMIT', ...names.map(() => 'APPROVE' as const)))
    expect(approvals.map(({ status, state }) => [status, state])).toEqual(names.map(name => [name, 'done']))
  })
})
