import type { UserPrincipal } from '../../../src/domain/principal.ts'

/** People of the tests, one for each way to look at the portal. */

export const submitter: UserPrincipal = {
  kind: 'user',
  userId: 'ashby-signoff',
  name: 'Thomas Whitby',
  organisationId: '0001',
  organisationType: 'provider',
  roles: ['submitter', 'sign-off'],
  isPrimaryRegulator: false,
}

/** Who only checks files with the online validation tool. */
export const validator: UserPrincipal = {
  ...submitter,
  userId: 'ashby-ovt',
  name: 'Grace Okafor',
  roles: ['ovt-submitter'],
}

export const guest: UserPrincipal = {
  ...submitter,
  userId: 'ashby-guest',
  name: 'Peter Lindqvist',
  roles: ['guest'],
}

export const regulatorAnalyst: UserPrincipal = {
  kind: 'user',
  userId: 'fcw-analyst',
  name: 'Rhys Llewelyn',
  organisationId: '5002',
  organisationType: 'statutory_customer',
  roles: ['analyst'],
  isPrimaryRegulator: false,
}

export const receiver: UserPrincipal = {
  ...regulatorAnalyst,
  userId: 'fcw-delivery',
  roles: ['data-delivery'],
}
