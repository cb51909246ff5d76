import type { StatusName } from '../../../src/domain/status.ts'

/**
 * The approvals by risk code and country, as specification 2 §4.3 lists them: 02 with E analyst, agency and SC; 02 without
 * E analyst and agency; 01 with E agency and SC; 01 without E agency only. An unknown risk code takes the longest chain
 * that its country allows (decisions §3).
 */
export const approvalChains: [riskCode: string, countryCode: string, chain: StatusName[]][] = [
  ['02', 'E', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL']],
  ['02', 'W', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['02', 'S', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['02', 'N', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['01', 'E', ['AGENCY_APPROVAL', 'SC_APPROVAL']],
  ['01', 'W', ['AGENCY_APPROVAL']],
  ['01', 'S', ['AGENCY_APPROVAL']],
  ['01', 'N', ['AGENCY_APPROVAL']],
  ['unknown', 'E', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL', 'SC_APPROVAL']],
  ['unknown', 'W', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['unknown', 'S', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['', 'W', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['03', 'S', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
  ['unknown', 'N', ['ANALYST_APPROVAL', 'AGENCY_APPROVAL']],
]

/** The approvals of one provider. */
export const approvalsOf = (provider: { riskCode: string; countryCode: string }): StatusName[] => {
  const found = approvalChains.find(
    ([riskCode, countryCode]) => riskCode === provider.riskCode && countryCode === provider.countryCode,
  )
  if (!found) throw new Error(`The table has no chain of ${provider.riskCode} in ${provider.countryCode}.`)
  return found[2]
}
