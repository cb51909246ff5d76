import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Database } from '../../server/database/schema.ts'
import type { Engine, Tx } from './engine.ts'
import type { FaultKind } from './faults.ts'
import { queueStatements } from './queueStatements.ts'
import type { Statements } from './statements.ts'
import { connectionLost, type Process, type World } from './world.ts'

/** What a statement is called in a story: the table and the verb, in few words. */
const titles = new Map<string, string>()
const titleOf = (sqlText: string): string => {
  const found = titles.get(sqlText)
  if (found !== undefined) return found
  const title = sqlText.replaceAll('"', '').replace(/\s+/g, ' ').trim().slice(0, 60)
  titles.set(sqlText, title)
  return title
}

/** The server's own Kysely over the simulated database, as one process has it. */
export const createDatabase = (options: {
  world: World
  engine: Engine
  statements: Statements
  process: Process
  /** False: any attempt ends a job, which is a fault put in. */
  isFenced: boolean
}): Kysely<Database> => {
  const { world, engine, statements, process, isFenced } = options
  const boss = queueStatements(engine, world, isFenced)

  class Connection implements DatabaseConnection {
    tx: Tx | undefined

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { tx } = this
      if (!tx) return this.executeAlone<R>(query)
      const { sql: sqlText, parameters } = query
      const isSend = sqlText === 'boss.send'
      const rows = await world
        .io(process, isSend ? 'send' : 'statement', titleOf(sqlText), async fault => {
          if (tx.state === 'closed') throw connectionLost()
          if (tx.state === 'failed') throw new Error('current transaction is aborted')
          try {
            const run = () =>
              sqlText.startsWith('boss.')
                ? boss(tx, sqlText, parameters)
                : statements(tx, sqlText, parameters)
            if (fault === 'sentTwice') await run()
            return await run()
          } catch (error) {
            if (tx.state === 'open') tx.state = 'failed'
            throw error
          }
        })
        .catch(error => {
          // A connection that is cut takes its transaction along.
          if (error.code === 'ECONNRESET') engine.rollback(tx)
          throw error
        })
      return { rows: rows as R[], numAffectedRows: BigInt(rows.length) }
    }

    /** A statement without a transaction around it is one of its own. */
    async executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const tx = engine.begin(process)
      this.tx = tx
      try {
        const result = await this.executeQuery<R>(query)
        engine.commit(tx)
        return result
      } finally {
        engine.rollback(tx)
        this.tx = undefined
      }
    }

    // biome-ignore lint/correctness/useYield: the product streams nothing from its database.
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('The simulated database streams nothing.')
    }
  }

  const txOf = (connection: DatabaseConnection): Tx => (connection as Connection).tx!

  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => new Connection(),
    beginTransaction: async connection => {
      ;(connection as Connection).tx = engine.begin(process)
    },
    commitTransaction: async connection => {
      const tx = txOf(connection)
      const [last] = tx.writes.keys()
      if (last === undefined) return engine.commit(tx)
      await world
        .io(
          process,
          'commit',
          `commit of ${[...tx.writes.keys()].join(', ')}`,
          (fault: FaultKind | undefined) => {
            if (fault === 'notificationLost') tx.notified.splice(0)
            engine.commit(tx, fault)
          },
        )
        .catch(error => {
          engine.rollback(tx)
          throw error
        })
    },
    rollbackTransaction: async connection => engine.rollback(txOf(connection)),
    releaseConnection: async connection => {
      ;(connection as Connection).tx = undefined
    },
    destroy: async () => undefined,
  }

  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
