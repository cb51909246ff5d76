import { problem } from '../../domain/problem.ts'
import { inlineChoiceMachine } from '../../machines/inline-choice/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const inlineChoiceSpec: ModelSpec<typeof inlineChoiceMachine> = {
  machine: inlineChoiceMachine,
  samples: {
    EDIT: [{ type: 'EDIT' }],
    PICK: [1, 3].map(id => ({ type: 'PICK', id })),
    SAVE: [{ type: 'SAVE' }],
    CANCEL: [{ type: 'CANCEL' }],
    CONFIRM: [{ type: 'CONFIRM' }],
    DISMISS: [{ type: 'DISMISS' }],
    CHANGED: [3, 4].map(current => ({ type: 'CHANGED', current })),
  },
  settles: {
    save: {
      outputs: [ok(undefined), err(problem('conflict', 'The state has changed.'))],
      errors: [new Error('no answer')],
    },
  },
  project: ({ current, asksFirst, picked, problem: why, isOvertaken }) => ({
    current,
    asksFirst,
    picked,
    why: why?.kind,
    isOvertaken,
  }),
  inputs: {
    'a collection that is Draft': { current: 1, asksFirst: [3] },
    'one without a specification': { current: null, asksFirst: [] },
  },
}
