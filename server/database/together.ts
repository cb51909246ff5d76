import type { QueryExecutorProvider, Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Where statements are asked: a transaction, or what `together` gives. */
export type Reads = QueryExecutorProvider

/*
 * Internals of Kysely: the executor of a transaction, which gives a connection to one statement at a time. Here it gives the same connection
 * to several. `tests/server/reads.test.ts` fails if another version has another executor.
 */

/**
 * Asks for what does not depend on each other in one go, and gives the answers in their place. Each statement of a transaction waits
 * for the answer to the one before, which costs both sides more than a small answer does; these travel as one piece, and are
 * answered one after the other. Where one fails, so do those behind it, and the first failure is thrown when all are through.
 */
export const together = <const T extends readonly unknown[]>(
  tx: Transaction<Database>,
  ask: (reads: Reads) => { readonly [Place in keyof T]: Promise<T[Place]> },
): Promise<T> => {
  const executor = tx.getExecutor()
  return executor.provideConnection(async connection => {
    const atOnce = executor.withConnectionProvider({ provideConnection: consumer => consumer(connection) })
    const asked = ask({ getExecutor: () => atOnce })
    await Promise.allSettled(asked)
    return (await Promise.all(asked)) as unknown as T
  })
}
