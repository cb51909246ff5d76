import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../server/identity/demonstration.ts'
import { openMasterKeys, rotateMasterKey } from '../../server/storage/index.ts'
import { callAddress } from '../../server/webhooks/address.ts'
import { createSecretKeys } from '../../server/webhooks/index.ts'
import type { NoticeWire } from '../../src/domain/wire/notices.ts'
import type { WebhookDeliveryWire, WebhookWire } from '../../src/domain/wire/suppliers.ts'
import { replayed } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Webhooks of a provider's software: what is sent is signed as Standard Webhooks says and tried again until it
 * arrives; each call is in the log and can be sent again; an address that fails for days is switched off, and people are told.
 */

interface Call {
  headers: IncomingHttpHeaders
  body: string
}

let server: ProcessingServer
let receiver: Server
let url: string
let calls: Call[] = []
/** What the receiver answers. */
let answers = 204

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      response.writeHead(answers, answers === 302 ? { location: url } : {}).end()
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  server = await startProcessingServer({ environment: { WEBHOOKS_PRIVATE_NETWORKS: 'true' } })
}, 60_000)
afterAll(async () => {
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  answers = 204
  for (const { id } of await list()) await act('DELETE', id)
  calls = []
})

const path = '/suppliers/webhooks'
const ask = <T>(method: string, rest: string, body?: unknown, user = 'ashby-signoff') =>
  server.call<T>(user, method, `${path}${rest}`, { body })
const list = async (user = 'ashby-signoff') =>
  (await ask<{ webhooks: WebhookWire[] }>('GET', '', undefined, user)).body.webhooks
const act = (method: string, id: string, rest = '', user = 'ashby-signoff') =>
  ask<{ detail?: string }>(method, `/${id}${rest}`, undefined, user)
const bodyOf = (extra: object = {}) => ({
  name: 'Records office',
  url,
  events: ['submission.processingStopped', 'submission.declined'],
  ...extra,
})
const add = async (extra: object = {}, user = 'ashby-signoff') => {
  const { status, body } = await ask<{ webhook: WebhookWire; secret: string }>(
    'POST',
    '',
    bodyOf(extra),
    user,
  )
  expect(status).toBe(200)
  return body
}
const deliveriesOf = async (id: string) =>
  (await ask<{ deliveries: WebhookDeliveryWire[] }>('GET', `/${id}/deliveries`)).body.deliveries
const stateOf = async (id: string) => (await list()).find(webhook => webhook.id === id)?.state
/** Something happens that was chosen: an approval is declined. */
const decline = async (instId = '0001'): Promise<string> => {
  const id = randomUUID()
  await server.asOwner('update submission set is_latest = false')
  await server.place({ id, instId }, 'AGENCY_APPROVAL')
  const decided = await server.lifecycle.decide(id, {
    type: 'DECLINE',
    actor: server.actor('bedel-admin'),
    hasNote: true,
  })
  expect(decided.ok).toBe(true)
  return id
}
/** So many calls at least: what is refused is tried again while a test looks away. */
const arrived = (count: number) =>
  expect.poll(() => calls.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)

