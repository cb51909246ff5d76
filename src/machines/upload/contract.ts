import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/contract.ts'

/** A file that the user picked. The file itself stays with the services, under this id. */
export interface PickedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
}

/** Facts that decide whether files can be sent at all; they may change while the page is open. */
export interface UploadFacts {
  /** In words, why no file can be sent at the moment (closed collection, role …); undefined when it can. */
  blockedReason: string | undefined
  /** Bytes. */
  maxBytes: number
}

export interface UploadInput {
  mode: 'live' | 'ovt'
  collectionId: string
  instId: string
  facts: UploadFacts
}

/** Why a choice cannot be taken, before anything is read (specification 2 §5). */
export type FileRefusal =
  | { kind: 'noneChosen' }
  | { kind: 'several'; count: number }
  | { kind: 'wrongType'; name: string }
  | { kind: 'empty'; name: string }
  | { kind: 'tooLarge'; name: string; size: number; maxBytes: number }

export interface CheckProgress {
  /** Bytes read of the file. */
  done: number
  total: number
}

/** Where and why the file is not well-formed XML, or refused by a limit. Line and column from 1, byte from 0. */
export interface WellFormednessError {
  code: string
  message: string
  line: number
  column: number
  byte: number
}

/** One departure from the schema, found before the upload. */
export interface SchemaFinding {
  code: string
  message: string
  line: number
  column: number
  path: string
  value: string | null
  expected: string | null
}

/** Input of `checkFile`: reads the file in the worker. `report` may be called as often as it likes. */
export interface CheckFileInput {
  file: PickedFile
  collectionId: string
  report: (progress: CheckProgress) => void
}
/**
 * Output of `checkFile`. `schema` is the version that the file was checked against, null where only well-formedness
 * could be checked; `findings` is a first part of all `findingsTotal`.
 */
export type CheckFileOutput =
  | { wellFormed: true; schema: string | null; findings: readonly SchemaFinding[]; findingsTotal: number }
  | { wellFormed: false; error: WellFormednessError }

/** Pre-signed post: the fields go before the file in the form. */
export interface SignedPost {
  url: string
  fields: Record<string, string>
}

/** Which upload a call is about: names the submission in the making. */
export interface UploadTarget {
  submissionId: string
  file: PickedFile
  mode: 'live' | 'ovt'
  collectionId: string
  instId: string
}

/** Output of `requestUpload` (input: UploadTarget): POST /files/uploadRequest or its ovt variant. */
export type RequestUploadOutput = Result<SignedPost>

export interface UploadProgress {
  /** Bytes sent. */
  sent: number
  total: number
  /** Over the last seconds. */
  bytesPerSecond: number
}

/** Input of `sendFile`: posts the form to the store; success is 200 to 299. */
export interface SendFileInput {
  file: PickedFile
  post: SignedPost
  report: (progress: UploadProgress) => void
}
export type SendFileOutput = Result<null>

/** Output of `cancelUpload` (input: UploadTarget): POST /files/cancel-upload or its ovt variant. */
export type CancelUploadOutput = Result<null>

export interface UploadContext {
  mode: 'live' | 'ovt'
  collectionId: string
  instId: string
  facts: UploadFacts
  file: PickedFile | undefined
  refusal: FileRefusal | undefined
  checkProgress: CheckProgress | undefined
  error: WellFormednessError | undefined
  /** Version of the schema that the file was checked against; null where only well-formedness was checked. */
  schema: string | null
  findings: readonly SchemaFinding[]
  findingsTotal: number
  /** Id of the submission in the making; kept over a retry as long as the server may know it. */
  submissionId: string | undefined
  post: SignedPost | undefined
  progress: UploadProgress | undefined
  problem: Problem | undefined
}

export type UploadEmitted =
  /** The file is stored: the page of the new submission takes over. */
  { type: 'upload.stored'; submissionId: string }
