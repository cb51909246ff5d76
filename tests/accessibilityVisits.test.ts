import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Screen } from '../src/domain/routes.ts'
import { leadsOn } from './support/leadsOn.ts'

/** Where a screen is looked at for accessibility: a file of e2e/accessibility, and what it is called there. */
type Visit = readonly [file: string, what: string]

/** How each screen is looked at, or why it is never seen. A new screen does not compile until it is in here. */
const visits = {
  ...leadsOn,
  dashboard: ['screens', 'provider dashboard'],
  manageSubmissions: ['screens', 'manage submissions'],
  onlineValidation: ['onlineValidation', 'online validation, with a file'],
  activityLog: ['screens', 'activity log'],
  transfersIn: ['screens', 'transfers in'],
  submissionLifecycle: ['inspector', 'lifecycle of the submission'],
  submission: ['screens', 'submission not found'],
  upload: ['screens', 'upload, ready'],
  processing: ['screens', 'processing, under way'],
  quality: ['screens', 'quality assurance'],
  rule: ['screens', 'quality rule'],
  students: ['screens', 'findings by student'],
  student: ['screens', 'student'],
  credibility: ['screens', 'credibility report SEN1'],
  additionalReport: ['screens', 'additional report'],
  submit: ['screens', 'submit'],
  approval: ['screens', 'approval'],
  signOff: ['screens', 'sign off'],
  monitoredCollections: ['screens', 'monitoring'],
  monitoredCollection: ['screens', 'collection, every section'],
  monitoredProvider: ['monitoring', 'provider over all collections'],
  sector: ['screens', 'sector'],
  rulesAcross: ['screens', 'rules across providers'],
  issues: ['issues', 'issues'],
  issue: ['issues', 'issue, agency'],
  account: ['notices', 'account'],
  mails: ['notices', 'mailbox'],
  apiKeys: ['suppliers', 'api keys'],
  newApiKey: ['suppliers', 'new api key, nothing entered'],
  webhooks: ['suppliers', 'webhooks'],
  newWebhook: ['suppliers', 'new webhook, refused'],
  webhook: ['suppliers', 'webhook, failing'],
  supplierGuide: ['suppliers', 'supplier guide'],
  notices: ['notices', 'notices, agency'],
  audit: ['screens', 'audit'],
  dataPseudonymisation: ['management', 'data pseudonymisation'],
  irisReprocessing: ['management', 'iris re-processing'],
  jobs: ['delivery', 'jobs'],
  deliveryConfigurations: ['delivery', 'delivery configurations'],
  newDeliveryConfiguration: ['delivery', 'new delivery configuration'],
  deliveryConfiguration: ['delivery', 'delivery configuration, with its preview'],
  editDeliveryConfiguration: 'has the form of a new one',
  deliveries: ['delivery', 'deliveries'],
  delivery: ['delivery', 'delivery'],
  downloadsLog: ['delivery', 'downloads log'],
  collections: ['management', 'collections'],
  newCollection: ['management', 'new collection'],
  collection: ['management', 'collection'],
  collectionDetails: ['management', 'collection details'],
  bulkReprocessing: ['management', 'bulk re-processing'],
  historicAmendment: ['management', 'historic amendment'],
  specifications: ['management', 'specifications'],
  newSpecification: ['management', 'new specification'],
  specification: ['management', 'specification, metadata'],
  specificationImpact: ['impact', 'impact, found'],
  specificationDifference: ['management', 'difference of specifications'],
  tolerances: ['management', 'tolerances of all rules'],
  toleranceImport: ['management', 'tolerances, import'],
  schemas: ['management', 'schemas'],
  newSchema: ['management', 'new schema'],
  rulesets: ['management', 'rulesets'],
  newRuleset: ['management', 'new ruleset'],
  ruleset: ['management', 'rules of a ruleset'],
  rulesetDifference: ['management', 'difference of rulesets'],
  ruleSource: ['management', 'rule of a ruleset'],
  providers: ['management', 'providers'],
  users: ['management', 'users'],
  registerImport: ['management', 'register, preview'],
  provider: ['management', 'provider'],
  providerDetails: ['management', 'provider details'],
  publishedSpecifications: ['published', 'published specifications'],
  publishedSpecification: ['published', 'published rules'],
  validate: ['published', 'check of a file, signed out'],
  accessibility: ['published', 'accessibility, signed out'],
  inspector: ['inspector', 'inspector'],
} as const satisfies Record<Screen, Visit | string>

const visited = Object.entries(visits).flatMap(([screen, visit]) =>
  typeof visit === 'string' ? [] : [[screen, ...visit] as const],
)

/** What a file calls the screens that it looks at. */
const looksOf = (file: string): string[] => {
  const text = readFileSync(join(import.meta.dirname, '../e2e/accessibility', `${file}.e2e.ts`), 'utf8')
  const calls = text.matchAll(/(?:expect|visit)Sound\(.*?,\s*(['"`])([^'"`]*)\1\s*,?\s*\)/gs)
  // What differs from one of a list to the next is left out.
  return [...calls].map(([, , what]) => what!.replace(/,? \$\{\w+\}$/, ''))
}

describe('every screen is looked at for accessibility', () => {
  it.each(visited)('%s: in %s, "%s"', (_, file, what) => {
    expect(looksOf(file)).toContain(what)
  })

  it('at a place of its own', () => {
    const places = visited.map(([, file, what]) => `${file} ${what}`)
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
  })
})
