import type { UserActor } from '../../../src/domain/actor.ts'

/** People of the tests, one for each way to look at the portal. */

export const submitter: UserActor = {
  kind: 'user',
  userId: 'ashby-signoff',
  name: 'Thomas Whitby',
  organisationId: '0001',
  organisationType: 'provider',
  roles: ['submitter', 'sign-off'],
  isPrimaryRegulator: false,
}

export const guest: UserActor = {
  ...submitter,
  userId: 'ashby-guest',
  name: 'Peter Lindqvist',
  roles: ['guest'],
}

export const regulatorAnalyst: UserActor = {
  kind: 'user',
  userId: 'fcw-analyst',
  name: 'Rhys Llewelyn',
  organisationId: '5002',
  organisationType: 'statutory_customer',
  roles: ['analyst'],
  isPrimaryRegulator: false,
}

export const receiver: UserActor = { ...regulatorAnalyst, userId: 'fcw-delivery', roles: ['data-delivery'] }
