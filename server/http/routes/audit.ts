import type { FastifyInstance } from 'fastify'
import { auditDeeds } from '../../../src/domain/auditActions.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import { loggedToTheSecondAt } from '../../../src/domain/dates.ts'
import { limits } from '../../../src/domain/limits.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/audit.ts'
import { isSaid } from '../../../src/messages/isSaid.ts'
import { message } from '../../../src/messages/message.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'
import {
  type AuditLine,
  auditOrganisations,
  auditSpan,
  latestCheckpoint,
  listAuditLines,
  openCheckpoint,
  proofOf,
  readAuditKeys,
  verifierKey,
  verifyAudit,
} from '../../audit/index.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { inLanguage } from '../../messages.ts'
import { route } from '../route.ts'
import { sendCsv } from './csvReply.ts'

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const columns = [
  'when',
  'person',
  'name',
  'organisation',
  'what',
  'action',
  'about',
  'file',
  'collection',
  'outcome',
  'reason',
] as const

/** An action in words, as it was done; its code if this release has no words for it. */
const wordsOf = (language: Language, action: string): string => {
  const said = auditDeeds(action).find(deed => isSaid(language, deed))
  return said ? inLanguage(language, said) : action
}

/** All entries of a filter, read page by page. */
const csvOf = async function* (
  read: (before: { before?: number }) => Promise<{ lines: AuditLine[] }>,
  language: Language,
): AsyncGenerator<string> {
  const t = messagesFor(language, 'server')
  yield csvLine(columns.map(column => t(`audit.${column}`)))
  for (let before: { before?: number } = {}; ; ) {
    const { lines } = await read(before)
    for (const line of lines)
      yield csvLine([
        inLanguage(language, loggedToTheSecondAt(line.occurred.toISOString())),
        line.actorId,
        line.actorName ?? '',
        line.organisationName ?? line.organisation,
        wordsOf(language, line.action),
        line.action,
        line.about.name ?? line.subject ?? '',
        line.about.note ?? '',
        line.about.collection ?? '',
        t('audit.outcomeOf', { outcome: line.outcome }),
        line.reason ?? '',
      ])
    const end = lines.at(-1)
    if (!end || lines.length < limits.pageLimit) return
    before = { before: end.id }
  }
}

/** The audit for administrators: its lines, and the proof of one. */
export const auditRoutes = (
  app: FastifyInstance,
  { db, config, clock, storage }: Pick<Server, 'db' | 'config' | 'clock' | 'storage'>,
): void => {
  /** The key that has signed a checkpoint; ours where none of those has that we trust. */
  const signerOf = (note: string): string => {
    const { signer, trusted } = readAuditKeys(config.keysDir)
    return verifierKey(openCheckpoint(note, trusted)?.publicKey ?? signer.publicKey)
  }

  route(app, wire.listAuditLines, async ({ actor, query, language, mediaType, reply }) => {
    const { limit = limits.pageLimit, offset = 0 } = query
    const filter = {
      search: query.search ?? '',
      outcome: query.outcome ?? null,
      kind: query.kind ?? null,
      organisation: query.organisation ?? null,
      subject: query.subject ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
      byPeople: query.by === 'people',
    }
    const read = (page: { limit: number; offset: number; before?: number }) =>
      withScope(db, scopeOf(actor), tx => listAuditLines(tx, { ...filter, ...page }))
    if (mediaType === 'text/csv')
      return sendCsv(
        reply,
        'audit.csv',
        csvOf(before => read({ limit: limits.pageLimit, offset: 0, ...before }), language),
      )
    const { lines, total } = await read({ limit, offset })
    return {
      lines: lines.map(({ occurred, ...line }) => ({ ...line, occurredUtc: occurred.toISOString() })),
      pagingMetadata: { totalResultsCount: total, limit, offset },
    }
  })

  route(app, wire.listAuditOrganisations, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => ({ organisations: await auditOrganisations(tx) })),
  )

  /** The last reading of the whole audit: it takes long, so administrators share it. */
  let last: { at: number; report: Promise<wire.AuditVerificationWire> } | undefined
  const verify = async (): Promise<wire.AuditVerificationWire> => {
    const keys = readAuditKeys(config.keysDir)
    const report = await verifyAudit({
      db,
      clock,
      store: storage,
      keys,
      secondPlace: config.auditCheckpointsDir,
    })
    const { span, note } = await withScope(db, { scope: 'all' }, async tx => ({
      span: await auditSpan(tx),
      note: (await latestCheckpoint(tx))?.note ?? null,
    }))
    return {
      ...report,
      first: span.first?.toISOString() ?? null,
      last: span.last?.toISOString() ?? null,
      checked: clock.now().toISOString(),
      faults: report.faults.map(({ position = null, text }) => ({ position, text })),
      checkpoint: note,
      verifierKey: note === null ? verifierKey(keys.signer.publicKey) : signerOf(note),
    }
  }

  route(app, wire.verifyWholeAudit, ({ query }) => {
    const at = clock.now().getTime()
    const isAgain = query.again === '1' || query.again === 'true'
    if (!last || isAgain || Math.abs(at - last.at) > limits.auditVerifiedForMs) {
      const report = verify()
      last = { at, report }
      report.catch(() => {
        last = undefined
      })
    }
    return last.report
  })

  route(app, wire.getAuditProof, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const proof = /^[1-9]\d{0,14}$/.test(params.lineId)
        ? await proofOf(tx, Number(params.lineId))
        : undefined
      if (!proof) throw new ProblemError(problem('not-found', message('server', 'noAuditProof')))
      return {
        entry: proof.entry,
        position: proof.position,
        path: proof.path.map(base64),
        checkpoint: proof.note,
        verifierKey: signerOf(proof.note),
      }
    }),
  )
}
