import { randomUUID } from 'node:crypto'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import type { Call } from '../../../src/domain/wire/call.ts'
import * as files from '../../../src/domain/wire/files.ts'
import * as submissions from '../../../src/domain/wire/submissions.ts'
import type { LifecycleEvent, UserEventType } from '../../../src/machines/submission-lifecycle/index.ts'

/** Everyone of every kind: the provider's own people, another provider's, the agency, regulators. */
export const people = [
  'ashby-submitter',
  'ashby-signoff',
  'ashby-ovt',
  'ashby-guest',
  'brackley-signoff',
  'bedel-admin',
  'bedel-analyst',
  'bedel-staff',
  'bedel-anon',
  'ohe-analyst',
  'ohe-delivery',
  'fcw-analyst',
  'ttb-analyst',
] as const

export interface Gesture {
  call: Call
  /** The call as the browser makes it. `target` is the status that the caller expects. */
  make: (
    id: string,
    target: number,
    /** Whether what is asked for with it goes along: the terms accepted, a note. True unless said otherwise. */
    isGiven?: boolean,
  ) => { method: string; path: string; body?: unknown }
  event: (actor: UserPrincipal, isGiven?: boolean) => LifecycleEvent
}

const update =
  (action: string): Gesture['make'] =>
  (id, statusId, isGiven = true) => ({
    method: 'POST',
    path: `/submissions/update-state/${id}`,
    body: { action, statusId, termsAccepted: isGiven, ...(isGiven ? { note: 'The dates are wrong.' } : {}) },
  })

/** Where a submission belongs. */
export interface Place {
  instId: string
  collectionId: string
  reference: string
  mode: SubmissionMode
}

const ashby: Place = { instId: '0001', collectionId: 'c23056', reference: '23056', mode: 'live' }

export const uploadBody = (submissionUuid: string, { instId, collectionId }: Place = ashby) => ({
  submissionUuid,
  fileName: 'new.xml',
  fileSize: 10,
  instId,
  collectionId,
})

/** How each event of the chart that people cause is sent, for submissions of one place. */
export const gesturesAt = (place: Place): Record<UserEventType, Gesture> => {
  const { instId, collectionId, reference, mode } = place
  const isOvt = mode === 'ovt'
  return {
    UPLOAD_REQUESTED: {
      call: isOvt ? files.requestOvtUpload : files.requestUpload,
      make: id => ({
        method: 'POST',
        path: isOvt ? '/files/ovt/uploadRequest' : '/files/uploadRequest',
        body: uploadBody(id, place),
      }),
      event: actor => ({ type: 'UPLOAD_REQUESTED', actor }),
    },
    UPLOAD_CANCELLED: {
      call: isOvt ? files.cancelOvtUpload : files.cancelUpload,
      make: id => ({
        method: 'POST',
        path: isOvt ? '/files/ovt/cancel-upload' : '/files/cancel-upload',
        body: uploadBody(id, place),
      }),
      event: actor => ({ type: 'UPLOAD_CANCELLED', actor }),
    },
    NIL_RETURN_CREATED: {
      call: submissions.createNilSubmission,
      make: () => ({
        method: 'POST',
        path: '/submissions/create-nil-submission',
        body: { instId, collectionId },
      }),
      event: actor => ({ type: 'NIL_RETURN_CREATED', actor }),
    },
    NIL_RETURN_WITHDRAWN: {
      call: submissions.withdrawNilReturn,
      make: id => ({ method: 'POST', path: `/submissions/${id}/withdraw-nil-return` }),
      event: actor => ({ type: 'NIL_RETURN_WITHDRAWN', actor }),
    },
    SUBMIT: {
      call: submissions.updateState,
      make: update('submit'),
      event: (actor, termsAccepted = true) => ({ type: 'SUBMIT', actor, termsAccepted }),
    },
    APPROVE: {
      call: submissions.updateState,
      make: update('approve'),
      event: (actor, hasNote = true) => ({ type: 'APPROVE', actor, hasNote }),
    },
    DECLINE: {
      call: submissions.updateState,
      make: update('decline'),
      event: (actor, hasNote = true) => ({ type: 'DECLINE', actor, hasNote }),
    },
    REQUEST_SIGN_OFF: {
      call: submissions.updateState,
      make: update('Provider sign-off'),
      event: (actor, termsAccepted = true) => ({ type: 'REQUEST_SIGN_OFF', actor, termsAccepted }),
    },
    SIGN_OFF: {
      call: submissions.signOffSubmission,
      make: (id, _, isGiven = true) => ({
        method: 'POST',
        path: `/submissions/${id}/signoff`,
        body: isGiven ? { note: 'The form came by post.' } : {},
      }),
      event: (actor, hasNote = true) => ({ type: 'SIGN_OFF', actor, hasNote }),
    },
    FORM_REFUSED: {
      call: submissions.refuseForm,
      make: (id, _, isGiven = true) => ({
        method: 'POST',
        path: `/submissions/${id}/refuse-form`,
        body: isGiven ? { note: 'The signature is missing.' } : {},
      }),
      event: (actor, hasNote = true) => ({ type: 'FORM_REFUSED', actor, hasNote }),
    },
    REQUEST_RESUBMISSION: {
      call: submissions.requestResubmission,
      make: (id, _, isGiven = true) => ({
        method: 'POST',
        path: `/submissions/${id}/request-resubmission/`,
        body: isGiven ? { note: 'The dates are wrong.' } : {},
      }),
      event: (actor, hasNote = true) => ({ type: 'REQUEST_RESUBMISSION', actor, hasNote }),
    },
    HISTORIC_AMENDMENT_REQUESTED: {
      call: submissions.requestHistoricAmendment,
      make: () => ({
        method: 'POST',
        path: '/submissions/update-to-resubmission-required-historic-amendment',
        body: { instIds: [instId], collectionReference: reference },
      }),
      event: actor => ({ type: 'HISTORIC_AMENDMENT_REQUESTED', actor }),
    },
    REPROCESSED: {
      call: submissions.reprocess,
      make: () => ({
        method: 'POST',
        path: `/collections/${reference}/reprocess`,
        body: { instIds: [instId], withSubmitted: true },
      }),
      event: actor => ({ type: 'REPROCESSED', actor }),
    },
    HISTORY_REQUESTED: {
      call: submissions.makeHistory,
      make: id => ({ method: 'POST', path: `/submissions/${id}/make-history` }),
      event: actor => ({ type: 'HISTORY_REQUESTED', actor }),
    },
  }
}

/** The same for live submissions of the University of Ashby; an upload always begins a submission of its own. */
export const gestures: Record<UserEventType, Gesture> = {
  ...gesturesAt(ashby),
  UPLOAD_REQUESTED: {
    ...gesturesAt(ashby).UPLOAD_REQUESTED,
    make: () => gesturesAt(ashby).UPLOAD_REQUESTED.make(randomUUID(), 0),
  },
}

/** Events that bring a submission into being: the chart is asked at "unknown". */
export const births: readonly UserEventType[] = ['UPLOAD_REQUESTED', 'NIL_RETURN_CREATED']
