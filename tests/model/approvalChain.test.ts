import { describe, expect, it } from 'vitest'
import { approvalChain } from '../../src/domain/approvalChain.ts'
import type { StatusName } from '../../src/domain/status.ts'
import {
  approvalChainAfter,
  type HistoryEntry,
  selectApprovals,
  selectIsComplete,
  selectIsResubmissionRequired,
} from '../../src/machines/approval-chain/index.ts'
import { approvalChainSpec, chainInputs } from '../../src/model/charts/approvalChain.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const historyOf = (...names: StatusName[]): HistoryEntry[] =>
  names.map((status, index) => ({ status, at: `2026-11-21T10:0${index}:00Z`, by: `user-${index}` }))

const england02 = { riskCode: '02', countryCode: 'E' }
const wales01 = { riskCode: '01', countryCode: 'W' }

describe('approval chain', () => {
  isWalkedWhole(approvalChainSpec)

  it('shows who approved when, who is asked now and who comes after', () => {
    const chain = approvalChainAfter(
      england02,
      historyOf('QUALITY_PROCESSING_COMPLETE', 'ANALYST_APPROVAL', 'AGENCY_APPROVAL'),
    )
    expect(selectApprovals(chain)).toEqual([
      {
        status: 'ANALYST_APPROVAL',
        label: 'Bedel analyst approval',
        state: 'done',
        at: '2026-11-21T10:02:00Z',
        by: 'user-2',
      },
      { status: 'AGENCY_APPROVAL', label: 'Bedel approval', state: 'pending' },
      { status: 'SC_APPROVAL', label: 'SC approval', state: 'notReached' },
    ])
  })

  it('shows only the approvals that the provider needs', () => {
    const chain = approvalChainAfter(
      wales01,
      historyOf('QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL', 'APPROVED', 'PROVIDER_SIGNOFF'),
    )
    expect(selectApprovals(chain).map(({ label, state }) => [label, state])).toEqual([
      ['Bedel approval', 'done'],
    ])
    expect(selectIsComplete(chain)).toBe(true)
  })

  it('shows who declined', () => {
    const chain = approvalChainAfter(
      england02,
      historyOf(
        'QUALITY_PROCESSING_COMPLETE',
        'ANALYST_APPROVAL',
        'AGENCY_APPROVAL',
        'RESUBMISSION_REQUIRED',
      ),
    )
    expect(selectApprovals(chain).map(({ state, by }) => [state, by])).toEqual([
      ['done', 'user-2'],
      ['declined', 'user-3'],
      ['notReached', undefined],
    ])
    expect(selectIsResubmissionRequired(chain)).toBe(true)
  })

  it('is not complete any more when the agency takes the submission back', () => {
    const chain = approvalChainAfter(
      wales01,
      historyOf('QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL', 'APPROVED', 'RESUBMISSION_REQUIRED'),
    )
    expect(selectIsComplete(chain)).toBe(false)
    expect(selectIsResubmissionRequired(chain)).toBe(true)
    expect(selectApprovals(chain).map(({ state }) => state)).toEqual(['done'])
  })

  it('asks for a new submission after a nil return that is to be amended', () => {
    const chain = approvalChainAfter(
      wales01,
      historyOf('NIL_RETURN', 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'),
    )
    expect(selectIsResubmissionRequired(chain)).toBe(true)
  })

  it.each(Object.entries(chainInputs))('approves through the whole chain of %s', (_, { facts }) => {
    const names = approvalChain(facts)
    const chain = approvalChainAfter(facts, historyOf('QUALITY_PROCESSING_COMPLETE', ...names, 'APPROVED'))
    expect(selectApprovals(chain).map(({ state }) => state)).toEqual(names.map(() => 'done'))
    expect(selectIsComplete(chain)).toBe(true)
  })
})
