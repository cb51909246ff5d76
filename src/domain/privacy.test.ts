import { beforeAll, describe, expect, it } from 'vitest'
import { loadMessages, textOf } from '../messages/messages.ts'
import { inEnglish } from '../model/everyMessage.ts'
import { roleLabel } from './labels.ts'
import type { OrganisationType } from './organisation.ts'
import { rolesByOrganisationType } from './permissions.ts'
import {
  type FieldClass,
  fieldClasses,
  hasOutputs,
  namingFor,
  type Outlet,
  onlyNaming,
  outlets,
  readsFailureReason,
  rolesThatRead,
  withheld,
} from './privacy.ts'
import { isErrorOrFailure, statuses } from './status.ts'

beforeAll(() => loadMessages('en', 'lifecycle'))

type Reading = Partial<Record<Outlet, string>>

/**
 * Who reads what, as it was decided: classes by their first letters, o(pen), i(dentifier), p(ersonal), s(pecial category).
 * Counts are for everybody and stand in no row.
 */
const everything: Reading = { page: 'oips', json: 'oips', csv: 'oips', file: 'oips' }
const ordinary: Reading = { page: 'oip', json: 'oip', csv: 'oip', file: 'oip' }
const decided: Record<string, Reading> = {
  'provider.submitter': everything,
  'provider.sign-off': everything,
  'provider.ovt-submitter': everything,
  'provider.software-supplier-ovt-submitter': everything,
  'provider.guest': {},
  'agency.admin': ordinary,
  'agency.analyst': ordinary,
  'agency.special-category': everything,
  'agency.anon-data-user': {},
  'agency.non-pii-edit': {},
  'agency.pii-edit': {},
  'agency.special-category-edit': {},
  'agency.': {},
  'provider.': {},
  'statutory_customer.': {},
  // As an analyst of the agency; the file as it was sent stays with provider and agency.
  'statutory_customer.analyst': { page: 'oip', json: 'oip', csv: 'oip' },
  'statutory_customer.data-delivery': { delivery: 'oips' },
}

const holderOf = (name: string) => {
  const [organisationType = '', role = ''] = name.split('.')
  return {
    organisationType: organisationType as 'provider' | 'agency' | 'statutory_customer',
    organisationId: '1',
    roles: role === '' ? [] : [role],
    isPrimaryRegulator: true,
  }
}

