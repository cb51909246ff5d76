import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import {
  costCentreColumns,
  costCentreReport,
  parseCostCentres,
  withCostCentres,
} from '../../../src/domain/costCentres.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/management.ts'
import type { CredibilityReport } from '../../../src/domain/wire/reports.ts'
import { fixedIn } from '../../../src/messages/formats.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, localeOf, messagesFor } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import {
  costCentreFile,
  costCentreSummary,
  costCentresOf,
  replaceCostCentres,
  unknownProvider,
} from '../../database/queries/costCentres.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { withScope } from '../../database/scope.ts'
import { recordAudit } from '../../decisions/records.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { collectionSeenBy } from './collectionReading.ts'
import { withLabels } from './credibilityLabels.ts'
import { sendCsv } from './csvReply.ts'

type Tx = Transaction<Database>

/** A stored credibility report as a reader gets it: labelled, the Cost Centre Analysis with the figures of the reference files. */
export const shownReport = async (
  tx: Tx,
  row: SubmissionRow,
  stored: CredibilityReport,
  language: Language,
): Promise<CredibilityReport> => {
  const report = withLabels(stored, language, 'lastYear')
  if (report.ReportMetadata.ReportCode !== costCentreReport) return report
  const { current, before } = await costCentresOf(tx, {
    collectionId: row.collection_id,
    instId: row.inst_id,
  })
  const t = messagesFor(language, 'server')
  return withCostCentres(report, current, before, {
    thisYear: t('credibility.thisYear'),
    lastYear: t('credibility.lastYear'),
    flag: flag => t(`credibility.flags.${flag}`),
    figure: (value, decimals) => fixedIn(localeOf[language], value, decimals),
  })
}

/** Faults of a file that are told at once. */
const maxFaults = 200

const fileName = (reference: string): string => `CostCentres.${reference}.csv`

/** The reference file of staff and expenditure by cost centre (reference §5.3; decisions §12). */
export const costCentreRoutes = (app: FastifyInstance, { db, clock }: Pick<Server, 'db' | 'clock'>): void => {
  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  const summaryOf = async (tx: Tx, collectionId: string) => {
    const found = await costCentreSummary(tx, collectionId)
    return {
      costCentres: found?.costCentres ?? 0,
      providers: found?.providers ?? 0,
      sentUtc: found?.sent.toISOString() ?? null,
      sentBy: found?.sentBy ?? null,
    }
  }
  const collectionId = async (tx: Tx, actor: UserPrincipal, reference: string, language: Language) =>
    (await collectionSeenBy(tx, actor, reference, language)).id

  route(app, wire.getCostCentres, async ({ actor, params: { reference }, language, mediaType, reply }) => {
    if (mediaType !== 'text/csv')
      return inAll(async tx => summaryOf(tx, await collectionId(tx, actor, reference, language)))
    const rows = await inAll(async tx =>
      costCentreFile(tx, await collectionId(tx, actor, reference, language)),
    )
    const lines = rows.map(({ instId, costCentre, staffFte, expenditure }) =>
      csvLine([instId, costCentre, staffFte, expenditure]),
    )
    return sendCsv(reply, fileName(reference), [csvLine(costCentreColumns), ...lines])
  })

  route(app, wire.putCostCentres, ({ actor, params: { reference }, body, language }) =>
    inAll(async tx => {
      const id = await collectionId(tx, actor, reference, language)
      const read = parseCostCentres(body.csv)
      if (!read.ok)
        throw new ProblemError({
          ...problem('invalid', message('server', 'costCentresRefused', { count: read.faults.length })),
          faults: read.faults.slice(0, maxFaults).map(({ line, reason }) => ({
            file: fileName(reference),
            line,
            message: reason,
          })),
        })
      const unknown = await unknownProvider(
        tx,
        read.rows.map(({ instId }) => instId),
      )
      if (unknown)
        throw invalidField('csv', message('server', 'costCentreProvider', { instId: unknown.instId }))
      const at = clock.now()
      await replaceCostCentres(tx, id, read.rows, { by: actor.name, at })
      await recordAudit(tx, {
        actor,
        event: 'COST_CENTRES_REPLACED',
        subject: reference,
        at,
        detail: { costCentres: read.rows.length },
      })
      return summaryOf(tx, id)
    }),
  )
}
