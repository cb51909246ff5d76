/*
 * Who sees which address, written from the specification (1 §2, §6, §9; 2 §2, §6; decisions §5, §10, §12) and apart from the
 * tables of the product. Whoever is not named is led to the dashboard.
 */

const agency = [
  'bedel-admin',
  'bedel-analyst',
  'bedel-staff',
  'bedel-special',
  'bedel-pii',
  'bedel-anon',
] as const
const provider = ['ashby-submitter'] as const
const regulators = ['ohe-analyst', 'ohe-delivery', 'ttb-analyst'] as const

export const people = [...agency, ...provider, ...regulators] as const
export type Person = (typeof people)[number]

export interface Visit {
  address: string
  /** Title of the page, before the name of the product. */
  title: string
  /** Who sees the page. */
  seen: readonly Person[]
  /** Who is told that the role does not do. */
  denied?: readonly Person[]
  /** Who sees a page of another title. */
  apart?: Partial<Record<Person, string>>
}

/** An id that nothing has. */
const nobody = '00000000-0000-4000-8000-000000000000'

const accessDenied = 'Access Denied'
const dashboard = 'Dashboard'

/** The title that a person finds at an address. */
export const titleFor = ({ title, seen, denied = [], apart = {} }: Visit, person: Person): string =>
  apart[person] ?? (seen.includes(person) ? title : denied.includes(person) ? accessDenied : dashboard)

const forAll = (address: string, title: string): Visit => ({ address, title, seen: people })

export const home = forAll('/', dashboard)

/** Everybody of the agency may look. */
const forAgency = (address: string, title: string): Visit => ({ address, title, seen: agency })

/** A form of the management area: others of the agency may look at what it changes, and are told that they may not change it. */
const form = (address: string, title: string, seen: readonly Person[] = ['bedel-admin']): Visit => ({
  address,
  title,
  seen,
  denied: agency.filter(one => !seen.includes(one)),
})

/** All agency staff, every user of a primary regulator, analysts of other statutory customers. */
const watched = (address: string, title: string): Visit => ({
  address,
  title,
  seen: [...agency, ...regulators],
})

const analysts = ['ohe-analyst', 'ttb-analyst'] as const

/** A page of a submission in the mirror: who only receives data reads no submission. */
const mirrored = (address: string, title: string): Visit => ({
  address,
  title,
  seen: [...agency, ...analysts],
  denied: ['ohe-delivery'],
})

/** Submit, Approval and Sign Off are not for statutory customers. */
const mirroredForAgency = (address: string, title: string): Visit => ({
  address,
  title,
  seen: agency,
  denied: regulators,
})

