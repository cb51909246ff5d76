import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { DeliveryManifest } from '../../src/domain/delivery.ts'
import { type AnalysisSource, type Ruleset, writeTsv } from '../analysis/index.ts'

/** The submission that a set is of. */
export interface SetSubject {
  collectionReference: string
  instId: string
  submissionId: string
  schemaVersion: string
  rulesetVersion: string
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

/** The name of the manifest in a set. */
export const manifestName = 'manifest.json'

/**
 * Writes the files that are delivered of a record into a folder, with their manifest (reference §7.3); gives the manifest. The
 * same record gives the same bytes.
 */
export const writeDeliverySet = async (
  source: AnalysisSource,
  { delivery }: Pick<Ruleset, 'delivery'>,
  { collectionReference, instId, submissionId, schemaVersion, rulesetVersion }: SetSubject,
  folder: string,
): Promise<DeliveryManifest> => {
  const tables = delivery.map(({ name, columns, sql }) => {
    const file = `${collectionReference}_${instId}_${name}_${submissionId}.tsv`
    return { file, path: join(folder, file), columns, sql }
  })
  // By one database: opening it takes longer than most of the files.
  const rows = await writeTsv(source, tables)
  const files: DeliveryManifest['files'] = []
  for (const [index, { file, path, columns }] of tables.entries()) {
    const { size } = await stat(path)
    files.push({
      file,
      rows: rows[index] ?? 0,
      bytes: size,
      sha256: await sha256Of(path),
      columns: [...columns],
    })
  }
  const manifest = {
    collection: collectionReference,
    instId,
    submissionId,
    specification: { schema: schemaVersion, ruleset: rulesetVersion },
    files,
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** The set as one zip, the manifest first. */
export const zippedSet = (manifest: DeliveryManifest, folder: string): Readable => {
  const zip = new yazl.ZipFile()
  const mtime = new Date(Date.UTC(2000, 0, 1))
  for (const file of [manifestName, ...manifest.files.map(one => one.file)])
    zip.addFile(join(folder, file), file, { mtime, forceDosTimestamp: true })
  zip.end()
  return Readable.from(zip.outputStream)
}
