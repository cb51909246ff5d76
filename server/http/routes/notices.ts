import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/notices.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { type NoticeRow, noticesOf, readNotices, unreadNotices } from '../../database/queries/notices.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, withScope } from '../../database/scope.ts'
import { inLanguage } from '../../messages.ts'
import { noticeMessage } from '../../notices/index.ts'
import { route } from '../route.ts'

const shownAtOnce = 25

const noticeWire = (row: NoticeRow & { earlier: number }, language: Language): wire.NoticeWire => ({
  id: row.id,
  kind: row.kind,
  mode: row.mode,
  at: row.created_utc.toISOString(),
  isRead: row.is_read,
  title: inLanguage(language, noticeMessage(row)),
  collection: row.collection,
  earlier: row.earlier,
  ...(row.provider ? { provider: row.provider } : {}),
  ...(row.submission_id === null ? {} : { submissionId: row.submission_id }),
  ...(row.issue_id === null ? {} : { issueId: row.issue_id }),
  ...(row.detail.code === undefined ? {} : { code: row.detail.code }),
})

/** The calls about notices of the reader's organisation (decisions §14). */
export const noticeRoutes = (
  app: FastifyInstance,
  { db, clock }: { db: Kysely<Database>; clock: { now: () => Date } },
): void => {
  route(app, wire.listNotices, ({ actor, query, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { offset = 0, limit = shownAtOnce, unread } = query
      const isFromOthers = query.fromOthers === 'true'
      const { rows, total } = await noticesOf(tx, actor, {
        offset,
        limit,
        isUnreadOnly: unread === 'true',
        isFromOthers,
      })
      return {
        notices: rows.map(row => noticeWire(row, language)),
        unread: await unreadNotices(tx, actor, { isFromOthers }),
        pagingMetadata: { totalResultsCount: total, limit, offset },
      }
    }),
  )

  route(app, wire.markNotices, ({ actor, body }) =>
    withScope(db, scopeOf(actor), async tx => {
      const ids = body.ids && [...new Set(body.ids)]
      const seen = await readNotices(tx, actor, ids, clock.now())
      // Thrown within the transaction: where one is not theirs, none is noted.
      if (ids && seen < ids.length)
        throw new ProblemError(problem('not-found', message('server', 'noNotice')))
      return { unread: await unreadNotices(tx, actor) }
    }),
  )
}
