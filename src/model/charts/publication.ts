import { problem } from '../../domain/problem.ts'
import { publicationMachine } from '../../machines/publication/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { ModelSpec } from '../modelOf.ts'

const picked = (id: string) => ({ id, name: `${id}.xsd`, size: 9 })

export const publicationSpec: ModelSpec<typeof publicationMachine> = {
  machine: publicationMachine,
  samples: {
    PICK: [{ type: 'PICK', file: picked('a') }],
    ADD_SAMPLE: [true, false].map(isAccepted => ({
      type: 'ADD_SAMPLE',
      sample: { ...picked('s'), isAccepted },
    })),
    REMOVE_SAMPLE: [{ type: 'REMOVE_SAMPLE', id: 's' }],
    SUBMIT: [{ type: 'SUBMIT' }],
  },
  settles: {
    publish: {
      outputs: [ok({ version: '26056_1_0_0' }), err(problem('invalid', 'The schema is refused.'))],
      errors: [new Error('no answer')],
    },
  },
  project: ({ file, samples, isSubmitAttempted, version, problem: why }) => ({
    file: file?.id,
    samples: samples.map(({ id, isAccepted }) => [id, isAccepted]),
    isSubmitAttempted,
    version,
    why: why?.kind,
  }),
  inputs: { 'a schema with one sample': { mostSamples: 1 }, 'a ruleset': { mostSamples: 0 } },
}
