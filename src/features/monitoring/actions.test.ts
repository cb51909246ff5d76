import { describe, expect, it } from 'vitest'
import type { UserActor } from '../../domain/actor.ts'
import { awaitingParty } from '../../domain/awaitingParty.ts'
import { collectionStateOf } from '../../domain/collection.ts'
import { type StatusName, statusOf } from '../../domain/status.ts'
import type { MonitoringRow } from '../../domain/wire/collections.ts'
import { offeredActions } from './actions.ts'

const row = (status?: StatusName): MonitoringRow => ({
  provider: {
    instId: '0003',
    name: 'Cardigan Bay University',
    publishedName: 'Cardigan Bay University',
    regulatorCode: '5002',
    countryCode: 'W',
    riskCode: '01',
  },
  collection: { id: 'c', reference: '23056' },
  latestSubmission: status
    ? {
        uuid: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001',
        fileName: 'f.xml',
        uploaded: '2024-01-01T00:00:00Z',
        fileHash: 'abc',
        status: { id: statusOf(status).id, code: statusOf(status).code, name: statusOf(status).label },
        studentCount: 1,
        errorFileExists: false,
        isNilReturn: status === 'NIL_RETURN',
        copiedFrom: null,
      }
    : null,
  furthestSubmission: null,
  awaitingParty: awaitingParty(status),
})

const viewer = (
  organisationType: UserActor['organisationType'],
  organisationId: string,
  roles: string[],
): UserActor => ({
  kind: 'user',
  userId: 'u',
  name: 'U',
  organisationId,
  organisationType,
  roles,
  isPrimaryRegulator: organisationType === 'statutory_customer',
})
const staff = viewer('agency', 'bedel', [])
const admin = viewer('agency', 'bedel', ['admin'])
const wales = viewer('statutory_customer', '5002', ['analyst'])
const england = viewer('statutory_customer', '5016', ['analyst'])

const offered = (actor: UserActor, status?: StatusName, collectionState: 'Open' | 'Closed' = 'Open') =>
  offeredActions(row(status), {
    viewer: actor,
    collection: { state: collectionStateOf(collectionState), allowSubmissions: true },
  }).map(({ type, explanation }) => `${type}${explanation.allowed ? '' : ' (disabled)'}`)

describe('row actions', () => {
  it.each<[string, UserActor, StatusName | undefined, string[]]>([
    ['nothing submitted, agency', staff, undefined, ['NIL_RETURN_CREATED']],
    ['agency approval, agency', staff, 'AGENCY_APPROVAL', ['APPROVE', 'DECLINE']],
    ['agency approval, regulator', wales, 'AGENCY_APPROVAL', []],
    ['SC approval, its regulator', wales, 'SC_APPROVAL', ['APPROVE', 'DECLINE']],
    ['SC approval, the special organisation', england, 'SC_APPROVAL', ['APPROVE', 'DECLINE']],
    ['SC approval, agency', staff, 'SC_APPROVAL', []],
    ['approved, agency', staff, 'APPROVED', ['REQUEST_RESUBMISSION']],
    ['awaiting sign off, agency', staff, 'PROVIDER_SIGNOFF', ['REQUEST_RESUBMISSION', 'SIGN_OFF']],
    ['signed off, administrator', admin, 'HISTORY_DATA_PASSED', ['REQUEST_RESUBMISSION', 'REPROCESSED']],
    ['signed off, regulator', wales, 'SIGNED_OFF', []],
  ])('%s', (_, actor, status, expected) => {
    expect(offered(actor, status)).toEqual(expected)
  })

  it('offers with its reason what only a condition stands against', () => {
    expect(offered(staff, undefined, 'Closed')).toEqual(['NIL_RETURN_CREATED (disabled)'])
  })
})
