import { type Message, message } from '../messages/message.ts'
import type { KeyScope } from './apiKey.ts'
import type { OrganisationType } from './organisation.ts'
import { fieldClasses, rolesThatRead, singleRecord, withheld } from './privacy.ts'
import { product } from './product.ts'
import type { SubmissionMode } from './status.ts'

/**
 * Roles, permissions and route guards (specification 1 §6, 2 §6; decisions §5): one table that the browser and the
 * server both read. A role is written `type.role`; `type.*` means every user of that kind of organisation.
 */
export const rolesByOrganisationType = {
  provider: ['submitter', 'sign-off', 'ovt-submitter', 'software-supplier-ovt-submitter', 'guest'],
  agency: [
    'admin',
    'analyst',
    'special-category',
    'anon-data-user',
    'non-pii-edit',
    'pii-edit',
    'special-category-edit',
  ],
  statutory_customer: ['analyst', 'data-delivery'],
} as const satisfies Record<OrganisationType, readonly string[]>

type Roles = typeof rolesByOrganisationType
export type Grant =
  | { [T in OrganisationType]: `${T}.${Roles[T][number]}` | `${T}.*` }[OrganisationType]
  /** Every user of a primary regulator, whatever the role. */
  | 'primary-regulator.*'

const providerStaff: Grant[] = ['provider.submitter', 'provider.sign-off']
const viewRoles: Grant[] = [...providerStaff, 'provider.guest']
const ovt: Grant[] = ['provider.ovt-submitter', 'provider.software-supplier-ovt-submitter']
const agency: Grant[] = ['agency.*']
const regulatorAnalyst: Grant[] = ['statutory_customer.analyst']
/** Who looks at collections as they go on (decisions §12): besides analysts everybody of a primary regulator. */
const watchers: Grant[] = [...agency, ...regulatorAnalyst, 'primary-regulator.*']

const without = (roles: readonly Grant[], others: readonly Grant[]): Grant[] =>
  roles.filter(role => !others.includes(role))
/** Who reads single records, and whole files, of what may be seen at all: by the table of privacy.ts. */
const recordReaders: Grant[] = rolesThatRead('json', singleRecord)
const fileReaders: Grant[] = rolesThatRead('file', fieldClasses)
const deliveryReaders: Grant[] = rolesThatRead('delivery', fieldClasses)

const matrix = {
  'collections.ingestion': [...viewRoles, ...agency],
  'collections.upload-submission-file': ['provider.submitter', 'agency.admin'],
  'collections.cancel-upload': ['provider.submitter', 'agency.admin'],
  'collections.view-submission': [...viewRoles, ...agency, ...regulatorAnalyst],
  'collections.download-file': without(fileReaders, ovt),
  'collections.reports': [...viewRoles, ...agency, ...regulatorAnalyst],
  'collections.reports-validation-details': without(recordReaders, ovt),
  'collections.approval-and-sign-off': [...viewRoles, ...agency],
  'collections.submit': ['provider.sign-off', 'agency.admin'],
  'collections.request-sign-off': ['provider.sign-off', 'agency.admin'],
  'collections.sign-off-form': [...providerStaff, ...agency],
  'collections.view-issue': [...viewRoles, ...agency, ...regulatorAnalyst],
  'collections.create-issue': [...providerStaff, 'agency.admin', 'agency.analyst'],
  'collections.request-credibility-issues': [...providerStaff],
  'collections.comment-on-issue': [...providerStaff, 'agency.admin', 'agency.analyst', ...regulatorAnalyst],
  'collections.answer-issue': [...providerStaff],
  'collections.decide-issue': ['agency.admin', 'agency.analyst', ...regulatorAnalyst],
  'collections.pgr-transfer-consent': [...providerStaff],
  'collections.nss-report': [...providerStaff, ...agency, ...regulatorAnalyst],
  'collections.collection-activity-log-provider-view': [...providerStaff],
  'online-validation.ingestion-ovt': [...ovt, ...agency],
  'online-validation.online-validation': ovt,
  'online-validation.cancel-upload-ovt': ovt,
  'online-validation.processing-ovt': [...ovt, ...agency],
  'online-validation.reports-ovt': [...ovt, ...agency],
  'online-validation.download-file': without(fileReaders, providerStaff),
  'online-validation.reports-validation-details-ovt': without(recordReaders, [
    ...providerStaff,
    ...regulatorAnalyst,
  ]),
  'monitoring.view': watchers,
  // Besides who monitors, who receives deliveries, which are jobs.
  'monitoring.jobs': [...watchers, 'statutory_customer.data-delivery'],
  'monitoring.queue': [...agency, ...regulatorAnalyst],
  'monitoring.rules': [...agency, ...regulatorAnalyst],
  'monitoring.remind': ['agency.admin', 'agency.analyst'],
  'monitoring.online-validation': agency,
  'monitoring.activity-log': agency,
  'monitoring.agency-approval': agency,
  'monitoring.sc-approval': regulatorAnalyst,
  'monitoring.sign-off-submission': agency,
  'monitoring.request-resubmission': agency,
  'monitoring.nil-return': agency,
  'monitoring.graceful-failures': ['agency.admin'],
  'monitoring.inspector': agency,
  'management.view': agency,
  'management.configure-collection': ['agency.admin'],
  'management.change-collection-state': ['agency.admin'],
  'management.assign-specification': ['agency.admin'],
  'management.reprocess-for-one-provider': ['agency.admin', 'agency.analyst'],
  'management.bulk-reprocess': ['agency.admin'],
  'management.historic-amendment': ['agency.admin'],
  'management.specifications': ['agency.admin', 'agency.analyst'],
  'management.content': ['agency.admin'],
  'management.providers': ['agency.admin'],
  'management.users': ['agency.admin'],
  'providers.contacts': [...agency, 'provider.sign-off'],
  'management.delivery-configuration': ['agency.admin'],
  'management.data-pseudonymisation': ['agency.anon-data-user'],
  // An administrator sees the state of the tasks: otherwise nobody who sees a failed task could reset it.
  'management.view-pseudonymisation': ['agency.anon-data-user', 'agency.admin'],
  'management.reset-pseudonymisation': ['agency.admin'],
  'management.audit': ['agency.admin'],
  'suppliers.manage': ['provider.sign-off'],
  'suppliers.validate': providerStaff,
  'delivery.view': [...agency, 'statutory_customer.data-delivery'],
  'delivery.download': deliveryReaders,
  'delivery.downloads-log': agency,
  'iris.reprocess': [
    'agency.non-pii-edit',
    'agency.pii-edit',
    'agency.special-category-edit',
    'agency.admin',
    'statutory_customer.analyst',
  ],
} as const satisfies Record<string, readonly Grant[]>

