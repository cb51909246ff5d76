import { problem } from '../../domain/problem.ts'
import { pseudonymisationRowMachine } from '../../machines/pseudonymisation-row/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const refused = err(problem('conflict', 'Not now.'))
const noAnswer = new Error('no answer')

export const pseudonymisationRowSpec: ModelSpec<typeof pseudonymisationRowMachine> = {
  machine: pseudonymisationRowMachine,
  samples: {
    ANONYMISE: [{ type: 'ANONYMISE' }],
    DOWNLOAD: [{ type: 'DOWNLOAD' }],
    RESET: [{ type: 'RESET' }],
    STATUS: [
      { type: 'STATUS', status: 'Pending', version: 1 },
      { type: 'STATUS', status: 'Success', version: 2 },
      { type: 'STATUS', status: 'Failed', version: 2 },
      { type: 'STATUS', status: null, version: 3 },
    ],
  },
  settles: {
    request: { outputs: [ok(undefined), refused], errors: [noAnswer] },
    fetch: { outputs: [ok('https://store/file'), refused], errors: [noAnswer] },
    reset: { outputs: [ok(undefined), refused], errors: [noAnswer] },
  },
  project: ({ status, version, problem: why }) => ({ status, version, why: why?.kind }),
  inputs: {
    'nobody has asked': { status: null, version: 0 },
    'the task is under way': { status: 'Pending', version: 1 },
    'the output is there': { status: 'Success', version: 2 },
    'the task has failed': { status: 'Failed', version: 2 },
  },
}