describe('who reads which fields of records where', () => {
  it('is decided for every role, and for staff without one', () => {
    const roles = Object.entries(rolesByOrganisationType).flatMap(([type, names]) =>
      ['', ...names].map(role => `${type}.${role}`),
    )
    expect(Object.keys(decided).sort()).toEqual(roles.sort())
  })

  it.each(Object.entries(decided))('%s', (name, reading) => {
    const read = Object.fromEntries(
      outlets.map(outlet => [
        outlet,
        fieldClasses
          .filter(one => withheld(holderOf(name), outlet, [one]) === undefined)
          .map(one => one[0])
          .join(''),
      ]),
    )
    expect(read).toEqual({ page: '', json: '', csv: '', file: '', delivery: '', ...reading })
  })

  it('adds up the roles of one person, and lends none to another organisation', () => {
    const reads = (organisationType: 'agency' | 'provider', ...roles: string[]) =>
      withheld({ organisationType, roles }, 'json', ['identifier', 'special-category']) === undefined
    expect(reads('agency', 'anon-data-user', 'special-category')).toBe(true)
    expect(reads('provider', 'special-category', 'admin')).toBe(false)
    expect(reads('agency', 'submitter', 'sign-off')).toBe(false)
  })

  it('says in the place of what is withheld which roles would read it', () => {
    const said = (name: string, ...classes: FieldClass[]) => {
      const reason = withheld(holderOf(name), 'json', classes)
      return reason && textOf('en', reason)
    }
    const special = 'Withheld: requires the Special category data role'
    expect(said('agency.admin', 'special-category')).toBe(special)
    expect(said('agency.anon-data-user', 'personal', 'special-category')).toBe(special)
    expect(said('statutory_customer.analyst', 'special-category')).toBe(special)
    expect(said('agency.', 'personal')).toBe(
      'Withheld: requires the Administrator, Analyst or Special category data role',
    )
    expect(said('provider.guest', 'identifier')).toBe('Withheld: requires the Submitter or Sign-off role')
    expect(said('statutory_customer.data-delivery', 'identifier')).toBe('Withheld: requires the Analyst role')
    expect(said('agency.special-category', ...fieldClasses)).toBeUndefined()
    // The sentences name the roles that the table lets read.
    const named = (type: string, ...classes: FieldClass[]) =>
      rolesThatRead('json', classes)
        .filter(role => role.startsWith(`${type}.`) && !role.includes('ovt'))
        .map(role => inEnglish(roleLabel(role.split('.')[1] ?? '')))
    expect(named('agency', 'personal')).toEqual(['Administrator', 'Analyst', 'Special category data'])
    expect(named('agency', 'special-category')).toEqual(['Special category data'])
    expect(named('provider', 'personal')).toEqual(['Submitter', 'Sign-off'])
    expect(named('statutory_customer', 'personal')).toEqual(['Analyst'])
  })

  it('leaves a specialist regulator the rules and reports that name it', () => {
    const regulator = { organisationType: 'statutory_customer' as const, organisationId: '5101' }
    expect(onlyNaming({ ...regulator, isPrimaryRegulator: false })).toBe('5101')
    expect(onlyNaming({ ...regulator, isPrimaryRegulator: true })).toBeUndefined()
    expect(
      onlyNaming({ organisationType: 'agency', organisationId: 'bedel', isPrimaryRegulator: false }),
    ).toBeUndefined()
  })

  it('leaves a specialist regulator no outputs, which name no regulator', () => {
    const regulator = { organisationType: 'statutory_customer', organisationId: '5101' } as const
    expect(hasOutputs({ ...regulator, isPrimaryRegulator: false })).toBe(false)
    expect(hasOutputs({ ...regulator, isPrimaryRegulator: true })).toBe(true)
    expect(
      hasOutputs({ organisationType: 'agency', organisationId: 'bedel', isPrimaryRegulator: false }),
    ).toBe(true)
  })
})

it('names a person to colleagues, the organisation to others, both to the agency (decisions §12)', () => {
  const [provider, otherProvider, regulator, agency] = [
    { organisationType: 'provider', organisationId: '0001' },
    { organisationType: 'provider', organisationId: '0002' },
    { organisationType: 'statutory_customer', organisationId: '5016' },
    { organisationType: 'agency', organisationId: 'bedel' },
  ] as const
  const namings = (actedFor: string | null) =>
    [provider, otherProvider, regulator, agency].map(reader => namingFor(reader, actedFor))
  const both = 'personAndOrganisation'
  expect(namings('0001')).toEqual(['person', 'organisation', 'organisation', both])
  expect(namings('5016')).toEqual(['organisation', 'organisation', 'person', both])
  expect(namings('bedel')).toEqual(['organisation', 'organisation', 'organisation', both])
  expect(namings(null)).toEqual(['organisation', 'organisation', 'organisation', both])
})

it('tells everybody why a file was refused or did not arrive, and of faults of the system the agency alone (decisions §3)', () => {
  const ofFile = ['UPLOAD_ERROR', 'SCHEMA_CHECK_FAILED', 'RIGHT_TO_PROCESS_FAILED']
  const stops = statuses.filter(({ name }) => isErrorOrFailure(name)).map(({ name }) => name)
  const readBy = (organisationType: OrganisationType) =>
    stops.filter(name => readsFailureReason({ organisationType }, name))
  expect(readBy('provider')).toEqual(ofFile)
  expect(readBy('statutory_customer')).toEqual(ofFile)
  expect(readBy('agency')).toEqual(stops)
  // What was taken back after a fault is not told of it either.
  expect(readsFailureReason({ organisationType: 'provider' }, 'RESUBMISSION_REQUIRED')).toBe(false)
})
