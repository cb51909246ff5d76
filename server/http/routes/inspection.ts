import type { FastifyInstance } from 'fastify'
import { collectionsSeen } from '../../../src/domain/collection.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as histories from '../../../src/domain/wire/chartHistories.ts'
import * as wire from '../../../src/domain/wire/inspection.ts'
import { message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { seenCollection } from '../../database/queries/collections.ts'
import { setScope, withScope } from '../../database/scope.ts'
import { replayChart, type StoredChart } from '../../decisions/replay.ts'
import { chartFiguresOf, chartHistoryOf, chartRecordsOf } from '../../inspection/chartHistories.ts'
import { replayPart, submissionsToReplay } from '../../inspection/conformance.ts'
import { coverageOf } from '../../inspection/coverage.ts'
import { failuresOf, heatOf, inspectedSubmissions } from '../../inspection/heat.ts'
import { entryFor, eventsOf } from '../../inspection/history.ts'
import { liveSubmissions } from '../../inspection/liveSubmissions.ts'
import { storedChartById } from '../../inspection/otherCharts.ts'
import { sequenceOf } from '../../inspection/sequence.ts'
import { usualLengthsOf } from '../../inspection/usualLengths.ts'
import { gatherFacts } from '../../lifecycle/facts.ts'
import { signedFormsOf } from '../../lifecycle/signedForms.ts'
import { inLanguage } from '../../messages.ts'
import { route } from '../route.ts'
import { withSubmission } from './submissionAccess.ts'
import { subjectOf } from './submissionFacts.ts'

/** What the machine inspector asks: histories of submissions, figures over a collection, conformance with the chart. */
export const inspectionRoutes = (app: FastifyInstance, tools: Pick<Server, 'db' | 'clock'>): void => {
  const { db, clock } = tools

  route(app, wire.getLifecycle, ({ actor, params, language }) =>
    withSubmission(tools, actor, params.id, {}, async (tx, row) => {
      const events = await eventsOf(tx, row.id)
      await setScope(tx, { scope: 'all' })
      const factsNow = await gatherFacts(tx, subjectOf(row), clock.now())
      return {
        submissionId: row.id,
        fileName: row.file_name,
        instId: row.inst_id,
        providerName: row.provider_name,
        collectionReference: row.collection_reference,
        collectionName: row.collection_name,
        statusId: row.status_id,
        liveSequence: row.live_sequence,
        events: events.map((event, at) =>
          entryFor(actor, event, language, at === events.length - 1 ? factsNow : undefined),
        ),
      }
    }),
  )

  route(app, wire.getUsualLengths, ({ actor, params }) =>
    withSubmission(tools, actor, params.id, {}, async (tx, row) => {
      // A regulator may not read the form, but sees that it was returned: the agency acts next.
      await setScope(tx, { scope: 'all' })
      const [form] = await signedFormsOf(tx, row.id)
      return {
        steps: await usualLengthsOf(tx),
        formReturnedAt: form && form.refused_utc === null ? form.returned_utc.toISOString() : null,
      }
    }),
  )

  route(app, wire.getSequence, ({ actor, params, language }) =>
    withSubmission(tools, actor, params.id, {}, async (tx, row) => {
      const events = await eventsOf(tx, row.id)
      await setScope(tx, { scope: 'all' })
      const messages = await sequenceOf(tx, actor, { id: row.id, instId: row.inst_id }, events, language)
      return { messages }
    }),
  )

  const ofCollection = <T>(reference: string, work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, async tx => {
      const seen = collectionsSeen({ isAgency: true, validatesOnline: false })
      if (!(await seenCollection(tx, { reference }, { seen })))
        throw new ProblemError(problem('not-found', message('problems', 'noCollection')))
      return work(tx)
    })

  route(app, wire.getHeat, ({ params, query }) =>
    ofCollection(params.reference, tx => heatOf(tx, params.reference, query, clock.now())),
  )
  route(app, wire.listInspectedSubmissions, ({ params, query }) =>
    ofCollection(params.reference, tx => inspectedSubmissions(tx, params.reference, query, clock.now())),
  )
  route(app, wire.listLiveSubmissions, () =>
    withScope(db, { scope: 'all' }, tx => liveSubmissions(tx, clock.now())),
  )
  route(app, wire.getFailures, ({ params, language }) =>
    ofCollection(params.reference, async tx => ({
      failures: await failuresOf(tx, params.reference, language),
    })),
  )
  route(app, wire.getCoverage, async ({ params }) => ({ coverage: await coverageOf(params.chartId) }))
  route(app, wire.getConformance, async ({ query, language }) => ({
    ...(await replayPart(db, { ...query, language })),
    total: await submissionsToReplay(db),
  }))

  const ofChart = (chartId: string): StoredChart => {
    const chart = storedChartById(chartId)
    if (!chart) throw new ProblemError(problem('not-found', message('server', 'noChartHistory')))
    return chart
  }

  route(app, histories.getChartFigures, ({ params, query }) => {
    const chart = ofChart(params.chartId)
    return withScope(db, { scope: 'all' }, tx => chartFiguresOf(tx, chart, query.except, clock.now()))
  })
  route(app, histories.listChartRecords, ({ params, query }) => {
    const chart = ofChart(params.chartId)
    return withScope(db, { scope: 'all' }, tx => chartRecordsOf(tx, chart, query))
  })
  route(app, histories.getChartHistory, ({ actor, params, query, language }) => {
    const chart = ofChart(params.chartId)
    return withScope(db, { scope: 'all' }, async tx => {
      const history = await chartHistoryOf(tx, chart, query.subject, { viewer: actor, language })
      if (!history) throw new ProblemError(problem('not-found', message('server', 'noChartRecord')))
      return history
    })
  })
  route(app, histories.getChartConformance, async ({ params, language }) => {
    const { subjects, events, deviations } = await replayChart(db, ofChart(params.chartId))
    return {
      records: subjects,
      events,
      deviations: deviations.map(({ chart: _, reason, ...deviation }) => ({
        ...deviation,
        reason: inLanguage(language, reason),
      })),
    }
  })
}
