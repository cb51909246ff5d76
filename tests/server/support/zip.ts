import { filesInZip as filesWithin } from '../../../server/publishing/zip.ts'

/** The files of a zip that the server made, by their names. Throws if the zip is damaged. */
export const filesInZip = (zip: Buffer): Promise<Map<string, Buffer>> =>
  filesWithin(zip, { files: 10_000, bytes: 1024 ** 3 })
