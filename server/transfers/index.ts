import type { Kysely } from 'kysely'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { TransferEvent } from '../../src/machines/transfer/index.ts'
import type { TransferId, TransferRecord } from '../database/queries/transfers.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Decided } from '../decisions/decider.ts'
import { type TransferInput, transferDecider } from './decide.ts'
import { renewRequest } from './renew.ts'

export { transferFactsOf } from './decide.ts'
export { renewRequests } from './renew.ts'

/** What people do about a transfer. */
export type TransferAct = Exclude<TransferEvent['type'], 'NAMED'>

/** Decides what the people of two providers do about a transfer of research students (decisions §16). */
export const createTransfers = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  const decider = transferDecider(clock)
  return {
    /** The transfer after the act, or the problem that refused it: conflict or forbidden. */
    decide: (
      id: TransferId,
      type: TransferAct,
      actor: UserPrincipal,
      input: Partial<TransferInput> = {},
    ): Promise<Decided<TransferRecord>> =>
      withScope(db, { scope: 'all' }, async tx => {
        const at = clock.now()
        // A restored database may lack the request that goes with the sender's file.
        await renewRequest(tx, id, at)
        return decider.decideWithin(tx, id, { type, actor }, { input, at })
      }),
  }
}
export type Transfers = ReturnType<typeof createTransfers>
