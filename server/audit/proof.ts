import { sql, type Transaction } from 'kysely'
import { foldFrontier, inclusionPlaces } from '../../src/domain/merkle.ts'
import type { Database } from '../database/schema.ts'
import { type EntryRow, entryColumns, entryText, sha256 } from './entry.ts'
import { latestCheckpoint, nodesAt } from './seal.ts'

/** Everything with which anybody can see that a line is in the audit, without trusting this server. */
export interface AuditProof {
  /** The text that is hashed. */
  entry: string
  position: number
  /** Size of the list of the checkpoint. */
  size: number
  /** Hashes from the line upwards. */
  path: Uint8Array[]
  /** The signed checkpoint. */
  note: string
}

/** The proof of a line against the latest checkpoint; undefined for a line that does not exist or waits for its place. */
export const proofOf = async (tx: Transaction<Database>, lineId: number): Promise<AuditProof | undefined> => {
  const { rows } = await sql<EntryRow & { position: number }>`
    select ${sql.raw(entryColumns)}, f.position from audit_line l join audit_leaf f on f.line_id = l.id
    where l.id = ${lineId}`.execute(tx)
  const [line] = rows
  const checkpoint = await latestCheckpoint(tx)
  if (!line || !checkpoint || line.position >= checkpoint.size) return undefined
  const runs = inclusionPlaces(line.position, checkpoint.size)
  const hashes = await nodesAt(tx, runs.flat())
  const path = runs.map((run, nth) => {
    const before = runs.slice(0, nth).flat().length
    return foldFrontier(sha256, hashes.slice(before, before + run.length))
  })
  return {
    entry: entryText(line),
    position: line.position,
    size: checkpoint.size,
    path,
    note: checkpoint.note,
  }
}
