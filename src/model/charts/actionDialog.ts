import { problem } from '../../domain/problem.ts'
import { actionDialogMachine } from '../../machines/action-dialog/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const actionDialog = actionDialogMachine<string, string>('actionDialog')

export const actionDialogSpec: ModelSpec<typeof actionDialog> = {
  machine: actionDialog,
  samples: {
    ASK: [{ type: 'ASK', action: 'approve', key: '1' }],
    RUN: [{ type: 'RUN', action: 'download', key: '2' }],
    CONFIRM: [{ type: 'CONFIRM' }],
    DISMISS: [{ type: 'DISMISS' }],
    RETRY: [{ type: 'RETRY' }],
  },
  settles: {
    execute: {
      outputs: [ok('done'), err(problem('conflict', 'The status has changed.'))],
      errors: [new Error('no answer')],
    },
  },
  project: ({ action, key, unanswered, output, problem: why }) => ({
    action,
    key,
    unanswered,
    output,
    why: why?.kind,
  }),
  inputs: { 'a page': undefined },
}
