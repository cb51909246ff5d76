import { expect, it } from 'vitest'
import { approvalChain, nextApproval } from './approvalChain.ts'

it.each([
  ['02', 'E', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL']],
  ['02', 'W', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['01', 'E', ['AGENCY_APPROVAL', 'SC_APPROVAL']],
  ['01', 'N', ['AGENCY_APPROVAL']],
  ['', 'E', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL']],
  ['03', 'S', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
])('risk %j in %s needs %j', (riskCode, countryCode, chain) => {
  expect(approvalChain({ riskCode, countryCode })).toEqual(chain)
})

it('the next approval is the one after, APPROVED after the last, none outside the chain', () => {
  const england02 = { riskCode: '02', countryCode: 'E' }
  const wales01 = { riskCode: '01', countryCode: 'W' }
  expect(nextApproval('ANALYST_APPROVAL', england02)).toBe('AGENCY_APPROVAL')
  expect(nextApproval('SC_APPROVAL', england02)).toBe('APPROVED')
  expect(nextApproval('AGENCY_APPROVAL', wales01)).toBe('APPROVED')
  expect(nextApproval('ANALYST_APPROVAL', wales01)).toBeUndefined()
  expect(nextApproval('APPROVED', england02)).toBeUndefined()
})