describe('who manages webhooks', () => {
  it('is the sign-off role of a provider alone, and each provider its own', async () => {
    const { webhook } = await add()
    for (const { id, organisations } of users) {
      const isOurs = organisations[0]?.role.includes('sign-off') ?? false
      const answers = await Promise.all([
        ask('GET', '', undefined, id),
        ask('POST', '', bodyOf({ events: [] }), id),
        ...(id === 'ashby-signoff'
          ? []
          : [
              ask('PATCH', `/${webhook.id}`, { name: 'Ours' }, id),
              act('POST', webhook.id, '/secret', id),
              act('POST', webhook.id, '/switch-off', id),
              act('POST', webhook.id, '/test', id),
              act('GET', webhook.id, '/deliveries', id),
              act('POST', webhook.id, `/deliveries/${randomUUID()}/send`, id),
              act('DELETE', webhook.id, '', id),
            ]),
      ])
      const expected = isOurs ? [200, 422, 404, 404, 404, 404, 404, 404, 404] : Array(9).fill(403)
      expect([id, ...answers.map(({ status }) => status)]).toEqual([id, ...expected.slice(0, answers.length)])
    }
    expect(await list('brackley-signoff')).toEqual([])
    expect(await list()).toMatchObject([{ id: webhook.id, name: 'Records office', state: 'ACTIVE' }])
  })

  it('has five at the most', async () => {
    for (let count = 0; count < 5; count += 1) await add({ name: `Office ${count}` })
    expect(await ask('POST', '', bodyOf())).toMatchObject({
      status: 409,
      body: {
        detail: 'Your organisation has reached the limit of 5 webhooks. Remove one that you do not use.',
      },
    })
  })

  it('sees the secret once, and it is stored sealed', async () => {
    const { webhook, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(JSON.stringify(await list())).not.toContain(secret)
    const { rows } = await server.look<{ rows: string }>(
      'select string_agg(e::text, $$ $$) as rows from webhook_endpoint e',
    )
    expect(rows).not.toContain(secret.slice(6))
    expect(rows).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'))
    await act('DELETE', webhook.id)
    const kept = await server.look<{ secret: unknown }>(
      `select secret_wrapped as secret from webhook_endpoint where id = '${webhook.id}'`,
    )
    expect(kept.secret).toBeNull()
  })
})

describe('what is sent', () => {
  it('is an event that was chosen, signed, with nothing of a person; what was not chosen is not sent', async () => {
    const { webhook, secret } = await add()
    const { webhook: other } = await add({ name: 'Other', events: ['submission.approved'] })
    const submissionId = await decline()
    await arrived(1)
    const [call] = calls
    expect(
      new Webhook(secret).sign(
        String(call?.headers['webhook-id']),
        new Date(Number(call?.headers['webhook-timestamp']) * 1000),
        call?.body ?? '',
      ),
    ).toBe(call?.headers['webhook-signature'])
    expect(call?.headers['webhook-timestamp']).toBe(String(Math.floor(server.clock.now().getTime() / 1000)))
    expect(JSON.parse(call?.body ?? '')).toEqual({
      type: 'submission.declined',
      timestamp: server.clock.now().toISOString(),
      data: {
        submissionId,
        collectionId: 'c23056',
        instId: '0001',
        status: { id: 34, code: 'RESUBMISSION_REQUIRED', name: 'Resubmission required' },
      },
    })
    await expect
      .poll(() => deliveriesOf(webhook.id))
      .toMatchObject([
        {
          id: call?.headers['webhook-id'],
          state: 'delivered',
          attempts: 1,
          answerStatus: 204,
          fault: null,
          submissionId,
        },
      ])
    expect(await deliveriesOf(other.id)).toEqual([])
  })

  it('is for the provider of the submission alone', async () => {
    await add({}, 'brackley-signoff')
    const { webhook } = await add()
    await decline('0001')
    await arrived(1)
    expect(await deliveriesOf(webhook.id)).toHaveLength(1)
    expect(
      (
        await server.look<{ count: number }>(
          "select count(*)::int as count from webhook_delivery where inst_id = '0002'",
        )
      ).count,
    ).toBe(0)
    for (const { id } of await list('brackley-signoff')) await act('DELETE', id, '', 'brackley-signoff')
  })

  it('is a test on request, signed by the renewed secret', async () => {
    const { webhook, secret } = await add()
    const renewed = await act('POST', webhook.id, '/secret')
    const { secret: newest } = renewed.body as unknown as { secret: string }
    expect(newest).not.toBe(secret)
    expect((await act('POST', webhook.id, '/test')).status).toBe(202)
    await arrived(1)
    const { headers, body } = calls[0] as Call
    const signed = (by: string) =>
      new Webhook(by).sign(
        String(headers['webhook-id']),
        new Date(Number(headers['webhook-timestamp']) * 1000),
        body,
      )
    expect([
      signed(newest) === headers['webhook-signature'],
      signed(secret) === headers['webhook-signature'],
    ]).toEqual([true, false])
    expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', data: { instId: '0001' } })
  })

  it('is signed by the same secret when other master keys protect it, and needs none of the earlier ones', async () => {
    const { webhook, secret } = await add()
    const masters = openMasterKeys(join(server.dataDir, 'keys'), 'webhooks')
    const secrets = createSecretKeys(server.db, masters)
    const before = masters.currentName()
    const first = await rotateMasterKey(masters, secrets)
    expect([first.rewrapped, first.forgotten]).toEqual([1, []])
    expect((await rotateMasterKey(masters, secrets)).forgotten).toEqual([before])
    expect((await act('POST', webhook.id, '/test')).status).toBe(202)
    await arrived(1)
    const { headers, body } = calls[0] as Call
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(new Webhook(secret).sign(String(headers['webhook-id']), at, body)).toBe(
      headers['webhook-signature'],
    )
  })
})

describe('a call that does not arrive', () => {
  it('is tried again with the same id until it does; the address is failing meanwhile', async () => {
    const { webhook } = await add()
    answers = 503
    await decline()
    await arrived(2)
    expect(await stateOf(webhook.id)).toBe('FAILING')
    answers = 200
    await expect.poll(() => stateOf(webhook.id), { timeout: 20_000 }).toBe('ACTIVE')
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [delivery] = await deliveriesOf(webhook.id)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: calls.length, answerStatus: 200 })
  }, 40_000)

  it('is given up after the last try, and can be sent again; a redirection is not followed', async () => {
    const { webhook } = await add()
    answers = 302
    await decline()
    await expect
      .poll(async () => (await deliveriesOf(webhook.id))[0]?.state, { timeout: 50_000 })
      .toBe('givenUp')
    expect(calls).toHaveLength(11)
    const [delivery] = await deliveriesOf(webhook.id)
    expect(delivery).toMatchObject({
      attempts: 11,
      answerStatus: 302,
      fault: 'The response had status 302. Only 200 to 299 count as received.',
    })
    answers = 204
    expect((await act('POST', webhook.id, `/deliveries/${delivery?.id}/send`)).status).toBe(202)
    await arrived(12)
    await expect.poll(async () => (await deliveriesOf(webhook.id))[0]?.state).toBe('delivered')
    expect((await act('POST', webhook.id, `/deliveries/${randomUUID()}/send`)).status).toBe(404)
  }, 60_000)

  it('for three days switches the address off, and the people of the sign-off role are told', async () => {
    const { webhook } = await add()
    answers = 500
    const isGivenUp = () =>
      expect.poll(async () => (await deliveriesOf(webhook.id))[0]?.state, { timeout: 20_000 }).toBe('givenUp')
    await decline()
    await isGivenUp()
    expect(await stateOf(webhook.id)).toBe('FAILING')
    server.clock.forward(72 * 3_600_000)
    const submissionId = await decline()
    await expect.poll(() => stateOf(webhook.id), { timeout: 20_000 }).toBe('SWITCHED_OFF')
    const notices = async (user: string) =>
      (await server.call<{ notices: NoticeWire[] }>(user, 'GET', '/notices')).body.notices.filter(
        ({ kind }) => kind === 'webhookSwitchedOff',
      )
    expect(await notices('ashby-signoff')).toMatchObject([
      {
        title: 'Webhook Records office was switched off: no calls have arrived for 72 hours',
        collection: { id: 'c23056' },
      },
    ])
    expect(await notices('ashby-submitter')).toEqual([])
    // Nothing is sent while it is off, and nothing of it later.
    await isGivenUp()
    const before = calls.length
    answers = 204
    await decline()
    expect((await act('POST', webhook.id, '/test')).status).toBe(409)
    expect((await act('POST', webhook.id, '/switch-on')).status).toBe(200)
    await decline()
    await arrived(before + 1)
    expect(JSON.parse(calls.at(-1)?.body ?? '').data.submissionId).not.toBe(submissionId)
  }, 60_000)
})

