import type { FastifyInstance } from 'fastify'
import { collectionsSeenBy } from '../../../src/domain/collection.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import { type DeliveryStanding, deliveredStatuses } from '../../../src/domain/deliveryConfiguration.ts'
import { countryLabel } from '../../../src/domain/labels.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { singleRecord, withheld } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { countOver, countsBy } from '../../../src/domain/sector.ts'
import { statusOf } from '../../../src/domain/status.ts'
import * as wire from '../../../src/domain/wire/sector.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { type Ruleset, sectorTable } from '../../analysis/index.ts'
import type { Server } from '../../context.ts'
import { collectionBefore, collectionOfReference } from '../../database/queries/collections.ts'
import {
  type SectorProvider,
  sectorProviders,
  summedGroups,
  versionsOf,
} from '../../database/queries/sector.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { inLanguage } from '../../messages.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { seesReport } from './recordView.ts'

const notFound = (reason: 'noCollection' | 'noReport' | 'noProvider'): ProblemError =>
  new ProblemError(problem('not-found', message('problems', reason)))

/** Whether the reader gets rounded figures: those who read no records by the privacy matrix. */
const isRoundedFor = (actor: UserPrincipal): boolean => withheld(actor, 'page', singleRecord) !== undefined

const countCsv = function* (
  { total, countries, regions, providers }: wire.SectorWire,
  language: Language,
): Generator<string> {
  const t = messagesFor(language, 'server')
  yield csvLine((['by', 'id', 'name', 'providers', 'now', 'before'] as const).map(one => t(`sector.${one}`)))
  yield csvLine([t('sector.all'), '', '', total.providers, total.now, total.before])
  for (const { id, ...one } of countries)
    yield csvLine([
      t('sector.country'),
      id,
      inLanguage(language, countryLabel(id)),
      one.providers,
      one.now,
      one.before,
    ])
  for (const one of regions)
    yield csvLine([t('sector.region'), '', one.id, one.providers, one.now, one.before])
  for (const one of providers)
    yield csvLine([t('sector.provider'), one.id, one.name, one.providers, one.now, one.before])
}

const reportCsv = function* (report: wire.SectorReportWire, language: Language): Generator<string> {
  const t = messagesFor(language, 'server')
  yield csvLine([report.rowsLabel, t('sector.column'), t('sector.now'), t('sector.before')])
  for (const [at, row] of report.rows.entries())
    for (const [index, column] of report.columns.entries()) {
      const cell = report.cells[at]?.[index]
      yield csvLine([row.label, column.label, cell?.now ?? null, cell?.before ?? null])
    }
}

/** The reports that the reader sees, chapter by chapter. */
const reportsFor = (actor: UserPrincipal, { manifest, reports }: Pick<Ruleset, 'manifest' | 'reports'>) =>
  manifest.chapters.flatMap(({ id, name }) =>
    reports
      .filter(report => report.chapter === id && seesReport(actor, report))
      .map(report => ({ ...report, chapterName: name })),
  )

