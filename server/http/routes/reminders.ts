import type { FastifyInstance } from 'fastify'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import * as wire from '../../../src/domain/wire/reminders.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { providerSeen } from '../../database/queries/providerOverview.ts'
import { createReminders, remindersOf } from '../../reminders/index.ts'
import { route } from '../route.ts'
import { collectionSeenBy } from './collectionReading.ts'
import { notFound } from './collections.ts'

interface Asking {
  actor: UserPrincipal
  language: Language
  params: { reference: string }
  body: { instIds: string[]; words: string; skipsRecent: boolean }
}

/** Reminders to providers that have to act (decisions §16). */
export const reminderRoutes = (
  app: FastifyInstance,
  { db, clock, publicUrl }: Pick<Server, 'db' | 'clock' | 'publicUrl'>,
  monitored: (asking: Pick<Asking, 'actor' | 'language'>, reference: string) => Promise<MonitoringRow[]>,
): void => {
  const reminders = createReminders({ db, clock, publicUrl })

  /** What is asked for. Throws not-found if one of the providers is not listed to the caller. */
  const requestOf = async (asking: Asking) => {
    const { actor, language, params, body } = asking
    const collection = await withScope(db, scopeOf(actor), tx =>
      collectionSeenBy(tx, actor, params.reference, language),
    )
    const rows = new Map((await monitored(asking, params.reference)).map(row => [row.provider.instId, row]))
    const chosen = [...new Set(body.instIds)].flatMap(instId => rows.get(instId) ?? [])
    if (chosen.length < new Set(body.instIds).size) throw notFound('noProvider')
    return {
      collection: { id: collection.id, name: collection.name, deadline: collection.submissionDeadline },
      rows: chosen,
      words: body.words,
      skipsRecent: body.skipsRecent,
    }
  }

  route(app, wire.previewReminders, async asking => reminders.preview(await requestOf(asking)))

  route(app, wire.sendReminders, async asking =>
    reminders.send(asking.body.id, await requestOf(asking), asking.actor),
  )

  route(app, wire.listReminders, ({ params }) =>
    withScope(db, { scope: 'all' }, async tx => {
      if (!(await providerSeen(tx, params.instId)))
        throw new ProblemError(problem('not-found', message('problems', 'noProvider')))
      const found = await remindersOf(tx, params.instId)
      return { reminders: found.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) }
    }),
  )
}
