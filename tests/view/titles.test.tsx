import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, type ProblemKind, problem } from '../../src/domain/problem.ts'
import type { Screen } from '../../src/domain/routes.ts'
import { leadsOn } from '../support/leadsOn.ts'
import { collection, signOffPerson, submission, submissionId } from './submissions/fixtures.ts'
import { Pages } from './support/pages.tsx'
import { guest, validator } from './support/people.ts'
import { providerOverview } from './support/providerOverview.ts'
import { type Answers, analyst, show } from './support/services.tsx'

/*
 * Page titles are the page name followed by the product name (specification 1 §1), on every page of the router and
 * whatever the server answers; a refusal is told as one, and what is not there as not found.
 */

beforeEach(() => {
  document.title = 'The page before'
})

const { id: collectionId } = collection()
const own = `/submissions/${collectionId}/${submissionId}`
const checkedId = 'checked-file'
const checked = `/online-validation/${collectionId}/${checkedId}`
const mirror = `/monitoring/23056/${collectionId}/0001/${submissionId}`

type Visit = [path: string, title: string, user?: UserPrincipal]

const open = (path: string, answers: Answers, user: UserPrincipal) =>
  show(<Pages />, { at: path, answers, user })

const titled = (title: string) => waitFor(() => expect(document.title).toBe(`${title} – Bedel`))

const complete = submission('QUALITY_PROCESSING_COMPLETE')
const checkedFile = submission('QUALITY_PROCESSING_COMPLETE', {
  uuid: checkedId,
  isOvt: true,
  facts: { ...complete.facts, submissionId: checkedId, mode: 'ovt' },
})
const answers: Answers = {
  'GET /submissions/{id}': complete,
  'GET /submissions/{id}/commit-allowed-status': {
    submissionStatuses: { ...complete.facts.blockers, ruleFailures: 0 },
    commitNotAllowedReasons: [],
  },
  'GET /providers/{instId}/collections': { collections: [collection()] },
  'GET /collections': { collections: [], pagingMetadata: { total: 0 } },
  'GET /collections/{reference}': collection(),
  'GET /collections/{reference}/submissions': { submissions: [] },
  'GET /providers/{instId}/overview': providerOverview,
  'GET /regulators': { regulators: [] },
  'GET /submissions': { submissions: [] },
}

/** Answers, and calls that never end where there is none: then a page has the title that it has while it loads. */
const never = () => new Promise<never>(() => undefined)
const orLoading = (given: Answers): Answers =>
  new Proxy(given, { has: () => true, get: (known, name: string) => (name in known ? known[name] : never) })

const admin: UserPrincipal = { ...analyst, roles: ['admin', 'analyst', 'anon-data-user'] }
const specifications = '/management/specifications'

