import type { Kysely, Transaction } from 'kysely'
import { modePermissions } from '../../../src/domain/permissions.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { message } from '../../../src/messages/message.ts'
import {
  type CurrentSubmission,
  type SubmissionRow,
  seesProvider,
  submissionById,
} from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { together } from '../../database/together.ts'
import { auditRefusal } from '../audit.ts'
import { collectionSeen } from './collectionReading.ts'

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The one answer for what does not exist and for what belongs to somebody else. */
export const noSubmission = (): ProblemError =>
  new ProblemError(problem('not-found', message('problems', 'noSubmission')))
/** The one answer for a collection or a provider that does not exist or is not the reader's. */
export const noProvider = (): ProblemError =>
  new ProblemError(problem('not-found', message('server', 'noCollectionOrProvider')))

/** What has to hold of a submission besides that the actor may see it. */
export interface Expected {
  /** Institution that the request names; another one's submission is not found. */
  instId?: string | undefined
  mode?: SubmissionRow['mode']
}

/** What access works with. */
export interface AccessTools {
  db: Kysely<Database>
  clock: { now: () => Date }
}

/**
 * Runs the work in a transaction of the actor's scope, with the submission. Throws not-found for an unknown id, another
 * organisation's submission, or one that is not what was asked for, and forbidden where the role does not cover its
 * kind (live, or online validation), which leaves an audit line.
 */
export const withSubmission = async <T>(
  { db, clock }: AccessTools,
  actor: UserPrincipal,
  id: string,
  expected: Expected,
  work: (tx: Transaction<Database>, submission: CurrentSubmission) => Promise<T>,
): Promise<T> => {
  const refusal = problem('forbidden', message('server', 'noRightToView'))
  const done = await withScope(db, scopeOf(actor), async tx => {
    const submission = uuidForm.test(id) ? await submissionById(tx, id) : undefined
    if (!submission) throw noSubmission()
    if (expected.instId !== undefined && expected.instId !== submission.inst_id) throw noSubmission()
    if (expected.mode !== undefined && expected.mode !== submission.mode) throw noSubmission()
    return may(actor, modePermissions[submission.mode].read)
      ? { result: await work(tx, submission) }
      : undefined
  })
  if (done) return done.result
  await auditRefusal(db, clock.now(), { actor, action: 'VIEW', subject: id, problem: refusal })
  throw new ProblemError(refusal)
}

/** The same for a list of a provider's submissions in a collection; not-found also where the actor sees no such collection. */
export const withProviderCollection = <T>(
  { db }: Pick<AccessTools, 'db'>,
  actor: UserPrincipal,
  of: { collectionId: string; instId: string },
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  withScope(db, scopeOf(actor), async tx => {
    const seen = await together(tx, reads => [
      seesProvider(reads, of.instId),
      collectionSeen(reads, actor, { id: of.collectionId }),
    ])
    if (!seen.every(Boolean)) throw noProvider()
    return work(tx)
  })