/** A collection over all providers that the reader sees (specification 2 §2.5): counts and credibility tables, no record. */
export const sectorRoutes = (
  app: FastifyInstance,
  { db, specifications }: Pick<Server, 'db'> & { specifications: SpecificationStore },
): void => {
  const statusIds = (standing: DeliveryStanding): number[] =>
    deliveredStatuses(standing).map(name => statusOf(name).id)

  /** The providers of the reader with what speaks for them now and in the collection before, and the ruleset of now. */
  const sectorFor = async (actor: UserPrincipal, reference: string, standing: DeliveryStanding) => {
    const found = await withScope(db, scopeOf(actor), async tx => {
      const collection = await collectionOfReference(tx, reference, { seen: collectionsSeenBy(actor) })
      if (!collection) throw notFound('noCollection')
      const before = await collectionBefore(tx, collection.id)
      const providers = await sectorProviders(tx, collection.id, statusIds(standing))
      // What was last year is over: only what was signed off speaks for it.
      const earlier = before ? await sectorProviders(tx, before.id, statusIds('SIGNED_OFF')) : []
      return { before, providers, earlier, versions: await versionsOf(tx, collection.id) }
    })
    const { versions, ...rest } = found
    const ruleset = versions && (await specifications.load(versions)).ruleset
    return { ...rest, reports: ruleset ? reportsFor(actor, ruleset) : [] }
  }

  route(app, wire.getSector, async ({ actor, params, query, language, mediaType, reply }) => {
    const { standing = 'SIGNED_OFF' } = query
    const { before, providers, earlier, reports } = await sectorFor(actor, params.reference, standing)
    const isRounded = isRoundedFor(actor)
    const last = new Map(earlier.map(({ instId, students }) => [instId, students]))
    const counted = providers.map(({ students, ...one }) => ({
      ...one,
      now: students,
      before: last.get(one.instId) ?? null,
    }))
    const answer: wire.SectorWire = {
      isRounded,
      before: before ? { reference: before.reference, name: before.name } : null,
      providersSeen: providers.length,
      total: countOver(counted, isRounded),
      countries: countsBy(counted, ({ country }) => country, isRounded),
      regions: countsBy(counted, ({ region }) => region, isRounded),
      providers: counted.map(one => ({
        id: one.instId,
        name: one.name,
        country: one.country,
        region: one.region,
        ...countOver([one], isRounded),
      })),
      reports: reports.map(({ code, title, chapterName }) => ({ code, title, chapter: chapterName })),
    }
    if (mediaType !== 'text/csv') return answer
    return sendCsv(reply, `sector.${params.reference}.csv`, countCsv(answer, language))
  })

  /** Submissions of some providers that speak for them. */
  const submissionsIn = (providers: readonly SectorProvider[], of: ReadonlySet<string>): string[] =>
    providers.flatMap(({ instId, submissionId }) =>
      submissionId !== null && of.has(instId) ? [submissionId] : [],
    )

  route(app, wire.getSectorReport, async ({ actor, params, query, language, mediaType, reply }) => {
    const { standing = 'SIGNED_OFF', country, region, instId } = query
    const { providers, earlier, reports } = await sectorFor(actor, params.reference, standing)
    const report = reports.find(({ code }) => code === params.reportCode)
    if (!report) throw notFound('noReport')
    if (instId !== undefined && !providers.some(one => one.instId === instId)) throw notFound('noProvider')
    const chosen = providers.filter(
      one =>
        one.submissionId !== null &&
        (country === undefined || one.country === country) &&
        (region === undefined || one.region === region) &&
        (instId === undefined || one.instId === instId),
    )
    const ids = new Set(chosen.map(one => one.instId))
    const [now, then] = [submissionsIn(providers, ids), submissionsIn(earlier, ids)]
    const groups = await withScope(db, scopeOf(actor), async tx => ({
      now: await summedGroups(tx, now, report.code),
      before: then.length > 0 ? await summedGroups(tx, then, report.code) : null,
    }))
    const isRounded = isRoundedFor(actor)
    const t = messagesFor(language, 'server')
    const ownLabels: Readonly<Record<string, string>> = {
      '*': t('credibility.total'),
      '-': t('credibility.notReturned'),
    }
    const table = sectorTable(report, groups.now, groups.before, isRounded)
    const labelled = (codes: typeof table.rows) =>
      codes.map(({ code, label }) => ({ code, label: label === '' ? (ownLabels[code] ?? code) : label }))
    const { kind, decimals, suffix } = report.measure
    const answer: wire.SectorReportWire = {
      code: report.code,
      title: report.title,
      details: report.details ?? '',
      isRounded,
      providers: chosen.length,
      hasBefore: groups.before !== null,
      measure: { kind, decimals, suffix },
      rowsLabel: report.rows.label,
      rows: labelled(table.rows),
      columns: labelled(table.columns),
      cells: table.cells,
    }
    if (mediaType !== 'text/csv') return answer
    return sendCsv(reply, `sector.${params.reference}.${report.code}.csv`, reportCsv(answer, language))
  })
}