/** What each screen is called, or why it is never seen. A new screen does not compile until it is in here. */
const visits: Record<Screen, readonly Visit[] | string> = {
  ...leadsOn,
  dashboard: [['/', 'Dashboard']],
  manageSubmissions: [['/submissions', 'Manage Submissions']],
  onlineValidation: [['/online-validation', 'Online Validation Tool', validator]],
  activityLog: [['/submissions/23056/activity-log', 'Activity log']],
  transfersIn: [[`/submissions/${collectionId}/transfers`, 'PGR Transfers In']],
  submissionLifecycle: [
    [`${own}/lifecycle`, 'Submission lifecycle'],
    [`${checked}/lifecycle`, 'Submission lifecycle', validator],
  ],
  submission: 'is what its pages stand in',
  upload: [
    [`${own}/upload`, 'Upload'],
    [`${checked}/upload`, 'Upload', validator],
  ],
  processing: [
    [`${own}/processing`, 'Processing'],
    [`${checked}/processing`, 'Processing', validator],
  ],
  quality: [
    [`${own}/reports`, 'Quality Assurance'],
    [`${checked}/reports`, 'Quality Assurance', validator],
  ],
  rule: [[`${own}/reports/quality/QR.1/5016`, 'QR.1']],
  students: [[`${own}/reports/students`, 'Findings by student']],
  student: [[`${own}/reports/students/5`, 'Student']],
  credibility: [[`${own}/reports/credibility/SEN1/0001`, 'SEN1']],
  additionalReport: [
    [`${own}/reports/additional-reports/FREQCOUNT`, 'Frequency Counts'],
    [`${own}/reports/additional-reports/NONE`, 'Report not found'],
  ],
  submit: [[`${own}/submit`, 'Submit']],
  approval: [[`${own}/approval`, 'Approval']],
  signOff: [[`${own}/signoff`, 'Sign Off']],
  monitoredCollections: [['/monitoring', 'Monitoring', analyst]],
  monitoredCollection: [['/monitoring/23056', 'Student 2023/24', analyst]],
  monitoredProvider: [['/monitoring/providers/0001', 'University of Ashby', analyst]],
  sector: [['/monitoring/23056/sector', 'Sector, Student 2023/24', analyst]],
  rulesAcross: [['/monitoring/23056/rules', 'Rules across providers, Student 2023/24', analyst]],
  issues: [['/issues', 'Issues']],
  issue: [['/issues/ISSUE-1', 'Issues']],
  account: [['/account', 'Account']],
  mails: [['/account/mails', 'Demonstration mailbox']],
  apiKeys: [['/suppliers', 'API keys']],
  newApiKey: [['/suppliers/keys/new', 'New API key']],
  webhooks: [['/suppliers/webhooks', 'Webhooks']],
  newWebhook: [['/suppliers/webhooks/new', 'New webhook']],
  webhook: [['/suppliers/webhooks/one', 'Loading the webhook']],
  supplierGuide: [['/suppliers/guide', 'Use the API']],
  notices: [['/notices', 'Notices']],
  audit: [['/management/audit', 'Audit', admin]],
  dataPseudonymisation: [['/management/data-pseudonymisation', 'Data Pseudonymisation', admin]],
  irisReprocessing: [['/iris-reprocessing', 'IRIS Re-processing', admin]],
  jobs: [['/management/jobs', 'Jobs', admin]],
  deliveryConfigurations: [['/management/delivery-config', 'Delivery configuration', admin]],
  newDeliveryConfiguration: [['/management/delivery-config/create', 'Create New Configuration', admin]],
  deliveryConfiguration: [['/management/delivery-config/one', 'Loading the configuration', admin]],
  editDeliveryConfiguration: [['/management/delivery-config/one/edit', 'Loading the configuration', admin]],
  deliveries: [['/delivery', 'Deliveries', admin]],
  delivery: [['/delivery/one', 'Loading the delivery', admin]],
  downloadsLog: [['/delivery/downloads-log', 'Downloads Log', admin]],
  collections: [['/management/collections', 'Collections', admin]],
  newCollection: [['/management/collections/new', 'New collection', admin]],
  collection: [['/management/collections/23056', 'Student 2023/24', admin]],
  collectionDetails: [['/management/collections/23056/details', 'Change details of Student 2023/24', admin]],
  bulkReprocessing: [
    [`/management/collections/bulk-reprocessing/${collectionId}/23056`, 'Bulk Reprocessing (23056)', admin],
  ],
  historicAmendment: [
    ['/management/collections/historic-amendment/22056', 'Historic Amendment (22056)', admin],
  ],
  specifications: [[specifications, 'Specifications', admin]],
  newSpecification: [[`${specifications}/specs/new`, 'Add New Specification', admin]],
  specification: [[`${specifications}/specs/1`, 'Loading the specification', admin]],
  specificationImpact: [[`${specifications}/specs/1/impact`, 'Loading the impact', admin]],
  specificationDifference: [[`${specifications}/specs/1/difference?with=2`, 'Comparing the versions', admin]],
  rulesetDifference: [[`${specifications}/rulesets/1/difference?with=2`, 'Comparing the versions', admin]],
  tolerances: [[`${specifications}/specs/1/tolerances`, 'Loading the tolerances', admin]],
  toleranceImport: [[`${specifications}/specs/1/tolerances/import`, 'Loading the tolerances', admin]],
  schemas: [[`${specifications}/schemas`, 'Schemas', admin]],
  newSchema: [[`${specifications}/schemas/new`, 'Publish a schema', admin]],
  rulesets: [[`${specifications}/rulesets`, 'Rulesets', admin]],
  newRuleset: [[`${specifications}/rulesets/new`, 'Publish a ruleset', admin]],
  ruleset: [[`${specifications}/rulesets/1`, 'Rules', admin]],
  ruleSource: [[`${specifications}/rules/QR.1?ruleset=1`, 'Rule QR.1', admin]],
  providers: [['/management/providers', 'Providers', admin]],
  users: [['/management/users', 'Users', admin]],
  registerImport: [['/management/providers/import', 'Import register', admin]],
  provider: [['/management/providers/0001', 'Loading the provider', admin]],
  providerDetails: [['/management/providers/0001/details', 'Loading the provider', admin]],
  publishedSpecifications: [['/specification', 'Specification']],
  publishedSpecification: [['/specification/23056', 'Loading the specification']],
  validate: [['/validate', 'Check an XML file']],
  accessibility: [['/accessibility', 'Accessibility statement']],
  inspector: [
    ['/inspector', 'Diagram – Submission lifecycle – Machine inspector', analyst],
    ['/inspector?view=text', 'Text – Submission lifecycle – Machine inspector', analyst],
    ['/inspector?view=heat', 'Heat map – Submission lifecycle – Machine inspector', analyst],
  ],
}

