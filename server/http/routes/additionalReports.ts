import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import {
  additionalReports,
  expectedLists,
  isAdditionalReport,
  mayReadReport,
  rowsOfExpected,
} from '../../../src/domain/additionalReports.ts'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import { noRight } from '../../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming, singleRecord } from '../../../src/domain/privacy.ts'
import * as additional from '../../../src/domain/wire/additionalReports.ts'
import * as wire from '../../../src/domain/wire/reports.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import { listingRows, withoutZeroValues } from '../../analysis/index.ts'
import { reportOf, reportsOf } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { earlierUploads } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { inLanguage } from '../../messages.ts'
import { regulatorOutputs } from '../../outputs/index.ts'
import { disclosureTo } from '../../privacy/index.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'
import { listedPage, readOrFault, sendListed } from './listings.ts'
import { refuseWhileProcessing } from './quality.ts'
import { rulesetOf } from './recordView.ts'
import { noReport, type ReportRouteOptions } from './reports.ts'
import { withSubmission } from './submissionAccess.ts'

/** Parts of the analysis that single records are shown from. */
const withFields = ['records', 'derived'] as const

interface ListingContent {
  details: string
  tabs: { name: string; total: number; csv?: string }[]
  hasPrevious: boolean
}
interface FrequencyContent {
  details: string
  frequencyCounts: wire.FrequencyCounts
}

const live = { mode: 'live' } as const

/** Reports that are ours; the others are lists of the ruleset. */
const own: Readonly<Record<string, { title: Message; details: Message }>> = {
  FREQCOUNT: {
    title: message('server', 'frequencyCounts.title'),
    details: message('server', 'frequencyCounts.details'),
  },
  PGRIN: { title: message('server', 'transfersIn.title'), details: message('server', 'transfersIn.details') },
  COMPARISON: {
    title: message('server', 'comparison.title'),
    details: message('server', 'comparison.details'),
  },
}

/** Where a report stands in the list; those without a page come last. */
const placeOf = (code: string): number =>
  isAdditionalReport(code) ? additionalReports.indexOf(code) : additionalReports.length

/** What is in a report: the rows of each of its lists, or the coded fields and the codes that occur. Undefined if it counts nothing. */
const contentsOf = (content: unknown, language: Language): { name: string; total: number }[] | undefined => {
  const { tabs, frequencyCounts } = content as Partial<ListingContent & FrequencyContent>
  if (tabs) return tabs.map(({ name, total }) => ({ name, total }))
  if (!frequencyCounts) return undefined
  const t = messagesFor(language, 'server')
  const fields = frequencyCounts.entities.flatMap(entity => entity.fields)
  const codes = fields.flatMap(({ values }) => values.filter(({ count }) => count > 0))
  return [
    { name: t('frequencyCounts.fields'), total: fields.length },
    { name: t('frequencyCounts.codes'), total: codes.length },
  ]
}

/** The contents with those of an earlier upload, list by list. */
const withBefore = (
  contents: { name: string; total: number }[] | undefined,
  earlier: { name: string; total: number }[] | undefined,
) =>
  contents?.map(one => {
    const before = earlier?.find(({ name }) => name === one.name)?.total
    return { ...one, ...(before === undefined ? {} : { before }) }
  })

/** The counts with names for what the code lists do not name. */
const namedCounts = ({ entities }: wire.FrequencyCounts, language: Language): wire.FrequencyCounts => {
  const t = messagesFor(language, 'server')
  const nameOf = (code: string | null) =>
    t(code === null ? 'frequencyCounts.notReturned' : 'frequencyCounts.notInList')
  return {
    entities: entities.map(({ entity, fields }) => ({
      entity,
      fields: fields.map(field => ({
        ...field,
        values: field.values.map(value =>
          value.label === '' || value.code === null ? { ...value, label: nameOf(value.code) } : value,
        ),
      })),
    })),
  }
}

/** Additional reports are about the whole record and name no regulator. */
const refuseSpecialist = (actor: UserPrincipal): void => {
  if (onlyNaming(actor) !== undefined) throw noReport()
}

const listingOf = async (
  tx: Transaction<Database>,
  row: SubmissionRow,
  code: string,
): Promise<ListingContent | undefined> =>
  (await reportOf(tx, row.id, 'additional', code))?.content as ListingContent | undefined

