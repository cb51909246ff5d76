import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type CollectionStateName, collectionStateOf } from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { factsFromWire, factsToWire } from '../../src/domain/wire/facts.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { loadChart } from '../../src/features/inspector/charts.ts'
import { View as FailuresView } from '../../src/features/inspector/failures/View.tsx'
import { Component as CollectionMonitoring } from '../../src/features/monitoring/CollectionMonitoring.tsx'
import { Component as Approval } from '../../src/features/submissions/approval/page.tsx'
import { Component as SubmissionLayout } from '../../src/features/submissions/layout/page.tsx'
import { Component as ManageSubmissions } from '../../src/features/submissions/manage/page.tsx'
import { Component as SignOff } from '../../src/features/submissions/sign-off/page.tsx'
import { Component as Submit } from '../../src/features/submissions/submit/page.tsx'
import { Component as Upload } from '../../src/features/submissions/upload/page.tsx'
import {
  explain,
  type Facts,
  type LifecycleEvent,
  leafIdOf,
  type UserEvent,
} from '../../src/machines/submission-lifecycle/index.ts'
import type { Message } from '../../src/messages/message.ts'
import { messagesFor, textOf } from '../../src/messages/messages.ts'
import {
  collection,
  guest,
  history,
  listRow,
  signOffPerson,
  submission,
  submissionId,
} from './submissions/fixtures.ts'
import { monitoringRow } from './support/monitoring.ts'
import { type Answers, analyst, show } from './support/services.tsx'

/*
 * Issue 4 §1.8: the sentences of "why not?" stand at every disabled action of the portal. Each action is drawn by its
 * route, refused by what the API tells, and has to say what the chart (or the table of permissions) says of the same
 * facts, to the keyboard and to a screen reader.
 */
const lifecycle = await loadChart('submissionLifecycle')
const staff: UserPrincipal = { ...analyst, roles: [] }
const signer: UserPrincipal = { ...signOffPerson, roles: ['sign-off'] }

interface Refused {
  user?: UserPrincipal
  at: string
  screen: ReactNode
  answers: Answers
  /** Opens what the action stands in. */
  behind?: string
  /** Role and name of the action. */
  action: readonly ['button' | 'checkbox' | 'menuitem', string]
  sentence: string
}

const pages = (
  <Routes>
    <Route path="/submissions/:collectionId/:submissionId" element={<SubmissionLayout />}>
      <Route path="upload" element={<Upload />} />
      <Route path="submit" element={<Submit />} />
      <Route path="approval" element={<Approval />} />
      <Route path="signoff" element={<SignOff />} />
    </Route>
  </Routes>
)

interface Situation {
  user?: UserPrincipal
  facts?: Partial<SubmissionWire['facts']>
  change?: Partial<SubmissionWire>
}

/** A page of a submission, and what the chart says to an event there. */
const onPage = (
  page: 'upload' | 'submit' | 'approval' | 'signoff',
  status: StatusName,
  { user = signOffPerson, facts, change }: Situation,
  action: Refused['action'],
  sentenceOf: (status: StatusName, facts: Facts, actor: UserPrincipal) => string | undefined,
): Refused => {
  const plain = submission(status, change)
  const shown: SubmissionWire = { ...plain, facts: { ...plain.facts, ...facts } }
  return {
    user,
    at: `/submissions/c-23056/${submissionId}/${page}`,
    screen: pages,
    answers: {
      'GET /submissions/{id}': shown,
      'GET /collections/{reference}': collection(),
      'GET /submissions/{id}/commit-allowed-status': {
        submissionStatuses: { ...shown.facts.blockers, openIssues: 0, ruleFailures: 0 },
        commitNotAllowedReasons: [],
      },
      'GET /submissions/{id}/lifecycle': { events: [] },
    },
    action,
    sentence: sentenceOf(status, factsFromWire(shown.facts), user) ?? '',
  }
}

const wordsOf = (message: Message | undefined) => message && textOf('en', message)

const refusalOf = (status: StatusName, facts: Facts, event: LifecycleEvent): string | undefined =>
  wordsOf(explain(status, facts, event).refusal?.reason)

const submit = (given: Situation, status: StatusName = 'QUALITY_PROCESSING_COMPLETE', termsAccepted = true) =>
  onPage('submit', status, given, ['button', 'Submit for approval'], (at, facts, actor) =>
    refusalOf(at, facts, { type: 'SUBMIT', actor, termsAccepted }),
  )

const requestSignOff = (given: Situation, termsAccepted = true) =>
  onPage('signoff', 'APPROVED', given, ['button', 'Request sign-off'], (at, facts, actor) =>
    refusalOf(at, facts, { type: 'REQUEST_SIGN_OFF', actor, termsAccepted }),
  )

