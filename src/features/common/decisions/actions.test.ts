import { describe, expect, it } from 'vitest'
import { noBlockers } from '../../../domain/commitStatus.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { type StatusName, statuses, statusOf } from '../../../domain/status.ts'
import type { MonitoringRow } from '../../../domain/wire/collections.ts'
import { blockersToWire } from '../../../domain/wire/facts.ts'
import { message } from '../../../messages/message.ts'
import { mayDecide, noteOf, offeredActions, offeredDecisions, type RowAction, reverseOf } from './actions.ts'

const row = (status: StatusName | undefined, collectionState: 'Open' | 'Closed'): MonitoringRow => ({
  provider: {
    instId: '0003',
    name: 'Cardigan Bay University',
    publishedName: 'Cardigan Bay University',
    regulatorCode: '5002',
    countryCode: 'W',
    riskCode: '01',
    issueCount: 0,
  },
  collection: { id: 'c', reference: '23056' },
  latestSubmission: status
    ? {
        uuid: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001',
        fileName: 'f.xml',
        uploaded: '2024-01-01T00:00:00Z',
        fileHash: 'abc',
        status: { id: statusOf(status).id, code: statusOf(status).code, name: '' },
        studentCount: 1,
        errorFileExists: false,
        isNilReturn: status === 'NIL_RETURN',
        copiedFrom: null,
        version: 1,
      }
    : null,
  furthestSubmission: null,
  awaitingParty: { id: 0, name: '' },
  silentSince: null,
  lastReminded: null,
  facts: {
    submissionId: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001',
    instId: '0003',
    mode: 'live',
    isLatest: status !== undefined,
    hasStoredFile: status !== undefined,
    collectionState,
    allowSubmissions: true,
    onboarded: true,
    latestStatusId: status ? statusOf(status).id : null,
    uploadUnderWay: false,
    riskCode: '01',
    countryCode: 'W',
    regulatorCode: '5002',
    blockers: blockersToWire(noBlockers),
  },
})

