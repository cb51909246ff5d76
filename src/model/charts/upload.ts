import { problem } from '../../domain/problem.ts'
import { err, ok } from '../../machines/support/index.ts'
import { type PickedFile, type UploadInput, uploadMachine } from '../../machines/upload/index.ts'
import { message } from '../../messages/message.ts'
import type { ModelSpec } from '../modelOf.ts'
import { parent } from '../parent.ts'

/** A picked file of so many bytes. */
export const fileOf = (name: string, size = 1000): PickedFile => ({ id: name, name, size })

export const uploadInput: UploadInput = {
  parent,
  mode: 'live',
  collectionId: '23056',
  instId: '0001',
  facts: { blockedReason: undefined, maxBytes: 5000, atOnceBytes: 2000 },
}

/** Why nothing can be sent for a collection that is closed. */
export const closed = message('lifecycle', 'readOnly.closed')

export const malformed = {
  wellFormed: false as const,
  error: { code: 'MISMATCHED_TAG', message: 'The end tag does not match.', line: 3, column: 7, byte: 90 },
}
export const wellFormed = {
  wellFormed: true as const,
  schema: { kind: 'checked' as const, version: '23056_1.0.0' },
  findings: [],
  findingsTotal: 0,
  groups: [],
  keysUnchecked: [],
  rightToProcess: [],
  sha256: 'ab',
}
export const withFindings = {
  ...wellFormed,
  findings: [
    {
      LineNumber: 9,
      Column: 2,
      Code: 'VALUE_CODE',
      Error: 'Not in the list.',
      Details: { name: 'Student', ids: [], parent: null, path: 'Student/SEXID', value: 'x', expected: '01' },
    },
  ],
  findingsTotal: 1,
  groups: [
    { code: 'VALUE_CODE', place: 'Student/SEXID', count: 1, places: [], characters: [], example: null },
  ],
}
export const ofAnotherProvider = {
  ...wellFormed,
  rightToProcess: [{ item: 'Provider.UKPRN', found: '10000002', expected: '10000001 (University of Ashby)' }],
}
export const conflict = problem('conflict', 'The collection is closed.')
const post = { url: '/api/store', fields: { key: 'k' } }
const fault = new Error('no answer')

/** One that is sent in parts. */
export const largeFile = fileOf('large.xml', 2001)
const expected = { name: largeFile.name, size: largeFile.size }

export const uploadSpec: ModelSpec<typeof uploadMachine> = {
  machine: uploadMachine,
  samples: {
    FILES_CHOSEN: [
      { type: 'FILES_CHOSEN', files: [fileOf('a.xml')] },
      { type: 'FILES_CHOSEN', files: [] },
      { type: 'FILES_CHOSEN', files: [fileOf('b.xml')], sendAs: 'first' },
    ],
    UPLOAD: [{ type: 'UPLOAD', submissionId: 'first' }],
    UPLOAD_ANYWAY: [{ type: 'UPLOAD_ANYWAY', submissionId: 'first' }],
    CANCEL: [{ type: 'CANCEL' }],
    LEAVE: [{ type: 'LEAVE' }],
    RESUME: [
      { type: 'RESUME', submissionId: 'first', expected, files: [largeFile] },
      { type: 'RESUME', submissionId: 'first', expected, files: [fileOf('a.xml')] },
    ],
    RETRY: [{ type: 'RETRY', submissionId: 'second' }],
    CHOOSE_ANOTHER: [{ type: 'CHOOSE_ANOTHER' }],
    FACTS_CHANGED: [
      { type: 'FACTS_CHANGED', facts: uploadInput.facts },
      {
        type: 'FACTS_CHANGED',
        facts: { ...uploadInput.facts, blockedReason: closed },
      },
    ],
    FILE_STORED: [
      { type: 'FILE_STORED', submissionId: 'first' },
      { type: 'FILE_STORED', submissionId: 'another' },
      { type: 'FILE_STORED', submissionId: 'first', fileHash: 'cd' },
    ],
    CHECK_PROGRESS: [{ type: 'CHECK_PROGRESS', progress: { done: 10, total: 1000 } }],
    PARTS_GRANTED: [{ type: 'PARTS_GRANTED' }],
    UPLOAD_PROGRESS: [{ type: 'UPLOAD_PROGRESS', progress: { sent: 10, total: 1000, bytesPerSecond: 5 } }],
  },
  settles: {
    takeHandedOver: { errors: [fault] },
    checkFile: { outputs: [wellFormed, withFindings, ofAnotherProvider, malformed], errors: [fault] },
    requestUpload: { outputs: [ok(post), err(conflict)], errors: [fault] },
    sendParts: {
      outputs: [{ kind: 'stored' }, { kind: 'otherFile' }, { kind: 'refused', problem: conflict }],
      errors: [fault],
    },
    sendFile: { outputs: [ok(null), err(conflict)], errors: [fault] },
    breakOff: { outputs: [ok(null)], errors: [fault] },
    cancelUpload: { outputs: [ok(null), err(conflict)], errors: [fault] },
  },
  project: ({ file, sendAs, refusal, facts, submissionId, post: signed, problem: why }) => ({
    file: file?.name,
    sendAs,
    refusal: refusal?.kind,
    blocked: facts.blockedReason?.code,
    submissionId,
    isSigned: signed !== undefined,
    why: why?.kind,
  }),
  inputs: { 'an open collection': uploadInput },
}