/** Every address with who sees it, around one submission of Ashby whose pages lie below `own` and `mirror`. */
export const visitsOf = (own: string, mirror: string, ruleCode: string): readonly Visit[] => {
  const none = (address: string): string => address.replace(/[^/]+$/, 'none')
  const forProvider = (address: string, title: string): Visit => ({ address, title, seen: provider })
  const manage = '/management'
  const specs = `${manage}/specifications`
  return [
    home,
    forAll('/accessibility', 'Accessibility statement'),
    forAll('/specification', 'Specification'),
    forAll('/specification/23056', 'Specification of Student 2023/24'),
    forAll('/notices', 'Notices'),
    forAll('/account', 'Account'),
    forAll('/account/mails', 'Demonstration mailbox'),
    forAll('/no/such/page', 'Page not found'),

    forProvider('/submissions', 'Manage Submissions'),
    forProvider('/submissions/23056/activity-log', 'Activity log'),
    forProvider('/submissions/99999/activity-log', 'Collection not found'),
    forProvider('/submissions/c23056/transfers', 'PGR Transfers In'),
    forProvider(`${own}/upload`, 'Upload'),
    forProvider(`${own}/processing`, 'Processing'),
    forProvider(`${own}/reports`, 'Quality Assurance'),
    forProvider(`${own}/reports/quality/${ruleCode}/5016`, ruleCode),
    forProvider(`${own}/reports/students`, 'Findings by student'),
    forProvider(`${own}/submit`, 'Submit'),
    forProvider(`${own}/approval`, 'Approval'),
    forProvider(`${own}/signoff`, 'Sign Off'),
    forProvider(`${own}/lifecycle`, 'Submission lifecycle'),
    forProvider(`${none(own)}/upload`, 'Submission not found'),
    // For the roles of online validation only, and keys and webhooks for who signs off.
    { address: '/online-validation', title: 'Online Validation Tool', seen: [] },
    { address: '/suppliers', title: 'API keys', seen: [] },
    { address: '/suppliers/webhooks', title: 'Webhooks', seen: [] },
    { address: '/suppliers/guide', title: 'Guide', seen: [] },

    watched('/monitoring', 'Monitoring'),
    watched('/monitoring/23056', 'Student 2023/24'),
    watched('/monitoring/99999', 'Collection not found'),
    watched('/monitoring/23056/sector', 'Sector, Student 2023/24'),
    watched('/monitoring/23056/rules', 'Rules across providers, Student 2023/24'),
    watched('/monitoring/providers/0001', 'University of Ashby'),
    watched('/monitoring/providers/9999', 'Provider not found'),
    mirrored(`${mirror}/reports`, 'Quality Assurance'),
    {
      ...mirrored(`${mirror}/reports/quality/${ruleCode}/5016`, ruleCode),
      // A specialist regulator sees only the rules that name it.
      apart: { 'ttb-analyst': 'Rule not found' },
    },
    mirrored(`${none(mirror)}/reports`, 'Submission not found'),
    mirroredForAgency(`${mirror}/submit`, 'Submit'),
    mirroredForAgency(`${mirror}/approval`, 'Approval'),
    mirroredForAgency(`${mirror}/signoff`, 'Sign Off'),
    forAgency('/monitoring/23056/c23056/online-validation/0001/none/reports', 'Submission not found'),

    {
      address: '/issues',
      title: 'Issues',
      seen: [...agency, ...provider, ...analysts],
    },
    {
      address: '/issues/none',
      title: 'Issue not found',
      seen: [...agency, ...provider, ...analysts],
    },

    { address: '/delivery', title: 'Deliveries', seen: [...agency, 'ohe-delivery'] },
    { address: `/delivery/${nobody}`, title: 'Delivery not found', seen: [...agency, 'ohe-delivery'] },
    forAgency('/delivery/downloads-log', 'Downloads Log'),
    {
      address: '/iris-reprocessing',
      title: 'IRIS Re-processing',
      seen: ['bedel-admin', 'bedel-special', 'bedel-pii', ...analysts],
    },
    forAgency('/inspector', 'Diagram – Submission lifecycle – Machine inspector'),

    forAgency(manage, 'Collections'),
    forAgency(`${manage}/collections`, 'Collections'),
    form(`${manage}/collections/new`, 'New collection'),
    forAgency(`${manage}/collections/23056`, 'Student 2023/24'),
    forAgency(`${manage}/collections/99999`, 'Not found'),
    form(`${manage}/collections/23056/details`, 'Change details of Student 2023/24'),
    forAgency(`${manage}/collections/bulk-reprocessing/c23056/23056`, 'Bulk Reprocessing (23056)'),
    forAgency(`${manage}/collections/historic-amendment/22056`, 'Historic Amendment (22056)'),
    forAgency(specs, 'Specifications'),
    forAgency(`${specs}/specs`, 'Specifications'),
    form(`${specs}/specs/new`, 'Add New Specification', ['bedel-admin', 'bedel-analyst']),
    forAgency(`${specs}/specs/1`, 'Details (22056_1.3.0)'),
    forAgency(`${specs}/specs/99999`, 'Not found'),
    forAgency(`${specs}/specs/1/difference?with=2`, 'Changes in 22056_1.3.0'),
    forAgency(`${specs}/specs/1/impact`, 'Impact of 22056_1.3.0'),
    forAgency(`${specs}/schemas`, 'Schemas'),
    form(`${specs}/schemas/new`, 'Publish a schema'),
    forAgency(`${specs}/rulesets`, 'Rulesets'),
    form(`${specs}/rulesets/new`, 'Publish a ruleset'),
    forAgency(`${specs}/rulesets/1`, 'Rules of 22056_1.3.0'),
    forAgency(`${specs}/rulesets/1/difference`, 'Changes in 22056_1.3.0'),
    forAgency(`${specs}/rules/${ruleCode}?ruleset=1`, `Rule ${ruleCode}`),
    forAgency(`${manage}/delivery-config`, 'Delivery configuration'),
    form(`${manage}/delivery-config/create`, 'Create New Configuration'),
    forAgency(`${manage}/delivery-config/${nobody}`, 'Configuration not found'),
    form(`${manage}/delivery-config/${nobody}/edit`, 'Configuration not found'),
    forAgency(`${manage}/providers`, 'Providers'),
    form(`${manage}/providers/import`, 'Import register'),
    forAgency(`${manage}/providers/0001`, 'University of Ashby'),
    forAgency(`${manage}/providers/9999`, 'Not found'),
    form(`${manage}/providers/0001/details`, 'Change University of Ashby'),
    { address: `${manage}/audit`, title: 'Audit', seen: ['bedel-admin'] },
    {
      address: `${manage}/data-pseudonymisation`,
      title: 'Data Pseudonymisation',
      seen: ['bedel-admin', 'bedel-anon'],
    },

    // Where older addresses lead, the same people get.
    watched('/admin', 'Monitoring'),
    watched('/monitoring/reference/23056', 'Student 2023/24'),
    forAgency(`${manage}/deliveryConfig`, 'Delivery configuration'),
    form(`${manage}/deliveryConfig/create`, 'Create New Configuration'),
    forAgency(`${manage}/bulk-reprocessing/c23056/23056`, 'Bulk Reprocessing (23056)'),
    forProvider('/collection/23056/activityLog', 'Activity log'),
  ]
}

/**
 * The share that `npm test` visits: at each address one of those who find the same, another one at each; who is led home, once
 * for all addresses from which the same people are.
 */
export const shareOf = (visits: readonly Visit[]): ReadonlyMap<Person, readonly Visit[]> => {
  const ledHome = new Set<string>()
  const chosen = visits.flatMap((visit, at) =>
    [...Map.groupBy(people, person => titleFor(visit, person))].flatMap(([title, alike]) => {
      const person = alike[at % alike.length]
      const isLedHome = title === dashboard && visit !== home
      if (person === undefined || (isLedHome && ledHome.has(alike.join()))) return []
      if (isLedHome) ledHome.add(alike.join())
      return [{ person, visit }]
    }),
  )
  return new Map(
    [...Map.groupBy(chosen, ({ person }) => person)].map(([person, own]) => [
      person,
      own.map(({ visit }) => visit),
    ]),
  )
}
