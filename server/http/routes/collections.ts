import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { burnUp } from '../../../src/domain/burnUp.ts'
import { collectionStateByCode, collectionStates, collectionsSeenBy } from '../../../src/domain/collection.ts'
import { londonDate } from '../../../src/domain/dates.ts'
import { allRows, defaultPageSize, limits } from '../../../src/domain/limits.ts'
import { noRight } from '../../../src/domain/permissions.ts'
import { flagsOf, type UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { compareRegulators } from '../../../src/domain/regulator.ts'
import { newsEvents, newsOf, yesterdayOf } from '../../../src/domain/sinceYesterday.ts'
import { type SubmissionMode, statusById, statusNameOf } from '../../../src/domain/status.ts'
import { workbookType } from '../../../src/domain/wire/call.ts'
import {
  getBurnUp,
  getNewsSinceYesterday,
  listRulesAcross,
  listWorstRules,
} from '../../../src/domain/wire/collectionOverview.ts'
import type { CollectionWire, MonitoringRow } from '../../../src/domain/wire/collections.ts'
import * as wire from '../../../src/domain/wire/collections.ts'
import { factsFromWire, factsToWire } from '../../../src/domain/wire/facts.ts'
import { awaitsDecisionOf } from '../../../src/machines/submission-lifecycle/index.ts'
import { listOf, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import {
  activityOf,
  allRegulators,
  arrivalsIn,
  type CollectionRow,
  collectionBefore,
  collectionOfReference,
  collectionsOf,
  providersOf,
} from '../../database/queries/collections.ts'
import { eventCountsSince } from '../../database/queries/sinceYesterday.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { collectionSeenBy, ownInstitution, statesOfferedTo } from './collectionReading.ts'
import {
  activityWire,
  activityWithChange,
  collectionWire,
  providerWire,
  regulatorWire,
  stepSummaryOf,
} from './collectionRows.ts'
import { createMonitoring, monitoredIn } from './monitoring.ts'
import { sendActivity, sendMonitoring } from './monitoringExport.ts'
import { ruleOverview, worstRules } from './ruleOverview.ts'
import { withSubmission } from './submissionAccess.ts'
import { freshSubject } from './submissionFacts.ts'

const notFound = (what: 'noCollection' | 'noProvider' | 'noRegulator'): ProblemError =>
  new ProblemError(problem('not-found', message('problems', what)))

const valuesOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).flatMap(part => part.split(','))

const stateIdsOf = (codes: readonly string[]): number[] =>
  codes.map(code => {
    const known = collectionStateByCode(code)
    if (!known) {
      throw invalidField(
        'query.state',
        message('server', 'field.oneOf', { values: listOf(collectionStates.map(state => state.code)) }),
      )
    }
    return known.id
  })

/** Rules of a dashboard. */
const worstAtMost = 5

/** Collections, providers, regulators, monitoring rows and logs (specification 1 §7, 2 §7.3; decisions §2). */
export const collectionRoutes = (app: FastifyInstance, { db, clock }: Pick<Server, 'db' | 'clock'>): void => {
  const reading = <T>(actor: UserPrincipal, work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, scopeOf(actor), work)

  route(app, wire.listCollections, ({ actor, query, language }) =>
    reading(actor, async tx => {
      const { rows, total } = await collectionsOf(tx, {
        ...ownInstitution(actor),
        seen: collectionsSeenBy(actor),
        limit: query.limit ?? limits.pageLimit,
        offset: query.offset ?? 0,
      })
      return {
        collections: rows.map(row => collectionWire(row, language, { offered: statesOfferedTo(actor, row) })),
        pagingMetadata: { total },
      }
    }),
  )

  route(app, wire.getCollection, ({ actor, params, language }) =>
    reading(actor, tx => collectionSeenBy(tx, actor, params.reference, language)),
  )

  /** Collections with the facts of what the provider would begin in them. The last work of the transaction. */
  const withBeginnings = async (
    tx: Transaction<Database>,
    rows: readonly CollectionRow[],
    instId: string,
    language: Language,
  ): Promise<CollectionWire[]> => {
    await setScope(tx, { scope: 'all' })
    const factsOf = (mode: SubmissionMode) =>
      gatherAllFacts(
        tx,
        rows.map(({ id }) => freshSubject({ collectionId: id, instId, mode })),
        clock.now(),
      )
    const [live, ovt] = [await factsOf('live'), await factsOf('ovt')]
    return rows.map((row, at) => {
      const [own, check] = [live[at], ovt[at]]
      return collectionWire(
        row,
        language,
        own && check ? { newSubmission: { live: factsToWire(own), ovt: factsToWire(check) } } : {},
      )
    })
  }

  const writtenRows = createMonitoring({ db, clock })
  const monitored = async (...asked: Parameters<typeof writtenRows>): Promise<MonitoringRow[]> =>
    (await writtenRows(...asked)).map(({ row }) => row)

  route(app, wire.listCollectionSubmissions, async request => {
    const isOvt = request.query.ovt === 'true'
    if (isOvt && !flagsOf(request.actor).isAgency) return request.forbid(request.actor, noRight)
    const rows = await writtenRows(request, request.params.reference, isOvt ? 'ovt' : 'live')
    return request.reply
      .type('application/json; charset=utf-8')
      .send(`{"submissions":[${rows.map(({ json }) => json).join(',')}]}`)
  })

  route(app, wire.getStepSummary, async request => {
    const [parties, institutions] = [valuesOf(request.query.awaitingParty), valuesOf(request.query.instId)]
    const rows = await monitored(request, request.params.reference, 'live')
    const chosen = rows.filter(
      row =>
        (parties.length === 0 || parties.includes(String(row.awaitingParty.id))) &&
        (institutions.length === 0 || institutions.includes(row.provider.instId)),
    )
    const reader = flagsOf(request.actor).isAgency ? 'agency' : 'statutoryCustomer'
    return { steps: stepSummaryOf(chosen, reader, request.language) }
  })

  route(app, wire.exportCollectionSubmissions, async request => {
    const { reference } = request.params
    const deadline = await reading(
      request.actor,
      async tx => (await collectionSeenBy(tx, request.actor, reference, request.language)).submissionDeadline,
    )
    const rows = new Map((await monitored(request, reference, 'live')).map(row => [row.provider.instId, row]))
    const selected = request.body.instIds.flatMap(instId => rows.get(instId) ?? [])
    // All or nothing: without one that was named the file would look complete.
    if (selected.length < request.body.instIds.length) throw notFound('noProvider')
    return sendMonitoring(request.reply, selected, {
      reference,
      deadline,
      language: request.language,
      now: clock.now(),
      isWorkbook: request.mediaType === workbookType,
    })
  })

  route(app, wire.listAwaitingMe, async request => {
    const rows = await monitored(request, request.params.reference, 'live')
    return {
      submissions: rows
        .flatMap(({ provider, latestSubmission, facts }) => {
          const status = latestSubmission && statusById(latestSubmission.status.id)?.name
          if (!latestSubmission || !status || !awaitsDecisionOf(status, factsFromWire(facts), request.actor))
            return []
          const { uuid, uploaded, statusSince } = latestSubmission
          const { instId, publishedName } = provider
          return [
            {
              // It waits since it came to its status, however long ago it was uploaded.
              since: statusSince ?? uploaded,
              shown: { instId, publishedName, submissionId: uuid, status: latestSubmission.status, uploaded },
            },
          ]
        })
        .toSorted((one, other) => one.since.localeCompare(other.since))
        .map(({ shown }) => shown),
    }
  })

  route(app, listRulesAcross, ({ actor, params }) =>
    reading(actor, async tx => {
      const { providers } = await monitoredIn(tx, actor, params.reference)
      return ruleOverview(tx, actor, providers)
    }),
  )

  route(app, listWorstRules, ({ actor, params }) =>
    reading(actor, async tx => {
      const { providers } = await monitoredIn(tx, actor, params.reference)
      const found = await worstRules(tx, actor, providers, worstAtMost)
      return {
        providers: found.providers,
        rules: found.rules.map(({ code, name, outside, checked }) => ({ code, name, outside, checked })),
      }
    }),
  )

  route(app, getNewsSinceYesterday, ({ actor, params }) =>
    reading(actor, async tx => {
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
    reading(actor, async tx => {
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

  route(app, wire.listActivityLog, async ({ actor, query, language, mediaType, reply }) => {
    const isFile = mediaType === 'text/csv'
    const { rows, total } = await reading(actor, tx =>
      activityOf(tx, {
        reference: query.collectionReference,
        ...(query.instId ? { instId: query.instId } : {}),
        ...(query.person ? { person: query.person.trim() } : {}),
        ...(query.activityLogTypeId === undefined ? {} : { typeId: query.activityLogTypeId }),
        limit: isFile ? allRows : (query.limit ?? defaultPageSize),
        offset: isFile ? 0 : (query.offset ?? 0),
      }),
    )
    if (isFile) return sendActivity(reply, rows, { reference: query.collectionReference, actor, language })
    return {
      activityLogs: rows.map(row => activityWithChange(actor, row, language)),
      pagingMetadata: { total },
    }
  })

  route(app, wire.listActivityLogEntries, ({ actor, query, language }) =>
    withSubmission({ db, clock }, actor, query.submissionUuid, {}, async (tx, { id }) => {
      const { rows } = await activityOf(tx, {
        submissionId: id,
        ...(query.activityLogTypeId ? { typeId: Number(query.activityLogTypeId) } : {}),
        limit: allRows,
        offset: 0,
      })
      return { activityLogs: rows.map(row => activityWire(actor, row, language)) }
    }),
  )

  route(app, wire.listProviders, ({ actor }) =>
    reading(actor, async tx => ({ providers: (await providersOf(tx)).map(providerWire) })),
  )

  /** The institution if the actor may see it; what belongs to somebody else does not exist. */
  const visible = async (tx: Parameters<typeof providersOf>[0], instId: string): Promise<void> => {
    const known = (await providersOf(tx)).some(provider => provider.inst_id === instId)
    if (!known) throw notFound('noProvider')
  }

  route(app, wire.listProviderCollections, ({ actor, params, query, language }) =>
    reading(actor, async tx => {
      await visible(tx, params.instId)
      const stateIds = stateIdsOf([...valuesOf(query.state), ...valuesOf(query['state[]'])])
      const { rows } = await collectionsOf(tx, {
        instId: params.instId,
        seen: collectionsSeenBy(actor),
        ...(stateIds.length > 0 ? { stateIds } : {}),
        limit: limits.pageLimit,
        offset: 0,
      })
      return { collections: await withBeginnings(tx, rows, params.instId, language) }
    }),
  )

  route(app, wire.listProviderActivityLog, ({ actor, params, query, language }) =>
    reading(actor, async tx => {
      await visible(tx, params.instId)
      const { rows, total } = await activityOf(tx, {
        reference: query.collectionReference,
        instId: params.instId,
        limit: query.limit ?? defaultPageSize,
        offset: query.offset ?? 0,
      })
      return { activityLogs: rows.map(row => activityWire(actor, row, language)), pagingMetadata: { total } }
    }),
  )

  route(app, wire.listRegulators, ({ actor }) =>
    reading(actor, async tx => ({
      regulators: (await allRegulators(tx)).map(regulatorWire).toSorted(compareRegulators),
    })),
  )

  route(app, wire.getRegulator, ({ actor, params }) =>
    reading(actor, async tx => {
      const found = (await allRegulators(tx)).find(({ code }) => code === params.code)
      if (!found) throw notFound('noRegulator')
      return regulatorWire(found)
    }),
  )
}
