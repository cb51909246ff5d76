import { consentMachine } from '../../machines/consent/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const consentSpec: ModelSpec<typeof consentMachine> = {
  machine: consentMachine,
  samples: {
    TERMS_ACCEPTED: [{ type: 'TERMS_ACCEPTED' }],
    TERMS_WITHDRAWN: [{ type: 'TERMS_WITHDRAWN' }],
  },
  settles: {},
  project: () => ({}),
  inputs: { 'a page': undefined },
}
