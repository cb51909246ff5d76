import { describe, expect, it } from 'vitest'
import { noBlockers } from '../../../domain/commitStatus.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { blockersToWire } from '../../../domain/wire/facts.ts'
import { message } from '../../../messages/message.ts'
import { confirmationOf } from './rows.ts'

const staff: UserPrincipal = {
  kind: 'user',
  userId: 'bedel-staff',
  name: 'S',
  organisationId: 'bedel',
  organisationType: 'agency',
  roles: [],
  isPrimaryRegulator: false,
}

const row = (
  instId: string,
  status: StatusName | undefined,
  { countryCode = 'W', uploaderId }: { countryCode?: string; uploaderId?: string } = {},
): MonitoringRow => ({
  provider: {
    instId,
    name: instId,
    publishedName: instId,
    regulatorCode: '5002',
    countryCode,
    riskCode: '02',
    issueCount: 0,
  },
  collection: { id: 'c', reference: '23056' },
  latestSubmission: status
    ? {
        uuid: `of-${instId}`,
        fileName: 'f.xml',
        uploaded: '2024-01-01T00:00:00Z',
        fileHash: 'abc',
        status: { id: statusOf(status).id, code: statusOf(status).code, name: '' },
        studentCount: 1,
        errorFileExists: false,
        isNilReturn: false,
        copiedFrom: null,
        version: 1,
      }
    : null,
  furthestSubmission: null,
  awaitingParty: { id: 0, name: '' },
  silentSince: null,
  lastReminded: null,
  facts: {
    submissionId: `of-${instId}`,
    instId,
    mode: 'live',
    isLatest: status !== undefined,
    hasStoredFile: status !== undefined,
    collectionState: 'Open',
    allowSubmissions: true,
    onboarded: true,
    latestStatusId: status ? statusOf(status).id : null,
    uploadUnderWay: false,
    riskCode: '02',
    countryCode,
    regulatorCode: '5002',
    blockers: blockersToWire(noBlockers),
    ...(uploaderId ? { uploaderId } : {}),
  },
})

describe('the confirmation of a bulk approval', () => {
  const chosen = [
    row('0001', 'AGENCY_APPROVAL'),
    row('0002', 'ANALYST_APPROVAL'),
    row('0003', 'ANALYST_APPROVAL'),
    row('0004', 'ANALYST_APPROVAL', { uploaderId: staff.userId }),
    row('0005', 'AGENCY_APPROVAL', { countryCode: 'E' }),
    row('0006', undefined),
    row('0007', 'SIGNED_OFF'),
  ]
  const { counts, decisions } = confirmationOf(chosen, staff)

  // Specification 2 §4.3: 02 goes from the analyst to the agency, with E on to the statutory customer, else it is approved.
  it('counts by status and says where each goes on to, or why it is left out', () => {
    expect(counts.map(({ status, count, leadsTo }) => [status, count, leadsTo])).toEqual([
      ['UNKNOWN', 1, undefined],
      ['ANALYST_APPROVAL', 2, 'AGENCY_APPROVAL'],
      ['ANALYST_APPROVAL', 1, undefined],
      ['AGENCY_APPROVAL', 1, 'APPROVED'],
      ['AGENCY_APPROVAL', 1, 'SC_APPROVAL'],
      ['SIGNED_OFF', 1, undefined],
    ])
    const own = counts.find(({ status, leadsTo }) => status === 'ANALYST_APPROVAL' && !leadsTo)
    expect(own?.refusal).toEqual(message('lifecycle', 'isSecondPerson.fails'))
    expect(counts.every(({ leadsTo, refusal }) => (leadsTo === undefined) !== (refusal === undefined))).toBe(
      true,
    )
  })

  it('decides those that are not left out, each with the status that was confirmed', () => {
    expect(decisions).toEqual([
      { instId: '0001', submissionId: 'of-0001', statusId: 28 },
      { instId: '0002', submissionId: 'of-0002', statusId: 26 },
      { instId: '0003', submissionId: 'of-0003', statusId: 26 },
      { instId: '0005', submissionId: 'of-0005', statusId: 27 },
    ])
  })
})
