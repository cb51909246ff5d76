import { constants, inflateRawSync } from 'node:zlib'

/** What stands in a zip with one entry. */
export const unzipped = (zip: Buffer): string => {
  const from = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  return inflateRawSync(zip.subarray(from), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}
