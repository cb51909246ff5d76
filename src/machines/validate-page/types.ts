import type { ChosenFile } from '../../domain/chosenFile.ts'
import type { Problem } from '../../domain/problem.ts'
import type { UncheckedKeys } from '../../domain/schemaFailure.ts'
import type { SchemaFailureGroup } from '../../domain/wire/quality.ts'
import type { CheckSchema } from '../../domain/wire/validation.ts'
import type { Message } from '../../messages/message.ts'
import type { Result } from '../support/result.ts'
import type { CheckProgress } from '../upload/types.ts'

/** A file that was chosen. Its content stays with the services, under this id. */
export interface CheckedFile extends ChosenFile {
  id: string
}

/** What the file is checked against, in addition to the rules of XML. */
export type SchemaChoice =
  | { kind: 'none' }
  /** Files of the user: a schema with what it includes and imports. */
  | { kind: 'files'; files: readonly CheckedFile[] }
  /** The schema of a collection, by its reference. */
  | { kind: 'published'; reference: string }

/** One place of a file at which something is wrong. */
export interface Fault {
  /** Code of the check; empty for a fault of a schema. */
  code: string
  message: string
  /** From 1, the column in code points. */
  line: number
  column: number
  /** Offset in the file, from 0. */
  byte: number
  path: string
  value: string | null
  expected: string | null
  suggestion?: string
  /** Position of the first character of the value that is not allowed, from 1. */
  wrongAt?: number
  /** Of the group that counts it. */
  group: string
}

/** What the check of a file found. */
export type CheckOutcome =
  /** The file has nothing against it. */
  | { kind: 'valid'; unchecked: readonly UncheckedKeys[] }
  | {
      kind: 'faulty'
      /** The schema has a fault, so that no file can be checked against it; the file cannot be read as XML; or it does not fit. */
      reason: 'schema' | 'malformed' | 'findings'
      /** The file that has the faults, and under whose id its text is. */
      file: CheckedFile
      /** The first of all `total`, in the order of the file. */
      faults: readonly Fault[]
      total: number
      groups: readonly SchemaFailureGroup[]
      unchecked: readonly UncheckedKeys[]
    }

/** Input of `checkFile`. `report` may be called as often as it likes. */
export interface CheckInput {
  file: CheckedFile
  schema: SchemaChoice
  report: (progress: CheckProgress) => void
}
export type CheckOutput = Result<CheckOutcome>

/** Output of `readOffer`: the published schemas that a file can be checked against. */
export type OfferOutput = Result<readonly CheckSchema[]>

export interface ValidatePageInput {
  /** Whether the user comes from signing in, so that asking again would lead nowhere. */
  hasSignedIn: boolean
  /** Reference of the collection whose schema is chosen at first; undefined for none. */
  reference: string | undefined
}

export interface ValidatePageContext extends ValidatePageInput {
  offer: readonly CheckSchema[]
  file: CheckedFile | undefined
  schema: SchemaChoice
  /** Why the last choice was not taken; what was chosen before it stays. */
  refusal: Message | undefined
  progress: CheckProgress | undefined
  outcome: CheckOutcome | undefined
  /** Position of the fault that is shown, in all faults. */
  current: number
  /** The group to which the list of faults is limited; undefined for all. */
  group: string | undefined
  /** Why the schemas could not be read, or the check could not be carried out. */
  problem: Problem | undefined
}

export type ValidatePageEvent =
  /** Dropped or browsed: any number of files, schemas among them. */
  | { type: 'FILES_CHOSEN'; files: readonly CheckedFile[] }
  /** A published schema instead of files; undefined for no schema. */
  | { type: 'SCHEMA_CHOSEN'; reference: string | undefined }
  | { type: 'FILE_REMOVED'; id: string }
  | { type: 'CHECK' }
  | { type: 'CANCEL' }
  /** Of `checkFile`. */
  | { type: 'PROGRESS'; progress: CheckProgress }
  | { type: 'NEXT' }
  | { type: 'PREVIOUS' }
  /** To the fault at this position in all faults. */
  | { type: 'SHOW'; position: number }
  /** Limits the faults to those of a group; undefined for all. */
  | { type: 'SHOW_GROUP'; group: string | undefined }

/** The user has to sign in: the browser goes to the page for it. */
export interface ValidatePageEmitted {
  type: 'validatePage.signIn'
}

/** What views ask of the page. `ready`: files can be chosen; `checking`; `result`: the outcome is shown. */
export type ValidatePageTag = 'ready' | 'checking' | 'result'
