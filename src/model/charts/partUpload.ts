import { problem } from '../../domain/problem.ts'
import { type PartUploadInput, partUploadMachine } from '../../machines/part-upload/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import type { UploadTarget } from '../../machines/upload/index.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'

/** A file of two parts and a half, to be sent in parts of 100 bytes. */
export const partTarget: UploadTarget = {
  submissionId: 'first',
  file: { id: 'large.xml', name: 'large.xml', size: 250 },
  mode: 'live',
  collectionId: '23056',
  instId: '0001',
}
export const partInput: PartUploadInput = { ...partTarget, parent }
/** What the server answers when an upload in parts begins or goes on: the parts of these numbers have arrived. */
export const grantOf = (...numbers: number[]) => ({
  post: { url: '/api/store/part', fields: { key: 'k' } },
  partBytes: 100,
  parts: numbers.map(number => ({ number, sha256: String(number) })),
})
export const ended = problem('conflict', 'This upload has ended.')
const fault = new Error('no answer')

export const partUploadSpec: ModelSpec<typeof partUploadMachine> = {
  machine: partUploadMachine,
  samples: {
    CONTINUE: [{ type: 'CONTINUE' }],
    PART_PROGRESS: [{ type: 'PART_PROGRESS', progress: { sent: 10, total: 100, bytesPerSecond: 5 } }],
  },
  settles: {
    requestParts: {
      outputs: [ok(grantOf()), ok(grantOf(2)), ok(grantOf(1, 2, 3)), err(ended)],
      errors: [fault],
    },
    compareParts: { outputs: [true, false], errors: [fault] },
    sendPart: { outputs: [ok(null), err(ended)], errors: [fault] },
    watchNetwork: { errors: [fault] },
    completeParts: { outputs: [ok(null), err(ended)], errors: [fault] },
  },
  project: ({ stored, attempts, refusals, outcome, grant }) => ({
    stored,
    // The pause is the longest from here on.
    attempts: Math.min(attempts, 6),
    refusals,
    outcome: outcome.kind,
    isGranted: grant !== undefined,
  }),
  inputs: { 'a file of three parts': partInput },
}
