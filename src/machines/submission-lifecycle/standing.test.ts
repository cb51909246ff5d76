import { describe, expect, it } from 'vitest'
import type { StatusName } from '../../domain/status.ts'
import { statuses } from '../../domain/status.ts'
import { openFacts } from '../../model/charts/lifecycle.ts'
import { people } from '../../model/people.ts'
import { standingOf, submissionTaskOf } from './standing.ts'

/*
 * Tasks at each status, by person (decisions §3 "Awaiting party", §15 "Who acts next", §16 "Tasks"), written from the
 * specification. Staff of the agency without a further role approve and record sign-offs, but do not re-process (decisions §5).
 */

const asking = {
  submitter: people.submitter,
  signOff: people.signOff,
  signOffOnly: people.signOffOnly,
  guest: people.guest,
  ovtSubmitter: people.ovtSubmitter,
  admin: people.admin,
  analyst: people.analyst,
  staff: people.staff,
  special: { ...people.staff, roles: ['special-category'] },
  anon: { ...people.staff, roles: ['anon-data-user'] },
  regulator: people.regulator,
  otherRegulator: people.otherRegulator,
  delivery: people.delivery,
}
type Person = keyof typeof asking
type Tasks = Partial<Record<Person, string>>

const each = (who: readonly Person[], action: string): Tasks =>
  Object.fromEntries(who.map(person => [person, action]))
const upload = each(['submitter', 'signOff'], 'upload')
const agency = ['admin', 'analyst', 'staff', 'special', 'anon'] as const
const signers = ['signOff', 'signOffOnly'] as const
const providerStaff = ['submitter', ...signers] as const
const reprocess = each(['admin', 'analyst'], 'reprocess')

/** Statuses that are not named are nobody's turn: the system works, or nothing is left to do. */
const expected: Partial<Record<StatusName, Tasks>> = {
  UNKNOWN: upload,
  UPLOAD_ERROR: upload,
  SCHEMA_CHECK_FAILED: upload,
  RIGHT_TO_PROCESS_FAILED: upload,
  RESUBMISSION_REQUIRED: upload,
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: upload,
  QUALITY_PROCESSING_COMPLETE: each(signers, 'submit'),
  APPROVED: each(signers, 'requestSignOff'),
  PROVISIONING_ERROR: reprocess,
  SCHEMA_CHECK_ERROR: reprocess,
  RIGHT_TO_PROCESS_ERROR: reprocess,
  ENRICHMENT_ERROR: reprocess,
  SAVING_ENTITIES_ERROR: reprocess,
  QUALITY_RULES_ERROR: reprocess,
  CREDIBILITY_ERROR: reprocess,
  COLLECTION_REPORTS_ERROR: reprocess,
  ANALYST_APPROVAL: each(agency, 'approve'),
  AGENCY_APPROVAL: each(agency, 'approve'),
  SC_APPROVAL: each(['regulator'], 'approve'),
  PROVIDER_SIGNOFF: each(agency, 'recordSignOff'),
  HISTORY_DATA_ERROR: each(['admin', 'analyst'], 'makeHistory'),
}

const tasksAt = (
  status: StatusName,
  changes: Partial<typeof openFacts> = {},
  isFormReturned = true,
): Tasks => {
  const facts = {
    ...openFacts,
    hasStoredFile: true,
    uploaderId: 'somebody',
    submitterId: 'somebody',
    latestStatus: status === 'UNKNOWN' ? undefined : status,
    isFormReturned,
    ...changes,
  }
  return Object.fromEntries(
    Object.entries(asking).flatMap(([name, person]) => {
      const action = submissionTaskOf(status, facts, person)
      return action ? [[name, action]] : []
    }),
  )
}

describe('tasks with a submission', () => {
  it.each(statuses.map(({ name }) => name).filter(name => name !== 'UPLOADING'))(
    'at %s are as specified',
    name => {
      expect(tasksAt(name)).toEqual(expected[name] ?? {})
    },
  )

  it('are none while a file is being sent: no other upload may start', () => {
    expect(tasksAt('UPLOADING', { uploadUnderWay: true })).toEqual({})
  })

  it('are to correct or explain while an operational rule is outside, for who may do either', () => {
    const blockers = { ...openFacts.blockers, operationalFailures: true }
    expect(tasksAt('QUALITY_PROCESSING_COMPLETE', { blockers })).toEqual(each(providerStaff, 'correct'))
  })

  it('are none for a sender that waits for a receiver, or whose reference period has not ended', () => {
    const { blockers } = openFacts
    for (const waiting of [{ lacksTransferConsent: true }, { notCollectionEndDate: true }])
      expect(tasksAt('QUALITY_PROCESSING_COMPLETE', { blockers: { ...blockers, ...waiting } })).toEqual({})
  })

  it('are the provider’s until it has returned the signed form, and only then the agency’s', () => {
    expect(tasksAt('PROVIDER_SIGNOFF', {}, false)).toEqual(each(signers, 'returnForm'))
  })

  it('are never of who uploaded or submitted the file: another person has to approve it', () => {
    const { admin: _, ...others } = each(agency, 'approve')
    expect(tasksAt('ANALYST_APPROVAL', { submitterId: people.admin.userId })).toEqual(others)
  })

  it('are none of a provider once the collection is closed or paused', () => {
    expect(tasksAt('UNKNOWN', { collectionState: 'Closed' })).toEqual({})
    expect(tasksAt('UNKNOWN', { allowSubmissions: false })).toEqual({})
    expect(tasksAt('APPROVED', { collectionState: 'Closed' })).toEqual({})
  })

  it('are none of another provider', () => {
    expect(
      submissionTaskOf('UNKNOWN', { ...openFacts, latestStatus: undefined }, people.foreigner),
    ).toBeUndefined()
  })
})

