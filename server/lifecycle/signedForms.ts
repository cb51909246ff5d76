import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { addHours } from 'date-fns/addHours'
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import { limits } from '../../src/domain/limits.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, ProblemError, type ProblemKind, problem } from '../../src/domain/problem.ts'
import {
  pdfBeginning,
  type SignedFormFacts,
  signatureFault,
  signedFormFault,
  signedFormRefusal,
  signingRefusal,
} from '../../src/domain/signedForm.ts'
import type { StatusName } from '../../src/domain/status.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit, recordRefusal } from '../decisions/records.ts'
import { fileEventOf, publish } from '../live/publish.ts'
import { notifyOfSubmission } from '../notices/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import type { SignedPost } from '../storage/objectStore.ts'
import { gatherFacts } from './facts.ts'
import { lockProvider } from './records.ts'
import { findSubmission, type SubmissionRecord } from './submissionRow.ts'

type Tx = Transaction<Database>

/** A signed form as it was returned. */
export interface SignedFormRow {
  id: string
  file_name: string
  file_size: number
  object_key: string
  returned_utc: Date
  uploaded_by: string
  signed_name: string | null
  authenticated_utc: Date | null
  form_hash: string | null
  refused_utc: Date | null
  refusal_note: string | null
  organisation: { id: string; name: string } | null
}

/** The signed forms of a submission, as the transaction's scope sees them, the last first; none while none was returned. */
export const signedFormsOf = async (tx: Tx, submissionId: string): Promise<SignedFormRow[]> => {
  const { rows } = await sql<SignedFormRow>`
    select f.id, f.file_name, f.file_size, f.object_key, f.returned_utc, f.uploaded_by, f.signed_name,
      f.authenticated_utc, f.form_hash, f.refused_utc, f.refusal_note,
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.published_name) end as organisation
    from signed_form f left join organisation o on o.id = f.uploader_organisation_id
    where f.submission_id = ${submissionId}::uuid and f.returned_utc is not null
    order by f.ordinal desc`.execute(tx)
  return rows
}

/** Where an announced form is stored until it is returned. */
export const announcedKey = (instId: string, submissionId: string, formId: string): string =>
  objectKey(instId, submissionId, `signed-form.${formId}`)

/** Whether the collection of a submission lets its providers sign in the portal. */
export const letsSign = async (tx: Tx, submissionId: string): Promise<boolean> => {
  const { rows } = await sql<{ signs: boolean }>`select c.signs_in_portal as signs
    from submission s join collection c on c.id = s.collection_id where s.id = ${submissionId}::uuid`.execute(
    tx,
  )
  return rows[0]?.signs ?? false
}

/** Whether the sign-in of that moment has signed a form already. */
const hasSigned = async (tx: Tx, { userId }: UserPrincipal, at: Date | undefined): Promise<boolean> => {
  if (!at) return false
  const { rows } = await sql`select 1 from signed_form
    where uploader_id = ${userId} and authenticated_utc = ${at} and returned_utc is not null`.execute(tx)
  return rows.length > 0
}

interface Looked {
  submission: SubmissionRecord
  regulatorCode: string
  at: Date
  /** Why no form can be returned now. */
  refusal: Problem | undefined
}

/** What stands against it now, by the rules of `domain/signedForm`. */
type Refuses = (
  status: StatusName,
  facts: SignedFormFacts,
  tx: Tx,
) => Promise<Refused | undefined> | Refused | undefined
interface Refused {
  kind: ProblemKind
  reason: Message
}

/** A signature in the portal, as far as the caller knows it. */
export interface TypedSignature {
  typedName: string
  authenticatedAt: Date | undefined
}

const announced = (
  tx: Tx,
  { submission, at }: Pick<Looked, 'submission' | 'at'>,
  { formId, fileName, actor }: { formId: string; fileName: string; actor: UserPrincipal },
) =>
  tx
    .insertInto('signed_form')
    .values({
      id: formId,
      submission_id: submission.id,
      inst_id: submission.instId,
      file_name: fileName,
      uploader_id: actor.userId,
      uploaded_by: actor.name,
      uploader_organisation_id: actor.organisationId,
      created_utc: at,
    })
    .execute()

