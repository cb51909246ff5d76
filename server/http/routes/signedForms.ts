import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/signedForms.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Database } from '../../database/schema.ts'
import type { SignIns } from '../../identity/signIns.ts'
import {
  createSignedForms,
  letsSign,
  type SignedFormRow,
  signedFormsOf,
} from '../../lifecycle/signedForms.ts'
import { valid } from '../../limits.ts'
import { namedActing } from '../../names.ts'
import type { ObjectStore } from '../../storage/index.ts'
import { issuedValues, signOffFormOf } from '../forms/signOffFormOf.ts'
import { route } from '../route.ts'
import { withSubmission } from './submissionAccess.ts'

const live = { mode: 'live' } as const

const signatureOf = ({
  signed_name: name,
  authenticated_utc: signedIn,
  form_hash: formHash,
}: SignedFormRow) =>
  name !== null && signedIn !== null && formHash !== null
    ? { name, signedInAt: signedIn.toISOString(), formHash }
    : null

/** The calls about signed copies of sign-off forms. */
export const signedFormRoutes = (
  app: FastifyInstance,
  options: {
    db: Kysely<Database>
    clock: { now: () => Date }
    store: ObjectStore
    signIns: Pick<SignIns, 'authenticatedAt'>
  },
): void => {
  const { store, signIns } = options
  const forms = createSignedForms(options)

  const find = (actor: UserPrincipal, uuid: string) =>
    withSubmission(options, actor, uuid, live, (tx, { id }) => signedFormsOf(tx, id))

  const formWire = (actor: UserPrincipal, found: SignedFormRow, language: Language) => ({
    id: found.id,
    fileName: found.file_name,
    fileSize: found.file_size,
    returnedAt: found.returned_utc.toISOString(),
    signature: signatureOf(found),
    refusal: found.refused_utc && {
      at: found.refused_utc.toISOString(),
      note: found.refusal_note ?? '',
    },
    by: namedActing(language, actor, {
      person: found.uploaded_by,
      organisation: found.organisation,
    }),
  })

  const read = async (actor: UserPrincipal, uuid: string, language: Language) => {
    const { found, signsInPortal, row } = await withSubmission(
      options,
      actor,
      uuid,
      live,
      async (tx, submission) => ({
        found: await signedFormsOf(tx, submission.id),
        signsInPortal: await letsSign(tx, submission.id),
        row: submission,
      }),
    )
    const [signedForm = null, ...earlier] = found.map(one => formWire(actor, one, language))
    return {
      signedForm,
      earlier,
      issued: issuedValues(signOffFormOf(row, options.clock.now()), language),
      signsInPortal,
    }
  }

  route(app, wire.getSignedForm, ({ actor, params, language }) => read(actor, params.uuid, language))

  route(app, wire.postSignedForm, async ({ actor, params, body }) => {
    await find(actor, params.uuid)
    return forms.announce(params.uuid, body, actor)
  })

  route(app, wire.returnSignedForm, async ({ actor, params, body, language }) => {
    await find(actor, params.uuid)
    await forms.giveBack(params.uuid, body.formId, actor)
    return read(actor, params.uuid, language)
  })

  route(app, wire.signForm, async ({ actor, params, body, session, language }) => {
    const row = await withSubmission(options, actor, params.uuid, live, async (_, found) => found)
    const authenticatedAt = await signIns.authenticatedAt(session.signInId)
    const { signOffForm } = await import('../forms/signOffForm.ts')
    await forms.sign(row.id, { typedName: body.name, authenticatedAt }, actor, {
      fileName: `SignOffSigned.${row.collection_reference}.${row.inst_id}.pdf`,
      formOf: at =>
        signOffForm(
          {
            ...signOffFormOf(row, at),
            signature: { name: body.name, signer: actor.name, signedIn: authenticatedAt ?? at },
          },
          language,
        ),
    })
    return read(actor, row.id, language)
  })

  route(app, wire.downloadSignedForm, async ({ actor, params, query: { formId } }) => {
    const found = (await find(actor, params.uuid)).find(({ id }) => formId === undefined || id === formId)
    if (!found) throw new ProblemError(problem('not-found', message('problems', 'noAttachment')))
    const { object_key: key, file_name: fileName } = found
    return {
      url: await store.signedDownload(key, {
        fileName,
        seconds: valid.downloadSeconds,
        userId: actor.userId,
      }),
    }
  })

  route(app, wire.getSignedFormContent, async ({ actor, params, reply }) => {
    const found = (await find(actor, params.uuid)).find(({ id }) => id === params.formId)
    if (!found) throw new ProblemError(problem('not-found', message('problems', 'noAttachment')))
    return reply.type('application/pdf').send(await store.open(found.object_key))
  })
}
