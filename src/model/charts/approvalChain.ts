import { approvalChainMachine, grantedGuards } from '../../machines/approval-chain/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { openFacts, systemSamples, userSamples } from './lifecycle.ts'

/** The four chains that there are, by the provider's risk and country. */
export const chainInputs = {
  '01 in England': { ...openFacts, riskCode: '01', countryCode: 'E' },
  '01 in Wales': { ...openFacts, riskCode: '01', countryCode: 'W' },
  '02 in England': { ...openFacts, riskCode: '02', countryCode: 'E' },
  '02 in Northern Ireland': { ...openFacts, riskCode: '02', countryCode: 'N' },
}

export const approvalChainSpec: ModelSpec<typeof approvalChainMachine> = {
  machine: approvalChainMachine,
  samples: {
    ...userSamples,
    ...systemSamples,
    // What was stored was granted: one of each is enough.
    SUBMIT: userSamples.SUBMIT.slice(0, 1),
    APPROVE: userSamples.APPROVE.slice(0, 1),
    DECLINE: userSamples.DECLINE.slice(0, 1),
  },
  project: () => null,
  alwaysHold: grantedGuards,
  inputs: chainInputs,
}
