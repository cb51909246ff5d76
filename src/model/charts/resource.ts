import { problem } from '../../domain/problem.ts'
import { resourceMachine } from '../../machines/resource/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const resource = resourceMachine<string, string>('resource')

export const notFound = problem('not-found', 'There is no such thing.')

export const gone = problem('gone', 'Somebody deleted it.')

const unavailable = problem('unavailable', 'Not now.')

const conflict = problem('conflict', 'Changed.')

export const resourceSpec: ModelSpec<typeof resource> = {
  machine: resource,
  samples: {
    PARAMS_CHANGED: [
      { type: 'PARAMS_CHANGED', params: 'two' },
      { type: 'PARAMS_CHANGED', params: undefined },
    ],
    REFRESH: [{ type: 'REFRESH' }],
    RETRY: [{ type: 'RETRY' }],
    DATA_REPLACED: [{ type: 'DATA_REPLACED', data: 'replaced' }],
    DATA_PATCHED: [{ type: 'DATA_PATCHED', data: 'patched' }],
    OVERTAKEN: [{ type: 'OVERTAKEN' }],
  },
  settles: {
    load: {
      outputs: [ok('loaded'), err(notFound), err(gone), err(unavailable), err(conflict)],
      errors: [new Error('no answer')],
    },
    inSight: { outputs: [undefined], errors: [new Error('no page')] },
  },
  project: ({ params, data, problem: why }) => ({ params, data, why: why?.kind }),
  inputs: { 'known from the start': { params: 'one' }, 'not known yet': {} },
}
