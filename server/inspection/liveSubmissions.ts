import { sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { collectionStates, isArchived } from '../../src/domain/collection.ts'
import { isFinished, statusIdsWhere, uploadingId } from '../../src/domain/status.ts'
import { factsToWire, sharedFactsOf } from '../../src/domain/wire/facts.ts'
import type { LiveSubmissionGroup, listLiveSubmissions } from '../../src/domain/wire/inspection.ts'
import type { Database } from '../database/schema.ts'
import { gatherAllFacts } from '../lifecycle/facts.ts'

/** More are not read at once: their facts are gathered in one statement. */
const most = 2_000

const finished = statusIdsWhere(({ name }) => isFinished(name))
const archived = collectionStates.filter(({ name }) => isArchived(name)).map(({ id }) => id)

interface LiveRow {
  submissionId: string
  fileName: string
  instId: string
  providerName: string
  collectionReference: string
  collectionId: string
  statusId: number
  isLatest: boolean
  hasStoredFile: boolean
  uploaderId: string | null
  submitterId: string | null
  total: number
}

/**
 * The live submissions that can still take events: the latest of each provider and uploads under way, unless they are finished or
 * their collection is archived. Those in the same status with the same facts are one group. Call it with the scope 'all'.
 */
export const liveSubmissions = async (
  tx: Transaction<Database>,
  now: Date,
): Promise<z.output<typeof listLiveSubmissions.response>> => {
  const { rows } = await sql<LiveRow>`
    select s.id as "submissionId", s.file_name as "fileName", s.inst_id as "instId", o.name as "providerName",
      c.reference as "collectionReference", c.id as "collectionId", s.status_id as "statusId", s.is_latest as "isLatest",
      s.has_stored_file as "hasStoredFile", s.uploader_id as "uploaderId", s.submitter_id as "submitterId",
      (count(*) over ())::int as total
    from submission s join collection c on c.id = s.collection_id join organisation o on o.id = s.inst_id
    where s.mode = 'live' and (s.is_latest or s.status_id = ${uploadingId})
      and s.status_id <> all(${finished}::int[]) and c.state_id <> all(${archived}::int[])
    order by c.reference, s.inst_id, s.id limit ${most}`.execute(tx)
  const facts = await gatherAllFacts(
    tx,
    rows.map(row => ({ ...row, mode: 'live' as const })),
    now,
  )
  const groups = new Map<string, LiveSubmissionGroup>()
  for (const [at, row] of rows.entries()) {
    const own = facts[at]
    if (!own) continue
    const { submissionId, fileName, instId, providerName, collectionReference, collectionId, statusId } = row
    const shared = sharedFactsOf(factsToWire(own))
    const key = JSON.stringify([statusId, shared])
    const group = groups.get(key) ?? { statusId, facts: shared, submissions: [] }
    group.submissions.push({
      submissionId,
      fileName,
      instId,
      providerName,
      collectionReference,
      collectionId,
    })
    groups.set(key, group)
  }
  return { total: rows[0]?.total ?? 0, groups: [...groups.values()] }
}