export type Permission = keyof typeof matrix
export const permissions = Object.keys(matrix) as Permission[]

/** What the scopes of an API key name, of what its role has. */
const scopePermissions: Readonly<Record<KeyScope, readonly Permission[]>> = {
  validate: ['suppliers.validate'],
  // A person who uploads has to see the result.
  upload: [
    'collections.upload-submission-file',
    'collections.cancel-upload',
    'collections.ingestion',
    'collections.view-submission',
  ],
  read: ['collections.view-submission', 'collections.reports', 'collections.reports-validation-details'],
  ovt: [
    'online-validation.online-validation',
    'online-validation.cancel-upload-ovt',
    'online-validation.ingestion-ovt',
    'online-validation.processing-ovt',
    'online-validation.reports-ovt',
    'online-validation.reports-validation-details-ovt',
  ],
}

/** Whether any of the scopes names the permission. */
export const isInScope = (scopes: readonly KeyScope[], permission: Permission): boolean =>
  scopes.some(scope => scopePermissions[scope].includes(permission))

/** What decides a right: the acting organisation and the roles that the user holds in it. */
export interface Holder {
  organisationType: OrganisationType
  roles: readonly string[]
  /** Whether the organisation is the primary regulator of a country. */
  isPrimaryRegulator?: boolean
  /** Scopes of an API key: it has the rights of its role only within them. Absent for a person. */
  scopes?: readonly KeyScope[] | undefined
}

const holds = (holder: Holder, grants: readonly Grant[]): boolean =>
  grants.some(grant => {
    if (grant === 'primary-regulator.*')
      return holder.organisationType === 'statutory_customer' && holder.isPrimaryRegulator === true
    const [type, role] = [grant.slice(0, grant.indexOf('.')), grant.slice(grant.indexOf('.') + 1)]
    return type === holder.organisationType && (role === '*' || holder.roles.includes(role))
  })

/** Whether the holder has the permission. */
export const isPermitted = (holder: Holder, permission: Permission): boolean =>
  holds(holder, matrix[permission]) && (!holder.scopes || isInScope(holder.scopes, permission))

/** The roles of one type of organisation that have a permission; `all`: every user. */
export interface Holders {
  organisationType: OrganisationType
  roles: readonly string[] | 'all'
}

/**
 * Who has the permission, by type of organisation. Not for `monitoring.*`: `primary-regulator.*`, which is neither a type nor a
 * role, would be missing. The router never shows those pages to others, so no refusal lists their holders.
 */
export const holdersOf = (permission: Permission): Holders[] => {
  const grants: readonly Grant[] = matrix[permission]
  const rolesOf = (type: string) =>
    grants.flatMap(grant => (grant.startsWith(`${type}.`) ? [grant.slice(type.length + 1)] : []))
  return (['provider', 'agency', 'statutory_customer'] as const).flatMap(organisationType => {
    const roles = rolesOf(organisationType)
    return roles.length === 0 ? [] : [{ organisationType, roles: roles.includes('*') ? 'all' : roles }]
  })
}

