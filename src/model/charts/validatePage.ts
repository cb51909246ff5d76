import { problem } from '../../domain/problem.ts'
import { err, ok } from '../../machines/support/index.ts'
import {
  type CheckedFile,
  type CheckOutcome,
  type Fault,
  type ValidatePageInput,
  validatePageMachine,
} from '../../machines/validate-page/index.ts'
import type { ModelSpec } from '../modelOf.ts'

/** A chosen file of so many bytes. */
export const chosenFile = (name: string, size = 1000): CheckedFile => ({ id: name, name, size })

export const document = chosenFile('a.xml')
export const schemaFile = chosenFile('a.xsd')

const faultAt = (line: number, group: string): Fault => ({
  code: 'VALUE_CODE',
  message: 'Not a valid code.',
  line,
  column: 1,
  byte: line * 10,
  path: 'a/b',
  value: 'x',
  expected: null,
  group,
})

export const clean: CheckOutcome = { kind: 'valid', unchecked: [] }
export const faulty: CheckOutcome = {
  kind: 'faulty',
  reason: 'findings',
  file: document,
  faults: [faultAt(1, 'b'), faultAt(2, 'c'), faultAt(5, 'b')],
  total: 3,
  groups: [],
  unchecked: [],
}

export const offered = [{ reference: '23056', name: 'Student 2023/24', schema: '23056_1_0_0' }]
export const unauthorised = problem('unauthorised', 'Sign in.')
export const unavailable = problem('not-found', 'There is no such schema.')

const visitor: ValidatePageInput = { hasSignedIn: false, reference: undefined }

export const validatePageSpec: ModelSpec<typeof validatePageMachine> = {
  machine: validatePageMachine,
  samples: {
    FILES_CHOSEN: [
      { type: 'FILES_CHOSEN', files: [document] },
      { type: 'FILES_CHOSEN', files: [document, schemaFile] },
      { type: 'FILES_CHOSEN', files: [document, chosenFile('b.xml')] },
    ],
    SCHEMA_CHOSEN: [
      { type: 'SCHEMA_CHOSEN', reference: '23056' },
      { type: 'SCHEMA_CHOSEN', reference: undefined },
    ],
    FILE_REMOVED: [
      { type: 'FILE_REMOVED', id: document.id },
      { type: 'FILE_REMOVED', id: schemaFile.id },
    ],
    CHECK: [{ type: 'CHECK' }],
    CANCEL: [{ type: 'CANCEL' }],
    PROGRESS: [{ type: 'PROGRESS', progress: { done: 500, total: 1000 } }],
    NEXT: [{ type: 'NEXT' }],
    PREVIOUS: [{ type: 'PREVIOUS' }],
    SHOW: [
      { type: 'SHOW', position: 1 },
      { type: 'SHOW', position: 99 },
    ],
    SHOW_GROUP: [
      { type: 'SHOW_GROUP', group: 'c' },
      { type: 'SHOW_GROUP', group: undefined },
    ],
  },
  settles: {
    readOffer: { outputs: [ok(offered), err(unauthorised)], errors: [new Error('no answer')] },
    checkFile: { outputs: [ok(clean), ok(faulty), err(unavailable)], errors: [new Error('moved')] },
  },
  // How far the check is, and what was found, tell no situation from another for a guard.
  project: ({ file, schema, refusal, outcome, current, group, hasSignedIn, problem: why }) => ({
    file: file?.id,
    schema: schema.kind,
    isRefused: refusal !== undefined,
    outcome: outcome?.kind,
    current,
    group,
    hasSignedIn,
    why: why?.kind,
  }),
  inputs: {
    'from anywhere': visitor,
    'from signing in': { hasSignedIn: true, reference: '23056' },
  },
}
