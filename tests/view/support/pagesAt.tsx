import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { type CollectionStateName, collectionStateOf } from '../../../src/domain/collection.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { StatusName } from '../../../src/domain/status.ts'
import { factsFromWire } from '../../../src/domain/wire/facts.ts'
import type { SubmissionWire } from '../../../src/domain/wire/submissions.ts'
import { standingOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { awaited, collection, listRow, submission, submissionId } from '../submissions/fixtures.ts'
import { monitoringRow } from './monitoring.ts'
import { Pages } from './pages.tsx'
import { providerOverview } from './providerOverview.ts'
import { type Answers, aWhile, show } from './services.tsx'
import { standingAnswer, tasksAnswer } from './tasks.ts'

export const withoutFile = (status: StatusName) => status === 'UPLOADING' || status === 'UPLOAD_ERROR'
export const uploadedThen = '2024-10-14T09:30:00Z'
/** What the server answers about one provider, whose latest submission of the collection is at the status. */
export const answersAt = (
  status: StatusName,
  state: CollectionStateName,
  mode: 'live' | 'ovt',
  user: UserPrincipal,
): Answers => {
  const takesFiles = state === 'Open' || state === 'Historic amendment'
  const plain = submission(status)
  const facts: SubmissionWire['facts'] = {
    ...plain.facts,
    mode,
    collectionState: state,
    hasStoredFile: !withoutFile(status),
    uploadUnderWay: status === 'UPLOADING',
  }
  const shown: SubmissionWire = {
    ...plain,
    uploaded: uploadedThen,
    isOvt: mode === 'ovt',
    stateHistory: [],
    facts,
    liveSequence: 0,
  }
  const asked = collection({
    state: collectionStateOf(state),
    allowSubmissions: takesFiles,
    newSubmission: { live: { ...facts, mode: 'live' }, ovt: { ...facts, mode: 'ovt' } },
  })
  const paging = { totalResultsCount: 1, limit: 1000, offset: 0 }
  const report = { validations: [], comparedWith: null, uploads: [], pagingMetadata: paging }
  const row = listRow(status, { Facts: facts, Uploaded: uploadedThen })
  const [overview] = providerOverview.collections.filter(({ latest }) => latest)
  const upload = overview?.latest && {
    ...overview.latest,
    uuid: submissionId,
    uploaded: uploadedThen,
    statusSince: '2024-10-20T10:00:00Z',
    status: plain.status,
  }
  return {
    'GET /submissions/{id}': shown,
    'GET /submissions/ovt/{id}': shown,
    'GET /submissions/{id}/lifecycle': { events: [] },
    'GET /submissions/{id}/notes': { notes: [] },
    'GET /submissions/{id}/commit-allowed-status': {
      submissionStatuses: { ...facts.blockers, openIssues: 0, ruleFailures: 0 },
      commitNotAllowedReasons: [],
      blockingRules: 0,
    },
    'GET /submissions/{id}/summary': { outsideTolerance: 0, insideTolerance: 0, credibilityIssues: 0 },
    'GET /submissions': { submissions: [row] },
    'GET /submissions/ovt': { submissions: [row] },
    // The dashboard asks for collections in which there is something to do.
    'GET /providers/{instId}/collections': ({ query }: { query: { 'state[]'?: readonly string[] } }) => ({
      collections: query['state[]']?.includes(collectionStateOf(state).code) === false ? [] : [asked],
    }),
    'GET /collections': { collections: [asked], pagingMetadata: paging },
    'GET /collections/{reference}': asked,
    'GET /collections/{reference}/step-summary': { steps: [] },
    'GET /collections/{reference}/burn-up': {
      providers: 1,
      today: '2024-11-23',
      deadline: null,
      days: [],
      before: null,
    },
    'GET /collections/{reference}/events': { events: [] },
    'GET /tasks': tasksAnswer([], [standingAnswer(asked.id, standingOf(status, factsFromWire(facts), user))]),
    'GET /collections/{reference}/cost-centres': {
      costCentres: 0,
      providers: 0,
      sentUtc: null,
      sentBy: null,
    },
    'GET /collections/{reference}/submissions': {
      submissions: [monitoringRow('0001', status, {}, { uploaded: uploadedThen }, facts)],
    },
    'GET /providers/{instId}/overview': {
      ...providerOverview,
      collections: overview
        ? [
            {
              ...overview,
              collection: { ...overview.collection, state: collectionStateOf(state) },
              latest: upload,
              awaitingParty: awaited(status),
            },
          ]
        : [],
      uploads: upload ? [upload] : [],
    },
    'GET /providers/{instId}/contacts': { contacts: providerOverview.contacts },
    'GET /providers/{instId}/reminders': { reminders: [] },
    'GET /submissions/{id}/validations': report,
    'GET /submissions/ovt/{id}/validations': report,
    'GET /credibility/{submissionId}/get-previous-submissions/{collectionId}/{instId}': {
      previousSubmissions: [],
      lastYear: null,
    },
    'GET /credibility/{submissionId}/get-reports/{providerId}': { chapters: [] },
    'GET /collection-reports/{submissionId}/reports': { reports: [] },
    'GET /specifications': { specifications: [] },
    'GET /regulators': { regulators: [] },
    'GET /jobs': { jobs: [] },
    'GET /notices': { notices: [], unread: 0, pagingMetadata: { ...paging, totalResultsCount: 0 } },
    'GET /issues': { issues: [], pagingMetadata: { ...paging, totalResultsCount: 0 } },
  }
}

/** Every sentence of the page about who acts next: below "Next" in lists, and after "Next:" elsewhere. */
const sentencesOnNext = (): string[] => {
  const ofLists = [...document.querySelectorAll('dt')]
    .filter(({ textContent }) => textContent === 'Next')
    .map(term => term.nextElementSibling?.textContent ?? '')
  const alone = [...document.querySelectorAll('p, strong')].flatMap(
    ({ textContent }) => /(?:Next: |(?=Nothing more to do))(.*)\.$/.exec(textContent ?? '')?.[1] ?? [],
  )
  return [...ofLists, ...alone]
}

/** The words of the page once it has settled, what it offers, and what it says of who acts next. */
export const wordsAt = async (
  { at, user }: { at: string; user: UserPrincipal },
  status: StatusName,
  state: CollectionStateName,
  { saysNext = false }: { saysNext?: boolean } = {},
) => {
  const answers = answersAt(status, state, at.startsWith('/online-validation') ? 'ovt' : 'live', user)
  await show(<Pages />, { at, user, answers })
  await vi.waitUntil(
    () =>
      document.querySelector('h1') &&
      !/\bLoading\b/.test(document.body.textContent ?? '') &&
      (!saysNext || sentencesOnNext().length > 0),
    aWhile,
  )
  const words = document.body.textContent ?? ''
  const next = sentencesOnNext()
  const offers = [...document.querySelectorAll('button, a[href]')]
    .filter(
      element => !(element as HTMLButtonElement).disabled && element.getAttribute('aria-disabled') !== 'true',
    )
    .map(({ textContent }) => textContent ?? '')
  cleanup()
  return { words, offers, next }
}
