import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer } from '../../server/notices/mailer.ts'
import { type MailLie, mailLies, startLyingMail } from './support/lyingMail.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * A mail server that answers wrongly: each mail is sent at least once and none is lost, nobody is sent one without end, and who is
 * refused for good holds up nobody else.
 */

const refused = 'gone@ashby.example'
const readers = ['ashby-guest', 'ashby-submitter']
const addresses = readers.map(user => `${user}@ashby.example`)
const minute = 60_000

let mail: Awaited<ReturnType<typeof startLyingMail>>
let server: ProcessingServer
beforeAll(async () => {
  mail = await startLyingMail(refused)
  server = await startProcessingServer({
    environment: { SMTP_URL: mail.url, MAIL_FROM: 'portal@bedel.example' },
  })
  for (const user of [...readers, 'ashby-signoff']) {
    await server.call(user, 'GET', '/notices/mail')
    await server.call(user, 'PUT', '/notices/mail', { body: { kinds: ['processingFinished'] } })
    const address = user === 'ashby-signoff' ? refused : `${user}@ashby.example`
    await server.asOwner(`update person set email = '${address}' where user_id = '${user}'`)
  }
})
afterAll(async () => {
  await server.stop()
  await mail.stop()
})
beforeEach(async () => {
  await server.forget()
  await server.asOwner('delete from notice')
  mail.lie(() => undefined)
  mail.delivered.length = 0
})

/** Three people are to be told that processing has finished. */
const finish = async (): Promise<void> => {
  const id = randomUUID()
  await server.place({ id, instId: '0001' }, 'COLLECTION_REPORTS_PASSED')
  await server.report(id, 'QUALITY_PROCESSING_COMPLETED')
  await server.processing.tell()
}
const outcome = () =>
  server.look<{ sent: number; refused: number; unconfirmed: number }>(
    `select count(sent_utc)::int as sent, count(refused_utc)::int as refused,
      coalesce(sum(cardinality(unconfirmed_utc)), 0)::int as unconfirmed from mail`,
  )
const becomes = (what: object) => expect.poll(outcome, { timeout: 20_000 }).toEqual(what)

/** Lies after which a mail may have arrived. */
const doubtful: readonly MailLie[] = ['dropsAnswer', 'answersHtml', 'saysAllTwice']
const quick = mailLies.filter(lie => lie !== 'hangs' && lie !== 'drips')

it('every mail arrives once or twice, whatever the server answers first', async () => {
  for (const lie of quick) {
    await server.forget()
    await server.asOwner('delete from notice')
    mail.delivered.length = 0
    // The first answers to all three are lies.
    mail.lie(connection => (connection < 3 ? lie : undefined))
    await finish()
    // Where each answer comes twice, none is known to be the one to what was asked, also not a refusal.
    const unconfirmed = doubtful.includes(lie) ? (lie === 'saysAllTwice' ? 3 : 2) : 0
    if (unconfirmed > 0) {
      // Nobody is sent a second copy before ten minutes are over.
      await becomes({ sent: 0, refused: 3 - unconfirmed, unconfirmed })
      expect(mail.delivered.length).toBeLessThanOrEqual(2)
      server.clock.forward(10 * minute)
    }
    await becomes({ sent: 2, refused: 1, unconfirmed })
    for (const address of addresses) {
      const copies = mail.delivered.filter(({ to }) => to === address)
      expect([lie, copies.length >= 1, copies.length <= 2]).toEqual([lie, true, true])
      // By its id a mail program knows the second copy as the first.
      expect(new Set(copies.map(({ id }) => id)).size).toBe(1)
    }
  }
}, 120_000)

it.each(['hangs', 'drips'] as const)('a server that %s is given up, and the mail is kept', async lie => {
  mail.lie(() => lie)
  const { send } = createMailer({ url: mail.url, from: 'portal@bedel.example' }, 200)
  const attempt = send({ id: randomUUID(), to: 'a@ashby.example', subject: 'x', text: 'x' })
  await expect(attempt).rejects.not.toMatchObject({ name: expect.stringMatching(/^Mail/) })
})

it('a mail that is never confirmed is given up after five copies, with a line in the audit', async () => {
  await finish()
  await becomes({ sent: 2, refused: 1, unconfirmed: 0 })
  const mailId = randomUUID()
  await server.asOwner(`insert into mail (id, notice_id, user_id, address, subject, text, written_utc)
    select '${mailId}', id, 'ashby-ovt', 'ashby-ovt@ashby.example', 'x', 'x', now() from notice limit 1`)
  const send = () => server.processing.mails.send({ mailId })
  mail.lie(() => 'dropsAnswer')
  for (const pause of [10, 60, 6 * 60, 24 * 60]) {
    await expect(send()).rejects.toMatchObject({ name: 'MailUnconfirmed' })
    server.clock.forward(pause * minute - 1000)
    const before = mail.connections()
    await expect(send()).rejects.toMatchObject({ name: 'TooEarlyError' })
    expect(mail.connections()).toBe(before)
    server.clock.forward(1000)
  }
  await send()
  expect(mail.delivered.filter(({ id }) => id === mailId)).toHaveLength(5)
  const lines = await server.call<{ lines: { action: string; subject: string }[] }>(
    'bedel-admin',
    'GET',
    '/audit-lines?search=MAIL_REFUSED&offset=0&limit=2',
  )
  const { id } = await server.look<{ id: string }>(`select id from mail where address = '${refused}'`)
  expect(lines.body.lines.map(({ subject }) => subject)).toEqual([mailId, id])
})
