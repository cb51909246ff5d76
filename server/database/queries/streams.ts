import { sql, type Transaction } from 'kysely'
import { contentStateOf } from '../../../src/domain/content.ts'
import type { RecordDescription } from '../../../src/domain/record.ts'
import type { Stream } from '../../../src/domain/stream.ts'
import type { Database } from '../schema.ts'

type Tx = Transaction<Database>

/** All streams, in the order in which they were added. */
export const streamsIn = async (tx: Tx): Promise<Stream[]> => {
  const { rows } = await sql<Stream>`
    select id, name, is_available as "isAvailable" from stream order by position`.execute(tx)
  return rows
}

/** Adds an available stream; false if there is one with its id or name. */
export const addStream = async (tx: Tx, { id, name }: Pick<Stream, 'id' | 'name'>): Promise<boolean> => {
  const { rows } = await sql`insert into stream (id, name, is_available) values (${id}, ${name}, true)
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Makes a stream available; undefined if it is already. */
export const makeStreamAvailable = async (tx: Tx, id: string): Promise<Stream | undefined> => {
  const { rows } =
    await sql<Stream>`update stream set is_available = true where id = ${id} and not is_available
    returning id, name, is_available as "isAvailable"`.execute(tx)
  return rows[0]
}

/** Records that have an Available ruleset, each as the newest one describes it. */
export const recordsIn = async (tx: Tx): Promise<RecordDescription[]> => {
  const { rows } = await sql<{ record: RecordDescription }>`
    select distinct on (record ->> 'id') record from ruleset_version
    where record is not null and state_id = ${contentStateOf('AVAILABLE').id}
    order by record ->> 'id', id desc`.execute(tx)
  return rows.map(({ record }) => record)
}
