import type { ActorRef, Snapshot } from 'xstate'
import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'
import type {
  PartUploadParentEvent,
  PickedFile,
  SignedPost,
  UploadProgress,
  UploadTarget,
} from '../upload/types.ts'

/** A part that the store has: its number, from 1, and its SHA-256 in hex digits. */
export interface StoredPart {
  number: number
  sha256: string
}

/** What the server says to a file that is to be sent in parts. */
export interface PartGrant {
  post: SignedPost
  /** Bytes of each part but the last. */
  partBytes: number
  /** What has arrived already. */
  parts: readonly StoredPart[]
}

/** Output of `requestParts` (input: UploadTarget): POST /files/partUploadRequest or its ovt variant. */
export type RequestPartsOutput = Result<PartGrant>

/** Input of `compareParts`: whether the file has, part by part, what the store has of it. */
export interface ComparePartsInput {
  file: PickedFile
  grant: PartGrant
}

/** Input of `sendPart`: one part, from its first byte up to but not including its last. */
export interface SendPartInput {
  file: PickedFile
  post: SignedPost
  number: number
  from: number
  to: number
  /** Of this part. */
  report: (progress: UploadProgress) => void
}
export type SendPartOutput = Result<null>

/** Output of `completeParts` (input: UploadTarget): POST /files/completePartUpload or its ovt variant. */
export type CompletePartsOutput = Result<null>

export interface PartUploadInput extends UploadTarget {
  /** The upload, or whatever else runs the sending. */
  parent: ActorRef<Snapshot<unknown>, PartUploadParentEvent>
}

export interface PartUploadContext {
  parent: PartUploadInput['parent']
  target: UploadTarget
  grant: PartGrant | undefined
  /** Numbers of the parts that the store has. */
  stored: readonly number[]
  /** Of the part that is on its way. */
  progress: UploadProgress | undefined
  /** What went wrong last; undefined once something has gone well. */
  problem: Problem | undefined
  /** How often something went wrong since something went well. */
  attempts: number
  /** How often the store has refused the part that is next, whatever went wrong in between. */
  refusals: number
  outcome: PartUploadOutput
}

/** How it ended. A file that is another than the one whose parts have arrived can be chosen again. */
export type PartUploadOutput =
  | { kind: 'stored' }
  | { kind: 'otherFile' }
  | { kind: 'refused'; problem: Problem | undefined }

export type PartUploadEvent =
  /** Go on at once, instead of after the pause: the user says so, or the browser has a network again. */
  | { type: 'CONTINUE' }
  /** Of `sendPart`. */
  | { type: 'PART_PROGRESS'; progress: UploadProgress }
