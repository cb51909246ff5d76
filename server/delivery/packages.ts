import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { entityTables } from 'bedel-record'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DeliveryManifest, DeliveryPackage } from '../../src/domain/delivery.ts'
import { type DeliveryContent, isWholeCollection } from '../../src/domain/deliveryConfiguration.ts'
import { message } from '../../src/messages/message.ts'
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
import { type Making, PermanentFault, reasonOf } from '../jobs/index.ts'
import {
  type AnalysisReader,
  openStoredFile,
  type SpecificationStore,
  stageContextOf,
} from '../pipeline/index.ts'
import {
  createPseudonyms,
  type OutputLabel,
  type PseudonymKeys,
  planOf,
  pseudonymise,
} from '../pseudonymisation/index.ts'
import { thisRelease } from '../release.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { untilAborted } from '../untilAborted.ts'
import type { WorkFolders } from '../workFolders.ts'
import type { Deliveries, MadePackage } from './deliveries.ts'
import { type DeliveryRecord, findDelivery, submissionsOf } from './deliveryRow.ts'
import { zippedPartitions, zippedSets } from './packageZip.ts'
import type { Partition, Partitions } from './partitions.ts'
import { type ChosenFile, type SetSubject, writeDeliverySet } from './tables.ts'

/** Purpose whose key makes the pseudonyms of a customer's deliveries: no two customers' can be linked. */
export const customerPurpose = (customerId: string): string =>
  `delivery-${customerId.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`

/** Where an attempt puts the package that it makes. */
const packageKey = ({ customerId, id }: DeliveryRecord, attempt: number): string =>
  objectKey(customerId, id, `delivery.${attempt}.zip`)

interface PseudonymKey {
  purpose: string
  keyId: string
  key: Uint8Array
}

/** A submission that is delivered, and what it was processed with. */
interface DeliveredRow {
  row: CurrentSubmission
  versions: { schemaVersion: string; rulesetVersion: string }
}

/** Nothing mends what is wrong with a submission of a delivery. */
class SubmissionFault extends PermanentFault {
  readonly submissionId: string
  constructor(submissionId: string, cause: PermanentFault) {
    super(cause.reason)
    this.submissionId = submissionId
  }
}

/** Work on one submission of a delivery: a fault that nothing mends says of which it is. */
const ofSubmission = async <Result>(submissionId: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PermanentFault ? new SubmissionFault(submissionId, error) : error
  }
}

/** Results of work on each item, in their order, on so many at once; the first fault ends it when what is under way has ended. */
const inLanes = async <Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const waiting = items.entries()
  const faults: unknown[] = []
  const lane = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (faults.length > 0) return
      try {
        results[at] = await work(item)
      } catch (error) {
        faults.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (faults.length > 0) throw faults[0]
  return results
}

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

/** What making packages needs. */
interface PackageMakerOptions {
  db: Kysely<Database>
  log: Logger
  store: ObjectStore
  reader: AnalysisReader
  specifications: SpecificationStore
  workFolders: WorkFolders
  keys: PseudonymKeys
  deliveries: Deliveries
  partitions: Partitions
  /** Memory and threads of the analysis of a pseudonymised record. */
  memoryMb: number
  threads: number
}

const deliveredRow = async (db: Kysely<Database>, submissionId: string): Promise<DeliveredRow> => {
  const row = await withScope(db, { scope: 'all' }, tx => submissionById(tx, submissionId))
  if (!row || row.schema_version === null || row.ruleset_version === null || !row.has_stored_file)
    throw new PermanentFault(message('problems', 'recordsGone'))
  return { row, versions: { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version } }
}

