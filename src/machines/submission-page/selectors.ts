import type { ActorRefFrom } from 'xstate'
import type { UploadMachine } from '../upload/machine.ts'
import type { SubmissionPageSnapshot } from './machine.ts'

/** The upload; undefined while another page is shown. */
export const selectUpload = ({ children }: SubmissionPageSnapshot): ActorRefFrom<UploadMachine> | undefined =>
  (children as { upload?: ActorRefFrom<UploadMachine> }).upload

/**
 * What the Upload page shows. uploaded: the file that has arrived; elsewhere: a file that this page does not send;
 * failed: that none arrived; sending: the choice of a file, and its way to the store.
 */
export type UploadShown = 'uploaded' | 'elsewhere' | 'failed' | 'sending'

/** What the Upload page shows. `isAtWork`: this page sends a file, or has just ended sending one. */
export const selectUploadShown = (page: SubmissionPageSnapshot, isAtWork: boolean): UploadShown => {
  // The file has arrived once the server says so, even where the store's own answer is still on its way.
  if (!page.hasTag('withoutFile')) return 'uploaded'
  if (isAtWork) return 'sending'
  if (page.matches({ work: 'receiving' })) return 'elsewhere'
  return page.matches({ work: 'uploadFailed' }) ? 'failed' : 'sending'
}
