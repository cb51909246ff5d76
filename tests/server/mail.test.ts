import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notify } from '../../server/notices/index.ts'
import type { MailSettingsWire, MailWire } from '../../src/domain/wire/mails.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/** Notices as e-mail, for who wants them, by kind (decisions §14), against a mail server that speaks SMTP. */

interface Received {
  from: string
  to: string[]
  raw: string
}

/** What the mail server answers to the next mails, in order; then it takes every mail. */
const answers: (Error & { responseCode?: number })[] = []
const received: Received[] = []
let onMail = (): void => undefined
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    text(stream).then(raw => {
      const refusal = answers.shift()
      const { mailFrom, rcptTo } = session.envelope
      if (!refusal)
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        })
      done(refusal ?? null)
      onMail()
    }, done)
  },
})

const answering = (responseCode: number): Error & { responseCode: number } =>
  Object.assign(new Error('not now'), { responseCode })

/** Resolves when so many mails have been offered to the mail server from now on. */
const offered = (count: number): Promise<void> =>
  new Promise(resolve => {
    let left = count
    onMail = () => {
      left -= 1
      if (left === 0) resolve()
    }
  })

const wish = (server: ProcessingServer, user: string, kinds: string[]) =>
  server.call<MailSettingsWire>(user, 'PUT', '/notices/mail', { body: { kinds } })

/** People have an address once they have signed in; who has none gets no mail. */
const address = (server: ProcessingServer, user: string) =>
  server.asOwner(`update person set email = '${user}@ashby.example' where user_id = '${user}'`)

const finish = async (server: ProcessingServer): Promise<void> => {
  const id = randomUUID()
  await server.inSystem(tx => tx.updateTable('submission').set({ is_latest: false }).execute())
  await server.place({ id, instId: '0001' }, 'COLLECTION_REPORTS_PASSED')
  await server.report(id, 'QUALITY_PROCESSING_COMPLETED')
}

describe('with a mail server', () => {
  let server: ProcessingServer
  beforeAll(async () => {
    await new Promise<void>(resolve => {
      smtp.listen(0, '127.0.0.1', resolve)
    })
    const { port } = smtp.server.address() as AddressInfo
    server = await startProcessingServer({
      environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Bedel <portal@bedel.example>' },
    })
  })
  afterAll(async () => {
    await server.stop()
    await new Promise<void>(resolve => {
      smtp.close(resolve)
    })
  })
  beforeEach(async () => {
    await server.forget()
    await server.asOwner('delete from notice; delete from mail_wish')
    received.length = 0
    for (const user of ['ashby-guest', 'ashby-submitter', 'ashby-ovt', 'brackley-submitter']) {
      await server.call(user, 'GET', '/notices/mail')
      await address(server, user)
    }
  })

  const row = () =>
    server.look<{ sent: boolean; refused: boolean; refusal: string | null; count: number }>(
      `select bool_and(sent_utc is not null) as sent, bool_and(refused_utc is not null) as refused,
        min(refusal) as refusal, count(*)::int as count from mail`,
    )
  /** What became of the mail is written after the mail server has answered. */
  const becomes = (what: object) => expect.poll(row, { timeout: 20_000 }).toMatchObject(what)

  it('reaches who wants the kind and may read it, once, in words without a person', async () => {
    await wish(server, 'ashby-guest', ['processingFinished'])
    await wish(server, 'ashby-submitter', ['approved'])
    await wish(server, 'brackley-submitter', ['processingFinished'])
    // Validates online only, so that notices of submissions are not for them.
    await wish(server, 'ashby-ovt', ['processingFinished'])
    await finish(server)
    const mail = offered(1)
    await server.processing.tell()
    await server.processing.tell()
    await mail
    await becomes({ sent: true, count: 1 })
    expect(received).toEqual([
      {
        from: 'portal@bedel.example',
        to: ['ashby-guest@ashby.example'],
        raw: expect.stringContaining('Subject: Student 2023/24: results are ready'),
      },
    ])
    const [{ raw } = { raw: '' }] = received
    expect(raw).toMatch(/^From: Bedel <portal@bedel\.example>/m)
    // Lines are broken where the encoding has room for no more.
    const text = raw.replaceAll('=\r\n', '')
    expect(text).toContain('https://portal.example/notices')
    expect(text).toContain('https://portal.example/account')
    // From the same selector as the dashboard: a guest can do nothing.
    expect(text).toContain('You have no tasks.')
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m)
  })

  it('reaches the sign-off role about transfers without being chosen, and the contacts with a reminder', async () => {
    for (const user of ['ashby-signoff', 'ashby-submitter']) {
      await server.call(user, 'GET', '/notices/mail')
      await address(server, user)
    }
    const told = { mode: 'live', collectionId: 'c23056', instId: '0001' } as const
    await server.inSystem(tx =>
      notify(
        tx,
        ['0001'],
        { ...told, kind: 'transferAsked', detail: { by: '0002', count: 3, event: 'NAMED', code: 'PGRIN' } },
        server.clock.now(),
      ),
    )
    const contacts = [{ name: 'Ada Byron', role: '', email: 'ada@elsewhere.example', phone: '' }]
    await server.call('ashby-signoff', 'PUT', '/providers/0001/contacts', { body: { contacts } })
    const sent = await server.call('bedel-analyst', 'POST', '/collections/23056/reminders', {
      body: { id: randomUUID(), instIds: ['0001'], words: 'Please call us.', skipsRecent: false },
    })
    expect([sent.status, sent.body]).toMatchObject([200, { sent: 1, people: 1 }])
    const mails = offered(2)
    await server.processing.tell()
    await mails
    await becomes({ sent: true, count: 2 })
    expect(received.map(({ to }) => to).toSorted()).toEqual([
      ['ada@elsewhere.example'],
      ['ashby-signoff@ashby.example'],
    ])
    const reminder = received.find(({ to }) => to[0] === 'ada@elsewhere.example')
    expect(reminder?.raw).toContain('Please call us.')
  })

  it('is tried again until the server takes it, under the same id, and not after it was refused for good', async () => {
    await wish(server, 'ashby-guest', ['processingFinished'])
    answers.push(answering(451))
    await finish(server)
    const twice = offered(2)
    await server.processing.tell()
    await twice
    await becomes({ sent: true, count: 1 })
    const { id } = await server.look<{ id: string }>('select id from mail')
    expect(received).toHaveLength(1)
    expect(received[0]?.raw).toContain(`Message-ID: <${id}@bedel.example>`)
    // A job that died before it could say so changes nothing.
    await server.processing.mails.send({ mailId: id })
    expect(received).toHaveLength(1)

    await server.asOwner('delete from notice')
    answers.push(answering(550))
    await finish(server)
    const once = offered(1)
    await server.processing.tell()
    await once
    await becomes({ sent: false, refused: true, refusal: expect.stringContaining('550') })
    expect(received).toHaveLength(1)
  })
})

