import { describe, expect, it } from 'vitest'
import {
  type GuardedRoute,
  type Holder,
  holdersOf,
  isPermitted,
  mayEnter,
  type Permission,
  permissions,
  permissionsBySection,
} from './permissions.ts'
import { type PortalRoute, portalRoutes } from './routes.ts'

const provider = (...roles: string[]) => holder('provider', roles)
const agency = (...roles: string[]) => holder('agency', roles)
const customer = (...roles: string[]) => holder('statutory_customer', roles)
const primaryRegulator = (...roles: string[]) => holder('statutory_customer', roles, true)
const holder = (
  organisationType: Holder['organisationType'],
  roles: string[],
  isPrimaryRegulator = false,
) => ({
  organisationType,
  roles,
  isPrimaryRegulator,
})

describe('permissions', () => {
  it('names who holds one, by type of organisation: its roles, or every user', () => {
    expect(holdersOf('collections.upload-submission-file')).toEqual([
      { organisationType: 'provider', roles: ['submitter'] },
      { organisationType: 'agency', roles: ['admin'] },
    ])
    expect(holdersOf('monitoring.sign-off-submission')).toEqual([
      { organisationType: 'agency', roles: 'all' },
    ])
  })

  it.each<[Permission, Holder[], Holder[]]>([
    [
      'collections.upload-submission-file',
      [provider('submitter'), agency('admin')],
      [provider('sign-off'), provider('guest'), agency('analyst'), customer('analyst')],
    ],
    [
      'collections.submit',
      [provider('sign-off'), agency('admin')],
      [provider('submitter'), provider('guest'), agency('analyst'), agency()],
    ],
    [
      'collections.approval-and-sign-off',
      [provider('submitter'), agency()],
      [customer('analyst'), provider('ovt-submitter')],
    ],
    [
      'online-validation.online-validation',
      [provider('ovt-submitter'), provider('software-supplier-ovt-submitter')],
      [provider('submitter'), agency('admin')],
    ],
    [
      'monitoring.agency-approval',
      [agency(), agency('analyst')],
      [customer('analyst'), provider('sign-off')],
    ],
    [
      'collections.reports-validation-details',
      [provider('submitter'), agency('admin'), agency('special-category'), customer('analyst')],
      [provider('guest'), provider('ovt-submitter'), agency(), agency('anon-data-user'), agency('pii-edit')],
    ],
    [
      'collections.download-file',
      [provider('submitter'), provider('sign-off'), agency('special-category')],
      [provider('guest'), agency(), agency('admin'), agency('analyst'), customer('analyst')],
    ],
    [
      'online-validation.download-file',
      [provider('ovt-submitter'), agency('special-category')],
      [provider('submitter'), provider('guest'), agency('admin'), customer('analyst')],
    ],
    ['monitoring.sc-approval', [customer('analyst')], [customer('data-delivery'), agency('admin')]],
    // Decisions §12: every user of a primary regulator, and analysts of other statutory customers.
    [
      'monitoring.view',
      [agency(), customer('analyst'), primaryRegulator('data-delivery'), primaryRegulator()],
      [customer('data-delivery'), customer(), provider('submitter')],
    ],
    [
      'monitoring.queue',
      [agency(), customer('analyst'), primaryRegulator('analyst')],
      [primaryRegulator('data-delivery'), provider('sign-off')],
    ],
    [
      'monitoring.rules',
      [agency(), customer('analyst')],
      [primaryRegulator('data-delivery'), provider('sign-off')],
    ],
    ['monitoring.graceful-failures', [agency('admin')], [agency('analyst'), agency()]],
    ['management.change-collection-state', [agency('admin')], [agency('analyst'), provider('admin')]],
    ['management.data-pseudonymisation', [agency('anon-data-user')], [agency('admin')]],
    // Decisions §13: an administrator may reset what has failed, and has to see it for that.
    [
      'management.view-pseudonymisation',
      [agency('anon-data-user'), agency('admin')],
      [agency('analyst'), agency(), provider('sign-off'), customer('analyst')],
    ],
    ['management.reset-pseudonymisation', [agency('admin')], [agency('anon-data-user'), agency('analyst')]],
  ])('%s', (permission, may, mayNot) => {
    expect(may.map(who => isPermitted(who, permission))).toEqual(may.map(() => true))
    expect(mayNot.map(who => isPermitted(who, permission))).toEqual(mayNot.map(() => false))
  })

  it('gives a role only in its own kind of organisation', () => {
    for (const permission of permissions) {
      expect(isPermitted(provider('admin', 'analyst', 'data-delivery'), permission)).toBe(false)
    }
  })

  it('groups by section for the token, the agency approval under the key of the product', () => {
    expect(permissionsBySection(agency()).monitoring).toContain('bedel-approval')
    expect(permissionsBySection(provider('ovt-submitter'))).toEqual({
      'online-validation': [
        'ingestion-ovt',
        'online-validation',
        'cancel-upload-ovt',
        'processing-ovt',
        'reports-ovt',
        'download-file',
        'reports-validation-details-ovt',
      ],
    })
  })
})

describe('route guards', () => {
  const guardsIn = (routes: readonly PortalRoute[]): GuardedRoute[] =>
    routes.flatMap(({ guard, children = [] }) => [...(guard ? [guard] : []), ...guardsIn(children)])
  const entered = (who: Parameters<typeof mayEnter>[0]): GuardedRoute[] =>
    guardsIn(portalRoutes).filter(route => mayEnter(who, route))

  it.each<[string, Parameters<typeof mayEnter>[0], GuardedRoute[]]>([
    ['a provider', provider('submitter'), ['/submissions', '/issues']],
    ['a guest', provider('guest'), ['/submissions', '/issues']],
    [
      'an online validation submitter',
      provider('ovt-submitter'),
      ['/submissions', '/online-validation', '/suppliers/guide'],
    ],
    ['a regulator', customer('analyst'), ['/iris-reprocessing', '/monitoring', '/issues']],
    ['a regulator who fetches deliveries', customer('data-delivery'), ['/delivery']],
    [
      'a primary regulator who fetches deliveries',
      primaryRegulator('data-delivery'),
      ['/delivery', '/monitoring'],
    ],
    [
      'plain agency staff',
      agency(),
      [
        '/delivery',
        '/delivery/downloads-log',
        '/monitoring',
        '/monitoring/online-validation',
        '/issues',
        '/management',
        '/inspector',
      ],
    ],
    [
      'an administrator',
      agency('admin'),
      [
        '/delivery',
        '/delivery/downloads-log',
        '/iris-reprocessing',
        '/monitoring',
        '/monitoring/online-validation',
        '/issues',
        '/management',
        '/management/data-pseudonymisation',
        '/management/audit',
        '/inspector',
      ],
    ],
    [
      'a pseudonymised data user',
      agency('anon-data-user'),
      [
        '/delivery',
        '/delivery/downloads-log',
        '/monitoring',
        '/monitoring/online-validation',
        '/issues',
        '/management',
        '/management/data-pseudonymisation',
        '/inspector',
      ],
    ],
  ])('%s may enter its own routes only', (_, who, routes) => {
    expect(entered(who).toSorted()).toEqual(routes.toSorted())
  })
})
