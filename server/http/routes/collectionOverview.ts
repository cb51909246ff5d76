import type { FastifyInstance } from 'fastify'
import { burnUp } from '../../../src/domain/burnUp.ts'
import { collectionsSeenBy } from '../../../src/domain/collection.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import { londonDate } from '../../../src/domain/dates.ts'
import { issueStatusLabel } from '../../../src/domain/issue.ts'
import { newsEvents, newsOf, yesterdayOf } from '../../../src/domain/sinceYesterday.ts'
import { statusNameOf } from '../../../src/domain/status.ts'
import {
  getBurnUp,
  getNewsSinceYesterday,
  listRulesAcross,
  listWorstRules,
  type RulesAcrossWire,
} from '../../../src/domain/wire/collectionOverview.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { arrivalsIn, collectionBefore, collectionOfReference } from '../../database/queries/collections.ts'
import { eventCountsSince } from '../../database/queries/sinceYesterday.ts'
import { inLanguage } from '../../messages.ts'
import { route } from '../route.ts'
import { notFound } from './collections.ts'
import { sendCsv } from './csvReply.ts'
import { monitoredIn } from './monitoring.ts'
import { ruleOverview, worstRules } from './ruleOverview.ts'

/** Rules, and providers, of a dashboard. */
const worstAtMost = 10

/** A row for each rule and provider that fails it, in the order of the page. */
const rulesCsv = function* ({ providers, rules }: RulesAcrossWire, language: Language): Generator<string> {
  const t = messagesFor(language, 'server')
  const columns = [
    'code',
    'name',
    'kind',
    'id',
    'provider',
    'tolerance',
    'failures',
    'population',
    'change',
    'issue',
  ] as const
  yield csvLine(columns.map(column => t(`rulesAcross.${column}`)))
  const nameOf = new Map(providers.map(({ instId, name }) => [instId, name]))
  for (const { code, name, isOperational, providers: found } of rules)
    for (const each of found)
      yield csvLine([
        code,
        name,
        t('rulesAcross.kindOf', { kind: isOperational ? 'operational' : 'quality' }),
        each.instId,
        nameOf.get(each.instId) ?? '',
        t('rulesAcross.toleranceOf', { is: each.isOutside ? 'outside' : 'inside' }),
        each.failureCount,
        each.populationCount,
        each.measuredPercent,
        each.issue === null ? '' : inLanguage(language, issueStatusLabel(each.issue)),
      ])
}

/** What a dashboard shows of a collection: its rules across providers, news and the burn-up. */
export const collectionOverviewRoutes = (
  app: FastifyInstance,
  { db, clock }: Pick<Server, 'db' | 'clock'>,
): void => {
  route(app, listRulesAcross, async ({ actor, params, language, mediaType, reply }) => {
    const found = await withScope(db, scopeOf(actor), async tx => {
      const { collection, providers } = await monitoredIn(tx, actor, params.reference)
      return ruleOverview(tx, actor, collection.id, providers)
    })
    if (mediaType !== 'text/csv') return found
    return sendCsv(reply, `rules.${params.reference}.csv`, rulesCsv(found, language))
  })

  route(app, listWorstRules, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { providers } = await monitoredIn(tx, actor, params.reference)
      const found = await worstRules(tx, actor, providers, worstAtMost)
      return {
        providers: found.providers,
        rules: found.rules.map(({ code, name, outside, checked }) => ({ code, name, outside, checked })),
        worstProviders: found.worstProviders.map(({ regulator: _, ...provider }) => provider),
      }
    }),
  )

  route(app, getNewsSinceYesterday, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const collection = await collectionOfReference(tx, params.reference, { seen: collectionsSeenBy(actor) })
      if (!collection) throw notFound('noCollection')
      const since = yesterdayOf(clock.now())
      const events = Object.values(newsEvents)
      return {
        since,
        ...newsOf(await eventCountsSince(tx, { collectionId: collection.id, day: since, events })),
      }
    }),
  )

  route(app, getBurnUp, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { collection, providers } = await monitoredIn(tx, actor, params.reference)
      const daysOf = async (collectionId: string) =>
        burnUp(
          (await arrivalsIn(tx, collectionId)).map(({ inst_id, status_id, at }) => ({
            instId: inst_id,
            status: statusNameOf(status_id),
            at,
          })),
        )
      const before = await collectionBefore(tx, collection.id)
      return {
        providers: providers.length,
        today: londonDate(clock.now()),
        deadline: collection.submission_deadline,
        days: await daysOf(collection.id),
        before: before
          ? { reference: before.reference, name: before.name, days: await daysOf(before.id) }
          : null,
      }
    }),
  )
}
