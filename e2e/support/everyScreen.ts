import type { Page } from '@playwright/test'
import type { Screen } from '../../src/domain/routes.ts'
import { leadsOn } from '../../tests/support/leadsOn.ts'
import { openReport, raiseIssue } from '../journeys/steps.ts'
import type { PortalServer } from './server.ts'

/** Each kind of user, by one of them. */
export const people = {
  provider: 'cardigan-signoff',
  validator: 'ashby-ovt',
  agency: 'bedel-admin',
  regulator: 'fcw-analyst',
} as const
export type Kind = keyof typeof people
export const kinds = Object.keys(people) as Kind[]

/** Addresses of a screen by the kind of user who sees it. */
type Addresses = Partial<Record<Kind, readonly string[]>>

const inspectorViews = [
  '',
  'state=qualityAssurance.credibilityPassed',
  'view=text',
  'view=why&state=qualityAssurance.qualityProcessingComplete&operationalFailures=yes',
  'view=heat',
  'view=failures',
  'view=conformance',
  'view=versions&before=0.1.0-alpha.1',
  'view=coverage&source=traffic',
  'view=running',
]
const ofSubmission = ['what-if', 'history', 'sequence', 'time']

/**
 * Where each screen of the portal is found around one submission, whose pages the provider finds below `own` and everybody
 * else below `mirror`; a text where a screen is none of its own. A new screen does not compile until it is in here.
 */
const addressesOf = (
  own: string,
  mirror: string,
  rule: string,
  /** An issue of that rule. */
  issue: string,
): Record<Screen, Addresses | string> => {
  const submission = own.split('/').at(-1)
  const forAll = (page: string): Addresses => ({
    provider: [`${own}/${page}`],
    agency: [`${mirror}/${page}`],
    regulator: [`${mirror}/${page}`],
  })
  return {
    ...leadsOn,
    dashboard: { provider: ['/'], validator: ['/'], agency: ['/'], regulator: ['/'] },
    manageSubmissions: { provider: ['/submissions'] },
    onlineValidation: { validator: ['/online-validation'] },
    activityLog: { provider: ['/submissions/23056/activity-log'] },
    transfersIn: { provider: ['/submissions/c23056/transfers'] },
    submissionLifecycle: forAll('lifecycle'),
    submission: {
      provider: [own.replace(/[^/]+$/, 'none/upload')],
      agency: [mirror.replace(/[^/]+$/, 'none/upload')],
    },
    upload: { ...forAll('upload'), provider: [own.replace(/[^/]+$/, 'new/upload'), `${own}/upload`] },
    processing: forAll('processing'),
    quality: forAll('reports'),
    rule: forAll(`reports/quality/${rule}/5002`),
    students: forAll('reports/students'),
    student: forAll('reports/students/5'),
    credibility: forAll('reports/credibility/SEN1/0003'),
    additionalReport: {
      ...forAll('reports/additional-reports/FREQCOUNT'),
      provider: [`${own}/reports/additional-reports/FREQCOUNT`, `${own}/reports/additional-reports/CONPOP`],
    },
    submit: forAll('submit'),
    approval: forAll('approval'),
    signOff: forAll('signoff'),
    monitoredCollections: { agency: ['/monitoring'], regulator: ['/monitoring'] },
    monitoredCollection: {
      agency: [
        `/monitoring/23056?${['steps', 'burn-up', 'submissions', 'ovt', 'activity'].map(name => `mi.open=${name}`).join('&')}`,
      ],
      regulator: ['/monitoring/23056'],
    },
    monitoredProvider: { agency: ['/monitoring/providers/0003'], regulator: ['/monitoring/providers/0003'] },
    sector: {
      agency: ['/monitoring/23056/sector?standing=PROCESSED'],
      regulator: ['/monitoring/23056/sector'],
    },
    rulesAcross: { agency: ['/monitoring/23056/rules'], regulator: ['/monitoring/23056/rules?view=table'] },
    issues: {
      provider: ['/issues?is.f.status=all'],
      agency: ['/issues?is.f.status=all'],
      regulator: ['/issues'],
    },
    issue: { provider: [`/issues/${issue}`], agency: [`/issues/${issue}`] },
    account: { provider: ['/account'], agency: ['/account'] },
    mails: { provider: ['/account/mails'] },
    apiKeys: { provider: ['/suppliers'] },
    newApiKey: { provider: ['/suppliers/keys/new'] },
    webhooks: { provider: ['/suppliers/webhooks'] },
    newWebhook: { provider: ['/suppliers/webhooks/new'] },
    webhook: { provider: ['/suppliers/webhooks/none'] },
    supplierGuide: { provider: ['/suppliers/guide'] },
    notices: { provider: ['/notices'], agency: ['/notices'] },
    audit: { agency: ['/management/audit'] },
    dataPseudonymisation: 'is for one role, which visits it in a journey of its own',
    irisReprocessing: { agency: ['/iris-reprocessing'], regulator: ['/iris-reprocessing'] },
    jobs: { agency: ['/management/jobs'] },
    deliveryConfigurations: { agency: ['/management/delivery-config'] },
    newDeliveryConfiguration: { agency: ['/management/delivery-config/create'] },
    deliveryConfiguration: 'is visited in a journey of its own',
    editDeliveryConfiguration: 'has the form of a new one',
    deliveries: { agency: ['/delivery'] },
    delivery: 'is visited in a journey of its own',
    downloadsLog: { agency: ['/delivery/downloads-log'] },
    collections: { agency: ['/management/collections'] },
    specifications: { agency: ['/management/specifications'] },
    schemas: { agency: ['/management/specifications/schemas'] },
    rulesets: { agency: ['/management/specifications/rulesets'] },
    newSchema: { agency: ['/management/specifications/schemas/new'] },
    newRuleset: { agency: ['/management/specifications/rulesets/new'] },
    ruleset: { agency: ['/management/specifications/rulesets/1'] },
    rulesetDifference: { agency: ['/management/specifications/rulesets/1/difference'] },
    ruleSource: {
      agency: ['/management/specifications/rules/QR.STUDENT.Student.NATION.901.V01?ruleset=1'],
    },
    newSpecification: { agency: ['/management/specifications/specs/new'] },
    specification: {
      agency: ['/management/specifications/specs/1', '/management/specifications/specs/1?tab=fields'],
    },
    specificationImpact: { agency: ['/management/specifications/specs/1/impact'] },
    specificationDifference: { agency: ['/management/specifications/specs/1/difference?with=2'] },
    tolerances: { agency: ['/management/specifications/specs/1/tolerances'] },
    toleranceImport: { agency: ['/management/specifications/specs/1/tolerances/import'] },
    collection: { agency: ['/management/collections/23056'] },
    publishedSpecifications: { provider: ['/specification'] },
    publishedSpecification: {
      provider: ['rules', 'dictionary', 'derived', 'changes'].map(
        part => `/specification/23056?part=${part}`,
      ),
    },
    validate: 'is a separate document, outside the signed-in portal',
    accessibility: { provider: ['/accessibility'] },
    providers: { agency: ['/management/providers'] },
    users: { agency: ['/management/users'] },
    registerImport: { agency: ['/management/providers/import'] },
    provider: { agency: ['/management/providers/0001'] },
    providerDetails: { agency: ['/management/providers/0001/details'] },
    bulkReprocessing: { agency: ['/management/collections/bulk-reprocessing/c23056/23056'] },
    historicAmendment: { agency: ['/management/collections/historic-amendment/22056'] },
    collectionDetails: { agency: ['/management/collections/23056/details'] },
    newCollection: { agency: ['/management/collections/new'] },
    inspector: {
      agency: [
        ...inspectorViews.map(query => `/inspector?${query}`),
        ...ofSubmission.map(view => `/inspector?view=${view}&submission=${submission}`),
      ],
    },
  }
}

