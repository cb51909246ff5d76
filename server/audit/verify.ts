import { type Kysely, sql, type Transaction } from 'kysely'
import { growingTree, leafHash } from '../../src/domain/merkle.ts'
import { waitsSince } from '../database/queries/unsealedLines.ts'
import type { Database } from '../database/schema.ts'
import { withSnapshot } from '../database/scope.ts'
import { longest } from '../limits.ts'
import type { ObjectStore } from '../storage/index.ts'
import { chainStart, type EntryRow, entryColumns, entryText, nextInChain, sha256 } from './entry.ts'
import { type AuditKeys, type Checkpoint, openCheckpoint } from './note.ts'
import { type KeptNote, type OutsidePlace, readOutside, unnamedPlace } from './outside.ts'

type Tx = Transaction<Database>

/** Something that is not as it was sealed. */
export interface AuditFault {
  /** Place of the first line that it concerns, from 0; undefined where it concerns none. */
  position: number | undefined
  /** In plain English: the audit stays in English. */
  text: string
}

export interface AuditReport {
  /** Sealed lines that were read. */
  sealed: number
  /** Lines written lately that wait for their place. */
  waiting: number
  /** Those of the database. */
  checkpoints: number
  /** Those outside it that were read: in the object store and in the second place. */
  outside: number
  faults: AuditFault[]
}

interface SealedRow extends Omit<EntryRow, 'id'> {
  id: number | null
  line_id: number
  position: number
  leaf_hash: Buffer
  chain_hash: Buffer
}

const batch = 10_000
/** Faults that are named; a table of a million changed lines need not be listed. */
const named = 20
const equal = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other)

const sealedRows = async function* (tx: Tx): AsyncGenerator<SealedRow> {
  for (let after = -1; ; ) {
    const { rows } = await sql<SealedRow>`
      select ${sql.raw(entryColumns)}, f.line_id, f.position, f.leaf_hash, f.chain_hash
      from audit_leaf f left join audit_line l on l.id = f.line_id
      where f.position > ${after} order by f.position limit ${batch}`.execute(tx)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.position
  }
}

/** What is to hold at a size: a checkpoint and where it was found. */
interface Expected extends Checkpoint {
  where: string
}

const checkpointsOf = async (
  tx: Tx,
  outside: readonly KeptNote[],
  keys: AuditKeys,
): Promise<{ expected: Map<number, Expected[]>; own: Checkpoint[]; count: number; faults: AuditFault[] }> => {
  const { rows } = await sql<{ size: number; note: string }>`
    select size, note from audit_checkpoint order by size`.execute(tx)
  const expected = new Map<number, Expected[]>()
  const own: Checkpoint[] = []
  const faults: AuditFault[] = []
  const take = ({ where, note }: KeptNote): Checkpoint | undefined => {
    const checkpoint = openCheckpoint(note, keys.trusted)
    if (checkpoint)
      expected.set(checkpoint.size, [...(expected.get(checkpoint.size) ?? []), { ...checkpoint, where }])
    else faults.push({ position: undefined, text: `No trusted key has signed ${where}.` })
    return checkpoint
  }
  for (const one of outside) take(one)
  for (const { size, note } of rows) {
    const checkpoint = take({ where: `the database's checkpoint of ${size} lines`, note })
    if (checkpoint) own.push(checkpoint)
  }
  return { expected, own, count: rows.length, faults }
}

/** Lines that every place outside has had to know for a while: none where the installation has only just sealed its first. */
const dueSize = (own: readonly Checkpoint[], at: Date): number => {
  const since = new Date(at.getTime() - longest.auditWaitsMinutes * 60_000)
  return Math.max(0, ...own.filter(checkpoint => checkpoint.at <= since).map(({ size }) => size))
}

/** What is wrong with a place that has to know so many lines; undefined where nothing is. */
const faultOfPlace = (
  { name, latest, problem }: OutsidePlace,
  due: number,
  keys: AuditKeys,
): string | undefined => {
  if (problem !== undefined) return `Checkpoints in ${name} cannot be read: ${problem}.`
  if (!latest)
    return due > 0 ? `There is no latest checkpoint in ${name}; one of ${due} lines is due.` : undefined
  const size = openCheckpoint(latest.note, keys.trusted)?.size
  return size === undefined || size >= due
    ? undefined
    : `${latest.where} knows ${size} lines; one of ${due} lines is due.`
}

