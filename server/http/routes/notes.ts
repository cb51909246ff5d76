import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/notes.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { notesOf } from '../../database/queries/notes.ts'
import { reportOf, ruleOf, rulesOf } from '../../database/queries/results.ts'
import type { CurrentSubmission } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { createNotes } from '../../issues/index.ts'
import { namedActing } from '../../names.ts'
import { route } from '../route.ts'
import { rulesFor } from './recordView.ts'
import { withSubmission } from './submissionAccess.ts'

const live = { mode: 'live' } as const

/** The notes of a submission's provider that the reader sees: a specialist regulator those of rules that name it. */
export const notesSeenBy = async (
  tx: Transaction<Database>,
  actor: UserPrincipal,
  { id }: Pick<CurrentSubmission, 'id'>,
  language: Language,
): Promise<wire.NoteWire[]> => {
  const found = await notesOf(tx, id)
  const named =
    onlyNaming(actor) === undefined
      ? undefined
      : new Set(rulesFor(actor, await rulesOf(tx, id)).map(({ code }) => code))
  return found
    .filter(({ subject, code }) => named === undefined || (subject === 'rule' && named.has(code)))
    .map(({ written_utc, written_by: person, organisation, regulator_code, ...note }) => ({
      ...note,
      regulatorCode: onlyNaming(actor) ?? regulator_code,
      at: written_utc.toISOString(),
      by: namedActing(language, actor, { person, organisation }),
    }))
}

/** The calls about notes of providers to their approvers (issues and explanations, decisions §11). */
export const noteRoutes = (
  app: FastifyInstance,
  options: { db: Kysely<Database>; clock: { now: () => Date } },
): void => {
  const notes = createNotes(options)

  const read = (actor: UserPrincipal, uuid: string, language: Language) =>
    withSubmission(options, actor, uuid, live, async (tx, row) => ({
      notes: await notesSeenBy(tx, actor, row, language),
    }))

  route(app, wire.listNotes, ({ actor, params, language }) => read(actor, params.uuid, language))

  route(app, wire.writeNote, async ({ actor, params, body, language }) => {
    const regulatorCodes = await withSubmission(options, actor, params.uuid, live, async (tx, { id }) => {
      const isRule = body.subject === 'rule'
      const rule = isRule ? await ruleOf(tx, id, body.code) : undefined
      const found = rule ?? (isRule ? undefined : await reportOf(tx, id, 'credibility', body.code))
      if (!found)
        throw new ProblemError(problem('not-found', message('problems', isRule ? 'noRule' : 'noReport')))
      return rule?.rows.map(({ regulatorCode }) => regulatorCode) ?? []
    })
    const refusal = await notes.write(params.uuid, { ...body, regulatorCodes }, actor)
    if (refusal) throw new ProblemError(refusal)
    return read(actor, params.uuid, language)
  })
}
