import { sql, type Transaction } from 'kysely'
import {
  summaryOf,
  type TransferIn,
  type TransferOut,
  transfersIn,
  transfersOut,
} from '../../analysis/index.ts'
import { receivingProviders } from '../../database/queries/transfers.ts'
import type { Database } from '../../database/schema.ts'
import { findSubmission } from '../../lifecycle/submissionRow.ts'
import { publish } from '../../live/publish.ts'
import { renewRequests } from '../../transfers/index.ts'
import { makeDerived } from '../parts.ts'
import type { AnalysisInput, AnalysisStage } from '../stage.ts'

/** Keeps what the submission says of students who go to other providers, in place of what an earlier run found. */
const storeTransfers = async (
  tx: Transaction<Database>,
  { id, instId, collectionId }: AnalysisInput['submission'],
  transfers: readonly TransferOut[],
): Promise<void> => {
  await sql`delete from transfer_out where submission_id = ${id}::uuid`.execute(tx)
  const rows = transfers.map(({ sid, numhus, destinationUkprn }) => ({
    sid,
    numhus,
    destination_ukprn: destinationUkprn,
  }))
  await sql`insert into transfer_out (submission_id, inst_id, collection_id, sid, numhus, destination_ukprn)
    select ${id}::uuid, ${instId}, ${collectionId}, r.sid, r.numhus, r.destination_ukprn
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (sid text, numhus text, destination_ukprn text)
    on conflict do nothing`.execute(tx)
}

/** Keeps which students came from other providers, so that senders' students can be counted without reading the file again. */
const storeReturned = async (
  tx: Transaction<Database>,
  { id, instId }: AnalysisInput['submission'],
  returned: readonly TransferIn[],
): Promise<void> => {
  await sql`delete from transfer_in where submission_id = ${id}::uuid`.execute(tx)
  const rows = returned.map(({ sid, numhus, partnerUkprn }) => ({ sid, numhus, partner_ukprn: partnerUkprn }))
  await sql`insert into transfer_in (submission_id, inst_id, partner_ukprn, sid, numhus)
    select ${id}::uuid, ${instId}, r.partner_ukprn, r.sid, r.numhus
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (partner_ukprn text, sid text, numhus text)
    on conflict do nothing`.execute(tx)
}

/** Both providers hear of it (decisions §12): the receivers that the sender's latest file names, or an earlier one did. */
const tellOfTransfers = async (
  tx: Transaction<Database>,
  { id: submissionId, instId, collectionId }: AnalysisInput['submission'],
  at: Date,
): Promise<void> => {
  const receivers = await receivingProviders(tx, submissionId)
  if (receivers.length === 0) return
  const message = {
    type: 'TRANSFERS',
    submissionId,
    collectionId,
    instId,
    occurredAt: at.toISOString(),
  } as const
  await publish(tx, message, at, receivers)
}

/** Derives the fields of the records. They are a part of their own: the records stay as the file has them. */
export const enrich: AnalysisStage<'ENRICHMENT'> = async (tools, input) => {
  const { context, analysis, parts } = input
  const { ruleset } = await tools.specifications.load(context.versions)
  await parts.need('records')
  await makeDerived(tools, input)
  const summary = await summaryOf(analysis, ruleset)
  const transfers = await transfersOut(analysis, ruleset)
  const returned = await transfersIn(analysis, ruleset)
  input.signal.throwIfAborted()
  await parts.keep('derived')
  return {
    outcome: 'PASSED',
    // Tells a file that returns nobody from one that was enriched before this was kept.
    detail: { rows: summary.rows, ...(returned && { returned: returned.length }) },
    change: { studentCount: summary.studentCount },
    store: async (tx, at) => {
      await storeTransfers(tx, input.submission, transfers)
      if (returned) await storeReturned(tx, input.submission, returned)
      const { id, collectionId, instId, mode } = input.submission
      if (mode === 'live' && (await findSubmission(tx, id))?.isLatest)
        await renewRequests(tx, { collectionId, senderId: instId }, at)
      await tellOfTransfers(tx, input.submission, at)
    },
  }
}
