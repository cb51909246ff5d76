import { problem } from '../../domain/problem.ts'
import { conformanceCheckMachine, type ReplayedPart } from '../../machines/conformance-check/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const deviation: ReplayedPart['deviations'][number] = {
  submissionId: '5e7c1ed0-0000-4000-8000-000000000001',
  sequence: 2,
  event: 'FILE_STORED',
  fromStatusId: 1,
  toStatusId: 2,
  reason: 'The chart leads elsewhere.',
}

export const part: ReplayedPart = {
  submissions: 2,
  events: 20,
  deviations: [deviation],
  next: '5e7c1ed0-0000-4000-8000-000000000002',
  total: 3,
}

export const lastPart: ReplayedPart = { submissions: 1, events: 10, deviations: [], next: null, total: 3 }

export const conformanceCheckSpec: ModelSpec<typeof conformanceCheckMachine> = {
  machine: conformanceCheckMachine,
  samples: {
    REPLAY: [{ type: 'REPLAY' }],
    RETRY: [{ type: 'RETRY' }],
    STOP: [{ type: 'STOP' }],
  },
  settles: {
    replay: {
      outputs: [ok(part), ok(lastPart), err(problem('forbidden', 'Not for you.'))],
      errors: [new Error('no answer')],
    },
  },
  // The figures grow with each part; where it goes on and what went wrong is what tells one situation from another.
  project: ({ after, problem: why, deviations }) => ({
    after,
    why: why?.kind,
    isDeviating: deviations.length > 0,
  }),
  inputs: { check: undefined },
}
