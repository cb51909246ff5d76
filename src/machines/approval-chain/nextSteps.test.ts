import { expect, it } from 'vitest'
import type { StatusName } from '../../domain/status.ts'
import { openFacts } from '../../model/charts/lifecycle.ts'
import { nextSteps } from './nextSteps.ts'

/** A provider of England with the longest chain. */
const facts = { ...openFacts, riskCode: '02', countryCode: 'E', isLatest: true, mode: 'live' as const }
const approvals = (...names: string[]) => names.map(approval => ({ approval }))
const signOff = ['requestSignOff', 'returnForm', 'record']

// Specification 1 §4: what is left of the way to the sign-off.
it.each<[StatusName, readonly unknown[]]>([
  [
    'SCHEMA_CHECK_FAILED',
    [
      'upload',
      'check',
      'submit',
      ...approvals('ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'),
      ...signOff,
    ],
  ],
  [
    'SCHEMA_CHECK',
    ['check', 'submit', ...approvals('ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'), ...signOff],
  ],
  [
    'QUALITY_PROCESSING_COMPLETE',
    ['submit', ...approvals('ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL'), ...signOff],
  ],
  ['AGENCY_APPROVAL', [...approvals('AGENCY_APPROVAL', 'SC_APPROVAL'), ...signOff]],
  ['APPROVED', signOff],
  ['PROVIDER_SIGNOFF', ['returnForm', 'record']],
  ['SIGNED_OFF', []],
])('a submission at %s has these steps left', (status, steps) => {
  expect(nextSteps(status, facts)).toEqual(steps)
})

it('a returned form leaves only its record, and a replaced or only checked file nothing', () => {
  expect(nextSteps('PROVIDER_SIGNOFF', { ...facts, isFormReturned: true })).toEqual(['record'])
  expect(nextSteps('AGENCY_APPROVAL', { ...facts, isLatest: false })).toEqual([])
  expect(nextSteps('QUALITY_PROCESSING_COMPLETE', { ...facts, mode: 'ovt' })).toEqual([])
})
