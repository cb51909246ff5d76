import { cleanup } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type CollectionStateName, collectionStateOf } from '../../src/domain/collection.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { Screen } from '../../src/domain/routes.ts'
import { type StatusName, statusTable } from '../../src/domain/status.ts'
import { turnOf } from '../../src/domain/tasks.ts'
import { blockersFromWire } from '../../src/domain/wire/facts.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { isExhaustive } from '../server/support/exhaustive.ts'
import { leadsOn } from '../support/leadsOn.ts'
import {
  awaited,
  collection,
  listRow,
  signOffPerson,
  submission,
  submissionId,
} from './submissions/fixtures.ts'
import { monitoringRow } from './support/monitoring.ts'
import { admin, checked, mirror, own, Pages } from './support/pages.tsx'
import { validator } from './support/people.ts'
import { providerOverview } from './support/providerOverview.ts'
import { type Answers, aWhile, show } from './support/services.tsx'
import { tasksAnswer } from './support/tasks.ts'

/*
 * Every page that shows the state of a collection or the status of a submission, in the states that hardly anybody sees:
 * closed, archived and deleted collections, a historic amendment, faults of the system and uploads without a file.
 */

interface Visit {
  at: string
  user: UserPrincipal
  /** What it names: the status of the submission, the state of the collection, who acts next. */
  names: readonly ('status' | 'state' | 'actor')[]
}
const visit = (at: string, user: UserPrincipal, ...names: Visit['names']): Visit => ({ at, user, names })

const pageOf = (page: string): Visit[] => [
  visit(`${own}/${page}`, signOffPerson, 'status'),
  visit(`${mirror}/${page}`, admin, 'status'),
  ...(['upload', 'processing', 'reports'].includes(page)
    ? [visit(`${checked}/${page}`, validator, 'status')]
    : []),
]

/** Where each screen shows a status or a state, or why it shows none. A new screen does not compile until it is in here. */
const visits: Record<Screen, readonly Visit[] | string> = {
  // Staff read counts on theirs.
  ...leadsOn,
  dashboard: [visit('/', signOffPerson, 'status', 'actor')],
  manageSubmissions: [visit('/submissions', signOffPerson, 'status')],
  onlineValidation: [visit('/online-validation', validator, 'status')],
  activityLog: 'lists what happened',
  submissionLifecycle: 'draws the chart',
  submission: 'is the frame of its pages',
  upload: pageOf('upload'),
  processing: pageOf('processing'),
  quality: pageOf('reports'),
  rule: 'is below the quality report, whose header it has',
  students: 'is below the quality report, whose header it has',
  student: 'is below the quality report, whose header it has',
  credibility: 'is below the quality report, whose header it has',
  additionalReport: 'is below the quality report, whose header it has',
  submit: pageOf('submit'),
  approval: pageOf('approval'),
  signOff: pageOf('signoff'),
  monitoredCollections: [visit('/monitoring', admin, 'state')],
  monitoredCollection: [visit('/monitoring/23056', admin, 'status', 'state', 'actor')],
  // It names no state of a collection.
  monitoredProvider: [visit('/monitoring/providers/0001', admin, 'status', 'actor')],
  sector: 'counts providers, whatever their status',
  rulesAcross: 'counts providers, whatever their status',
  issues: 'shows the status of issues',
  issue: 'shows the status of an issue',
  account: 'is about a person',
  mails: 'is about a person',
  apiKeys: 'is about software',
  newApiKey: 'is about software',
  webhooks: 'is about software',
  newWebhook: 'is about software',
  webhook: 'is about software',
  supplierGuide: 'is a text',
  notices: 'lists what happened',
  audit: 'lists what happened',
  dataPseudonymisation: 'lists signed-off submissions alone',
  irisReprocessing: 'lists outputs',
  jobs: 'lists jobs',
  deliveryConfigurations: 'is about deliveries',
  newDeliveryConfiguration: 'is about deliveries',
  deliveryConfiguration: 'is about deliveries',
  editDeliveryConfiguration: 'is about deliveries',
  deliveries: 'is about deliveries',
  delivery: 'is about deliveries',
  downloadsLog: 'lists what happened',
  collections: [visit('/management/collections', admin, 'state')],
  newCollection: 'makes a draft',
  collection: [visit('/management/collections/23056', admin, 'state')],
  collectionDetails: 'is a form',
  bulkReprocessing: [visit('/management/collections/bulk-reprocessing/c-23056/23056', admin)],
  historicAmendment: [visit('/management/collections/historic-amendment/23056', admin)],
  specifications: 'shows the state of specifications',
  newSpecification: 'is a form',
  specification: 'shows the state of a specification',
  specificationImpact: 'counts what would change',
  specificationDifference: 'compares specifications',
  schemas: 'is about schemas',
  newSchema: 'is a form',
  rulesets: 'is about rulesets',
  newRuleset: 'is a form',
  ruleset: 'is about rules',
  ruleSource: 'is about a rule',
  providers: 'is about the register',
  registerImport: 'is about the register',
  provider: 'is about the register',
  providerDetails: 'is about the register',
  publishedSpecifications: 'is about specifications',
  publishedSpecification: 'is about a specification',
  accessibility: 'is a text',
  inspector: 'draws the charts',
}

