import { describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { Screen } from '../../src/domain/routes.ts'
import { type StatusName, statusTable } from '../../src/domain/status.ts'
import { isExhaustive } from '../server/support/exhaustive.ts'
import { leadsOn } from '../support/leadsOn.ts'
import { signOffPerson } from './submissions/fixtures.ts'
import { admin, checked, mirror, own } from './support/pages.tsx'
import { withoutFile, wordsAt } from './support/pagesAt.tsx'
import { validator } from './support/people.ts'

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
  transfersIn: 'is a report that needs no file',
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
  tolerances: 'is about tolerances',
  toleranceImport: 'is about tolerances',
  schemas: 'is about schemas',
  newSchema: 'is a form',
  rulesets: 'is about rulesets',
  newRuleset: 'is a form',
  ruleset: 'is about rules',
  rulesetDifference: 'compares rulesets',
  ruleSource: 'is about a rule',
  providers: 'is about the register',
  users: 'is about people',
  registerImport: 'is about the register',
  provider: 'is about the register',
  providerDetails: 'is about the register',
  publishedSpecifications: 'is about specifications',
  publishedSpecification: 'is about a specification',
  validate: 'is about a file on the computer',
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

/** That time as headers and lists write it (UTC), and as logs do (London). */
const uploadTimes = /14 Oct(ober)? 2024 09:30|14\/10\/2024 10:30/

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