/** Writes the sets and partitions of single submissions. */
const createSetWriter = (options: Omit<PackageMakerOptions, 'log' | 'deliveries' | 'keys'>) => {
  const { db, store, reader, specifications, workFolders, partitions, memoryMb, threads } = options

  /** The record as it is pseudonymised for the customer, with its derived fields computed from that. */
  const withPseudonymised = async <T>(
    row: CurrentSubmission,
    versions: { schemaVersion: string; rulesetVersion: string },
    { purpose, keyId, key }: PseudonymKey,
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

  /** Writes the set of one submission into a folder. */
  const writeSet = async (
    { content }: DeliveryRecord,
    { row, versions }: DeliveredRow,
    pseudonymKey: PseudonymKey | undefined,
    folder: string,
    signal: AbortSignal,
  ): Promise<DeliveryManifest> => {
    const { ruleset } = await specifications.load(versions)
    const subject: SetSubject = {
      collectionReference: row.collection_reference,
      instId: row.inst_id,
      submissionId: row.id,
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
    if (!pseudonymKey) return reader.read(row.id, ['records', 'derived'], write, signal)
    return workFolders.use(`pseudonymised-${row.id}`, within =>
      withPseudonymised(row, versions, pseudonymKey, within, signal, write),
    )
  }

  /** The partition of one submission: the one that was kept, or, where something has changed, made anew and kept. */
  const partitionOf = async (
    delivery: DeliveryRecord,
    submissionId: string,
    pseudonymKey: PseudonymKey | undefined,
    folder: string,
    signal: AbortSignal,
  ): Promise<Partition> => {
    const delivered = await deliveredRow(db, submissionId)
    const { ruleset } = await specifications.load(delivered.versions)
    const fingerprint = await partitions.fingerprintOf(delivery, submissionId, {
      release: thisRelease,
      ...delivered.versions,
      ruleset,
      keyId: pseudonymKey?.keyId ?? null,
    })
    const known = await partitions.kept(delivery, submissionId, fingerprint)
    if (known) return known
    const manifest = await writeSet(delivery, delivered, pseudonymKey, folder, signal)
    const made = await partitions.keep(delivery, fingerprint, manifest, folder)
    await rm(folder, { recursive: true })
    return made
  }

  return { writeSet, partitionOf }
}

/** Makes the packages of deliveries, one job for each (decisions §13). */
export const createPackageMaker = (options: PackageMakerOptions): Making<'delivery'> => {
  const { db, log, store, workFolders, keys, deliveries, partitions, threads } = options
  const { writeSet, partitionOf } = createSetWriter(options)

  /** What the pseudonyms of a delivery are made with; undefined where there are none. */
  const pseudonymKeyOf = ({ content, customerId }: DeliveryRecord): PseudonymKey | undefined => {
    const purpose = customerPurpose(customerId)
    return content.isPseudonymised ? { purpose, ...keys.current(purpose) } : undefined
  }

  const pack = (delivery: DeliveryRecord, signal: AbortSignal): Promise<MadePackage> =>
    workFolders.use(`delivery-${delivery.id}-${delivery.attempt}`, async folder => {
      const submissions = await withScope(db, { scope: 'all' }, tx => submissionsOf(tx, delivery.id))
      const { content } = delivery
      const pseudonymKey = pseudonymKeyOf(delivery)
      const packed: DeliveryPackage = {
        delivery: delivery.id,
        name: delivery.name,
        customer: delivery.customerId,
        collection: delivery.collectionReference,
        format: content.format,
        isPseudonymised: content.isPseudonymised,
        keyId: pseudonymKey?.keyId ?? null,
        sets: [],
      }
      const stored = async (zip: Readable): Promise<MadePackage> => {
        const key = packageKey(delivery, delivery.attempt)
        const { size } = await store.put(key, untilAborted(zip, signal))
        return { key, size, packed }
      }
      if (isWholeCollection(content.format)) {
        const made = await inLanes(submissions, threads, ({ submissionId, instId }) => {
          signal.throwIfAborted()
          return ofSubmission(submissionId, () =>
            partitionOf(delivery, submissionId, pseudonymKey, join(folder, instId), signal),
          )
        })
        for (const [at, { ukprn, provider }] of submissions.entries()) {
          const partition = made[at]
          if (partition)
            packed.sets.push({ folder: `UKPRN=${ukprn}`, provider, manifest: partition.manifest })
        }
        return stored(zippedPartitions(packed, made.map(partitions.filesOf)))
      }
      for (const { submissionId, instId, provider } of submissions) {
        signal.throwIfAborted()
        const manifest = await ofSubmission(submissionId, async () =>
          writeSet(
            delivery,
            await deliveredRow(db, submissionId),
            pseudonymKey,
            join(folder, instId),
            signal,
          ),
        )
        packed.sets.push({ folder: instId, provider, manifest })
      }
      return stored(zippedSets(packed, folder))
    })

  /** Removes what attempts have left that did not come to an end, or were overtaken. */
  const removeOthers = async ({ customerId, id }: DeliveryRecord, kept: string | null): Promise<void> => {
    const left = await store.list(`${customerId}/${id}/delivery.`)
    await Promise.all(left.filter(key => key !== kept).map(key => store.remove(key)))
  }

  /** Of a delivery that nobody works on any more: the process that ended it may have died before it could tidy up. */
  const tidyUp = async (deliveryId: string): Promise<void> => {
    const delivery = await withScope(db, { scope: 'all' }, tx => findDelivery(tx, deliveryId))
    if (delivery) await removeOthers(delivery, delivery.objectKey)
  }

  /** Of a delivery that was cancelled: what its attempts up to this one have left. */
  const removeAttempts = async (deliveryId: string, last: number): Promise<void> => {
    const delivery = await withScope(db, { scope: 'all' }, tx => findDelivery(tx, deliveryId))
    if (!delivery) return
    for (let attempt = 1; attempt <= last; attempt++) await store.remove(packageKey(delivery, attempt))
  }

  return {
    make: async ({ data: { deliveryId, removes }, signal }) => {
      if (removes !== undefined) return removeAttempts(deliveryId, removes)
      const started = await deliveries.start(deliveryId)
      if (!started.ok) return tidyUp(deliveryId)
      const { record: delivery } = started
      try {
        const made = await pack(delivery, signal)
        const { ok } = await deliveries.made(deliveryId, delivery.attempt, made)
        if (ok) await removeOthers(delivery, made.key)
        else await store.remove(made.key)
      } catch (error) {
        if (signal.aborted || !(error instanceof PermanentFault)) throw error
        log.error({ err: error, deliveryId }, 'a delivery cannot be made')
        const submissionId = error instanceof SubmissionFault ? error.submissionId : undefined
        await deliveries.giveUp(deliveryId, delivery.attempt, reasonOf(error), submissionId)
      }
    },

    giveUp: async ({ deliveryId, removes }) => {
      // What is left of it has to go, however often that has failed.
      if (removes !== undefined) return removeAttempts(deliveryId, removes)
      // An attempt that never began has begun with it; one that is still at work somewhere is not heard any more.
      const started = await deliveries.start(deliveryId)
      if (started.ok)
        await deliveries.giveUp(deliveryId, started.record.attempt, message('problems', 'deliveryNotMade'))
      await tidyUp(deliveryId)
    },
  }
}
