import { createHash } from 'node:crypto'
import type { StatusName, SubmissionMode } from '../../src/domain/status.ts'
import { lastCollection } from '../identity/demonstration.ts'

/** A submission of the demonstration: whose, made of what, and how far it is taken. */
export interface Scenario {
  instId: string
  collectionReference: string
  mode: SubmissionMode
  fileName: string
  students: number
  faults: 'none' | 'schema' | 'rules'
  seed: number
  /** Provider to which the research students move who leave. */
  researchersMoveTo?: string
  /** Demonstration users who act for the provider. */
  uploadedBy: string
  /** Absent where nobody signs off: a file of the online validation tool is only checked. */
  signedOffBy?: string
  target: StatusName
}

const history = (instId: string, students: number, uploadedBy: string, signedOffBy: string): Scenario => ({
  instId,
  collectionReference: lastCollection,
  mode: 'live',
  fileName: `student-2022-23-${instId}.xml`,
  students,
  faults: 'none',
  seed: 1,
  uploadedBy,
  signedOffBy,
  target: 'HISTORY_DATA_PASSED',
})

/**
 * What the demonstration shows: last year signed off by all, this year at several stages, and next year's file tried by
 * one of them. Ashby and Cardigan have not begun this year.
 */
export const scenarios: readonly Scenario[] = [
  history('0001', 1200, 'ashby-submitter', 'ashby-signoff'),
  history('0002', 400, 'brackley-submitter', 'brackley-signoff'),
  history('0003', 800, 'cardigan-signoff', 'cardigan-signoff'),
  history('0004', 300, 'dunmore-signoff', 'dunmore-signoff'),
  {
    instId: '0002',
    collectionReference: '23056',
    mode: 'live',
    fileName: 'brackley-student-2023-24.xml',
    students: 420,
    faults: 'none',
    seed: 1,
    uploadedBy: 'brackley-submitter',
    signedOffBy: 'brackley-signoff',
    target: 'ANALYST_APPROVAL',
  },
  {
    instId: '0004',
    collectionReference: '23056',
    mode: 'live',
    fileName: 'dunmore-first-attempt.xml',
    students: 310,
    faults: 'schema',
    seed: 1,
    uploadedBy: 'dunmore-signoff',
    signedOffBy: 'dunmore-signoff',
    target: 'SCHEMA_CHECK_FAILED',
  },
  {
    instId: '0004',
    collectionReference: '23056',
    mode: 'live',
    fileName: 'dunmore-corrected.xml',
    students: 310,
    faults: 'rules',
    seed: 1,
    researchersMoveTo: '0002',
    uploadedBy: 'dunmore-signoff',
    signedOffBy: 'dunmore-signoff',
    target: 'QUALITY_PROCESSING_COMPLETE',
  },
  {
    instId: '0001',
    collectionReference: '24056',
    mode: 'ovt',
    fileName: 'ashby-first-look-2024-25.xml',
    students: 150,
    faults: 'rules',
    seed: 1,
    uploadedBy: 'ashby-ovt',
    target: 'QUALITY_PROCESSING_COMPLETE',
  },
]

/** The same id at every start, so that a demonstration that was interrupted goes on where it was. */
export const submissionIdOf = (scenario: Scenario): string => {
  const name = `bedel demonstration ${scenario.collectionReference} ${scenario.instId} ${scenario.fileName}`
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
