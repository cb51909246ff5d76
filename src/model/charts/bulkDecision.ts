import { problem } from '../../domain/problem.ts'
import { bulkDecisionMachine } from '../../machines/bulk-decision/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const twoDecisions = [
  { instId: '0002', submissionId: '5e7c1ed0-0000-4000-8000-000000000002', statusId: 26, note: '' },
  { instId: '0003', submissionId: '5e7c1ed0-0000-4000-8000-000000000003', statusId: 28, note: 'Well done.' },
]

export const bulkDecisionSpec: ModelSpec<typeof bulkDecisionMachine> = {
  machine: bulkDecisionMachine,
  samples: {
    CHOOSE: [
      { type: 'CHOOSE', instIds: ['0002', '0003'], isChosen: true },
      { type: 'CHOOSE', instIds: ['0002'], isChosen: false },
    ],
    ASK: [{ type: 'ASK' }],
    DISMISS: [{ type: 'DISMISS' }],
    CONFIRM: [
      { type: 'CONFIRM', decisions: twoDecisions },
      { type: 'CONFIRM', decisions: [] },
    ],
    STOP: [{ type: 'STOP' }],
  },
  settles: {
    decide: {
      outputs: [ok({}), err(problem('conflict', 'Another file has taken its place.'))],
      errors: [new Error('no answer')],
    },
  },
  project: ({ chosen, waiting, outcomes }) => ({
    chosen,
    waiting: waiting.map(({ instId }) => instId),
    outcomes: Object.entries(outcomes).map(([instId, { problem: why }]) => [instId, why?.kind]),
  }),
  inputs: { 'the table is open': undefined },
}
