import { problem } from '../../domain/problem.ts'
import { ruleSourceMachine } from '../../machines/rule-source/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const ruleSourceSpec: ModelSpec<typeof ruleSourceMachine> = {
  machine: ruleSourceMachine,
  samples: {
    ENTER: ['true', 'false'].map(text => ({ type: 'ENTER', field: 'failure', text })),
    SAVE: [{ type: 'SAVE' }],
  },
  settles: {
    run: {
      outputs: [
        ok({
          faults: [],
          examples: [{ outcome: 'passes' as const, record: '', because: null, message: null }],
        }),
        err(problem('forbidden', 'No right.')),
      ],
      errors: [new Error('no answer')],
    },
    save: {
      outputs: [ok({ id: 7, version: '26056_1.0.1' }), err(problem('invalid', 'It is refused.'))],
      errors: [new Error('no answer')],
    },
  },
  project: ({ entered, result, saved, problem: why }) => ({
    failure: entered.failure,
    examples: result?.examples.length,
    saved: saved?.version,
    why: why?.kind,
  }),
  inputs: { 'a rule whose failure is true': { stored: { population: 'true', failure: 'true' } } },
}