/**
 * Reads the whole audit and compares it with its hashes and with every checkpoint: in one view of the database, in
 * constant memory. A changed bit, a removed, added or moved line, a list that was cut short or set back: each is a fault
 * with the place of the first line that it concerns.
 */
export const verifyAudit = async (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: Pick<ObjectStore, 'open' | 'stat' | 'list'>
  keys: AuditKeys
  secondPlace: string | undefined
}): Promise<AuditReport> => {
  const { db, clock, store, keys, secondPlace } = options
  // Read before the lines: the seal may go on meanwhile, and what is sealed only grows.
  const places = await readOutside(store, secondPlace)
  const outside = places.flatMap(({ latest, others }) => (latest ? [latest, ...others] : others))
  return withSnapshot(db, { scope: 'all' }, async tx => {
    const { expected, own, count, faults } = await checkpointsOf(tx, outside, keys)
    const now = clock.now()
    const due = dueSize(own, now)
    const report = (position: number | undefined, text: string): void => {
      if (faults.length < named) faults.push({ position, text })
    }
    const tree = growingTree(sha256, { size: 0, frontier: [] })
    let chain: Uint8Array = chainStart
    let isBroken = false
    const compare = (): void => {
      for (const checkpoint of expected.get(tree.size()) ?? [])
        if (!equal(checkpoint.root, tree.root()) || !equal(checkpoint.chain, chain))
          report(undefined, `The first ${tree.size()} lines are not those of ${checkpoint.where}.`)
      expected.delete(tree.size())
    }
    for await (const row of sealedRows(tx)) {
      const position = tree.size()
      if (row.position !== position) {
        report(position, `Sealed lines ${position} to ${row.position - 1} are missing.`)
        isBroken = true
        break
      }
      if (row.id === null) report(position, `Line ${row.line_id} was removed.`)
      const leaf =
        row.id === null
          ? Uint8Array.from(row.leaf_hash)
          : leafHash(sha256, Buffer.from(entryText({ ...row, id: row.id })))
      if (!equal(leaf, row.leaf_hash)) report(position, `Line ${row.line_id} was changed.`)
      chain = nextInChain(chain, leaf)
      if (!equal(chain, row.chain_hash) && !isBroken) {
        report(position, `The chain does not lead to line ${row.line_id}.`)
        isBroken = true
      }
      tree.append(leaf)
      compare()
    }
    for (const { where, size } of [...expected.values()].flat())
      report(tree.size(), `${where} knows ${size} lines; the audit has ${tree.size()}.`)
    // Lines and their checkpoint are one transaction.
    const covered = own.at(-1)?.size ?? 0
    if (tree.size() > covered) report(covered, `No checkpoint stands for the lines from ${covered} on.`)
    for (const place of places) {
      const fault = faultOfPlace(place, due, keys)
      if (fault !== undefined) report(undefined, fault)
    }
    const unnamed = unnamedPlace(keys, secondPlace)
    if (unnamed) report(undefined, unnamed.message)
    const waiting = await waitingLines(tx, now)
    if (waiting.late > 0)
      report(
        undefined,
        `Lines without a place in the list for more than ${longest.auditWaitsMinutes} minutes: ${waiting.late}.`,
      )
    return {
      sealed: tree.size(),
      waiting: waiting.recent,
      checkpoints: count,
      outside: outside.length,
      faults,
    }
  })
}

const waitingLines = async (tx: Tx, now: Date): Promise<{ recent: number; late: number }> => {
  const since = new Date(now.getTime() - longest.auditWaitsMinutes * 60_000)
  const { rows } = await sql<{ recent: number; late: number }>`
    select count(*) filter (where at >= ${since})::int as recent, count(*) filter (where at < ${since})::int as late
    from (select ${waitsSince} as at from audit_line l
      where not exists (select from audit_leaf f where f.line_id = l.id)) unsealed`.execute(tx)
  return rows[0] ?? { recent: 0, late: 0 }
}
