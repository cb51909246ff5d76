import { expect, it } from 'vitest'
import { type StatusName, statusTone } from './status.ts'

it.each<[StatusName | undefined, ReturnType<typeof statusTone>]>([
  [undefined, 'neutral'],
  ['NIL_RETURN', 'neutral'],
  ['UPLOADING', 'waiting'],
  ['QUALITY_RULES', 'waiting'],
  ['SC_APPROVAL', 'waiting'],
  ['UPLOAD_ERROR', 'failed'],
  ['SCHEMA_CHECK_FAILED', 'failed'],
  ['CREDIBILITY_ERROR', 'failed'],
  ['QUALITY_PROCESSING_COMPLETE', 'attention'],
  ['PROVIDER_SIGNOFF', 'attention'],
  ['RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT', 'attention'],
  ['APPROVED', 'good'],
  ['SIGNED_OFF', 'good'],
  // To the parties the history is part of "signed off", its error too.
  ['HISTORY_DATA_ERROR', 'good'],
])('%s reads as %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone)
})