/** The refusal for a missing right, where no better reason is known. */
export const noRight: Message = message('domain', 'rights.none')

/** Why an API key is refused: its scopes do not name what is asked for. */
export const outOfScope: Message = message('domain', 'rights.key')

/**
 * Why this holder, who is without the permission, is refused: what the server answers, and what stands beside what is shown
 * disabled.
 */
export const rightRefusal = (holder: Holder, permission: Permission): Message => {
  if (holder.scopes) return outOfScope
  switch (permission) {
    case 'collections.download-file':
    case 'online-validation.download-file':
      return withheld(holder, 'file', fieldClasses) ?? noRight
    case 'collections.sign-off-form':
      return message('domain', 'rights.signOffForm')
    case 'collections.reports-validation-details':
    case 'online-validation.reports-validation-details-ovt':
      return withheld(holder, 'json', singleRecord) ?? noRight
    default:
      return noRight
  }
}

/**
 * Name of a permission on the wire: the agency's approval carries the product's key
 * (`monitoring.bedel-approval`, decisions §1).
 */
export const permissionCode = (permission: Permission): string =>
  permission === 'monitoring.agency-approval' ? `monitoring.${product.key}-approval` : permission

/** The holder's permissions grouped by section, as the API token carries them (specification 1 §3). */
export const permissionsBySection = (holder: Holder): Record<string, string[]> => {
  const sections: Record<string, string[]> = {}
  for (const permission of permissions.filter(name => isPermitted(holder, name))) {
    const [section = '', name = ''] = permissionCode(permission).split('.')
    sections[section] = [...(sections[section] ?? []), name]
  }
  return sections
}

/** Who may enter a route (specification 1 §6 "Route guard rule"). */
export interface RouteGuard {
  agency?: 'all' | readonly string[]
  provider?: 'all' | readonly string[]
  statutory?: readonly string[]
  /** Of a primary regulator, besides the statutory roles. */
  primary?: 'all'
}

const routes = {
  '/delivery': { agency: 'all', statutory: ['data-delivery'] },
  '/delivery/downloads-log': { agency: 'all' },
  '/iris-reprocessing': {
    agency: ['non-pii-edit', 'pii-edit', 'special-category-edit', 'admin'],
    statutory: ['analyst'],
  },
  '/monitoring': { agency: 'all', statutory: ['analyst'], primary: 'all' },
  '/monitoring/online-validation': { agency: 'all' },
  '/submissions': { provider: 'all' },
  '/online-validation': { provider: ['ovt-submitter', 'software-supplier-ovt-submitter'] },
  '/issues': { provider: ['submitter', 'sign-off', 'guest'], agency: 'all', statutory: ['analyst'] },
  '/suppliers': { provider: ['sign-off'] },
  // Who writes the software need not be who makes its keys.
  '/suppliers/guide': { provider: ['sign-off', 'ovt-submitter', 'software-supplier-ovt-submitter'] },
  '/management': { agency: 'all' },
  '/management/data-pseudonymisation': { agency: ['anon-data-user', 'admin'] },
  '/management/audit': { agency: ['admin'] },
  '/inspector': { agency: 'all' },
} as const satisfies Record<string, RouteGuard>

export type GuardedRoute = keyof typeof routes

const listed = (allowed: 'all' | readonly string[] | undefined, held: readonly string[]): boolean =>
  allowed === 'all' || (allowed?.some(role => held.includes(role)) ?? false)

/** Whether the holder may enter the route; a refusal sends the browser to `/`. */
export const mayEnter = (holder: Holder & { isPrimaryRegulator: boolean }, route: GuardedRoute): boolean => {
  const guard: RouteGuard = routes[route]
  if (holder.organisationType === 'agency') return listed(guard.agency, holder.roles)
  if (holder.organisationType === 'provider') return listed(guard.provider, holder.roles)
  return listed(guard.statutory, holder.roles) || (holder.isPrimaryRegulator && guard.primary === 'all')
}

type Role = Roles[OrganisationType][number]

/** Whether it is a role of ours. */
export const isRole = (name: string): name is Role =>
  Object.values(rolesByOrganisationType)
    .flat()
    .includes(name as never)

/**
 * What a user needs for each mode (specification 1 §6, 2 §6): `view` the provider's pages of it, `read` a submission of it,
 * the agency's pages included, and `upload` one.
 */
export const modePermissions = {
  live: {
    view: 'collections.view-submission',
    read: 'collections.view-submission',
    upload: 'collections.upload-submission-file',
  },
  ovt: {
    view: 'online-validation.online-validation',
    read: 'online-validation.ingestion-ovt',
    upload: 'online-validation.online-validation',
  },
} as const satisfies Record<SubmissionMode, Record<'view' | 'read' | 'upload', Permission>>
