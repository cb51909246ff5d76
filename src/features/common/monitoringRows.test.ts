import { describe, expect, it } from 'vitest'
import { awaitingParty } from '../../domain/awaitingParty.ts'
import { stateOfRow } from '../../domain/monitoringColumns.ts'
import { type StatusName, type SubmissionMode, statusOf } from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import type { ToText } from '../../messages/index.ts'
import { messagesFor } from '../../messages/messages.ts'
import { inEnglish } from '../../model/everyMessage.ts'
import { summaryFilters } from './monitoringRows.ts'

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
        status: { id: statusOf(status).id, code: statusOf(status).code, name: '' },
        studentCount: null,
        errorFileExists: false,
        isNilReturn: status === 'NIL_RETURN',
        copiedFrom: null,
        version: 1,
      }
    : null,
  furthestSubmission: null,
  awaitingParty: { id: awaitingParty(status).id, name: '' },
  silentSince: null,
  lastReminded: null,
  // No column reads the facts.
  facts: {} as MonitoringRow['facts'],
})

const text = inEnglish as ToText
const t = messagesFor('en', 'monitoring')
const state = (of: MonitoringRow): string => text(stateOfRow(of))

describe('monitoring rows', () => {
  it('says of each filter what a row counts as; not started is state 0, and only live rows await somebody', () => {
    const answers = (mode: SubmissionMode, of: MonitoringRow) =>
      summaryFilters(t, text, mode, code => `Regulator ${code}`).map(({ id, value, option }) => [
        id,
        value(of),
        option(of),
      ])
    expect(answers('live', row('0001'))).toEqual([
      ['provider', '0001', '0001 - Provider 0001'],
      ['step', '1', 'Upload'],
      ['state', '0', 'Not started'],
      ['regulator', '5016', 'Regulator 5016'],
      ['awaiting', '1', 'Provider'],
    ])
    expect(answers('ovt', row('0003', 'UPLOADED'))[1]).toEqual(['state', '2', 'Uploaded'])
    expect(answers('ovt', row('0003')).map(([id]) => id)).toEqual(['provider', 'state', 'regulator'])
  })

  it('says "Signed off" for what is made after it, as one choice', () => {
    const signedOff = [row('1', 'SIGNED_OFF'), row('2', 'HISTORY_DATA'), row('3', 'HISTORY_DATA_PASSED')]
    expect(signedOff.map(state)).toEqual(['Signed off', 'Signed off', 'Signed off'])
    const filter = summaryFilters(t, text, 'live', code => code).find(({ id }) => id === 'state')!
    expect(signedOff.map(of => [filter.value(of), filter.option(of)])).toEqual([
      ['30', 'Signed off'],
      ['30', 'Signed off'],
      ['30', 'Signed off'],
    ])
  })

  it('words the state of a nil return as the specification does', () => {
    expect(state(row('1'))).toBe('Not started')
    expect(state(row('1', 'NIL_RETURN'))).toBe('Nil return')
    const { latestSubmission: latest, ...unknown } = row('1', 'UPLOADED')
    const status = { id: 999, code: 'LATER', name: 'Later' }
    expect(state({ ...unknown, latestSubmission: { ...latest!, status } })).toBe('Link not available')
    const amended = row('1', 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT')
    expect(state({ ...amended, latestSubmission: { ...amended.latestSubmission!, isNilReturn: true } })).toBe(
      'Resubmission required - historic amendment (Nil return)',
    )
  })
})
