import { join } from 'node:path'
import type { Readable } from 'node:stream'
import yazl from 'yazl'
import type { DeliveryPackage } from '../../src/domain/delivery.ts'
import { contentOf } from '../zipContent.ts'
import { manifestName, packageName } from './tables.ts'

const options = { mtime: new Date(Date.UTC(2000, 0, 1)), forceDosTimestamp: true }

const beginning = (packed: DeliveryPackage): yazl.ZipFile => {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(`${JSON.stringify(packed, null, 2)}\n`), packageName, options)
  return zip
}

/** A package of sets that lie in a folder, its `delivery.json` first. */
export const zippedSets = (packed: DeliveryPackage, folder: string): Readable => {
  const zip = beginning(packed)
  for (const { folder: set, manifest } of packed.sets)
    for (const file of [manifestName, ...manifest.files.map(one => one.file)])
      zip.addFile(join(folder, set, file), `${set}/${file}`, options)
  zip.end()
  return contentOf(zip)
}

/** A file of a partition, read when it is its turn. */
export interface PartitionFile {
  file: string
  bytes: number
  open: () => Readable
}

/**
 * The same of partitions, each with the set of its place in the package, out of the store: nothing of them has to lie on this
 * machine. Parquet is packed already.
 */
export const zippedPartitions = (
  packed: DeliveryPackage,
  partitions: readonly (readonly PartitionFile[])[],
): Readable => {
  const zip = beginning(packed)
  // What the store cannot give ends the package: yazl itself listens to no stream that it is given.
  const end = (error: unknown) => zip.emit('error', error)
  for (const [at, { folder }] of packed.sets.entries())
    for (const { file, bytes, open } of partitions[at] ?? [])
      zip.addReadStreamLazy(`${folder}/${file}`, { ...options, size: bytes, compress: false }, take =>
        take(null, open().on('error', end)),
      )
  zip.end()
  return contentOf(zip)
}