/** A form that is stored becomes the provider's signed copy, and the agency is notified: once, however often it is returned. */
const shown = async (
  tx: Tx,
  { submission, regulatorCode, at }: Looked,
  { formId, actor }: { formId: string; actor: UserPrincipal },
  object: { size: number; key: string; signed?: Partial<Updateable<Database['signed_form']>> },
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('signed_form')
    .set({ ...object.signed, returned_utc: at, file_size: object.size, object_key: object.key })
    .where('id', '=', formId)
    .where('returned_utc', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const { id: submissionId, collectionId, instId } = submission
  const occurredAt = at.toISOString()
  await publish(tx, { type: 'SIGNED_FORM', submissionId, collectionId, instId, occurredAt }, at)
  // Whose turn it is has changed.
  const facts = await gatherFacts(tx, { ...submission, submissionId }, at)
  if (facts) await publish(tx, fileEventOf(submission, facts, at), at)
  await notifyOfSubmission(
    tx,
    'decisionAwaited',
    submission,
    { regulatorCode, actor, isFormReturned: true },
    at,
  )
}

/** Signed forms on their way from the provider to the agency; whether one may be returned is decided by `domain/signedForm`. */
export const createSignedForms = ({
  db,
  clock,
  store,
}: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
}) => {
  /** The submission, locked, as it is now; a refusal leaves a line of audit. */
  const look = async (
    tx: Tx,
    submissionId: string,
    actor: UserPrincipal,
    event: string,
    refuses: Refuses = (status, of) => signedFormRefusal(actor, status, of),
  ): Promise<Looked> => {
    const submission = await findSubmission(tx, submissionId)
    if (submission) await lockProvider(tx, submission)
    const at = clock.now()
    const facts = submission && (await gatherFacts(tx, { ...submission, submissionId }, at))
    if (!submission || !facts) throw new Error(`Submission ${submissionId} has lost its provider.`)
    const { regulatorCode } = facts
    const found = await refuses(submission.status, facts, tx)
    if (!found) return { submission, regulatorCode, at, refusal: undefined }
    const refusal = problem(found.kind, found.reason)
    await recordRefusal(tx, { actor, instId: submission.instId, event, subject: submissionId, at }, refusal)
    return { submission, regulatorCode, at, refusal }
  }

  /** Work on the submission as it is now, with a line of audit; a refusal is thrown, and has its line too. */
  const audited = async <T>(
    submissionId: string,
    actor: UserPrincipal,
    event: string,
    work: (tx: Tx, of: Looked) => Promise<T>,
    { refuses, detail }: { refuses?: Refuses; detail?: Record<string, string> } = {},
  ): Promise<T> => {
    const done = await withScope(db, { scope: 'all' }, async (tx): Promise<{ result: T } | Problem> => {
      const looked = await look(tx, submissionId, actor, event, refuses)
      if (looked.refusal) return looked.refusal
      const result = await work(tx, looked)
      const { at, submission } = looked
      const line = { actor, instId: submission.instId, event, subject: submissionId, at }
      await recordAudit(tx, { ...line, ...(detail ? { detail } : {}) })
      return { result }
    })
    if ('result' in done) return done.result
    throw new ProblemError(done)
  }

  /** The announced form of this person, taken out of the reach of its post; a problem where it has not arrived, or is no PDF. */
  const arrived = async (submissionId: string, formId: string, actor: UserPrincipal) => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ inst_id: string }>`select inst_id from signed_form
        where id = ${formId}::uuid and submission_id = ${submissionId}::uuid and uploader_id = ${actor.userId}
          and returned_utc is null`.execute(tx),
    )
    const [form] = rows
    const object =
      form && (await store.seal(announcedKey(form.inst_id, submissionId, formId), { isPosted: true }))
    if (!object) throw new ProblemError(problem('conflict', message('problems', 'attachmentMissing')))
    const beginning = await store.readRange(object.key, { from: 0, to: pdfBeginning.length })
    if (beginning.toString('latin1') === pdfBeginning) return object
    await store.remove(object.key)
    throw new ProblemError(problem('invalid', message('submissions.sign-off', 'form.fault.noPdf')))
  }

  /** Removes a form that was announced and will not be returned. */
  const forget = async (formId: string, key: string): Promise<void> => {
    await store.remove(key)
    await withScope(db, { scope: 'all' }, tx =>
      sql`delete from signed_form where id = ${formId}::uuid and returned_utc is null`.execute(tx),
    )
  }

  /** Throws, with a line of audit, where it could not be returned even if it had arrived. */
  const check = (submissionId: string, actor: UserPrincipal): Promise<void> =>
    withScope(db, { scope: 'all' }, tx => look(tx, submissionId, actor, 'RETURN_SIGNED_FORM')).then(
      ({ refusal }) => {
        if (refusal) throw new ProblemError(refusal)
      },
    )

  return {
    /** Announces a file, and gives what it is posted with. */
    announce: async (
      submissionId: string,
      file: { fileName: string; fileSize: number; fileHash?: string | undefined },
      actor: UserPrincipal,
    ): Promise<SignedPost & { formId: string }> => {
      const formId = randomUUID()
      const key = await audited(submissionId, actor, 'POST_SIGNED_FORM', async (tx, { submission, at }) => {
        const fault = signedFormFault(file)
        if (fault) throw new ProblemError(problem('invalid', fault, [{ field: 'body', message: fault }]))
        await announced(tx, { submission, at }, { formId, fileName: file.fileName, actor })
        return announcedKey(submission.instId, submissionId, formId)
      })
      const post = await store.signedPost(key, {
        maxBytes: limits.signedFormBytes,
        exactBytes: file.fileSize,
        sha256: file.fileHash,
        expires: addHours(clock.now(), 1),
      })
      return { formId, ...post }
    },

    /**
     * Signs the form in the portal: keeps it as its provider's signed copy, with who signed, when, the sign-in that it rests on
     * and the SHA-256 of the form that `formOf` makes, and tells the agency. A refusal is thrown, with its line of audit.
     */
    sign: async (
      submissionId: string,
      { typedName, authenticatedAt }: TypedSignature,
      actor: UserPrincipal,
      file: { fileName: string; formOf: (at: Date) => Readable },
    ): Promise<void> => {
      const formId = randomUUID()
      const { fileName } = file
      const refuses: Refuses = async (status, facts, tx) => {
        const signsInPortal = await letsSign(tx, submissionId)
        const isUsed = await hasSigned(tx, actor, authenticatedAt)
        return (
          signingRefusal(actor, status, { ...facts, signsInPortal }) ??
          signatureFault({
            typedName,
            name: actor.name,
            authenticatedAt: authenticatedAt?.getTime(),
            isUsed,
            now: clock.now().getTime(),
          })
        )
      }
      const begun = await withScope(db, { scope: 'all' }, async tx => {
        const looked = await look(tx, submissionId, actor, 'SIGN_FORM', refuses)
        if (!looked.refusal) await announced(tx, looked, { formId, fileName, actor })
        return looked
      })
      if (begun.refusal) throw new ProblemError(begun.refusal)
      const key = announcedKey(begun.submission.instId, submissionId, formId)
      const form = await buffer(file.formOf(begun.at))
      const formHash = createHash('sha256').update(form).digest('hex')
      await store.put(key, Readable.from([form]))
      const signing = audited(
        submissionId,
        actor,
        'SIGN_FORM',
        async (tx, looked) => {
          const signed = {
            signed_name: typedName,
            authenticated_utc: authenticatedAt ?? null,
            form_hash: formHash,
          }
          await shown(tx, looked, { formId, actor }, { size: form.length, key, signed })
        },
        { refuses, detail: { formHash } },
      )
      await signing.catch(async (error: unknown) => {
        // Refused by now, as when the same sign-in has signed at the same moment: nothing of it stays.
        if (error instanceof ProblemError) await forget(formId, key)
        throw error
      })
    },

    /** Shows a posted file to the agency, which is told of it. */
    giveBack: async (submissionId: string, formId: string, actor: UserPrincipal): Promise<void> => {
      await check(submissionId, actor)
      const object = await arrived(submissionId, formId, actor)
      await audited(submissionId, actor, 'RETURN_SIGNED_FORM', (tx, looked) =>
        shown(tx, looked, { formId, actor }, object),
      )
    },
  }
}

/** Rows of one transaction, so that none stays open over many calls of the store. */
const sweptAtOnce = 100

/** Removes what was announced before an instant and never returned, with what was posted for it. */
export const sweepSignedForms = async (
  { db, store }: { db: Kysely<Database>; store: ObjectStore },
  before: Date,
): Promise<void> => {
  const swept = await withScope(db, { scope: 'all' }, async tx => {
    const { rows } = await sql<{ id: string; submission_id: string; inst_id: string }>`
      select id, submission_id, inst_id from signed_form where returned_utc is null and created_utc < ${before}
      order by created_utc limit ${sweptAtOnce} for update skip locked`.execute(tx)
    for (const { id, submission_id, inst_id } of rows) {
      // One that was refused after it had arrived has left a sealed copy, under a name of the same end.
      const copies = await store.list(objectKey(inst_id, submission_id, 'signed-form.'))
      for (const key of copies.filter(copy => copy.endsWith(`.${id}`))) await store.remove(key)
      await store.remove(announcedKey(inst_id, submission_id, id))
    }
    await sql`delete from signed_form where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
    return rows.length
  })
  if (swept === sweptAtOnce) await sweepSignedForms({ db, store }, before)
}
