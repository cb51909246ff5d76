import type { Kysely, Transaction } from 'kysely'
import type { IssueSubject } from '../../src/domain/issue.ts'
import { noteRefusal } from '../../src/domain/note.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit, recordRefusal } from '../decisions/records.ts'
import { gatherFacts } from '../lifecycle/facts.ts'
import { lockProvider } from '../lifecycle/records.ts'
import { findSubmission } from '../lifecycle/submissionRow.ts'
import { publish } from '../live/publish.ts'

export interface WrittenNote {
  subject: IssueSubject
  /** Code of the rule or report. */
  code: string
  /** Empty removes the note. */
  text: string
  /** Regulators that the rule is for; none of a report. */
  regulatorCodes: readonly string[]
}

/** Whether the note is there already, by the same person; no note where the text is empty. */
const isWritten = async (
  tx: Transaction<Database>,
  key: { collection_id: string; inst_id: string; subject: 'rule' | 'report'; code: string },
  { text, written_by: by }: { text: string; written_by: string },
): Promise<boolean> => {
  const found = await tx
    .selectFrom('provider_note')
    .select(['text', 'written_by'])
    .where('collection_id', '=', key.collection_id)
    .where('inst_id', '=', key.inst_id)
    .where('subject', '=', key.subject)
    .where('code', '=', key.code)
    .executeTakeFirst()
  return text === '' ? found === undefined : found?.text === text && found.written_by === by
}

/** Writes the notes of providers to their approvers: note, audit line and live message in one transaction. */
export const createNotes = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => ({
  /** Writes or removes one, from a submission that the actor sees; gives why not where it is refused, which is audited. */
  write: (
    submissionId: string,
    { subject, code, text, regulatorCodes }: WrittenNote,
    actor: UserPrincipal,
  ): Promise<Problem | undefined> =>
    withScope(db, { scope: 'all' }, async tx => {
      const submission = await findSubmission(tx, submissionId)
      if (submission) await lockProvider(tx, submission)
      const at = clock.now()
      const facts = submission && (await gatherFacts(tx, { ...submission, submissionId }, at))
      if (!submission || !facts)
        throw new Error(`Submission ${submissionId} has lost its collection or provider.`)
      const { collectionId, instId } = submission
      const line = { actor, instId, event: 'WRITE_NOTE', subject: submissionId, at }
      const refusal = noteRefusal(actor, facts)
      if (refusal) {
        const value = problem(refusal.kind, refusal.reason)
        await recordRefusal(tx, line, value)
        return value
      }
      const key = { collection_id: collectionId, inst_id: instId, subject, code }
      const content = {
        text,
        written_utc: at,
        written_by: actor.name,
        writer_organisation_id: actor.organisationId,
      }
      if (await isWritten(tx, key, content)) return undefined
      if (text === '')
        await tx
          .deleteFrom('provider_note')
          .where('collection_id', '=', collectionId)
          .where('inst_id', '=', instId)
          .where('subject', '=', subject)
          .where('code', '=', code)
          .execute()
      else
        await tx
          .insertInto('provider_note')
          .values({ ...key, ...content })
          .onConflict(conflict =>
            conflict.columns(['collection_id', 'inst_id', 'subject', 'code']).doUpdateSet(content),
          )
          .execute()
      await recordAudit(tx, { ...line, detail: { about: subject, code, removed: text === '' } })
      await publish(
        tx,
        {
          type: 'NOTE',
          submissionId,
          collectionId,
          instId,
          regulatorCodes: [...regulatorCodes],
          occurredAt: at.toISOString(),
        },
        at,
      )
      return undefined
    }),
})