describe('the title of a page', () => {
  it.each<Visit>([
    ...Object.values(visits)
      .filter(found => typeof found !== 'string')
      .flat(),
    ['/no/such', 'Page not found'],
    ['/callback/other', 'Page not found'],
  ])('%s is %s', async (path, title, user = signOffPerson) => {
    const given = path.startsWith(checked)
      ? { ...answers, 'GET /submissions/ovt/{id}': checkedFile }
      : answers
    await open(path, orLoading(given), user)
    await titled(title)
  })

  it.each([
    ['/accessibility', ['Bedel', '']],
    ['/delivery', ['Bedel', '']],
    ['/delivery/downloads-log', ['Bedel', 'Deliveries', '']],
    ['/iris-reprocessing', ['Bedel', '']],
  ])('%s has the way back up, %s', async (path, labels) => {
    await open(path, orLoading(answers), admin)
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
    // The last one is the page itself, named by its heading.
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(labels)
  })

  it.each<Visit>([
    [`${own}/reports`, 'Submission'],
    ['/monitoring/23056', 'Monitoring', analyst],
  ])('stands on %s while it loads: %s', async (path, title, user = signOffPerson) => {
    await open(
      path,
      {
        ...answers,
        'GET /submissions/{id}': never,
        'GET /submissions/ovt/{id}': never,
        'GET /collections/{reference}': never,
      },
      user,
    )
    await titled(title)
  })
})

/** Everything that a call answers is this problem. */
const allRefuse = (kind: ProblemKind): Answers =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      has: () => true,
      get: () => () => {
        throw new ProblemError(problem(kind, 'The server says so.'))
      },
    },
  )
const only = (name: string, kind: ProblemKind): Answers => ({
  ...answers,
  [name]: () => {
    throw new ProblemError(problem(kind, 'The server says so.'))
  },
})

describe('a page that the server refuses', () => {
  it.each<Visit>([
    ['/submissions', 'Access Denied'],
    [`${own}/reports`, 'Access Denied'],
    [`${mirror}/reports`, 'Access Denied', analyst],
    ['/monitoring/23056', 'Access Denied', analyst],
  ])('%s shows the panel', async (path, title, user = signOffPerson) => {
    await open(path, allRefuse('forbidden'), user)
    expect(
      await screen.findByText('You do not have a valid role to view the content on this page.'),
    ).toBeTruthy()
    await titled(title)
  })

  it('shows it for what is a part of the page as well, with the rest of the page', async () => {
    await open(
      `${own}/reports/quality/QR.1/5016`,
      only('GET /submissions/{id}/validations/{validationId}', 'forbidden'),
      signOffPerson,
    )
    expect(await screen.findByRole('heading', { level: 2, name: 'Access Denied' })).toBeTruthy()
    await titled('Access Denied')
    expect(screen.getByRole('heading', { level: 1, name: complete.fileName })).toBeTruthy()
  })

  it('is not asked for where the role is known not to see it', async () => {
    await open('/submissions/23056/activity-log', {}, guest)
    expect(await screen.findByRole('heading', { level: 2, name: 'Access Denied' })).toBeTruthy()
    await titled('Access Denied')
  })
})