/** The terms' box of a page is refused by what refuses its button. */
const itsBox = (refused: Refused, name: string): Refused => ({ ...refused, action: ['checkbox', name] })

const newUpload = (page: 'upload' | 'approval', status: StatusName, name: string, given: Situation) =>
  onPage(page, status, given, ['button', name], (_, facts, actor) =>
    refusalOf('UNKNOWN', facts, { type: 'UPLOAD_REQUESTED', actor }),
  )

const manage = (
  change: Parameters<typeof collection>[0],
  latest: StatusName,
  user = signOffPerson,
): Refused => {
  const shown = collection(change)
  const facts: Facts = {
    ...factsFromWire(submission(latest).facts),
    isLatest: false,
    collectionState: shown.state.name as CollectionStateName,
    allowSubmissions: shown.allowSubmissions,
    latestStatus: latest,
    uploadUnderWay: latest === 'UPLOADING',
  }
  return {
    user,
    at: '/submissions',
    screen: <ManageSubmissions />,
    answers: {
      'GET /providers/{instId}/collections': { collections: [shown] },
      'GET /submissions': { submissions: [listRow(latest, { Facts: factsToWire(facts) })] },
    },
    action: ['button', `Upload file to ${shown.name}`],
    sentence: refusalOf('UNKNOWN', facts, { type: 'UPLOAD_REQUESTED', actor: user }) ?? '',
  }
}

const rowMenu = (
  type: 'NIL_RETURN_CREATED' | 'REPROCESSED' | 'APPROVE' | 'SIGN_OFF' | 'REQUEST_RESUBMISSION',
  name: string,
  status: StatusName | undefined,
  state: CollectionStateName,
  fileHash: string | null = 'hash',
  persons: Partial<Pick<Facts, 'uploaderId' | 'submitterId'>> = {},
): Refused => {
  const facts: Facts = {
    ...factsFromWire(submission(status ?? 'UNKNOWN').facts),
    collectionState: state,
    hasStoredFile: status !== undefined && fileHash !== null,
    latestStatus: status,
    ...persons,
  }
  return {
    at: '/monitoring/23056',
    screen: (
      <Routes>
        <Route path="/monitoring/:reference" element={<CollectionMonitoring />} />
      </Routes>
    ),
    answers: {
      'GET /collections/{reference}': collection({ state: collectionStateOf(state) }),
      'GET /collections/{reference}/submissions': {
        submissions: [monitoringRow('0001', status, {}, { fileHash }, factsToWire(facts))],
      },
      'GET /regulators': { regulators: [] },
    },
    behind: 'More actions for Provider 0001',
    action: ['menuitem', name],
    sentence: refusalOf(status ?? 'UNKNOWN', facts, { type, actor: analyst } satisfies UserEvent) ?? '',
  }
}

const reprocess = (
  user: UserPrincipal,
  state: CollectionStateName,
  row: { isLatest?: boolean; hasStoredFile?: boolean } = {},
): Refused => {
  const status = 'PROVISIONING_ERROR'
  const { isLatest = true, hasStoredFile = true } = row
  const facts: Facts = {
    ...factsFromWire(submission(status).facts),
    collectionState: state,
    isLatest,
    hasStoredFile,
  }
  const event = { type: 'REPROCESSED', actor: user } as const
  return {
    user,
    at: `/inspector?view=failures&state=${leafIdOf(status)}`,
    screen: <FailuresView chart={lifecycle} />,
    answers: {
      'GET /collections': {
        collections: [collection({ state: collectionStateOf(state) })],
        pagingMetadata: { total: 1 },
      },
      'GET /inspection/{reference}/failures': { failures: [] },
      'GET /inspection/{reference}/submissions': {
        total: 1,
        submissions: [
          {
            submissionId,
            instId: '0001',
            providerName: 'University of Ashby',
            fileName: 'student.xml',
            statusId: statusOf(status).id,
            isLatest,
            hasStoredFile,
            since: '2024-11-01T11:03:00Z',
            facts: factsToWire(facts),
          },
        ],
      },
    },
    action: ['button', 'Re-process'],
    sentence: refusalOf(status, facts, event) ?? '',
  }
}

const blocked = { ...submission('UNKNOWN').facts.blockers, operationalFailures: true }

