import { deliveryContent } from '../../support/deliveryContent.ts'
import { collection, submission } from '../submissions/fixtures.ts'
import { delivery } from './delivery.ts'
import { issue } from './issues.ts'
import { providerOverview } from './providerOverview.ts'
import type { Answers } from './services.tsx'
import { draftSpecification } from './specification.ts'

/* One item of each kind that has a page of its own, as the calls answer it. */

const complete = submission('QUALITY_PROCESSING_COMPLETE')
const checkedFile = submission('QUALITY_PROCESSING_COMPLETE', {
  isOvt: true,
  facts: { ...complete.facts, mode: 'ovt' },
})
const provider = {
  instId: '0001',
  ukprn: '10000001',
  publishedName: 'University of Ashby',
  countryCode: 'E',
  regulatorCode: '5016',
  riskCode: 'low',
  isTakenIn: true,
  onboarded: true,
  contacts: [],
  updatedUtc: '2024-10-01T09:00:00Z',
  events: [],
}
const webhook = {
  id: 'w-1',
  name: 'Our system',
  url: 'https://example.org/hook',
  events: ['submission.signedOff'],
  state: 'ACTIVE',
  failingSince: null,
  added: '2024-10-01T09:00:00Z',
  addedBy: 'Thomas Whitby',
}
const configuration = {
  id: 'd-1',
  name: 'Funding return',
  customer: { id: '5016', name: 'Office for Higher Education' },
  customerId: '5016',
  collection: { reference: '23056', name: 'Student 2023/24' },
  collectionReference: '23056',
  schedule: 'ON_REQUEST',
  content: deliveryContent,
  state: 'DISABLED',
  updatedUtc: '2024-10-01T09:00:00Z',
  updatedBy: 'Ivo Marsh',
  lastAskedUtc: null,
  refusals: {},
}
const options = {
  customers: [{ id: '5016', name: 'Office for Higher Education' }],
  collections: [{ reference: '23056', name: 'Student 2023/24' }],
  files: [{ name: 'StudentEngagement', columns: [] }],
  levels: [],
}
export const published = {
  reference: '23056',
  name: 'Student 2023/24',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  state: { id: 3, name: 'Open' },
  specification: '23056_1.0.0',
  specificationId: 2,
  schema: '23056_1_0_0',
  ruleset: '23056_1.0.0',
  updatedUtc: '2024-10-01T09:00:00Z',
  ruleCount: 1,
  fieldCount: 1,
  derivedFieldCount: 1,
  before: null,
}
const ruleset = {
  id: 9,
  version: '26900_1.0.0',
  state: { id: 1, name: 'Draft' },
  schema: { id: 5, version: '26900_1_0_0' },
  availableStates: [],
  updatedUtc: '2024-10-14T09:30:00Z',
  updatedBy: 'Ruth Calloway',
}

/** An item as its call answers it; `without` is the answer of a list that has lost it. */
export interface Item {
  call: string
  answer: unknown
  without?: unknown
}
export const item = (call: string, answer: unknown): Item => ({ call: `GET ${call}`, answer })
export const items = {
  submission: item('/submissions/{id}', complete),
  checkedFile: item('/submissions/ovt/{id}', checkedFile),
  collection: item('/collections/{reference}', collection()),
  specification: item('/specifications/{id}', draftSpecification),
  configuration: item('/delivery-configurations/{id}', configuration),
  delivery: item('/deliveries/{id}', { ...delivery(), sets: [] }),
  issue: item('/issues/{id}', issue('OPEN')),
  provider: item('/providers/{instId}', provider),
  overview: item('/providers/{instId}/overview', providerOverview),
  rules: item('/specifications/rulesets/{id}/rules', { ruleset, rules: [] }),
  rule: item('/specifications/rulesets/{id}/rules/{code}', {
    ruleset,
    code: 'QR.1',
    entity: 'Stay',
    isEditable: true,
    texts: { name: 'Long stay', failure: 'NIGHTS > 7', examples: '- passes: {}' },
  }),
  webhook: { ...item('/suppliers/webhooks', { webhooks: [webhook] }), without: { webhooks: [] } },
  published: { ...item('/specification', { collections: [published] }), without: { collections: [] } },
  listedRulesets: {
    ...item('/specifications/rulesets', { rulesets: [{ ...ruleset, recordId: 'guests' }] }),
    without: { rulesets: [] },
  },
  listed: {
    ...item('/specifications', { specifications: [draftSpecification] }),
    without: { specifications: [] },
  },
} satisfies Record<string, Item>

/** The rest of what pages need to have something that can be changed on them. */
export const restOfAnswers: Answers = {
  'GET /collections/{reference}': collection(),
  'GET /delivery-configurations/options': options,
  'GET /regulators': { regulators: [] },
  'GET /submissions/{id}/commit-allowed-status': {
    submissionStatuses: { ...complete.facts.blockers, ruleFailures: 0 },
    commitNotAllowedReasons: [],
  },
}
