import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import { collectionStateNames } from '../../src/domain/collection.ts'
import { type StatusName, statuses, submissionModes } from '../../src/domain/status.ts'
import { takesUpload } from '../../src/domain/uploadOffer.ts'
import {
  explain,
  type Facts,
  guards,
  type LifecycleEvent,
} from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { people } from '../../src/model/people.ts'

describe('the conditions, one at a time', () => {
  const submit: LifecycleEvent = { type: 'SUBMIT', actor: people.signOff, termsAccepted: true }
  const request: LifecycleEvent = { type: 'UPLOAD_REQUESTED', actor: people.submitter }
  const reasonOf = (status: StatusName, facts: Facts, event: LifecycleEvent) => {
    const { refusal } = explain(status, facts, event)
    return refusal && { ...refusal, reason: inEnglish(refusal.reason) }
  }

  it.each<[string, StatusName, Partial<Facts>, LifecycleEvent, string]>([
    [
      'not the latest',
      'QUALITY_PROCESSING_COMPLETE',
      { isLatest: false },
      submit,
      'You can only submit the most recently uploaded submission.',
    ],
    [
      'closed',
      'QUALITY_PROCESSING_COMPLETE',
      { collectionState: 'Closed' },
      submit,
      'You can only submit for approval when a collection is open.',
    ],
    [
      'no file yet',
      'UNKNOWN',
      {},
      submit,
      'You have yet to upload a file. Please upload one on the upload step.',
    ],
    [
      'nothing to approve yet',
      'UNKNOWN',
      {},
      { type: 'APPROVE', actor: people.analyst },
      '"Approve" is not possible: no file has been uploaded yet.',
    ],
    ['on its way', 'UPLOADING', {}, submit, 'The file is still being uploaded.'],
    ['under way', 'ENRICHMENT', {}, submit, 'Your submission is currently being processed.'],
    [
      'a blocker',
      'QUALITY_PROCESSING_COMPLETE',
      { blockers: { ...openFacts.blockers, notCollectionEndDate: true } },
      submit,
      "You cannot yet submit for approval as one or more of the following apply: The collection's reference period has not ended yet.",
    ],
    [
      'no terms',
      'QUALITY_PROCESSING_COMPLETE',
      {},
      { ...submit, termsAccepted: false } as LifecycleEvent,
      'Tick the box to accept the terms.',
    ],
    [
      'online validation',
      'QUALITY_PROCESSING_COMPLETE',
      { mode: 'ovt' },
      submit,
      'Files in the online validation tool are only checked. They cannot be submitted.',
    ],
    [
      'sign-off in a closed collection',
      'APPROVED',
      { collectionState: 'Closed' },
      { type: 'REQUEST_SIGN_OFF', actor: people.signOff, termsAccepted: true },
      'You can only request sign off for a submission when the collection is open.',
    ],
    [
      'another upload',
      'UNKNOWN',
      { uploadUnderWay: true },
      request,
      'Another upload for this collection is in progress. Wait for it to finish, or cancel it.',
    ],
    [
      'a sign-off is requested beside a new file',
      'APPROVED',
      { uploadUnderWay: true },
      { type: 'REQUEST_SIGN_OFF', actor: people.signOff, termsAccepted: true },
      'A new file that would replace this submission is being uploaded. Wait for the upload to finish.',
    ],
    [
      'a sign-off beside a new file',
      'PROVIDER_SIGNOFF',
      { uploadUnderWay: true },
      { type: 'SIGN_OFF', actor: people.staff },
      'A new file that would replace this submission is being uploaded. Wait for the upload to finish.',
    ],
    [
      'a file that arrives after a sign-off',
      'UPLOADING',
      { latestStatus: 'SIGNED_OFF', isLatest: false, uploadUnderWay: true },
      { type: 'FILE_STORED', actor: people.system },
      'The submission was signed off while this file was being uploaded. Ask Bedel to request a resubmission before you upload it again.',
    ],
    [
      'a nil return',
      'UNKNOWN',
      { latestStatus: 'NIL_RETURN' },
      request,
      'A nil return is recorded for this collection.',
    ],
    [
      'a signed-off submission',
      'UNKNOWN',
      { latestStatus: 'HISTORY_DATA' },
      request,
      'The submission is signed off. Ask Bedel to request a resubmission before you upload another file.',
    ],
    [
      'a signed-off historic amendment',
      'UNKNOWN',
      { latestStatus: 'SIGNED_OFF', collectionState: 'Historic amendment' },
      request,
      'The submission is signed off. A historic amendment must be requested first.',
    ],
    [
      'no submissions allowed',
      'UNKNOWN',
      { allowSubmissions: false },
      request,
      'The collection does not accept submissions at the moment.',
    ],
    [
      'a draft',
      'UNKNOWN',
      { collectionState: 'Draft' },
      request,
      'The collection is in the state Draft. It accepts submissions only when Open or in Historic amendment.',
    ],
    ['not onboarded', 'UNKNOWN', { onboarded: false }, request, 'The provider is not onboarded yet.'],
    [
      'a nil return over a submission',
      'UNKNOWN',
      { latestStatus: 'UPLOADED' },
      { type: 'NIL_RETURN_CREATED', actor: people.staff },
      'The provider already has a submission for this collection.',
    ],
    [
      'a nil return beside an upload',
      'UNKNOWN',
      { latestStatus: 'UPLOAD_ERROR', uploadUnderWay: true },
      { type: 'NIL_RETURN_CREATED', actor: people.staff },
      'Another upload for this collection is in progress. Wait for it to finish, or cancel it.',
    ],
    [
      'a wrong moment',
      'APPROVED',
      {},
      { type: 'APPROVE', actor: people.analyst },
      '"Approve" is not possible while the status is "Approved".',
    ],
    [
      'no stored file',
      'SCHEMA_CHECK_ERROR',
      { hasStoredFile: false },
      { type: 'REPROCESSED', actor: people.admin },
      'There is no stored file to re-process.',
    ],
    [
      're-processing what is no longer the latest',
      'SCHEMA_CHECK_ERROR',
      { hasStoredFile: true, isLatest: false },
      { type: 'REPROCESSED', actor: people.admin },
      'A later submission has replaced this one.',
    ],
    [
      're-processing in an archive',
      'SIGNED_OFF',
      { hasStoredFile: true, collectionState: 'Archived' },
      { type: 'REPROCESSED', actor: people.admin },
      'You can re-process a collection only while it is Open, Closed or in Historic amendment.',
    ],
    [
      'an amendment of an open collection',
      'SIGNED_OFF',
      {},
      { type: 'HISTORIC_AMENDMENT_REQUESTED', actor: people.admin },
      'The collection is not in the state Historic amendment.',
    ],
  ])('refuse with their own sentence: %s', (_, status, facts, event, reason) => {
    expect(reasonOf(status, { ...openFacts, ...facts }, event)).toEqual({ kind: 'conflict', reason })
  })

  it.each<[StatusName, LifecycleEvent]>([
    ['ANALYST_APPROVAL', { type: 'APPROVE', actor: people.analyst }],
    ['AGENCY_APPROVAL', { type: 'APPROVE', actor: people.analyst }],
    ['AGENCY_APPROVAL', { type: 'DECLINE', actor: people.analyst, hasNote: true }],
    ['SC_APPROVAL', { type: 'APPROVE', actor: people.regulator }],
    ['APPROVED', { type: 'REQUEST_RESUBMISSION', actor: people.admin }],
    ['PROVIDER_SIGNOFF', { type: 'SIGN_OFF', actor: people.admin }],
  ])(
    'at %s let nobody decide in an archive, though a closed collection does (decisions §10): %o',
    (status, event) => {
      const inState = (collectionState: Facts['collectionState']) =>
        reasonOf(status, { ...openFacts, hasStoredFile: true, collectionState }, event)
      expect(inState('Closed')).toBeUndefined()
      expect(inState('Archived')).toEqual({
        kind: 'conflict',
        reason: 'The collection is archived, so its submissions are read-only.',
      })
    },
  )

  it('name the missing right', () => {
    expect(reasonOf('QUALITY_PROCESSING_COMPLETE', openFacts, { ...submit, actor: people.guest })).toEqual({
      kind: 'forbidden',
      reason: 'You do not have a valid role to submit for approval',
    })
    expect(reasonOf('SC_APPROVAL', openFacts, { type: 'APPROVE', actor: people.otherRegulator })).toEqual({
      kind: 'forbidden',
      reason: "Only an analyst of the provider's regulator can approve or decline at this stage.",
    })
  })

  it.each([
    ['who uploaded', { uploaderId: people.admin.userId }],
    ['who submitted', { submitterId: people.admin.userId }],
  ] as [string, Partial<Facts>][])(
    'let nobody approve or sign off alone: %s is told that somebody else has to',
    (_, who) => {
      const facts = { ...openFacts, ...who }
      const own = {
        kind: 'forbidden',
        reason: 'You uploaded or submitted this file, so someone else must approve it.',
      }
      for (const status of ['ANALYST_APPROVAL', 'AGENCY_APPROVAL'] as const)
        expect(reasonOf(status, facts, { type: 'APPROVE', actor: people.admin })).toEqual(own)
      expect(reasonOf('PROVIDER_SIGNOFF', facts, { type: 'SIGN_OFF', actor: people.admin })).toEqual({
        kind: 'forbidden',
        reason: 'You uploaded or submitted this file, so someone else must sign it off.',
      })
      // Another of the same organisation may; and to take one's own work back needs no second person.
      expect(explain('AGENCY_APPROVAL', facts, { type: 'APPROVE', actor: people.staff }).allowed).toBe(true)
      const decline = { type: 'DECLINE', actor: people.admin, hasNote: true } as const
      expect(explain('AGENCY_APPROVAL', facts, decline).allowed).toBe(true)
    },
  )

  it('name the missing right before the missing second person', () => {
    const facts = { ...openFacts, uploaderId: people.signOff.userId }
    expect(reasonOf('AGENCY_APPROVAL', facts, { type: 'APPROVE', actor: people.signOff })).toEqual({
      kind: 'forbidden',
      reason: 'Only Bedel staff can approve or decline at this stage.',
    })
  })

  it('each have a sentence for both sides', () => {
    const event: LifecycleEvent = { ...submit }
    for (const [name, { holds, fails }] of Object.entries(guards)) {
      const sentence = inEnglish(typeof fails === 'function' ? fails(openFacts, event) : fails)
      expect([name, inEnglish(holds).length > 10, sentence.length > 10]).toEqual([name, true, true])
    }
  })
})

describe('the upload that the dashboard offers without the chart', () => {
  it('agrees with the chart in every situation', () => {
    const latest = [undefined, ...statuses.map(({ name }) => name)]
    const flags = [true, false]
    const situations = submissionModes.flatMap(mode =>
      collectionStateNames.flatMap(collectionState =>
        latest.flatMap(latestStatus =>
          flags.flatMap(allowSubmissions =>
            flags.flatMap(onboarded =>
              flags.map(uploadUnderWay => ({
                ...openFacts,
                mode,
                collectionState,
                latestStatus,
                allowSubmissions,
                onboarded,
                uploadUnderWay,
              })),
            ),
          ),
        ),
      ),
    )
    const isTaken = (facts: Facts): boolean => {
      const actor = facts.mode === 'ovt' ? people.ovtSubmitter : people.submitter
      return explain('UNKNOWN', facts, { type: 'UPLOAD_REQUESTED', actor }).refusal === undefined
    }
    expect(situations.some(isTaken) && !situations.every(isTaken)).toBe(true)
    expect(situations.filter(facts => takesUpload(facts) !== isTaken(facts))).toEqual([])
  })
})