describe('with a mail server that refuses the portal, not the mail', () => {
  /** What it answers to the next that comes to this point, with its code. */
  let refuses: { at: 'connection' | 'sign-in' | 'sender'; responseCode: number } | undefined
  const refusalAt = (at: string): Error | null => {
    if (refuses?.at !== at) return null
    const { responseCode } = refuses
    refuses = undefined
    return answering(responseCode)
  }
  let sent = 0
  const strict = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_, done) => done(refusalAt('connection')),
    onAuth: (_, __, done) => {
      const refusal = refusalAt('sign-in')
      if (refusal) done(refusal)
      else done(null, { user: 'portal' })
    },
    onMailFrom: (_, __, done) => done(refusalAt('sender')),
    onData: (stream, _, done) => {
      text(stream).then(() => {
        sent += 1
        done(null)
      }, done)
    },
  })
  let server: ProcessingServer
  beforeAll(async () => {
    await new Promise<void>(resolve => {
      strict.listen(0, '127.0.0.1', resolve)
    })
    const { port } = strict.server.address() as AddressInfo
    const url = `smtp://portal:secret@127.0.0.1:${port}`
    server = await startProcessingServer({
      environment: { SMTP_URL: url, MAIL_FROM: 'portal@bedel.example' },
    })
    await server.call('ashby-guest', 'GET', '/notices/mail')
    await address(server, 'ashby-guest')
    await wish(server, 'ashby-guest', ['processingFinished'])
  })
  afterAll(async () => {
    await server.stop()
    await new Promise<void>(resolve => {
      strict.close(resolve)
    })
  })

  it.each([
    { at: 'connection', responseCode: 554 },
    // After the password was rotated, until it is corrected.
    { at: 'sign-in', responseCode: 535 },
    { at: 'sender', responseCode: 550 },
  ] as const)('keeps the mail and tries again: $responseCode to the $at', async refusal => {
    await server.asOwner('delete from notice')
    sent = 0
    refuses = refusal
    await finish(server)
    await server.processing.tell()
    await expect
      .poll(
        () =>
          server.look(`select count(*)::int as mails, count(sent_utc)::int as sent,
            count(refused_utc)::int as refused from mail`),
        { timeout: 20_000 },
      )
      .toEqual({ mails: 1, sent: 1, refused: 0 })
    expect([refuses, sent]).toEqual([undefined, 1])
  })
})

describe('without a mail server', () => {
  it('is shown by the demonstration to its receiver, and to nobody else', async () => {
    const server = await startProcessingServer()
    try {
      const settings = await wish(server, 'ashby-guest', ['processingFinished', 'deadlineNear'])
      expect(settings.body).toMatchObject({ way: 'shown', address: null })
      expect(settings.body.kinds.filter(({ isWanted }) => isWanted).map(({ kind }) => kind)).toEqual([
        'processingFinished',
        'deadlineNear',
      ])
      expect((await wish(server, 'ashby-ovt', [])).body.kinds.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['processingFinished', 'deadlineNear']),
      )
      await address(server, 'ashby-guest')
      await finish(server)
      await server.processing.tell()
      const mails = async (user: string) =>
        (await server.call<{ mails: MailWire[] }>(user, 'GET', '/notices/mails')).body.mails
      expect(await mails('ashby-guest')).toEqual([
        {
          id: expect.any(String),
          at: expect.any(String),
          address: 'ashby-guest@ashby.example',
          subject: 'Student 2023/24: results are ready',
          text: expect.stringContaining('https://portal.example/notices'),
        },
      ])
      expect(await mails('ashby-submitter')).toEqual([])
      expect((await wish(server, 'ashby-guest', ['nothing'])).status).toBe(422)
    } finally {
      await server.stop()
    }
  })
})