const viewer = (
  organisationType: UserPrincipal['organisationType'],
  organisationId: string,
  roles: string[],
): UserPrincipal => ({
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

const offered = (actor: UserPrincipal, status?: StatusName, collectionState: 'Open' | 'Closed' = 'Open') =>
  offeredActions(row(status, collectionState), actor).map(
    ({ type, explanation }) => `${type}${explanation.allowed ? '' : ' (disabled)'}`,
  )

describe('decisions where submissions are read', () => {
  const delivery = viewer('statutory_customer', '5002', ['data-delivery'])
  const signatory = viewer('provider', '0003', ['sign-off'])
  const viewers = [staff, admin, wales, england, delivery, signatory]

  it('are for the agency and for analysts of regulators (specification 2 §4.3)', () => {
    expect(viewers.map(mayDecide)).toEqual([true, true, true, true, false, false])
  })

  it('are offered to nobody who never decides', () => {
    const never = viewers.filter(one => !mayDecide(one))
    const everywhere = statuses.map(({ name }) => row(name, 'Open'))
    expect(everywhere.flatMap(one => never.flatMap(by => offeredDecisions(one, by)))).toEqual([])
    expect(everywhere.flatMap(one => offeredDecisions(one, staff)).length).toBeGreaterThan(0)
  })
})

describe('what takes an action back', () => {
  it.each<[RowAction, StatusName, UserPrincipal, RowAction | undefined]>([
    ['NIL_RETURN_CREATED', 'NIL_RETURN', staff, 'NIL_RETURN_WITHDRAWN'],
    ['NIL_RETURN_CREATED', 'NIL_RETURN', wales, undefined],
    ['APPROVE', 'SC_APPROVAL', staff, undefined],
    ['DECLINE', 'RESUBMISSION_REQUIRED', staff, undefined],
  ])('after %s at %s is what the chart allows', (type, status, by, reverse) => {
    expect(reverseOf(type, row(status, 'Open'), by)).toBe(reverse)
  })
})

describe('row actions', () => {
  it.each<[string, UserPrincipal, StatusName | undefined, string[]]>([
    ['nothing submitted, agency', staff, undefined, ['NIL_RETURN_CREATED']],
    ['an upload that brought no file, agency', staff, 'UPLOAD_ERROR', ['NIL_RETURN_CREATED']],
    ['an upload that brought no file, regulator', wales, 'UPLOAD_ERROR', []],
    ['a first upload under way, agency', staff, 'UPLOADING', []],
    ['nil return, agency', staff, 'NIL_RETURN', ['NIL_RETURN_WITHDRAWN']],
    ['nil return, regulator', wales, 'NIL_RETURN', []],
    ['agency approval, agency', staff, 'AGENCY_APPROVAL', ['APPROVE', 'DECLINE']],
    ['agency approval, regulator', wales, 'AGENCY_APPROVAL', []],
    ['SC approval, its regulator', wales, 'SC_APPROVAL', ['APPROVE', 'DECLINE']],
    ['SC approval, the special organisation', england, 'SC_APPROVAL', ['APPROVE', 'DECLINE']],
    ['SC approval, agency', staff, 'SC_APPROVAL', []],
    ['approved, agency', staff, 'APPROVED', ['REQUEST_RESUBMISSION']],
    [
      'awaiting sign off, agency',
      staff,
      'PROVIDER_SIGNOFF',
      ['REQUEST_RESUBMISSION', 'SIGN_OFF', 'FORM_REFUSED (disabled)'],
    ],
    ['signed off, administrator', admin, 'HISTORY_DATA_PASSED', ['REQUEST_RESUBMISSION', 'REPROCESSED']],
    [
      'signed off without its history, administrator',
      admin,
      'HISTORY_DATA_ERROR',
      ['REQUEST_RESUBMISSION', 'REPROCESSED', 'HISTORY_REQUESTED'],
    ],
    ['signed off without its history, staff', staff, 'HISTORY_DATA_ERROR', ['REQUEST_RESUBMISSION']],
    ['signed off, regulator', wales, 'SIGNED_OFF', []],
  ])('%s', (_, actor, status, expected) => {
    expect(offered(actor, status)).toEqual(expected)
  })

  it('offers no nil return while another upload is under way', () => {
    const failed = row('UPLOAD_ERROR', 'Open')
    const [offer] = offeredActions({ ...failed, facts: { ...failed.facts, uploadUnderWay: true } }, staff)
    expect([offer?.type, offer?.explanation.refusal?.reason]).toEqual([
      'NIL_RETURN_CREATED',
      message('lifecycle', 'isNoUploadUnderWay.fails'),
    ])
  })

  it('asks the facts of the server: a file that the store has lost is not re-processed', () => {
    const lost = row('PROVISIONING_ERROR', 'Open')
    const offeredFor = ({ facts }: Pick<MonitoringRow, 'facts'>) =>
      offeredActions({ ...lost, facts }, admin).map(({ type, explanation }) => [type, explanation.allowed])
    expect(offeredFor(lost)).toEqual([['REPROCESSED', true]])
    expect(offeredFor({ facts: { ...lost.facts, hasStoredFile: false } })).toEqual([['REPROCESSED', false]])
  })

  it('offers with its reason what another person has to do', () => {
    const own = (name: 'uploaderId' | 'submitterId', status: StatusName) => {
      const given = row(status, 'Open')
      return offeredActions({ ...given, facts: { ...given.facts, [name]: staff.userId } }, staff).map(
        ({ type, explanation: { allowed, refusal } }) => [type, allowed, refusal?.reason],
      )
    }
    for (const name of ['uploaderId', 'submitterId'] as const) {
      expect(own(name, 'AGENCY_APPROVAL')).toEqual([
        ['APPROVE', false, message('lifecycle', 'isSecondPerson.fails')],
        ['DECLINE', true, undefined],
      ])
      expect(own(name, 'PROVIDER_SIGNOFF')).toEqual([
        ['REQUEST_RESUBMISSION', true, undefined],
        ['SIGN_OFF', false, message('lifecycle', 'isSecondPerson.signOff')],
        ['FORM_REFUSED', false, message('lifecycle', 'hasReturnedForm.fails')],
      ])
    }
  })

  it('needs a note for each decline, for a sign-off without a form, and for both approvals by one person', () => {
    const needed = (type: RowAction, status: StatusName, facts: object = {}) => {
      const given = row(status, 'Open')
      return noteOf(type, { ...given, facts: { ...given.facts, ...facts } }, staff)?.isRequired
    }
    expect(needed('DECLINE', 'AGENCY_APPROVAL')).toBe(true)
    expect(needed('REQUEST_RESUBMISSION', 'APPROVED')).toBe(true)
    expect(needed('SIGN_OFF', 'PROVIDER_SIGNOFF')).toBe(true)
    expect(needed('SIGN_OFF', 'PROVIDER_SIGNOFF', { isFormReturned: true })).toBe(false)
    expect(needed('FORM_REFUSED', 'PROVIDER_SIGNOFF', { isFormReturned: true })).toBe(true)
    expect(needed('APPROVE', 'AGENCY_APPROVAL')).toBe(false)
    expect(needed('APPROVE', 'AGENCY_APPROVAL', { approverId: staff.userId })).toBe(true)
    expect(needed('NIL_RETURN_CREATED', 'UNKNOWN')).toBeUndefined()
  })

  it('refuses the second approval to the person of the first, where the collection asks for two', () => {
    const given = row('AGENCY_APPROVAL', 'Open')
    const facts = { ...given.facts, approverId: staff.userId, approversDiffer: true }
    expect(offeredActions({ ...given, facts }, staff)[0]?.explanation.refusal?.reason).toEqual(
      message('lifecycle', 'isOtherApprover.fails'),
    )
  })

  it('offers with its reason what only a condition stands against', () => {
    expect(offered(staff, undefined, 'Closed')).toEqual(['NIL_RETURN_CREATED (disabled)'])
  })
})