const refusedActions: readonly (readonly [string, Refused])[] = [
  ['submit: the terms', submit({}, undefined, false)],
  ['submit: another role', submit({ user: guest })],
  ['submit: an older submission', submit({ facts: { isLatest: false } })],
  ['submit: a closed collection', submit({ facts: { collectionState: 'Closed' } })],
  ['submit: blockers', submit({ facts: { blockers: blocked } })],
  ['submit: still processing', submit({}, 'QUALITY_RULES')],
  [
    'submit: its box',
    itsBox(
      submit({ facts: { collectionState: 'Closed' } }),
      messagesFor('en', 'submissions.submit')('terms'),
    ),
  ],
  ['request sign-off: the terms', requestSignOff({}, false)],
  ['request sign-off: another role', requestSignOff({ user: guest })],
  ['request sign-off: an older submission', requestSignOff({ facts: { isLatest: false } })],
  ['request sign-off: a closed collection', requestSignOff({ facts: { collectionState: 'Closed' } })],
  ['upload another file: signed off', newUpload('upload', 'SIGNED_OFF', 'Upload a new file', {})],
  [
    'upload again after a failure: a closed collection',
    newUpload('upload', 'UPLOAD_ERROR', 'Upload a new file', { facts: { collectionState: 'Closed' } }),
  ],
  [
    'upload after a request for a resubmission: another upload under way',
    newUpload('approval', 'RESUBMISSION_REQUIRED', 'Upload a new file', {
      facts: { uploadUnderWay: true },
      change: {
        stateHistory: history('QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL', 'RESUBMISSION_REQUIRED'),
      },
    }),
  ],
  [
    'cancel an upload elsewhere: another role',
    onPage('upload', 'UPLOADING', { user: signer }, ['button', 'Cancel'], (at, facts, actor) =>
      refusalOf(at, facts, { type: 'UPLOAD_CANCELLED', actor }),
    ),
  ],
  [
    'upload from the list: a closed collection',
    manage({ state: collectionStateOf('Closed') }, 'QUALITY_RULES'),
  ],
  ['upload from the list: no submissions taken', manage({ allowSubmissions: false }, 'QUALITY_RULES')],
  ['upload from the list: signed off', manage({}, 'SIGNED_OFF')],
  ['upload from the list: another upload', manage({}, 'UPLOADING')],
  ['upload from the list: another role', manage({}, 'QUALITY_RULES', guest)],
  [
    'nil return: a closed collection',
    rowMenu('NIL_RETURN_CREATED', 'Create nil return', undefined, 'Closed'),
  ],
  [
    're-process a row: an archived collection',
    rowMenu('REPROCESSED', 'Re-process', 'QUALITY_RULES_ERROR', 'Archived'),
  ],
  ['approve a row: an archived collection', rowMenu('APPROVE', 'Approve', 'AGENCY_APPROVAL', 'Archived')],
  [
    'request a resubmission of a row: an archived collection',
    rowMenu('REQUEST_RESUBMISSION', 'Decline', 'APPROVED', 'Archived'),
  ],
  [
    'approve a row: the viewer uploaded it',
    rowMenu('APPROVE', 'Approve', 'AGENCY_APPROVAL', 'Open', 'hash', { uploaderId: analyst.userId }),
  ],
  [
    'sign off a row: the viewer submitted it',
    rowMenu('SIGN_OFF', 'Sign-off submission', 'PROVIDER_SIGNOFF', 'Open', 'hash', {
      submitterId: analyst.userId,
    }),
  ],
  ['re-process a row: no file', rowMenu('REPROCESSED', 'Re-process', 'QUALITY_RULES_ERROR', 'Open', null)],
  ['re-process a failure: another role', reprocess(staff, 'Open')],
  ['re-process a failure: an archived collection', reprocess(analyst, 'Archived')],
  ['re-process a failure: no file', reprocess(analyst, 'Open', { hasStoredFile: false })],
  ['re-process a failure: an older submission', reprocess(analyst, 'Open', { isLatest: false })],
  [
    'download the file: another role',
    onPage(
      'upload',
      'QUALITY_RULES',
      { user: guest },
      ['button', 'Download Original File'],
      () => 'Withheld: requires the Submitter or Sign-off role',
    ),
  ],
  [
    'download the sign-off form: another role',
    onPage(
      'signoff',
      'PROVIDER_SIGNOFF',
      { user: guest },
      ['button', 'Download sign-off form'],
      () => 'You do not have a valid role to download the sign-off form.',
    ),
  ],
]

describe('an action that is refused says why, in the words of what refuses it', () => {
  it.each(refusedActions)(
    '%s',
    async (_, { user, at, screen: element, answers, behind, action, sentence }) => {
      expect(sentence).not.toBe('')
      const shown = await show(element, { ...(user ? { user } : {}), at, answers })
      if (behind) await shown.user.click(await screen.findByRole('button', { name: behind }))
      const [role, name] = action
      const found = await screen.findByRole(role, { name, description: sentence })
      found.focus()
      expect(document.activeElement).toBe(found)
      expect(found.getAttribute(role === 'checkbox' ? 'aria-readonly' : 'aria-disabled')).toBe('true')
    },
  )
})
