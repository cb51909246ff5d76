import { sql, type Transaction } from 'kysely'
import type { DemonstrationState } from '../../src/domain/demonstration.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** State of the demonstration; there is no row before it begins. */
export type KeptState = Exclude<DemonstrationState, 'off'>

/** How far the making of the demonstration is: scenarios done, of all of them. */
export interface DemonstrationProgress {
  state: KeptState
  done: number
  total: number
  message: string
}

/** How far the making of the demonstration is; undefined where none was begun. */
export const progressOf = async (tx: Tx): Promise<DemonstrationProgress | undefined> => {
  const { rows } =
    await sql<DemonstrationProgress>`select state, done, total, message from demonstration`.execute(tx)
  return rows[0]
}

/** Stores how far the making of the demonstration is, in place of what was stored before. */
export const recordProgress = async (
  tx: Tx,
  { state, done, total, message }: DemonstrationProgress,
): Promise<void> => {
  await sql`insert into demonstration (id, state, done, total, message)
    values (1, ${state}, ${done}, ${total}, ${message})
    on conflict (id) do update set state = excluded.state, done = excluded.done, total = excluded.total,
      message = excluded.message`.execute(tx)
}
