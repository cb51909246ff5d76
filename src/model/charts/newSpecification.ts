import { problem } from '../../domain/problem.ts'
import { newSpecificationMachine } from '../../machines/new-specification/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

/** A schema without rulesets is 9. */
export const rulesetsOffered = [
  { id: 11, schemaId: 1 },
  { id: 12, schemaId: 1 },
  { id: 21, schemaId: 2 },
] as const

export const newSpecificationSpec: ModelSpec<typeof newSpecificationMachine> = {
  machine: newSpecificationMachine,
  samples: {
    PICK_SCHEMA: [1, 2, 9].map(id => ({ type: 'PICK_SCHEMA', id })),
    PICK_RULESET: [11, 21].map(id => ({ type: 'PICK_RULESET', id })),
    PICK_INCREMENT: [{ type: 'PICK_INCREMENT', increment: 'minor' }],
    SUBMIT: [{ type: 'SUBMIT' }],
    APPLY: [{ type: 'APPLY' }],
  },
  settles: {
    create: {
      outputs: [ok({ id: 7, version: '23056_1.1.0' }), err(problem('conflict', 'It is withdrawn.'))],
      errors: [new Error('no answer')],
    },
    apply: {
      outputs: [ok(undefined), err(problem('conflict', 'It is a Draft already.'))],
      errors: [new Error('no answer')],
    },
  },
  project: ({ chosen, isSubmitAttempted, made, problem: why }) => ({
    chosen,
    isSubmitAttempted,
    made,
    why: why?.kind,
  }),
  inputs: { 'what is Available': { rulesets: rulesetsOffered } },
}
