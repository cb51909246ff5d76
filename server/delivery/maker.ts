import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Making } from '../jobs/index.ts'
import { publish } from '../live/publish.ts'
import type { AnalysisReader, SpecificationStore } from '../pipeline/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { writeDeliverySet, zippedSet } from './tables.ts'

/**
 * Makes the files that are delivered of a processed submission (decisions §13), one job for each; TSV_READY is told when they
 * are there. A job that is run again makes the same bytes and tells nothing twice.
 */
export const createSetMaker = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  reader: AnalysisReader
  specifications: SpecificationStore
}): Making<'deliverySet'> => {
  const { db, clock, store, reader, specifications } = options
  return {
    make: async ({ data, signal }) => {
      const row = await withScope(db, { scope: 'all' }, tx => submissionById(tx, data.submissionId))
      if (!row || row.schema_version === null || row.ruleset_version === null || !row.has_stored_file) return
      const subject = {
        collectionReference: row.collection_reference,
        instId: row.inst_id,
        submissionId: row.id,
        schemaVersion: row.schema_version,
        rulesetVersion: row.ruleset_version,
      }
      const { ruleset } = await specifications.load(subject)
      if (ruleset.delivery.length === 0) return
      const key = objectKey(row.inst_id, row.id, 'tables.zip')
      await reader.read(
        row.id,
        ['records', 'derived'],
        async source => {
          const folder = join(source.workFolder, 'set')
          await mkdir(folder)
          const files = ruleset.delivery.map(file => ({ file }))
          const manifest = await writeDeliverySet(source, files, subject, folder)
          await store.put(key, zippedSet(manifest, folder))
        },
        signal,
      )
      await withScope(db, { scope: 'all' }, async tx => {
        const { numAffectedRows } = await sql`update submission set tsv_delivery_location = ${key}
          where id = ${row.id}::uuid and tsv_delivery_location is null`.execute(tx)
        if (!numAffectedRows) return
        const at = clock.now()
        await publish(
          tx,
          {
            type: 'TSV_READY',
            submissionId: row.id,
            collectionId: row.collection_id,
            instId: row.inst_id,
            tsvDeliveryLocation: key,
            occurredAt: at.toISOString(),
          },
          at,
        )
      })
    },

    // Nobody has asked for them: the submission stays without.
    giveUp: async () => undefined,
  }
}
