import { inflateRawSync } from 'node:zlib'

/** The files in a zip by name, read off its directory. */
export const filesInZip = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf('PK\x05\x06')
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(from, from + size)
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      method === 0 ? content : inflateRawSync(content),
    )
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