/** The calls about additional reports (specification 2 §7.4). */
export const additionalReportRoutes = (app: FastifyInstance, options: ReportRouteOptions): void => {
  const { reader, specifications } = options

  route(app, wire.listAdditionalReports, async ({ actor, params, language }) =>
    withSubmission(options, actor, params.submissionId, live, async (tx, row) => {
      if (onlyNaming(actor) !== undefined) return { reports: [] }
      // Reports that count the record as the credibility reports do, and stand in no chapter of theirs.
      const counted = await reportsOf(tx, row.id, 'credibility')
      const stored = [
        ...(await reportsOf(tx, row.id, 'additional')),
        ...counted.filter(({ chapter_id }) => chapter_id === null),
        ...(counted.length > 0 ? [{ code: 'COMPARISON', title: '', content: {} }] : []),
      ]
      const [previous] = await earlierUploads(tx, row)
      const earlier = previous ? await reportsOf(tx, previous.id, 'additional') : []
      return {
        ...(previous && { comparedWithUtc: previous.uploaded_utc.toISOString() }),
        reports: stored
          .filter(({ code }) => mayReadReport(actor, code))
          .toSorted((a, b) => placeOf(a.code) - placeOf(b.code))
          .map(({ code, title, content }) => {
            const named = own[code]
            const contents = withBefore(
              contentsOf(content, language),
              contentsOf(earlier.find(one => one.code === code)?.content ?? {}, language),
            )
            return {
              CollectionReportCode: code,
              Title: named ? inLanguage(language, named.title) : title,
              Details: named
                ? inLanguage(language, named.details)
                : ((content as { details?: string }).details ?? ''),
              ...(contents && { Contents: contents }),
            }
          }),
      }
    }),
  )

  route(app, wire.getFrequencyCounts, async ({ actor, params, query, language }) =>
    withSubmission(options, actor, params.id, live, async (tx, row) => {
      refuseSpecialist(actor)
      const found = await reportOf(tx, row.id, 'additional', 'FREQCOUNT')
      if (!found) throw noReport()
      const { frequencyCounts } = found.content as FrequencyContent
      const isHiding = query.hideZeroValues === '1' || query.hideZeroValues === 'true'
      return namedCounts(isHiding ? withoutZeroValues(frequencyCounts) : frequencyCounts, language)
    }),
  )

  route(app, wire.getExpectedPopulation, async ({ actor, params, query, language }) => {
    const { limit = defaultPageSize, offset = 0 } = query
    const { row, summary } = await withSubmission(options, actor, params.id, live, async (tx, found) => ({
      row: found,
      summary: await listingOf(tx, found, 'CONPOP'),
    }))
    refuseSpecialist(actor)
    if (!summary) throw noReport()
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const listed = ruleset.listings.find(({ code }) => code === 'CONPOP')?.tabs ?? []
    const classes = listed.flatMap(({ recordClasses }) => [...recordClasses])
    const withheld = disclosureTo(actor, 'json', language).notice([...singleRecord, ...classes])
    const read = reader.for(actor).read(row.id, withFields, async source => {
      const pages: wire.ExpectedPopulation['tabs'] = []
      for (const [tab, name] of expectedLists.entries()) {
        const { headers, rows, total } = await listingRows(source, ruleset, {
          code: 'CONPOP',
          tab,
          limit,
          offset,
        })
        pages.push({ name, headers, rows: withheld === undefined ? rows : [], total })
      }
      return { tabs: pages }
    })
    const shown = await readOrFault(read, { tabs: [] }, language)
    return {
      hasPrevious: summary.hasPrevious,
      ...(withheld === undefined ? {} : { withheld }),
      counts: {
        missing: rowsOfExpected(summary.tabs, 'Missing'),
        found: rowsOfExpected(summary.tabs, 'Found'),
        new: rowsOfExpected(summary.tabs, 'New'),
      },
      ...shown,
    }
  })

  route(app, additional.getSurveyPopulation, async context => {
    const { actor, params, query, mediaType, reply } = context
    const { row, summary } = await withSubmission(options, actor, params.id, live, async (tx, found) => ({
      row: found,
      summary: await listingOf(tx, found, 'NSS'),
    }))
    if (!mayReadReport(actor, 'NSS')) return context.forbid(actor, noRight)
    if (!summary) throw noReport()
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const tabs = ruleset.listings.find(({ code }) => code === 'NSS')?.tabs ?? []
    const at = tabs.findIndex(({ name }) => name === (query.tab ?? tabs[0]?.name))
    const chosen = tabs[at]
    if (!chosen) throw noReport()
    const list = { submission: row, ruleset, choice: { code: 'NSS', tab: at } }
    if (mediaType === 'text/csv') return sendListed(reply, reader, list, context, query)
    return {
      tabs: tabs.map(({ name, notes, records }) => ({
        name,
        notes,
        total: summary.tabs.find(tab => tab.name === name)?.total ?? 0,
        listsRecords: records,
      })),
      tab: chosen.name,
      ...(await listedPage(reader, list, context, query)),
    }
  })

  /** The outputs for the regulator. Throws not-found where there are none. */
  const outputsOf = async (tx: Transaction<Database>, row: SubmissionRow) => {
    const outputs = await regulatorOutputs(tx, row)
    if (!outputs) throw noReport()
    return outputs
  }

  route(app, additional.listRegulatorOutputs, async ({ actor, params }) => {
    refuseSpecialist(actor)
    const { row, outputs } = await withSubmission(options, actor, params.id, live, async (tx, found) => ({
      row: found,
      outputs: await outputsOf(tx, found),
    }))
    const { listings } = await rulesetOf(specifications, row)
    const defined = listings.find(({ code }) => code === 'IRIS')?.tabs ?? []
    return {
      outputs: outputs.map(({ csv, ...output }) => ({
        ...output,
        notes: defined.find(({ name }) => name === output.title)?.notes ?? [],
        size: Buffer.byteLength(csv),
      })),
    }
  })

  route(app, additional.downloadRegulatorOutput, async ({ actor, body, reply }) => {
    refuseSpecialist(actor)
    const outputs = await withSubmission(options, actor, body.uuid, live, outputsOf)
    const output = outputs.find(({ key }) => key === body.key)
    if (!output) throw noReport()
    return sendCsv(reply, output.fileName, [output.csv])
  })
}
