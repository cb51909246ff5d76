import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { joinPath, pagePath } from '../../../src/domain/submissionPath.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import type { MonitoringRow } from '../../../src/domain/wire/collections.ts'
import * as wire from '../../../src/domain/wire/reminders.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { providerSeen } from '../../database/queries/providerOverview.ts'
import type { Database } from '../../database/schema.ts'
import { inEnglish } from '../../messages.ts'
import { createReminders, type RuleOutside, remindersOf } from '../../reminders/index.ts'
import { route } from '../route.ts'
import { collectionSeenBy } from './collectionReading.ts'
import { notFound } from './collections.ts'
import { monitoredIn } from './monitoring.ts'
import { providersOutside } from './ruleOverview.ts'

interface Asking {
  actor: UserPrincipal
  language: Language
  params: { reference: string }
  body: { instIds: string[]; words: string; skipsRecent: boolean; rule?: string | undefined }
}

/** The rule that is written about, with the result of each provider outside tolerance. */
const ruleOutside = async (
  tx: Transaction<Database>,
  actor: UserPrincipal,
  reference: string,
  code: string,
): Promise<RuleOutside> => {
  const { collection, providers } = await monitoredIn(tx, actor, reference)
  const found = await providersOutside(tx, actor, providers, code)
  return {
    code,
    name: found?.name ?? code,
    at: new Map(
      found?.at.map(({ monitored: { provider, latest }, result }) => {
        const address = {
          area: 'submissions',
          collectionId: collection.id,
          submissionId: latest!.id,
        } as const
        const allowed = toleranceLabel(result.tolerance, undefined)
        return [
          provider.inst_id,
          {
            failureCount: result.failureCount,
            populationCount: result.populationCount,
            measuredPercent: result.measuredPercent,
            allowed: allowed === '' ? '' : inEnglish(allowed),
            fileName: latest!.file_name,
            path: `${pagePath(address, 'reports')}${joinPath('quality', code, result.regulatorCode)}`,
          },
        ]
      }),
    ),
  }
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
    const { collection, rule } = await withScope(db, scopeOf(actor), async tx => {
      const collection = await collectionSeenBy(tx, actor, params.reference, language)
      return { collection, rule: body.rule && (await ruleOutside(tx, actor, params.reference, body.rule)) }
    })
    const rows = new Map((await monitored(asking, params.reference)).map(row => [row.provider.instId, row]))
    const chosen = [...new Set(body.instIds)].flatMap(instId => rows.get(instId) ?? [])
    if (chosen.length < new Set(body.instIds).size) throw notFound('noProvider')
    return {
      collection: { id: collection.id, name: collection.name, deadline: collection.submissionDeadline },
      rows: chosen,
      words: body.words,
      skipsRecent: body.skipsRecent,
      ...(rule && { rule }),
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
