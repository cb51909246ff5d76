import { sql, type Transaction } from 'kysely'
import { beginsMaking, type WorkbookState, workbookStateOf } from '../../src/domain/workbook.ts'
import type { Database } from '../database/schema.ts'
import type { JobQueue } from '../jobs/index.ts'

type Tx = Transaction<Database>

/** Which workbook of a submission: all readers of one kind share it. */
export interface WorkbookChoice {
  submissionId: string
  /** Field whose values have a workbook each; empty for one of all records. */
  field: string
  /** Whether special category data are in it. */
  isWhole: boolean
  /** Regulator whose rules alone are in it; empty for all rules. */
  regulator: string
}

/** A workbook that somebody has asked for. */
export interface KeptWorkbook extends WorkbookChoice {
  instId: string
  requested: Date
  done: number
  total: number | null
  made: Date | null
  size: number | null
  /** A message of the catalogue as it is kept. */
  fault: string | null
  state: WorkbookState
}

type Row = Omit<KeptWorkbook, 'state'>

const kept = (row: Row): KeptWorkbook => ({
  ...row,
  state: workbookStateOf({ total: row.total, isMade: row.made !== null, isGivenUp: row.fault !== null }),
})

const columns = sql`submission_id as "submissionId", inst_id as "instId", field, is_whole as "isWhole", regulator,
  requested_utc as requested, done, total, made_utc as made, size, fault`

const chosen = ({ submissionId, field, isWhole, regulator }: WorkbookChoice) =>
  sql`submission_id = ${submissionId}::uuid and field = ${field} and is_whole = ${isWhole} and regulator = ${regulator}`

/** The workbook, if somebody has asked for it; locked until the transaction ends where it is to be changed. */
export const findWorkbook = async (
  tx: Tx,
  choice: WorkbookChoice,
  lock: 'read' | 'change' = 'read',
): Promise<KeptWorkbook | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from workbook where ${chosen(choice)}
    ${lock === 'change' ? sql`for update` : sql``}`.execute(tx)
  return rows[0] && kept(rows[0])
}

/** The workbooks of a submission for readers of one kind, the one of all records first. */
export const workbooksFor = async (
  tx: Tx,
  { submissionId, isWhole, regulator }: Omit<WorkbookChoice, 'field'>,
): Promise<KeptWorkbook[]> => {
  const { rows } = await sql<Row>`select ${columns} from workbook
    where submission_id = ${submissionId}::uuid and is_whole = ${isWhole} and regulator = ${regulator}
    order by field`.execute(tx)
  return rows.map(kept)
}

/**
 * Has a workbook made, in the transaction of whoever asks: once, however many ask, and again where it was given up.
 * `isStarted`: this request starts its making.
 */
export const requestWorkbook = async (
  tx: Tx,
  { queue, instId, at }: { queue: Pick<JobQueue, 'enqueueWorkbook'>; instId: string; at: Date },
  choice: WorkbookChoice,
): Promise<{ workbook: KeptWorkbook; isStarted: boolean }> => {
  const { submissionId, field, isWhole, regulator } = choice
  // A new row counts as given up until it is enqueued below.
  await sql`insert into workbook (submission_id, inst_id, field, is_whole, regulator, requested_utc, fault)
    values (${submissionId}::uuid, ${instId}, ${field}, ${isWhole}, ${regulator}, ${at}, '')
    on conflict do nothing`.execute(tx)
  const found = await findWorkbook(tx, choice, 'change')
  if (!found) throw new Error('The workbook that was asked for is not kept.')
  if (!beginsMaking(found.state)) return { workbook: found, isStarted: false }
  const { rows } =
    await sql<Row>`update workbook set requested_utc = ${at}, done = 0, total = null, fault = null
    where ${chosen(choice)} returning ${columns}`.execute(tx)
  const key = ['workbook', submissionId, field, isWhole, regulator, at.toISOString()].join(':')
  await queue.enqueueWorkbook(tx, choice, key)
  return { workbook: kept({ ...found, ...rows[0] }), isStarted: true }
}

/** Keeps how far a workbook is. */
export const noteProgress = async (
  tx: Tx,
  choice: WorkbookChoice,
  { done, total }: { done: number; total: number },
): Promise<void> => {
  await sql`update workbook set done = ${done}, total = ${total}
    where ${chosen(choice)} and made_utc is null`.execute(tx)
}

/** Keeps that a workbook is made, or why it was given up. */
export const endWorkbook = async (
  tx: Tx,
  choice: WorkbookChoice,
  end: { made: Date; size: number } | { fault: string },
): Promise<void> => {
  await ('fault' in end
    ? sql`update workbook set fault = ${end.fault} where ${chosen(choice)} and made_utc is null`
    : sql`update workbook set made_utc = ${end.made}, size = ${end.size}, fault = null, done = coalesce(total, 0)
        where ${chosen(choice)}`
  ).execute(tx)
}
