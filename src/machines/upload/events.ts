import type { CheckProgress, FileRefusal, PickedFile, UploadFacts, UploadProgress } from './contract.ts'

export type UploadEvent =
  /** Dropped or browsed: any number of files, of any kind. */
  | { type: 'FILES_CHOSEN'; files: readonly PickedFile[] }
  /** Refused by the drop zone already. */
  | { type: 'CHOICE_REFUSED'; refusal: FileRefusal }
  /** Send the file; the id for the submission is made by the caller, fresh for each press. */
  | { type: 'UPLOAD'; submissionId: string }
  /** Send it although it has findings. */
  | { type: 'UPLOAD_ANYWAY'; submissionId: string }
  | { type: 'CANCEL' }
  /** Send again what failed; the id counts only where the server cannot know the former one. */
  | { type: 'RETRY'; submissionId: string }
  /** Back to the empty drop zone, from a file that is being checked or can be sent. */
  | { type: 'CHOOSE_ANOTHER' }
  | { type: 'FACTS_CHANGED'; facts: UploadFacts }
  /** A live message says that the file of this submission is stored. */
  | { type: 'FILE_STORED'; submissionId: string }
  /** Of `checkFile`. */
  | { type: 'CHECK_PROGRESS'; progress: CheckProgress }
  /** Of `sendFile`. */
  | { type: 'UPLOAD_PROGRESS'; progress: UploadProgress }
