import { problem } from '../../domain/problem.ts'
import { pollMachine } from '../../machines/poll/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const poll = pollMachine<string, string>('poll')

export const pollSpec: ModelSpec<typeof poll> = {
  machine: poll,
  samples: {
    PARAMS_CHANGED: [
      { type: 'PARAMS_CHANGED', params: 'one' },
      { type: 'PARAMS_CHANGED', params: 'two' },
      { type: 'PARAMS_CHANGED', params: undefined },
    ],
    ASK: [{ type: 'ASK' }],
  },
  settles: {
    ask: {
      outputs: [
        ok({ data: 'there', isAwaited: true }),
        ok({ data: 'half', isAwaited: false }),
        err(problem('too-many-requests', 'Wait a moment.')),
        err(problem('not-found', 'There is no such submission.')),
      ],
      errors: [new Error('no answer')],
    },
  },
  // How often nobody has answered has no end, and leads nowhere else.
  project: ({ params, data, problem: refusal }) => ({ params, data, refusal }),
  inputs: {
    'known from the start': { params: 'one', everyMs: 5000 },
    'not known yet': { params: undefined, everyMs: 5000 },
  },
}
