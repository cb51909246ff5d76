import { sql, type Transaction } from 'kysely'
import { statusLabel } from '../../src/domain/labels.ts'
import type { SubmissionNoticeKind } from '../../src/domain/notice.ts'
import { systemPrincipal } from '../../src/domain/principal.ts'
import { type StatusName, type SubmissionMode, statusOf } from '../../src/domain/status.ts'
import { webhookEventOf } from '../../src/domain/webhook.ts'
import type { Database } from '../database/schema.ts'
import { inEnglish } from '../messages.ts'
import { type WebhookQueue, webhookDecider } from './decide.ts'
import { type Endpoint, endpointColumns } from './endpointRow.ts'

type Tx = Transaction<Database>

interface Subject {
  id: string
  collectionId: string
  instId: string
  mode: SubmissionMode
  status: StatusName
}

/** The body of a call. It contains no student data and names no person. */
const bodyOf = (type: string, { id, collectionId, instId, status }: Subject, at: Date): string => {
  const { id: statusId, code } = statusOf(status)
  const name = inEnglish(statusLabel(status))
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { submissionId: id, collectionId, instId, status: { id: statusId, code, name } },
  })
}

/**
 * Sends an event of a live submission to the provider's webhooks that have chosen it: a row and a job for each, in the transaction of the
 * event. Its scope must be 'all'.
 */
export const notifyWebhooks = async (
  tx: Tx,
  queue: WebhookQueue,
  kind: SubmissionNoticeKind,
  subject: Subject,
  at: Date,
): Promise<void> => {
  if (subject.mode !== 'live') return
  const event = webhookEventOf(kind)
  const { rows } = await sql<Endpoint>`select ${endpointColumns} from webhook_endpoint e
    where e.inst_id = ${subject.instId} and ${event} = any(e.events) order by e.id for update`.execute(tx)
  const { id: submissionId, collectionId } = subject
  const outgoing = { event, submissionId, collectionId, body: bodyOf(event, subject, at) }
  const { decideOn } = webhookDecider({ queue, clock: { now: () => at } })
  for (const endpoint of rows)
    await decideOn(tx, endpoint, { type: 'TELL', actor: systemPrincipal }, { input: { outgoing } })
}
