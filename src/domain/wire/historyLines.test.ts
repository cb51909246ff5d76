import { describe, expect, it } from 'vitest'
import { message } from '../../messages/message.ts'
import { historyLines, readHistory } from './historyLines.ts'
import type { LifecycleEntry } from './inspection.ts'

const entry: LifecycleEntry = {
  sequence: 1,
  event: 'FILE_STORED',
  fromStatusId: 1,
  toStatusId: 2,
  actor: { kind: 'system', name: 'System', organisationId: null, organisationType: null },
  occurredAt: '2024-10-01T09:00:00.000Z',
  payload: {},
  facts: {
    submissionId: '6a453e0a-0000-4000-8000-000000000000',
    instId: '0001',
    mode: 'live',
    isLatest: true,
    hasStoredFile: true,
    collectionState: 'Open',
    allowSubmissions: true,
    onboarded: true,
    latestStatusId: null,
    uploadUnderWay: true,
    riskCode: '01',
    countryCode: 'E',
    regulatorCode: '5016',
    blockers: {
      isNotLatest: false,
      notCollectionEndDate: false,
      operationalFailures: false,
      pgrTransferConsentGiven: false,
    },
  },
  checks: [{ guard: 'isSystem', kind: 'right', holds: true, sentence: 'The system itself reports it.' }],
  detail: {},
}

describe('a history as JSON lines', () => {
  it('reads back what it wrote', () => {
    const events = [entry, { ...entry, sequence: 2 }]
    expect(readHistory(historyLines(events))).toEqual({ ok: true, events })
  })

  it('names the first line that is no event, and why', () => {
    expect(readHistory(`${historyLines([entry])}{"sequence":`)).toEqual({
      ok: false,
      line: 2,
      reason: message('problems', 'historyLine.notJson'),
    })
    expect(readHistory(JSON.stringify({ ...entry, sequence: 'first' }))).toMatchObject({
      ok: false,
      line: 1,
      reason: message('problems', 'historyLine.field', { field: 'sequence' }),
    })
  })
})