describe('a receiver that answers wrongly', () => {
  const page = '<html><body>Sign in to this network</body></html>'
  const head = (status: string, ...headers: string[]) =>
    [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')
  const whole = head('200 OK', 'content-type: text/html', `content-length: ${page.length}`) + page
  /** What it says, whether it goes on with it without end, and whether that counts as received. */
  const lies: [string, { says: string; without?: 'end'; status: number | null }][] = [
    ['with a page', { says: whole, status: 200 }],
    ['twice', { says: whole + whole, status: 200 }],
    ['with a body without end', { says: head('200 OK'), without: 'end', status: 200 }],
    ['with a body that stops', { says: `${head('200 OK', 'content-length: 9999')}x`, status: 200 }],
    ['with headers without end', { says: 'HTTP/1.1 200 OK\r\n', without: 'end', status: null }],
    ['with a redirection', { says: head('307 Elsewhere', 'location: http://127.0.0.1:1/'), status: 307 }],
    [
      'as another protocol',
      { says: head('101 Switching', 'upgrade: x', 'connection: upgrade'), status: 101 },
    ],
    ['as a mail server', { says: '220 Mail\r\n', status: null }],
    ['with nothing', { says: '', status: null }],
  ]
  it.each(lies)(
    '%s is left at once, and what it said counts once',
    async (_, { says, without, status }) => {
      let poured = 0
      const liar = createTcpServer(socket => {
        socket.on('error', () => undefined)
        socket.once('data', () => {
          socket.write(says)
          const line = `x-more: ${'x'.repeat(1000)}\r\n`
          const pour = (): void => {
            while (!socket.destroyed && socket.write(line)) poured += line.length
          }
          if (without) socket.on('drain', pour)
          if (without) pour()
          else if (says === '') socket.end()
        })
      })
      await new Promise<void>(resolve => liar.listen(0, '127.0.0.1', resolve))
      try {
        const { port } = liar.address() as AddressInfo
        const sent = { headers: {}, body: '{}' }
        const result = await callAddress(`http://127.0.0.1:${port}/`, sent, true)
        expect([result.status, result.fault === undefined]).toEqual([status, status === 200])
        expect(poured).toBeLessThan(16 * 1024 ** 2)
      } finally {
        liar.close()
      }
    },
    5000,
  )
})

describe('an address', () => {
  it('whose server answers late holds up its own calls, one at a time, and nobody else', async () => {
    let open = 0
    const silent = createServer(() => (open += 1))
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    try {
      await add({ name: 'Silent', url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook` })
      await add()
      await decline()
      await expect.poll(() => open, { timeout: 8_000 }).toBe(1)
      await decline()
      // Less than the ten seconds after which the call to the silent one is given up.
      await expect.poll(() => calls.length, { timeout: 8_000 }).toBe(2)
      expect(open).toBe(1)
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  }, 60_000)

  it('has to be one, and where private networks are not allowed, a public one over https', async () => {
    expect(await ask('POST', '', bodyOf({ url: 'nowhere' }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'body.url' }] },
    })
    const strict = await startProcessingServer()
    try {
      const adding = (address: string) =>
        strict.call<{ detail: string }>('ashby-signoff', 'POST', path, { body: bodyOf({ url: address }) })
      for (const address of [
        'http://example.org/a',
        'https://127.0.0.1/a',
        'https://localhost/a',
        'https://169.254.169.254/latest',
      ])
        expect([address, (await adding(address)).status]).toEqual([address, 422])
      expect((await adding('https://example.org/a')).status).toBe(200)
    } finally {
      await strict.stop()
    }
  }, 60_000)

  it('can be changed and switched off; a failing one that is changed counts as active again', async () => {
    const { webhook } = await add()
    expect((await act('POST', webhook.id, '/switch-off')).status).toBe(200)
    expect((await act('POST', webhook.id, '/switch-off')).status).toBe(409)
    expect(
      (await ask<WebhookWire>('PATCH', `/${webhook.id}`, { events: ['submission.approved'] })).body,
    ).toMatchObject({
      state: 'SWITCHED_OFF',
      events: ['submission.approved'],
      name: 'Records office',
    })
    expect((await act('DELETE', webhook.id)).status).toBe(204)
    const again = await act('DELETE', webhook.id)
    expect([again.status, again.body]).toEqual([
      410,
      expect.objectContaining({ detail: expect.stringMatching(/ deleted Records office on /) }),
    ])
    // Another provider is not told that there ever was one.
    expect((await act('DELETE', webhook.id, '', 'brackley-signoff')).status).toBe(404)
    const line = await server.look<{ detail: { name: string } }>(
      `select detail from audit_line where action = 'WEBHOOK_REMOVE' and subject = '${webhook.id}' and outcome = 'done'`,
    )
    expect(line.detail.name).toBe('Records office')
  })
})

it('the history of webhooks is taken by the chart of today', async () => {
  const history = (await replayed(server)).find(({ chart }) => chart === 'webhookEndpoint')
  expect(history).toMatchObject({ deviations: [] })
  expect(history?.events).toBeGreaterThan(5)
})
