import { factsToWire } from '../../domain/wire/facts.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import { liveFeedMachine } from '../../machines/live-feed/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'
import { openFacts } from './lifecycle.ts'

/** A live message with this number, of a file of an institution. */
export const messageOf = (sequence: number, instId = '0001'): LiveMessage => ({
  type: 'FILE_EVENT',
  submissionId: 'a',
  collectionId: '23056',
  instId,
  status: { id: 7, code: 'SCHEMA_CHECK', name: 'Schema check' },
  awaitingParty: { id: 4, name: 'System' },
  isLatest: true,
  version: sequence,
  facts: factsToWire(openFacts),
  occurredAt: '2026-11-21T10:00:00Z',
  sequence,
})

export const liveFeedSpec: ModelSpec<typeof liveFeedMachine> = {
  machine: liveFeedMachine,
  samples: {
    FOLLOW: [
      { type: 'FOLLOW', channel: { id: '0001', carries: 'oneInstitution' } },
      { type: 'FOLLOW', channel: { id: '0001', carries: 'oneInstitution' }, seen: 3 },
    ],
    DISCONNECT: [{ type: 'DISCONNECT' }],
    RETRY: [{ type: 'RETRY' }],
    LIVE_OPENED: [
      { type: 'LIVE_OPENED', instId: '0001', sequence: 3 },
      { type: 'LIVE_OPENED', instId: '0001', sequence: 3, release: '1.3.0' },
      { type: 'LIVE_OPENED', instId: '0002', sequence: 9 },
    ],
    ITEM_MISSING: [{ type: 'ITEM_MISSING' }],
    LIVE_FRAME: [{ type: 'LIVE_FRAME' }],
    WOKEN: [
      { type: 'WOKEN', by: 'sight' },
      { type: 'WOKEN', by: 'clock' },
    ],
    LIVE_MESSAGE: [
      ...[3, 4, 5, 6, 8].map(sequence => ({ type: 'LIVE_MESSAGE' as const, message: messageOf(sequence) })),
      { type: 'LIVE_MESSAGE', message: messageOf(4, '0002') },
    ],
    LIVE_EMPTY: [3, 4, 5, 6, 8].map(sequence => ({ type: 'LIVE_EMPTY', instId: '0001', sequence })),
    LIVE_LOST: [{ type: 'LIVE_LOST' }],
    LIVE_INVALID: [
      { type: 'LIVE_INVALID', reason: 'notJson' },
      { type: 'LIVE_INVALID', reason: 'unknownType' },
    ],
  },
  settles: {
    socket: { errors: [new Error('no socket')] },
    watchWaking: { errors: [new Error('no page')] },
  },
  // How many attempts have failed says how long to wait, and nothing else.
  project: ({ channel, seen, laterRelease }) => ({
    channel: channel?.id,
    seen,
    laterRelease,
  }),
  inputs: {
    'a provider': { parent, channel: { id: '0001', carries: 'oneInstitution' }, release: '1.2.0' },
    'the agency': { parent, channel: { id: 'bedel', carries: 'manyInstitutions' } },
    nobody: { parent },
  },
}
