import type { ActorRefFrom } from 'xstate'
import type { UploadMachine } from '../upload/machine.ts'
import type { SubmissionPageSnapshot } from './machine.ts'

/** The upload; undefined while another page is shown. */
export const selectUpload = ({ children }: SubmissionPageSnapshot): ActorRefFrom<UploadMachine> | undefined =>
  (children as { upload?: ActorRefFrom<UploadMachine> }).upload

/**
 * What the Upload page shows. uploaded: the stored file; elsewhere: a file that another page sends; failed: no file arrived;
 * sending: a file is chosen or sent here.
 */
export type UploadShown = 'uploaded' | 'elsewhere' | 'failed' | 'sending'

/** What the Upload page shows. `isAtWork`: this page sends a file, or has just ended sending one. */
export const selectUploadShown = (page: SubmissionPageSnapshot, isAtWork: boolean): UploadShown => {
  // The server's word counts, even if the store has not answered yet.
  if (!page.hasTag('withoutFile')) return 'uploaded'
  if (isAtWork) return 'sending'
  if (page.matches({ work: 'receiving' })) return 'elsewhere'
  return page.matches({ work: 'uploadFailed' }) ? 'failed' : 'sending'
}
