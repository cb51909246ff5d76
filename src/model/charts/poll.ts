import { pollMachine } from '../../machines/poll/index.ts'
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
        { data: 'there', isAwaited: true },
        { data: 'half', isAwaited: false },
        { data: undefined, isAwaited: false },
      ],
      errors: [new Error('no answer')],
    },
  },
  project: ({ params, data }) => ({ params, data }),
  inputs: {
    'known from the start': { params: 'one', everyMs: 5000 },
    'not known yet': { params: undefined, everyMs: 5000 },
  },
}
