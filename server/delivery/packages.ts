import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import yazl from 'yazl'
import type { DeliveryManifest, DeliveryPackage } from '../../src/domain/delivery.ts'
import type { DeliveryContent } from '../../src/domain/deliveryConfiguration.ts'
import { message } from '../../src/messages/message.ts'
import { entityTables } from '../../src/record/index.ts'
import {
  type AnalysisSource,
  analysisPaths,
  deriveFields,
  loadRecord,
  type Ruleset,
} from '../analysis/index.ts'
import { type CurrentSubmission, submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { type DeliveryJob, type Held, PermanentFault, reasonOf } from '../jobs/index.ts'
import {
  type AnalysisReader,
  openStoredFile,
  type SpecificationStore,
  stageContextOf,
  type WorkFolders,
} from '../pipeline/index.ts'
import { withoutValues } from '../privacy/index.ts'
import {
  createPseudonyms,
  type OutputLabel,
  type PseudonymKeys,
  planOf,
  pseudonymise,
} from '../pseudonymisation/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import type { Deliveries, MadePackage } from './deliveries.ts'
import { type DeliveredSubmission, type DeliveryRecord, submissionsOf } from './deliveryRow.ts'
import { type ChosenFile, manifestName, packageName, type SetSubject, writeDeliverySet } from './tables.ts'

/** Tries before a delivery has failed. */
const tries = 4

/** Purpose whose key makes the pseudonyms of a customer's deliveries: no two customers' can be linked. */
export const customerPurpose = (customerId: string): string =>
  `delivery-${customerId.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`

/** The files and rows that a configuration chooses; of what is pseudonymised without the fields that are dropped. */
const chosenFiles = (
  { delivery }: Pick<Ruleset, 'delivery'>,
  { files, levels, isPseudonymised }: DeliveryContent,
): ChosenFile[] =>
  delivery.flatMap(file => {
    const chosen = files.find(one => one.file === file.name)
    if (!chosen) return []
    const isLeftOut = (name: string): boolean =>
      isPseudonymised && file.columns.some(one => one.name === name && one.isDropped)
    return [
      {
        file,
        columns: new Set(chosen.columns.filter(name => !isLeftOut(name))),
        ...(levels.length > 0 ? { levels } : {}),
      },
    ]
  })

/** Makes the packages of deliveries, one job for each (decisions §13). */
export const createPackageMaker = (options: {
  db: Kysely<Database>
  log: Logger
  store: ObjectStore
  reader: AnalysisReader
  specifications: SpecificationStore
  workFolders: WorkFolders
  keys: PseudonymKeys
  deliveries: Deliveries
  /** Memory and threads of the analysis of a pseudonymised record. */
  memoryMb: number
  threads: number
}) => {
  const { db, log, store, reader, specifications, workFolders, keys, deliveries, memoryMb, threads } = options

  /** The record as it is pseudonymised for the customer, with its derived fields computed from that. */
  const withPseudonymised = async <T>(
    row: CurrentSubmission,
    versions: { schemaVersion: string; rulesetVersion: string },
    { purpose, keyId, key }: { purpose: string; keyId: string; key: Uint8Array },
    folder: string,
    signal: AbortSignal,
    work: (source: AnalysisSource) => Promise<T>,
  ): Promise<T> => {
    const { schema, ruleset } = await specifications.load(versions)
    if (!ruleset.pseudonymisation)
      throw new PermanentFault(message('problems', 'pseudonymisationUnspecified'))
    const plan = planOf(entityTables(schema), ruleset.pseudonymisation)
    const label: OutputLabel = { purpose, keyId, ruleset: ruleset.version }
    const { facts } = await withScope(db, { scope: 'all' }, tx =>
      stageContextOf(tx, { id: row.id, instId: row.inst_id }),
    )
    const analysis = {
      ...analysisPaths(folder),
      workFolder: folder,
      memoryMb,
      threads,
      signal,
      onProgress: () => undefined,
    }
    const file = await openStoredFile(store, { objectKey: row.object_key, fileHash: row.file_hash })
    try {
      await loadRecord(analysis, {
        bytes: pseudonymise(file.bytes, plan, createPseudonyms(key), label),
        totalBytes: file.totalBytes,
        schema,
        header: ruleset.manifest.header,
        findingsCap: 1,
        store: ruleset.manifest.columns,
      })
      await file.verify()
    } finally {
      await file.close()
    }
    // What other records say of these people would name them by their own identifiers: nothing of it is beside them here.
    await deriveFields(analysis, ruleset, { ...facts, partners: [] })
    return work(analysis)
  }

  /** Writes the set of one submission into a folder of the package. */
  const writeSet = async (
    { content, customerId }: DeliveryRecord,
    { submissionId }: DeliveredSubmission,
    folder: string,
    signal: AbortSignal,
  ): Promise<{ manifest: DeliveryManifest; keyId: string | null }> => {
    const row = await withScope(db, { scope: 'all' }, tx => submissionById(tx, submissionId))
    if (!row || row.schema_version === null || row.ruleset_version === null || !row.has_stored_file)
      throw new PermanentFault(message('problems', 'recordsGone'))
    const versions = { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version }
    const { ruleset } = await specifications.load(versions)
    const subject: SetSubject = {
      collectionReference: row.collection_reference,
      instId: row.inst_id,
      submissionId,
      ...versions,
    }
    const write = async (source: AnalysisSource): Promise<DeliveryManifest> => {
      const within = join(source.workFolder, 'set')
      await mkdir(within)
      const files = chosenFiles(ruleset, content)
      const manifest = await writeDeliverySet(source, files, subject, within, content.format)
      await rename(within, folder)
      return manifest
    }
    if (!content.isPseudonymised)
      return { manifest: await reader.read(submissionId, ['records', 'derived'], write, signal), keyId: null }
    const purpose = customerPurpose(customerId)
    const { keyId, key } = keys.current(purpose)
    const manifest = await workFolders.use(`pseudonymised-${submissionId}`, within =>
      withPseudonymised(row, versions, { purpose, keyId, key }, within, signal, write),
    )
    return { manifest, keyId }
  }

  const zipped = (packed: DeliveryPackage, folder: string): Readable => {
    const zip = new yazl.ZipFile()
    const options = { mtime: new Date(Date.UTC(2000, 0, 1)), forceDosTimestamp: true }
    zip.addFile(join(folder, packageName), packageName, options)
    for (const { folder: set, manifest } of packed.sets)
      for (const file of [manifestName, ...manifest.files.map(one => one.file)])
        zip.addFile(join(folder, set, file), `${set}/${file}`, options)
    zip.end()
    return Readable.from(zip.outputStream)
  }

  const make = (delivery: DeliveryRecord, signal: AbortSignal): Promise<MadePackage> =>
    workFolders.use(`delivery-${delivery.id}-${delivery.attempt}`, async folder => {
      const submissions = await withScope(db, { scope: 'all' }, tx => submissionsOf(tx, delivery.id))
      const { content } = delivery
      const packed: DeliveryPackage = {
        delivery: delivery.id,
        name: delivery.name,
        customer: delivery.customerId,
        collection: delivery.collectionReference,
        format: content.format,
        isPseudonymised: content.isPseudonymised,
        keyId: null,
        sets: [],
      }
      for (const submission of submissions) {
        signal.throwIfAborted()
        const { instId, provider } = submission
        const { manifest, keyId } = await writeSet(delivery, submission, join(folder, instId), signal)
        packed.sets.push({ folder: instId, provider, manifest })
        packed.keyId ??= keyId
      }
      await writeFile(join(folder, packageName), `${JSON.stringify(packed, null, 2)}\n`)
      const key = objectKey(delivery.customerId, delivery.id, `delivery.${delivery.attempt}.zip`)
      const { size } = await store.put(key, zipped(packed, folder))
      return { key, size, packed }
    })

  /** Removes what attempts have left that did not come to an end, or were overtaken. */
  const removeOthers = async ({ customerId, id }: DeliveryRecord, kept: string): Promise<void> => {
    const left = await store.list(`${customerId}/${id}/delivery.`)
    await Promise.all(left.filter(key => key !== kept).map(key => store.remove(key)))
  }

  return async ({
    data: { deliveryId },
    retryCount,
    signal,
  }: Pick<Held<DeliveryJob>, 'data' | 'retryCount' | 'signal'>): Promise<void> => {
    const started = await deliveries.start(deliveryId)
    if (!started.ok) return
    const { delivery } = started
    try {
      const made = await make(delivery, signal)
      const { ok } = await deliveries.made(deliveryId, delivery.attempt, made)
      if (ok) await removeOthers(delivery, made.key)
      else await store.remove(made.key)
    } catch (error) {
      const isLasting = error instanceof PermanentFault
      if (signal.aborted || (!isLasting && retryCount + 1 < tries)) throw withoutValues(error)
      log.error({ err: withoutValues(error), deliveryId }, 'a delivery was given up')
      const why = isLasting ? reasonOf(error) : message('problems', 'deliveryNotMade')
      await deliveries.giveUp(deliveryId, delivery.attempt, why)
    }
  }
}
