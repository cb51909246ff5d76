import { describe, expect, it } from 'vitest'
import { awaitingParty } from '../../domain/awaitingParty.ts'
import { type StatusName, statusOf } from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import { defaultSort, filterChoices, filterRows, noFilters, sortRows, stateWords } from './rows.ts'

const row = (instId: string, status?: StatusName, uploaded = '2024-01-01T00:00:00Z'): MonitoringRow => ({
  provider: {
    instId,
    name: `Provider ${instId}`,
    publishedName: `Provider ${instId}`,
    regulatorCode: '5016',
    countryCode: 'E',
    riskCode: '01',
    issueCount: 0,
  },
  collection: { id: 'c', reference: '23056' },
  latestSubmission: status
    ? {
        uuid: instId,
        fileName: 'f.xml',
        uploaded,
        fileHash: null,
        status: { id: statusOf(status).id, code: statusOf(status).code, name: statusOf(status).label },
        studentCount: null,
        errorFileExists: false,
        isNilReturn: status === 'NIL_RETURN',
        copiedFrom: null,
      }
    : null,
  furthestSubmission: null,
  awaitingParty: awaitingParty(status),
})

const ids = (rows: readonly MonitoringRow[]) => rows.map(({ provider }) => provider.instId)

describe('monitoring rows', () => {
  const rows = [
    row('0002', 'SIGNED_OFF', '2024-03-01T00:00:00Z'),
    row('0001'),
    row('0004', 'AGENCY_APPROVAL', '2024-02-01T00:00:00Z'),
    row('0003', 'UPLOADED', '2024-03-01T00:00:00Z'),
  ]

  it('shows the last submission first, equals by provider, and those without one last', () => {
    expect(ids(sortRows(rows, defaultSort))).toEqual(['0002', '0003', '0004', '0001'])
  })

  it('sorts progress by the order of the steps, not by their words', () => {
    expect(ids(sortRows(rows, { key: 'progress', direction: 'ascending' }))).toEqual([
      '0001',
      '0003',
      '0004',
      '0002',
    ])
  })

  it('narrows by every filter at once; not started is state 0', () => {
    expect(ids(filterRows(rows, { ...noFilters, state: ['0', '3', '2'] }))).toEqual(['0001', '0003'])
    expect(ids(filterRows(rows, { ...noFilters, awaiting: ['1'], provider: ['0001', '0002'] }))).toEqual([
      '0001',
    ])
  })

  it('counts each choice over all rows', () => {
    const choices = filterChoices(rows, () => 'Office for Higher Education')
    expect(choices.regulator).toEqual([{ id: '5016', label: 'Office for Higher Education', count: 4 }])
    expect(choices.awaiting.map(({ label, count }) => [label, count])).toEqual([
      ['--', 1],
      ['Bedel', 1],
      ['Provider', 1],
      ['System', 1],
    ])
  })

  it('words the state of a nil return as the specification does', () => {
    expect(stateWords(row('1'))).toBe('Not started')
    expect(stateWords(row('1', 'NIL_RETURN'))).toBe('Nil return')
    const { latestSubmission: latest, ...unknown } = row('1', 'UPLOADED')
    const status = { id: 999, code: 'LATER', name: 'Later' }
    expect(stateWords({ ...unknown, latestSubmission: { ...latest!, status } })).toBe('Link not available')
    const amended = row('1', 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT')
    expect(
      stateWords({ ...amended, latestSubmission: { ...amended.latestSubmission!, isNilReturn: true } }),
    ).toBe('Resubmission required - historic amendment (Nil return)')
  })
})
