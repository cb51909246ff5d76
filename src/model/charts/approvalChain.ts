import { approvalChainMachine } from '../../machines/approval-chain/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const decision = { at: '2026-11-21T10:00:00Z', by: 'bedel-analyst' }

export const chainInputs = {
  '01 in England': { facts: { riskCode: '01', countryCode: 'E' } },
  '01 in Wales': { facts: { riskCode: '01', countryCode: 'W' } },
  '02 in England': { facts: { riskCode: '02', countryCode: 'E' } },
  '02 in Northern Ireland': { facts: { riskCode: '02', countryCode: 'N' } },
}

export const approvalChainSpec: ModelSpec<typeof approvalChainMachine> = {
  machine: approvalChainMachine,
  samples: {
    SUBMITTED: [{ type: 'SUBMITTED', decision }],
    APPROVED: [{ type: 'APPROVED', decision }],
    DECLINED: [{ type: 'DECLINED', decision }],
    WITHDRAWN: [{ type: 'WITHDRAWN', decision }],
  },
  project: ({ approved, declined, withdrawn }) => ({ approved, declined, withdrawn }),
  inputs: chainInputs,
}