interface Seen {
  screen: string
  address: string
}

/** A submission with rules outside tolerance and an issue, as there is something to see of it on every screen. */
export interface Shown {
  /** Address of its pages for the provider. */
  own: string
  /** Every screen that a kind of user sees, with its name and its address. */
  seenBy: (kind: Kind) => Seen[]
  /** Those of them that providers and staff use most. */
  mostUsedBy: (kind: 'provider' | 'agency') => Seen[]
}

/** Screens at which providers and staff spend their days: the share of which `npm test` looks at each. */
const mostUsed: Readonly<Record<'provider' | 'agency', readonly string[]>> = {
  provider: ['dashboard', 'quality', 'rule', 'submit', 'issue'],
  agency: ['dashboard', 'monitoredCollection'],
} satisfies Record<string, readonly Screen[]>

/** Raises an issue of one of the rules that are outside tolerance in the scene of that name. */
export const showEverything = async (provider: Page, portal: PortalServer): Promise<Shown> => {
  await openReport(provider, portal)
  const rule = await provider.getByText(/^QR\./).first().textContent()
  const own = new URL(provider.url()).pathname.replace(/\/reports$/, '')
  const mirror = own.replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0003/')
  const issue = await raiseIssue(provider)
  const addresses = Object.entries(addressesOf(own, mirror, rule ?? '', issue))
  const seenBy = (kind: Kind): Seen[] => [
    ...addresses.flatMap(([screen, of]) => {
      const seen = typeof of === 'string' ? [] : (of[kind] ?? [])
      return seen.map(address => ({ screen, address }))
    }),
    { screen: 'no screen', address: '/no/such/page' },
  ]
  return {
    own,
    seenBy,
    mostUsedBy: kind => seenBy(kind).filter(({ screen }) => mostUsed[kind].includes(screen)),
  }
}
