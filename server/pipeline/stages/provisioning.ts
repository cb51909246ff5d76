import { message } from '../../../src/messages/message.ts'
import { PermanentFault, type StageInput, type StageOutput } from '../../jobs/index.ts'
import type { StageTools } from '../stage.ts'
import { findStoredFile } from './storedFile.ts'

/**
 * Finds the stored file, whole, before anything is made from it. Its content is compared with the hash of its arrival by
 * the schema check, the only stage that reads it.
 */
export const provision = async (
  { store }: StageTools,
  input: StageInput,
): Promise<StageOutput<'PROVISIONING'>> => {
  const { fileSize, fileHash } = input.submission
  const { size } = await findStoredFile(store, input.submission)
  if (fileSize !== null && fileSize !== size)
    throw new PermanentFault(message('server', 'fault.fileCut', { found: size, stored: fileSize }))
  return { outcome: 'PASSED', detail: { bytes: size, sha256: fileHash }, change: { fileSize: size } }
}
