import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { makingQueues, names } from './jobs.ts'
import { makingRetries } from './queues.ts'

/**
 * Has what releases before this one have sent given up as well. Their queues knew no dead letters: who made something counted
 * its tries, and the queue tried it for weeks.
 */
export const giveDeadLetters = async (tx: Transaction<Database>): Promise<void> => {
  const made = makingQueues.map(queue => names[queue])
  await sql`update pgboss.queue set dead_letter = ${names.makingDead}
    where name = any(${made}::text[]) and dead_letter is null`.execute(tx)
  await sql`update pgboss.job set dead_letter = ${names.makingDead}, retry_limit = retry_count + ${makingRetries}
    where name = any(${made}::text[]) and dead_letter is null and state <= 'active'`.execute(tx)
}