describe('who acts next', () => {
  const { blockers } = openFacts
  const turnAt = (
    status: StatusName,
    person: Person,
    changes: Partial<typeof blockers> = {},
    isFormReturned = false,
  ) =>
    standingOf(
      status,
      {
        ...openFacts,
        latestStatus: status === 'UNKNOWN' ? undefined : status,
        isFormReturned,
        blockers: { ...blockers, ...changes },
      },
      asking[person],
    ).turn

  it.each<[StatusName, Person, Partial<typeof blockers>, string]>([
    ['UNKNOWN', 'submitter', {}, 'you'],
    ['UNKNOWN', 'guest', {}, 'colleague'],
    ['SCHEMA_CHECK', 'submitter', {}, 'system'],
    ['ENRICHMENT_ERROR', 'submitter', {}, 'agency'],
    ['QUALITY_PROCESSING_COMPLETE', 'signOff', {}, 'you'],
    ['QUALITY_PROCESSING_COMPLETE', 'submitter', {}, 'colleague'],
    ['QUALITY_PROCESSING_COMPLETE', 'submitter', { operationalFailures: true }, 'you'],
    ['QUALITY_PROCESSING_COMPLETE', 'signOff', { lacksTransferConsent: true }, 'receiver'],
    ['QUALITY_PROCESSING_COMPLETE', 'signOff', { notCollectionEndDate: true }, 'periodEnd'],
    [
      'QUALITY_PROCESSING_COMPLETE',
      'guest',
      { operationalFailures: true, lacksTransferConsent: true },
      'colleague',
    ],
    ['ANALYST_APPROVAL', 'signOff', {}, 'agency'],
    ['SC_APPROVAL', 'signOff', {}, 'statutoryCustomer'],
    ['APPROVED', 'signOff', {}, 'you'],
    ['PROVIDER_SIGNOFF', 'signOff', {}, 'you'],
    ['PROVIDER_SIGNOFF', 'submitter', {}, 'colleague'],
    ['SIGNED_OFF', 'signOff', {}, 'nobody'],
    ['UNKNOWN', 'analyst', {}, 'provider'],
    ['QUALITY_PROCESSING_COMPLETE', 'analyst', { lacksTransferConsent: true }, 'receiver'],
    ['ANALYST_APPROVAL', 'analyst', {}, 'you'],
    ['ANALYST_APPROVAL', 'regulator', {}, 'agency'],
    ['SC_APPROVAL', 'analyst', {}, 'statutoryCustomer'],
    ['SC_APPROVAL', 'regulator', {}, 'you'],
    ['SC_APPROVAL', 'delivery', {}, 'colleague'],
  ])('at %s for %s with %o is %s', (status, person, changes, turn) => {
    expect(turnAt(status, person, changes)).toBe(turn)
  })

  it('is the agency after the form was returned', () => {
    expect(turnAt('PROVIDER_SIGNOFF', 'signOff', {}, true)).toBe('agency')
  })

  it('is nobody where the chart refuses what would come next, whoever asks, and says why', () => {
    const at = (status: StatusName, changes: Partial<typeof openFacts>) => {
      const { turn, stopped } = standingOf(status, { ...openFacts, ...changes }, people.signOff)
      return [turn, typeof stopped === 'object' ? stopped.code : stopped]
    }
    expect(at('ANALYST_APPROVAL', { collectionState: 'Archived' })).toEqual(['nobody', 'isNotArchived.fails'])
    expect(at('ANALYST_APPROVAL', { isLatest: false })).toEqual(['nobody', 'isLatest.fails'])
    expect(at('APPROVED', { collectionState: 'Closed' })).toEqual(['nobody', 'isCollectionOpen.signOff'])
    expect(at('QUALITY_PROCESSING_COMPLETE', { collectionState: 'Closed' })).toEqual([
      'nobody',
      'isCollectionOpen.submit',
    ])
    expect(at('UNKNOWN', { allowSubmissions: false, latestStatus: undefined })).toEqual([
      'nobody',
      'readOnly.paused',
    ])
    expect(at('ANALYST_APPROVAL', { collectionState: 'Closed' })[0]).toBe('agency')
  })

  it('is nobody after a file was checked online, for it cannot be submitted', () => {
    const facts = { ...openFacts, mode: 'ovt', collectionState: 'Validation' } as const
    expect(standingOf('QUALITY_PROCESSING_COMPLETE', facts, people.ovtSubmitter).turn).toBe('nobody')
  })
})