describe('a page whose subject there is not', () => {
  it.each<Visit>([
    ['/submissions/99999/activity-log', 'Collection not found'],
    [`${own}/reports`, 'Submission not found'],
    [`${mirror}/reports`, 'Submission not found', analyst],
    [`${own}/lifecycle`, 'Submission not found'],
    ['/monitoring/99999', 'Collection not found', analyst],
    ['/monitoring/99999/sector', 'Collection not found', analyst],
    ['/monitoring/99999/rules', 'Collection not found', analyst],
    ['/monitoring/providers/9999', 'Provider not found', analyst],
    ['/issues/none', 'Issue not found'],
    ['/specification/99999', 'Not found'],
    ['/suppliers/webhooks/none', 'Webhook not found.'],
    ['/delivery/none', 'Delivery not found', admin],
    ['/management/delivery-config/none', 'Configuration not found', admin],
    ['/management/delivery-config/none/edit', 'Configuration not found', admin],
    ['/management/collections/99999', 'Not found', admin],
    ['/management/collections/99999/details', 'Not found', admin],
    ['/management/collections/bulk-reprocessing/c99999/99999', 'Not found', admin],
    ['/management/collections/historic-amendment/99999', 'Not found', admin],
    ['/management/providers/9999', 'Not found', admin],
    ['/management/providers/9999/details', 'Not found', admin],
    [`${specifications}/specs/9`, 'Not found', admin],
    [`${specifications}/specs/9/impact`, 'Not found', admin],
    [`${specifications}/specs/9/difference`, 'Not found', admin],
    [`${specifications}/rulesets/9`, 'Not found', admin],
    [`${specifications}/rules/QR.9?ruleset=1`, 'Not found', admin],
  ])('%s: %s', async (path, title, user = signOffPerson) => {
    await open(path, allRefuse('not-found'), user)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await titled(title)
  })

  it.each<[name: string, path: string, answers: Answers]>([
    [
      'a specification that is not listed',
      `${specifications}/specs/9/difference`,
      { 'GET /specifications': { specifications: [] } },
    ],
    [
      'one collection by its id and another by its reference',
      '/management/collections/bulk-reprocessing/c22056/23056',
      answers,
    ],
  ])('named as %s', async (_, path, given) => {
    await open(path, orLoading(given), admin)
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy()
    await titled('Not found')
  })

  it.each<[string, string, string]>([
    ['reports/quality/QR.9/5016', 'GET /submissions/{id}/validations/{validationId}', 'Rule not found'],
    [
      'reports/credibility/NONE/0001',
      'GET /credibilityapi/credibilityreport/{reportCode}/{submissionId}',
      'Report not found',
    ],
  ])('%s of a submission', async (page, call, title) => {
    await open(`${own}/${page}`, only(call, 'not-found'), signOffPerson)
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy()
    await titled(title)
  })
})

describe('a page that fails to load', () => {
  it.each<Visit>([
    [`${own}/reports`, 'The submission failed to load.'],
    ['/monitoring/23056', 'The collection failed to load.', analyst],
  ])('%s is named by the failure, and asked for again', async (path, title, user = signOffPerson) => {
    let isDown = true
    const call = path.startsWith('/monitoring') ? 'GET /collections/{reference}' : 'GET /submissions/{id}'
    const shown = await open(
      path,
      {
        ...answers,
        [call]: () => {
          if (isDown) throw new ProblemError(problem('unavailable', 'Later.'))
          return answers[call]
        },
      },
      user,
    )
    await titled(title)
    isDown = false
    await shown.user.click(screen.getByRole('button', { name: 'Try again' }))
    await titled(path.startsWith('/monitoring') ? 'Student 2023/24' : 'Quality Assurance')
  })
})
