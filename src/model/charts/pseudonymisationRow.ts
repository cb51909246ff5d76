import { problem } from '../../domain/problem.ts'
import {
  type PseudonymisationRowInput,
  pseudonymisationRowMachine,
  type TaskStatus,
} from '../../machines/pseudonymisation-row/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'

/** A row of one submission, as its page starts it. */
export const rowInput = (status: TaskStatus['status'], version: number): PseudonymisationRowInput => ({
  parent,
  uuid: 'first',
  status,
  version,
})

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
    'nobody has asked': rowInput(null, 0),
    'the task is under way': rowInput('Pending', 1),
    'the output is there': rowInput('Success', 2),
    'the task has failed': rowInput('Failed', 2),
  },
}
