import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { MasterKeyMissing, type MasterKeys } from './masterKeys.ts'

interface Row {
  object_key: string
  master: string
  wrapped: Buffer
}

/** An entry that belongs to no object. */
export const probe = 'keys/of/installation'

/** Whether any object has a key: then the installation has stored something. */
export const hasFileKeys = async (db: Kysely<Database>): Promise<boolean> => {
  const { rows } = await sql`select 1 from file_key where object_key <> ${probe} limit 1`.execute(db)
  return rows.length > 0
}

/** Keys rewrapped in one transaction. */
const batchSize = 500

/**
 * The wrapped keys of the store's objects, in the table `file_key`. It has no row-level security: its rows are useless without a master
 * key, and a read needs no transaction.
 */
export const createFileKeys = (db: Kysely<Database>, masters: MasterKeys) => {
  /** Whether a master key was missing in this process. */
  let hasMissed = false

  const unwrap = (row: Row): Uint8Array => {
    try {
      return masters.unwrap(row.object_key, row)
    } catch (error) {
      hasMissed ||= error instanceof MasterKeyMissing
      throw error
    }
  }

  const find = async (objectKey: string): Promise<Uint8Array | undefined> => {
    const { rows } = await sql<Row>`select * from file_key where object_key = ${objectKey}`.execute(db)
    return rows[0] && unwrap(rows[0])
  }

  const findOrMake = async (objectKey: string): Promise<Uint8Array> => {
    const fileKey = randomBytes(32)
    const { master, wrapped } = masters.wrap(objectKey, fileKey)
    const { rows } = await sql`insert into file_key (object_key, master, wrapped)
      values (${objectKey}, ${master}, ${wrapped}) on conflict do nothing returning 1`.execute(db)
    if (rows.length > 0) return fileKey
    const found = await find(objectKey)
    if (!found) throw new Error(`The key of ${objectKey} was removed while it was asked for.`)
    return found
  }

  return {
    /** The key of an object; undefined where it has none, or none any more. */
    find,

    /** Whether an object has a key. */
    has: async (objectKey: string): Promise<boolean> => {
      const { rows } = await sql`select 1 from file_key where object_key = ${objectKey}`.execute(db)
      return rows.length > 0
    },

    /** The key of an object, created if there is none. Two processes at once get the same key. */
    findOrMake,

    /** Removes the key of an object: nobody can read the object any more. */
    remove: async (objectKey: string): Promise<void> => {
      await sql`delete from file_key where object_key = ${objectKey}`.execute(db)
    },

    /**
     * Compares this process's KEYS_DIR with the others': a key made by the first process must open here too. Throws MasterKeyMissing if it does
     * not, before anything is written that the others could not read. Creates no key then.
     */
    checkMasters: async (): Promise<void> => {
      if ((await find(probe)) === undefined) await findOrMake(probe)
    },

    /** The same for a command, which leaves nothing behind. Before the first process there is nothing to compare. */
    compareMasters: async (): Promise<void> => {
      await find(probe)
    },

    /**
     * Throws MasterKeyMissing while this process's KEYS_DIR is older than the others', as a copy is after a rotation. Asks the database only
     * after a key was missing. If the installation's own key opens, only other keys are lost, and only their files.
     */
    look: async (): Promise<void> => {
      if (!hasMissed) return
      await find(probe)
      hasMissed = false
    },

    /** Rewraps every key with the current master key; objects do not change. Returns the number of keys. */
    rewrap: async (): Promise<number> => {
      let count = 0
      for (;;) {
        const rewrapped = await withScope(db, { scope: 'all' }, async tx => {
          const { rows } = await sql<Row>`select * from file_key where master <> ${masters.currentName()}
            limit ${batchSize} for update`.execute(tx)
          for (const row of rows) {
            const { master, wrapped } = masters.wrap(row.object_key, masters.unwrap(row.object_key, row))
            await sql`update file_key set master = ${master}, wrapped = ${wrapped}
              where object_key = ${row.object_key}`.execute(tx)
          }
          return rows.length
        })
        count += rewrapped
        if (rewrapped === 0) return count
      }
    },

    /** Names of the master keys that keys are wrapped by. */
    mastersInUse: async (): Promise<Set<string>> => {
      const { rows } = await sql<{ master: string }>`select distinct master from file_key`.execute(db)
      return new Set(rows.map(({ master }) => master))
    },
  }
}
export type FileKeys = ReturnType<typeof createFileKeys>
