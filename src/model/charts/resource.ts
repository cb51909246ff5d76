import { assign } from 'xstate'
import { problem } from '../../domain/problem.ts'
import { resourceMachine } from '../../machines/resource/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { messageOf } from './liveFeed.ts'

/** Live messages, told apart by their number: one changes the data, one makes them out of date, one does both. */
export const [telling, ageing, both] = [messageOf(1), messageOf(2), messageOf(3)] as const

/** A message that changes the data replaces them. What is waited for is anything but `half`. */
export const resource = resourceMachine<string, string>('resource').provide({
  guards: {
    isBehind: (_, { sequence }) => sequence !== telling!.sequence,
    changes: ({ context: { data } }, { sequence }) => sequence !== ageing!.sequence && data !== 'told',
    isUnfinished: ({ context: { data } }) => data === 'half',
  },
  actions: { follow: assign({ data: 'told' }) },
})

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
    MESSAGES_MISSED: [{ type: 'MESSAGES_MISSED' }],
    REFRESH: [{ type: 'REFRESH' }],
    RETRY: [{ type: 'RETRY' }],
    DATA_REPLACED: [{ type: 'DATA_REPLACED', data: 'replaced' }],
    DATA_PATCHED: [{ type: 'DATA_PATCHED', data: 'patched' }],
    OVERTAKEN: [{ type: 'OVERTAKEN' }],
    MESSAGE_ARRIVED: [telling, both].map(message => ({
      type: 'MESSAGE_ARRIVED' as const,
      message: message!,
    })),
    MESSAGE_REPLAYED: [telling, ageing].map(message => ({
      type: 'MESSAGE_REPLAYED' as const,
      message: message!,
    })),
  },
  settles: {
    load: {
      outputs: [ok('loaded'), ok('half'), err(notFound), err(gone), err(unavailable), err(conflict)],
      errors: [new Error('no answer')],
    },
    live: { errors: [new Error('no feed')] },
    inSight: { outputs: [undefined], errors: [new Error('no page')] },
  },
  project: ({ params, data, problem: why, queued }) => ({
    params,
    data,
    why: why?.kind,
    // As a set: the same message twice changes nothing more, and the graph would be infinite.
    queued: [...new Set(queued.map(({ sequence }) => sequence))].toSorted(),
  }),
  inputs: { 'known from the start': { params: 'one' }, 'not known yet': {} },
}
