import type { ActorRef, Snapshot } from 'xstate'
import type { ChosenFile, FileRefusal } from '../../domain/chosenFile.ts'
import type { Problem } from '../../domain/problem.ts'
import type { RightToProcessFinding } from '../../domain/recordHeader.ts'
import type { UncheckedKeys } from '../../domain/schemaFailure.ts'
import type { Replaced, SubmissionMode } from '../../domain/status.ts'
import type { SchemaFailure, SchemaFailureGroup } from '../../domain/wire/quality.ts'
import type { Message } from '../../messages/message.ts'
import type { Result } from '../support/result.ts'

/** A file that the user picked. The file itself stays with the services, under this id. */
export interface PickedFile extends ChosenFile {
  id: string
}

/** Facts that decide whether files can be sent at all; they may change while the page is open. */
export interface UploadFacts {
  /** Why no file can be sent at the moment (closed collection, role …); undefined when it can. */
  blockedReason: Message | undefined
  /** The submission of which that is said; undefined where it is said of one to be begun. */
  submissionId?: string | undefined
  /** Bytes; undefined until the server has told. */
  maxBytes: number | undefined
  /** Bytes of the largest file that is not sent in parts; undefined until the server has told. */
  atOnceBytes: number | undefined
  /** The submission that would be replaced awaits approval or has it: nothing is sent without a press of the button (decisions §12). */
  replaces?: Replaced | undefined
}

/** Events to the page that runs it. */
export type UploadParentEvent =
  /** The server has begun the submission: it has an address from here on. Once for each time that a file is sent. */
  | { type: 'UPLOAD_BEGUN'; submissionId: string }
  /** The file is stored. */
  | { type: 'UPLOAD_STORED'; submissionId: string }

export interface UploadInput {
  /** The page of the submission. */
  parent: ActorRef<Snapshot<unknown>, UploadParentEvent>
  mode: SubmissionMode
  collectionId: string
  instId: string
  facts: UploadFacts
  /** Under which another page has handed over files that are to be sent as soon as they are checked; undefined where none has. */
  handedOver?: string | undefined
}

/** Input of `takeHandedOver`: sends FILES_CHOSEN where there are files under this id that nobody has taken. */
export interface HandedOverInput {
  id: string | undefined
}

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

/** What a file was checked against, besides that it can be read as XML. */
export type SchemaUse =
  | { kind: 'checked'; version: string }
  /** The collection has no schema yet. */
  | { kind: 'none' }
  /** The schema could not be had; the server checks after the upload. */
  | { kind: 'unavailable' }

/** Input of `checkFile`: reads the file in the worker. `report` may be called as often as it likes. */
export interface CheckFileInput {
  file: PickedFile
  collectionId: string
  instId: string
  report: (progress: CheckProgress) => void
}
/** What a file that can be read has against it. */
export interface FileFindings {
  schema: SchemaUse
  /** The first of all `findingsTotal`, in the order of the file. */
  findings: readonly SchemaFailure[]
  findingsTotal: number
  /** Of all findings, the largest first. */
  groups: readonly SchemaFailureGroup[]
  /** What the browser had too little memory to compare; the server compares all. */
  keysUnchecked: readonly UncheckedKeys[]
  /** Why the server will refuse to process the file for this provider; empty where nothing is known against it. */
  rightToProcess: readonly RightToProcessFinding[]
  /** In hex digits; absent where the check ended before the end of the file. */
  sha256?: string
}

/** Output of `checkFile`. The service keeps a report of all findings under the id of the file. */
export type CheckFileOutput =
  | ({ wellFormed: true } & FileFindings)
  | { wellFormed: false; error: WellFormednessError }

/** Pre-signed post: the fields go before the file in the form. */
export interface SignedPost {
  url: string
  fields: Record<string, string>
}

/** Identifies the upload of a call and its submission, which the server may not have created yet. */
export interface UploadTarget {
  submissionId: string
  file: PickedFile
  /** SHA-256 of the file, where its check has read all of it. */
  fileHash?: string | undefined
  mode: SubmissionMode
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

export interface UploadContext extends UploadInput {
  file: PickedFile | undefined
  /** Id under which the file is sent as soon as it has been checked without a finding; undefined where a button is pressed. */
  sendAs: string | undefined
  refusal: FileRefusal | undefined
  checkProgress: CheckProgress | undefined
  error: WellFormednessError | undefined
  /** What the check of a readable file has found; undefined before. */
  checked: FileFindings | undefined
  /** Id of the submission in the making; kept over a retry as long as the server may know it. */
  submissionId: string | undefined
  post: SignedPost | undefined
  progress: UploadProgress | undefined
  problem: Problem | undefined
}

/** What the sending in parts tells the upload that runs it. */
export type PartUploadParentEvent =
  /** The server takes the file in parts: from here on it knows the submission. Told again after each interruption. */
  { type: 'PARTS_GRANTED' }

export type UploadEvent =
  /** Dropped or browsed: any number of files, of any kind. */
  | {
      type: 'FILES_CHOSEN'
      files: readonly PickedFile[]
      /** Given where choosing was the whole gesture: the id for the submission. */
      sendAs?: string | undefined
    }
  /** Send the file; the id for the submission is made by the caller, fresh for each press. */
  | { type: 'UPLOAD'; submissionId: string }
  /** Send it although it has findings. */
  | { type: 'UPLOAD_ANYWAY'; submissionId: string }
  | { type: 'CANCEL' }
  /** The user leaves the page all the same; it is gone in the same moment. */
  | { type: 'LEAVE' }
  /** Go on with an upload in parts that this page did not begin, or has forgotten: its file has been chosen again. */
  | { type: 'RESUME'; submissionId: string; expected: ChosenFile; files: readonly PickedFile[] }
  /** Send again what failed; the id is used only if the first request never reached the server. */
  | { type: 'RETRY'; submissionId: string }
  /** Back to the empty drop zone, from a file that is being checked or can be sent. */
  | { type: 'CHOOSE_ANOTHER' }
  | { type: 'FACTS_CHANGED'; facts: UploadFacts }
  /** An answer or a live message says that the file of this submission is stored; `fileHash` is its SHA-256, where that is said. */
  | { type: 'FILE_STORED'; submissionId: string; fileHash?: string | undefined }
  /** Of `checkFile`. */
  | { type: 'CHECK_PROGRESS'; progress: CheckProgress }
  /** Of `sendFile`. */
  | { type: 'UPLOAD_PROGRESS'; progress: UploadProgress }
  /** Of `sendParts`. */
  | PartUploadParentEvent

/** What views ask of an upload. `underWay`: ask before the page is left. */
export type UploadTag = 'validating' | 'invalid' | 'underWay' | 'ended'
