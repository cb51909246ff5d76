import { sql, type Transaction } from 'kysely'
import type { AnalysisPart } from '../../analysis/index.ts'
import type { StoredArtefact } from '../../storage/index.ts'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

/** The parts of an analysis that are stored. */
export type StoredParts = Partial<Record<AnalysisPart, StoredArtefact>>

/** Where the parts of a submission's analysis are, with the scope 'all'. */
export const artefactsOf = async (tx: Tx, submissionId: string): Promise<StoredParts> => {
  const { rows } = await sql<{ part: AnalysisPart; key: string; sha256: string; bytes: number }>`
    select part, key, sha256, bytes from artefact where submission_id = ${submissionId}::uuid`.execute(tx)
  return Object.fromEntries(rows.map(({ part, ...stored }) => [part, stored]))
}

/** Names the parts that a stage has made, in place of what there was. */
export const nameArtefacts = async (tx: Tx, submissionId: string, parts: StoredParts): Promise<void> => {
  for (const [part, { key, sha256, bytes }] of Object.entries(parts))
    await sql`insert into artefact (submission_id, part, key, sha256, bytes)
      values (${submissionId}::uuid, ${part}, ${key}, ${sha256}, ${bytes})
      on conflict (submission_id, part) do update
        set key = excluded.key, sha256 = excluded.sha256, bytes = excluded.bytes`.execute(tx)
}

/** Names a part that was made again, if the one that was missing is still what is named. */
export const replaceArtefact = async (
  tx: Tx,
  submissionId: string,
  part: AnalysisPart,
  missing: StoredArtefact | undefined,
  made: StoredArtefact,
): Promise<void> => {
  const { key, sha256, bytes } = made
  await sql`insert into artefact (submission_id, part, key, sha256, bytes)
    values (${submissionId}::uuid, ${part}, ${key}, ${sha256}, ${bytes})
    on conflict (submission_id, part) do update
      set key = excluded.key, sha256 = excluded.sha256, bytes = excluded.bytes
      where artefact.key = ${missing?.key ?? ''}`.execute(tx)
}

/** Forgets every part of a submission's analysis. */
export const forgetArtefacts = async (tx: Tx, submissionId: string): Promise<void> => {
  await sql`delete from artefact where submission_id = ${submissionId}::uuid`.execute(tx)
}
