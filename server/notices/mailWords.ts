import { bytes } from '../../src/domain/bytes.ts'
import { calendarDay } from '../../src/domain/dates.ts'
import { type Message, message } from '../../src/messages/message.ts'
import type { NoticeRow } from '../database/queries/notices.ts'
import { inEnglish } from '../messages.ts'
import { noticeMessage } from './words.ts'
import type { DeliveredPackage } from './write.ts'

/** What a mail tells of. */
export type MailedNotice = Omit<NoticeRow, 'is_read'> & { organisation: { name: string } }

/** A paragraph: a message, or text as it is. */
type Paragraph = Message | string

const ofDelivery = (
  { collection, organisation, detail }: MailedNotice,
  { id, rows, providers, size, keptUntil }: DeliveredPackage,
  publicUrl: string | undefined,
): { subject: Message; paragraphs: Paragraph[] } => {
  const named = { delivery: detail.delivery ?? '', collection: collection.name }
  return {
    subject: message('server', 'mail.delivery.subject', named),
    paragraphs: [
      message('server', 'mail.delivery.what', { ...named, customer: organisation.name }),
      message('server', 'mail.delivery.holds', { rows, providers, size: bytes(size) }),
      message('server', 'mail.delivery.kept', { until: calendarDay(keptUntil) }),
      ...(publicUrl === undefined
        ? []
        : [message('server', 'mail.delivery.open', { address: `${publicUrl}/delivery/${id}` })]),
      message('server', 'mail.delivery.check'),
    ],
  }
}

const ofNotice = (
  row: MailedNotice,
  publicUrl: string | undefined,
  /** Tasks of the reader. */
  tasks: number,
): { subject: Message; paragraphs: Paragraph[] } => {
  const subject = noticeMessage(row)
  const place = [row.provider && `${row.provider.instId} ${row.provider.name}`, row.collection.name]
  return {
    subject,
    paragraphs: [
      subject,
      place.filter(Boolean).join(', '),
      message('server', 'mail.tasks', { tasks }),
      ...(publicUrl === undefined
        ? []
        : [message('server', 'mail.read', { address: `${publicUrl}/notices` })]),
    ],
  }
}

/** A notice as a mail: what there is to say of a delivery to its customer, of everything else the line of the notice. */
export const mailOf = (
  row: MailedNotice,
  { publicUrl, tasks }: { publicUrl: string | undefined; tasks: number },
): { subject: string; text: string } => {
  if (row.detail.mail) return row.detail.mail
  const { subject, paragraphs } = row.detail.package
    ? ofDelivery(row, row.detail.package, publicUrl)
    : ofNotice(row, publicUrl, tasks)
  const change =
    publicUrl === undefined ? [] : [message('server', 'mail.change', { address: `${publicUrl}/account` })]
  return {
    subject: inEnglish(subject),
    text: [...paragraphs, ...change]
      .map(one => (typeof one === 'string' ? one : inEnglish(one)))
      .join('\n\n'),
  }
}
