import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import yazl from 'yazl'
import type { DeliveryManifest } from '../../src/domain/delivery.ts'
import { type DeliveryFormat, isWholeCollection } from '../../src/domain/deliveryConfiguration.ts'
import {
  type AnalysisSource,
  chosenColumns,
  type DeliveryFile,
  deliveryQuery,
  writeTables,
} from '../analysis/index.ts'
import { hashOf } from '../storage/hashOf.ts'
import { contentOf } from '../zipContent.ts'

/** The submission that a set is of. */
export interface SetSubject {
  collectionReference: string
  instId: string
  submissionId: string
  schemaVersion: string
  rulesetVersion: string
}

/** The name of the manifest in a set. */
export const manifestName = 'manifest.json'

/** The name of what says what is in a package of sets. */
export const packageName = 'delivery.json'

/** A file of a set: which of its columns, and which of its rows. */
export interface ChosenFile {
  file: DeliveryFile
  /** Without it all of them. */
  columns?: ReadonlySet<string>
  /** Levels of study; without it all of them. */
  levels?: readonly string[] | undefined
}

const forms = { TSV: 'tsv', PARQUET: 'parquet', SECTOR: 'parquet' } as const satisfies Record<
  DeliveryFormat,
  string
>

/**
 * Writes the files that are delivered of a record into a folder, with their manifest (reference §7.3); gives the manifest. The
 * same record gives the same bytes. The partition of a set of a whole collection has its manifest in `delivery.json` alone.
 */
export const writeDeliverySet = async (
  source: AnalysisSource,
  chosen: readonly ChosenFile[],
  { collectionReference, instId, submissionId, schemaVersion, rulesetVersion }: SetSubject,
  folder: string,
  format: DeliveryFormat = 'TSV',
): Promise<DeliveryManifest> => {
  const form = forms[format]
  const isPartition = isWholeCollection(format)
  const tables = chosen.map(({ file, columns, levels }) => {
    // In a partitioned set the folder says whose it is: readers find the files of all providers by one name.
    const name = isPartition
      ? `${file.name}.${form}`
      : `${collectionReference}_${instId}_${file.name}_${submissionId}.${form}`
    const sql = deliveryQuery(file, { columns, levels, form: format === 'TSV' ? 'text' : 'typed' })
    const names = chosenColumns(file, columns).map(one => one.name)
    return { file: name, path: join(folder, name), columns: names, sql }
  })
  // By one database: opening it takes longer than most of the files.
  const rows = await writeTables(source, form, tables)
  const files: DeliveryManifest['files'] = []
  for (const [index, { file, path, columns }] of tables.entries()) {
    const { size } = await stat(path)
    files.push({
      file,
      rows: rows[index] ?? 0,
      bytes: size,
      sha256: await hashOf(createReadStream(path)),
      ...(isPartition ? {} : { columns: [...columns] }),
    })
  }
  const manifest = {
    collection: collectionReference,
    instId,
    submissionId,
    specification: { schema: schemaVersion, ruleset: rulesetVersion },
    files,
  }
  if (!isPartition) await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** The set as one zip, the manifest first. */
export const zippedSet = (manifest: DeliveryManifest, folder: string): Readable => {
  const zip = new yazl.ZipFile()
  const mtime = new Date(Date.UTC(2000, 0, 1))
  for (const file of [manifestName, ...manifest.files.map(one => one.file)])
    zip.addFile(join(folder, file), file, { mtime, forceDosTimestamp: true })
  zip.end()
  return contentOf(zip)
}
