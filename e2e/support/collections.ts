import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type CollectionStateName, collectionStateOf } from '../../src/domain/collection.ts'
import type { PortalServer } from './server.ts'

/** Puts a collection into another state, as its owner does at the database. */
export const setCollectionState = async (
  { dataDir }: PortalServer,
  reference: string,
  state: CollectionStateName,
): Promise<void> => {
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'keys', 'database-owner'), 'utf8').trim()
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/bedel`,
  })
  await client.connect()
  try {
    await client.query('update collection set state_id = $1 where reference = $2', [
      collectionStateOf(state).id,
      reference,
    ])
  } finally {
    await client.end()
  }
}
