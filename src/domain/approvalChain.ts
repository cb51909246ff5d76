import type { ApprovalStatusName, StatusName } from './status.ts'

/** What decides a provider's approval chain (decisions §3 "Approval chain"). */
export interface ChainFacts {
  /** '01' or '02'; any other takes the longest chain that its country allows. */
  riskCode: string
  /** 'E' England, 'W' Wales, 'S' Scotland, 'N' Northern Ireland. */
  countryCode: string
}

/**
 * The approvals that a provider's submission needs, in order (specification 1 §4, 2 §4.3).
 *
 * 02 with E: analyst, agency, SC. 02 without E: analyst, agency. 01 with E: agency, SC. 01 without E: agency.
 */
export const approvalChain = ({ riskCode, countryCode }: ChainFacts): readonly ApprovalStatusName[] => [
  ...(riskCode === '01' ? [] : (['ANALYST_APPROVAL'] as const)),
  'AGENCY_APPROVAL',
  ...(countryCode === 'E' ? (['SC_APPROVAL'] as const) : []),
]

/**
 * The status after `current` in the chain: the next approval, APPROVED after the last, undefined when `current`
 * is not in the chain (specification 2 §4.3).
 */
export const nextApproval = (
  current: StatusName,
  facts: ChainFacts,
): ApprovalStatusName | 'APPROVED' | undefined => {
  const chain = approvalChain(facts)
  const position = (chain as readonly StatusName[]).indexOf(current)
  if (position < 0) return undefined
  return chain[position + 1] ?? 'APPROVED'
}