const everyVisit = Object.entries(visits).flatMap(([screen, found]) =>
  typeof found === 'string' ? [] : found.map(one => [screen, one.user.name, one] as const),
)

/** Each page meets one fault of the system in `npm test`, another one than the page before, and all of them in the exhaustive run. */
const faultsFor = (one: Visit): readonly StatusName[] =>
  isExhaustive
    ? faults
    : faults.slice(everyVisit.findIndex(([, , each]) => each === one) % faults.length).slice(0, 1)

const withoutFile = (status: StatusName) => status === 'UPLOADING' || status === 'UPLOAD_ERROR'
const uploadedThen = '2024-10-14T09:30:00Z'
/** That time as headers and lists write it (UTC), and as logs do (London). */
const uploadTimes = /14 Oct(ober)? 2024 09:30|14\/10\/2024 10:30/

/** What the server answers about one provider, whose latest submission of the collection is at the status. */
const answersAt = (status: StatusName, state: CollectionStateName, mode: 'live' | 'ovt'): Answers => {
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
    'GET /tasks': tasksAnswer(
      [],
      [
        {
          collectionId: asked.id,
          turn: turnOf(
            undefined,
            { status, isFormReturned: false, operationalFailures: false },
            blockersFromWire(facts.blockers),
          ),
        },
      ],
    ),
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

/** The words of the page once it has settled. */
const wordsAt = async ({ at, user }: Visit, status: StatusName, state: CollectionStateName) => {
  const answers = answersAt(status, state, at.startsWith('/online-validation') ? 'ovt' : 'live')
  await show(<Pages />, { at, user, answers })
  await vi.waitUntil(
    () => document.querySelector('h1') && !/\bLoading\b/.test(document.body.textContent ?? ''),
    aWhile,
  )
  const words = document.body.textContent ?? ''
  const offers = [...document.querySelectorAll('button, a[href]')]
    .filter(
      element => !(element as HTMLButtonElement).disabled && element.getAttribute('aria-disabled') !== 'true',
    )
    .map(({ textContent }) => textContent ?? '')
  cleanup()
  return { words, offers }
}

/** Specification 1 §4: what people read at each status. */
const labels: Partial<Record<StatusName, string>> = {
  UPLOADING: 'Uploading',
  UPLOAD_ERROR: 'Upload error',
  PROVISIONING_ERROR: 'Provisioning error',
  SCHEMA_CHECK_ERROR: 'Schema check error',
  RIGHT_TO_PROCESS_ERROR: 'Right to process check error',
  ENRICHMENT_ERROR: 'Enrichment error',
  SAVING_ENTITIES_ERROR: 'Processing error',
  QUALITY_RULES_ERROR: 'Quality rules error',
  CREDIBILITY_ERROR: 'Credibility reports error',
  COLLECTION_REPORTS_ERROR: 'Additional collection reports generation error',
}
const faults = (Object.keys(labels) as StatusName[]).filter(status => !withoutFile(status))

/** A part that is empty, broken, or says that something failed to load. */
const broken = /undefined|NaN|\[object|null|failed to load|could not be loaded|has no answer/i

describe.each(everyVisit)('%s, read by %s', (_screen, _name, one) => {
  it.each(faultsFor(one))('blames no fault of the system on the provider: %s', async status => {
    const { words } = await wordsAt(one, status, 'Open')
    expect.soft(words, status).not.toMatch(broken)
    if (one.names.includes('status')) expect.soft(words, status).toContain(labels[status])
    expect.soft(words, status).not.toMatch(/correct (the errors|your file|the file)|awaiting provider/i)
    if (one.names.includes('actor')) expect.soft(words, status).toContain('Bedel')
    expect.soft(words, status).not.toMatch(/Who acts next ?Provider/)
  })

  it.each(['UPLOADING', 'UPLOAD_ERROR'] as const)('shows no upload time at %s', async status => {
    const { words } = await wordsAt(one, status, 'Open')
    expect.soft(words, status).not.toMatch(broken)
    if (one.names.includes('status')) expect.soft(words, status).toContain(labels[status])
    expect.soft(words, status).not.toMatch(uploadTimes)
  })

  it.each(['Closed', 'Archived', 'Deleted', 'Historic amendment'] as const)(
    'shows a collection that is %s without a contradiction',
    async state => {
      const { words, offers } = await wordsAt(one, 'QUALITY_PROCESSING_COMPLETE', state)
      expect.soft(words).not.toMatch(broken)
      if (one.names.includes('state')) expect.soft(words).toContain(state)
      if (state === 'Deleted') expect.soft(words).not.toMatch(/still to (come|be released)/i)
      if (state !== 'Historic amendment') expect.soft(words).not.toMatch(/drop (the|your) (XML )?file/i)
      if (state !== 'Historic amendment')
        expect
          .soft(offers.filter(name => /^(Upload (a new )?file|Submit for approval)/.test(name)))
          .toEqual([])
    },
  )
})

it('the test has every status at which the system is at fault (decisions §3)', () => {
  const atFault = Object.entries(statusTable)
    .filter(([, { awaits, tone }]) => awaits === 'agency' && tone === 'failed')
    .map(([name]) => name)
  expect(faults.toSorted()).toEqual(atFault.toSorted())
})
