import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Kysely, sql, type Transaction } from 'kysely'
import { frontierOf, growingTree, leafHash, type Place } from '../../src/domain/merkle.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { OperatorFault } from '../operatorFault.ts'
import type { ObjectStore } from '../storage/index.ts'
import { writeWhole } from '../wholeFile.ts'
import { chainStart, type EntryRow, entryColumns, entryText, nextInChain, sha256 } from './entry.ts'
import { type AuditKeys, type Checkpoint, signCheckpoint } from './note.ts'
import { keyOfSize, latestFile, latestKey, readPublished } from './outside.ts'

type Tx = Transaction<Database>

/** Lines that one transaction gives their places. */
const batch = 5000

/** Hashes of these nodes, in their order. Throws where the tree lacks one. */
export const nodesAt = async (tx: Tx, places: readonly Place[]): Promise<Uint8Array[]> => {
  if (places.length === 0) return []
  const values = sql.join(
    places.map((place, n) => sql`(${n}::int, ${place.level}::int, ${place.index}::bigint)`),
  )
  const { rows } = await sql<{ hash: Buffer | null }>`
    select coalesce(n.hash, f.leaf_hash) as hash
    from (values ${values}) as w(nth, level, index)
    left join audit_node n on w.level > 0 and n.level = w.level and n.index = w.index
    left join audit_leaf f on w.level = 0 and f.position = w.index
    order by w.nth`.execute(tx)
  return rows.map(({ hash }, n) => {
    if (!hash) throw new Error(`The audit lacks node ${places[n]?.level}/${places[n]?.index}.`)
    return Uint8Array.from(hash)
  })
}

const lastLeaf = async (tx: Tx): Promise<{ size: number; chain: Uint8Array }> => {
  const { rows } = await sql<{ position: number; chain_hash: Buffer }>`
    select position, chain_hash from audit_leaf order by position desc limit 1`.execute(tx)
  const [last] = rows
  return last
    ? { size: last.position + 1, chain: Uint8Array.from(last.chain_hash) }
    : { size: 0, chain: chainStart }
}

/** One process at a time: a place is given once, and the latest checkpoint never replaced by an earlier one. */
export const lockSeal = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit seal', 0))`.execute(tx)
}

/** The latest checkpoint of the database. */
export const latestCheckpoint = async (tx: Tx): Promise<{ size: number; note: string } | undefined> => {
  const { rows } = await sql<{ size: number; note: string }>`
    select size, note from audit_checkpoint order by size desc limit 1`.execute(tx)
  return rows[0]
}

/** Gives waiting lines their places. Gives the checkpoint after them; undefined where none waited. */
const sealBatch = async (tx: Tx, at: Date): Promise<Checkpoint | undefined> => {
  await lockSeal(tx)
  const { rows } = await sql<EntryRow>`
    with taken as (
      delete from audit_pending where line_id in (select line_id from audit_pending order by line_id limit ${batch})
      returning line_id
    )
    select ${sql.raw(entryColumns)} from audit_line l join taken t on t.line_id = l.id order by l.id`.execute(
    tx,
  )
  if (rows.length === 0) return undefined
  const { size, chain } = await lastLeaf(tx)
  const tree = growingTree(sha256, { size, frontier: await nodesAt(tx, frontierOf(size)) })
  let last = chain
  const leaves: { position: number; line_id: number; leaf_hash: Buffer; chain_hash: Buffer }[] = []
  const nodes: { level: number; index: number; hash: Buffer }[] = []
  for (const row of rows) {
    const leaf = leafHash(sha256, Buffer.from(entryText(row)))
    last = nextInChain(last, leaf)
    leaves.push({
      position: tree.size(),
      line_id: row.id,
      leaf_hash: Buffer.from(leaf),
      chain_hash: Buffer.from(last),
    })
    for (const node of tree.append(leaf)) nodes.push({ ...node, hash: Buffer.from(node.hash) })
  }
  await sql`insert into audit_leaf (position, line_id, leaf_hash, chain_hash)
    select * from unnest(${leaves.map(l => l.position)}::bigint[], ${leaves.map(l => l.line_id)}::bigint[],
      ${leaves.map(l => l.leaf_hash)}::bytea[], ${leaves.map(l => l.chain_hash)}::bytea[])`.execute(tx)
  await sql`insert into audit_node (level, index, hash)
    select * from unnest(${nodes.map(n => n.level)}::int[], ${nodes.map(n => n.index)}::bigint[],
      ${nodes.map(n => n.hash)}::bytea[])`.execute(tx)
  return { size: tree.size(), root: tree.root(), chain: last, at }
}

/** A checkpoint that was kept outside the database is ahead of it: lines were removed, or an old copy was put in place. */
export class AuditSetBack extends OperatorFault {
  override readonly name = 'AuditSetBack'
  constructor(kept: number, found: number) {
    super(
      `The audit had ${kept} sealed lines and has ${found}. Run "npm run audit:verify", and find out what was removed before anything else is done.`,
    )
  }
}

/**
 * Seals the audit: gives each line that waits its place in the list, and signs a checkpoint over all. The checkpoint
 * goes to the object store and, where one is named, to a second place, so that a database that was set back or cut
 * short no longer agrees with what is kept elsewhere. Throws AuditSetBack where it does not.
 */
export const createAuditSeal = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: Pick<ObjectStore, 'put' | 'open' | 'stat' | 'list'>
  /** Read anew for each seal, so that a key that was replaced signs nothing more, in any process. */
  keys: () => AuditKeys
  /** Folder outside this machine's reach, as a mount that is only ever written to. */
  secondPlace: string | undefined
}) => {
  const { db, clock, store, keys, secondPlace } = options

  /**
   * Copies the latest checkpoint to where it is kept, from the committed one, so that a process that ends in between
   * leaves no checkpoint of lines that were never sealed. Writes nothing where any place knows more lines: what it has is
   * the proof then.
   */
  const publish = (): Promise<void> =>
    withScope(db, { scope: 'all' }, async tx => {
      await lockSeal(tx)
      const latest = await latestCheckpoint(tx)
      const published = await readPublished(store, secondPlace, keys())
      const size = latest?.size ?? 0
      if (published.most > size) throw new AuditSetBack(published.most, size)
      if (!latest) return
      if (published.store < size) {
        await store.put(keyOfSize(size), Readable.from([latest.note]))
        await store.put(latestKey, Readable.from([latest.note]))
      }
      if (secondPlace === undefined || published.second === size) return
      mkdirSync(secondPlace, { recursive: true })
      writeWhole(join(secondPlace, latestFile), latest.note)
    })

  const sealNext = (): Promise<boolean> =>
    withScope(db, { scope: 'all' }, async tx => {
      const checkpoint = await sealBatch(tx, clock.now())
      if (!checkpoint) return false
      await sql`insert into audit_checkpoint (size, created_utc, note)
        values (${checkpoint.size}, ${checkpoint.at}, ${signCheckpoint(checkpoint, keys().signer)})`.execute(
        tx,
      )
      return true
    })

  return async (): Promise<void> => {
    // An audit that was set back is not built upon.
    await publish()
    let isNew = false
    while (await sealNext()) isNew = true
    if (isNew) await publish()
  }
}
