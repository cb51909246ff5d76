import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type DeliveryManifest, deliveryManifest, deliveryPackage } from '../../src/domain/delivery.ts'
import { isWholeCollection } from '../../src/domain/deliveryConfiguration.ts'
import { manifestName, packageName } from './tables.ts'

interface Found {
  sha256: string
  header: string
  /** Lines without the header. */
  rows: number
}

/** Whether the file is text, whose rows and columns can be counted beside its hash. */
const isText = (file: string): boolean => file.endsWith('.tsv')

const lineFeed = 0x0a

const readTsv = async (path: string): Promise<Found | undefined> => {
  const hash = createHash('sha256')
  let [header, lines, isHeader] = ['', 0, true]
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(piece)
      const end = piece.indexOf(lineFeed)
      if (isHeader) header += piece.subarray(0, end < 0 ? piece.length : end).toString('utf8')
      isHeader &&= end < 0
      for (const byte of piece) if (byte === lineFeed) lines++
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { sha256: hash.digest('hex'), header, rows: Math.max(0, lines - 1) }
}

const faultOf = (listed: DeliveryManifest['files'][number], found: Found | undefined): string | undefined => {
  const { file, sha256, rows, columns } = listed
  if (!found) return `${file} is missing.`
  if (found.sha256 !== sha256)
    return `${file} is not the file that the manifest names: its SHA-256 is ${found.sha256}.`
  if (!isText(file)) return undefined
  if (found.rows !== rows) return `${file} has ${found.rows} rows, the manifest says ${rows}.`
  if (columns && found.header !== columns.join('\t'))
    return `${file} has other columns than the manifest says.`
  return undefined
}

const faultsOfFiles = async (
  { files }: Pick<DeliveryManifest, 'files'>,
  folder: string,
): Promise<string[]> => {
  const faults: string[] = []
  for (const listed of files) {
    const fault = faultOf(listed, await readTsv(join(folder, listed.file)))
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

/**
 * What is wrong with an unpacked set of delivered files, one sentence for each file; none where everything is as its manifest
 * says. Throws where there is no manifest, or it is none.
 */
export const faultsOfSet = async (folder: string): Promise<string[]> => {
  const manifest = z.parse(deliveryManifest, JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  return faultsOfFiles(manifest, folder)
}

/**
 * The same of an unpacked package of a delivery: every file of every set that its `delivery.json` names, each told with its
 * folder. Throws where there is none.
 */
export const faultsOfPackage = async (folder: string): Promise<string[]> => {
  const { sets, format } = z.parse(
    deliveryPackage,
    JSON.parse(await readFile(join(folder, packageName), 'utf8')),
  )
  const faults: string[] = []
  const faultsIn = async (set: string, manifest: DeliveryManifest): Promise<void> => {
    const found = await faultsOfFiles(manifest, join(folder, set))
    faults.push(...found.map(fault => `${set}/${fault}`))
  }
  for (const { folder: set, manifest } of sets) {
    // Of a whole collection the package has the only manifest.
    if (isWholeCollection(format)) {
      await faultsIn(set, manifest)
      continue
    }
    const kept = await readFile(join(folder, set, manifestName), 'utf8').catch(() => '')
    if (kept !== `${JSON.stringify(manifest, null, 2)}\n`)
      faults.push(`${set}/${manifestName} is not the manifest that ${packageName} names.`)
    else await faultsIn(set, manifest)
  }
  return faults
}
