import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '../../server/http/openapi.ts'
import { users } from '../../server/identity/demonstration.ts'
import { isKey } from '../../server/suppliers/keyToken.ts'
import { type KeyScope, keyScopes } from '../../src/domain/apiKey.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { FactsWire } from '../../src/domain/wire/facts.ts'
import { message } from '../../src/messages/message.ts'
import { apiKeyScene, faultyRecord } from './support/apiKeyScene.ts'
import { replayed } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

/*
 * API keys of a provider's software: made by the sign-off role, shown once, for their scopes and their time only.
 * The check of a file that makes no submission: fileChecks.test.ts.
 */

const day = 24 * 3_600_000

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
}, 60_000)
afterAll(() => server.stop())

const { make, list, revoke, byKey } = apiKeyScene(() => server)

describe('who manages keys', () => {
  it('is the sign-off role of a provider alone, and each provider its own', async () => {
    const { key } = await make(['read'])
    for (const { id, organisations } of users) {
      const roles = organisations[0]?.role ?? []
      const mine = roles.includes('sign-off')
      const { status } = await server.call(id, 'GET', '/suppliers/keys')
      expect([id, status]).toEqual([id, mine ? 200 : 403])
      if (id !== 'ashby-signoff')
        expect([id, (await revoke(key.id, id)).status]).toEqual([id, mine ? 404 : 403])
    }
    expect(await list('brackley-signoff')).toEqual([])
    expect((await list()).map(({ id }) => id)).toContain(key.id)
    expect((await revoke(randomUUID())).status).toBe(404)
    expect((await revoke('not-an-id')).status).toBe(404)
  })

  it('is never a key, whatever its scopes', async () => {
    const { secret, key } = await make(keyScopes)
    const answers = await Promise.all([
      byKey(secret, 'GET', '/suppliers/keys'),
      byKey(secret, 'POST', '/suppliers/keys', { json: { name: 'x', scopes: ['read'], days: 30 } }),
      byKey(secret, 'POST', `/suppliers/keys/${key.id}/revoke`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('gives the description of the API to a key that may upload for online validation', async () => {
    const statuses = await Promise.all(
      [[...keyScopes], ['read' as const]].map(async scopes => {
        const { secret } = await make(scopes)
        return (await byKey(secret, 'GET', '/suppliers/openapi')).status
      }),
    )
    expect(statuses).toEqual([200, 403])
  })

  it.each([
    [{ name: 'x', scopes: [], days: 30 }, 'body.scopes'],
    [{ name: ' ', scopes: ['read'], days: 30 }, 'body.name'],
    [{ name: 'x', scopes: ['approve'], days: 30 }, 'body.scopes.0'],
    [{ name: 'x', scopes: ['read'], days: 3650 }, 'body.days'],
  ])('is refused %j, naming %s', async (body, field) => {
    const answer = await server.call<{ errors: { field: string }[] }>(
      'ashby-signoff',
      'POST',
      '/suppliers/keys',
      {
        body,
      },
    )
    expect([answer.status, answer.body.errors.map(error => error.field)]).toEqual([422, [field]])
  })
})

describe('the secret of a key', () => {
  it('is shown once, kept as a hash alone, and told from any other text without a call', async () => {
    const { secret, key } = await make(['read'])
    expect(secret).toMatch(/^bedel_key_[0-9A-Za-z]{8}_[0-9A-Za-z]{46}$/)
    expect(secret.startsWith(`${key.prefix}_`)).toBe(true)
    expect([isKey(secret), isKey(`${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`)]).toEqual([
      true,
      false,
    ])
    expect(JSON.stringify(await list())).not.toContain(secret.slice(key.prefix.length + 1))
    const { rows } = await server.look<{ rows: string }>(
      'select (select string_agg(k::text, $$ $$) from api_key k) || (select string_agg(a::text, $$ $$) from audit_line a) as rows',
    )
    expect(rows).not.toContain(secret.slice(key.prefix.length + 1))
    expect(rows).toContain(key.prefix)
  })
})

describe('what a key can do', () => {
  it('is what its scopes name of what a submitter can, in every call of the API', async () => {
    const own: Record<KeyScope, string[]> = {
      validate: ['validateFile'],
      upload: ['requestUpload', 'requestPartUpload', 'completePartUpload', 'cancelUpload', 'getSubmission'],
      read: ['getSubmission', 'listValidations', 'getValidation', 'listSchemaChecks'],
      ovt: ['requestOvtUpload', 'requestOvtPartUpload', 'cancelOvtUpload', 'listOvtValidations'],
    }
    const allowed = Object.fromEntries(
      await Promise.all(
        keyScopes.map(async scope => {
          const { secret } = await make([scope])
          const names: string[] = []
          for (const { name, call } of allCalls()) {
            if (call.permission === 'public') continue
            const path = call.path.replace(/\{\w+\}/g, randomUUID())
            const { status } = await byKey(secret, call.method, path, call.body ? { json: {} } : undefined)
            if (status !== 403) names.push(name)
          }
          return [scope, names] as const
        }),
      ),
    ) as Record<KeyScope, string[]>
    for (const scope of keyScopes) expect(allowed[scope]).toEqual(expect.arrayContaining(own[scope]))
    expect(allowed.validate).toEqual([
      'listOpenCollections',
      'getSpecificationPackage',
      'validateFile',
      'listCheckSchemas',
      'getCheckSchema',
    ])
    const never = [
      'updateState',
      'signOffSubmission',
      'makeApiKey',
      'markNotices',
      'getLiveTicket',
      'requestDownload',
      'createIssue',
    ]
    for (const name of never) expect(allCalls().map(call => call.name)).toContain(name)
    const all = new Set(Object.values(allowed).flat())
    expect(never.filter(name => all.has(name))).toEqual([])
    const changing = allCalls().filter(({ name, call }) => call.method !== 'GET' && all.has(name))
    expect(changing.map(({ name }) => name).toSorted()).toEqual(
      [
        'cancelUpload',
        'completePartUpload',
        'downloadAllFailures',
        'downloadRegulatorOutput',
        'downloadReportCsv',
        'downloadWorkbook',
        'makeWorkbook',
        'requestPartUpload',
        'requestUpload',
        'validateFile',
        // The same in online validation.
        'cancelOvtUpload',
        'completeOvtPartUpload',
        'downloadAllOvtFailures',
        'downloadOvtWorkbook',
        'makeOvtWorkbook',
        'requestOvtPartUpload',
        'requestOvtUpload',
      ].toSorted(),
    )
  }, 60_000)

  it('says why not, with a line of audit that names the key', async () => {
    const { secret, key } = await make(['validate'])
    const { status, body } = await byKey(secret, 'GET', '/submissions/latest/c23056/0001')
    expect([status, body.detail]).toEqual([
      403,
      'This API key does not allow this. Its scopes show what it can do.',
    ])
    const line = await server.look<{ actor_organisation: string; outcome: string }>(
      `select actor_organisation, outcome from audit_line where actor_id = 'key:${key.prefix}'`,
    )
    expect(line).toEqual({ actor_organisation: '0001', outcome: 'refused' })
  })

  it('is for its own provider only', async () => {
    const { secret } = await make(['upload'], 90, 'brackley-signoff')
    const body = { submissionUuid: randomUUID(), fileName: 'a.xml', collectionId: 'c23056', instId: '0001' }
    expect((await byKey(secret, 'POST', '/files/uploadRequest', { json: body })).status).toBe(404)
  })

  it('is to upload a file, see it processed and read what was found; the history names the key', async () => {
    const { secret, key } = await make(['upload', 'read'])
    const submissionUuid = randomUUID()
    const request = { submissionUuid, fileName: 'nightly.xml', collectionId: 'c23056', instId: '0001' }
    const post = await byKey<SignedPost>(secret, 'POST', '/files/uploadRequest', { json: request })
    expect(post.status).toBe(200)
    expect((await sendForm(server.origin, post.body, faultyRecord, 'nightly.xml')).status).toBeLessThan(300)
    await server.reaches(submissionUuid, 'QUALITY_PROCESSING_COMPLETE')
    const read = await byKey<{ uploadedBy: string }>(
      secret,
      'GET',
      `/submissions/${submissionUuid}?instId=0001`,
    )
    expect([read.status, read.body.uploadedBy]).toEqual([
      200,
      expect.stringMatching(/^Nightly export \d+ \(API key\)$/),
    ])
    const rules = await byKey<{ pagingMetadata: { totalResultsCount: number } }>(
      secret,
      'GET',
      `/submissions/${submissionUuid}/validations?instId=0001&status=1`,
    )
    expect(rules.body.pagingMetadata.totalResultsCount).toBeGreaterThan(0)
    const event = await server.look<{ user: string }>(
      `select actor ->> 'userId' as user from submission_event where submission_id = '${submissionUuid}' and event = 'UPLOAD_REQUESTED'`,
    )
    expect(event.user).toBe(`key:${key.prefix}`)
  }, 60_000)
})

describe('four eyes', () => {
  /** Somebody who also works for the agency under the same name. */
  const atTheAgency = (userId: string): UserPrincipal => ({
    kind: 'user',
    userId,
    name: userId,
    organisationType: 'agency',
    organisationId: 'bedel',
    roles: ['admin'],
    isPrimaryRegulator: false,
  })
  const decide = (id: string, type: 'APPROVE' | 'SIGN_OFF', userId: string) =>
    server.lifecycle.decide(id, { type, actor: atTheAgency(userId) })
  const refusal = {
    ok: false,
    problem: { kind: 'forbidden', reason: message('lifecycle', 'isSecondPerson.key') },
  }

  it('count the person who made a key as the uploader of its files', async () => {
    const { secret } = await make(['upload'], 90, 'brackley-signoff')
    const id = randomUUID()
    const json = { submissionUuid: id, fileName: 'a.xml', collectionId: 'c23056', instId: '0002' }
    expect((await byKey(secret, 'POST', '/files/uploadRequest', { json })).status).toBe(200)
    // Named to nobody else.
    const factsFor = async (user: string) =>
      (await server.call<{ facts: FactsWire }>(user, 'GET', `/submissions/${id}?instId=0002`)).body.facts
    expect((await factsFor('brackley-signoff')).keyMakerId).toBe('brackley-signoff')
    expect(await factsFor('bedel-admin')).not.toHaveProperty('keyMakerId')

    await server.place({ id, instId: '0002' }, 'ANALYST_APPROVAL')
    expect(await decide(id, 'APPROVE', 'brackley-signoff')).toMatchObject(refusal)
    await server.place({ id, instId: '0002' }, 'PROVIDER_SIGNOFF')
    expect(await decide(id, 'SIGN_OFF', 'brackley-signoff')).toMatchObject(refusal)
    expect((await decide(id, 'SIGN_OFF', 'bedel-admin')).ok).toBe(true)
  })
})

describe('the collections that take files', () => {
  const openTo = async (...scopes: KeyScope[]) => {
    const { key, secret } = await make(scopes)
    const { status, body } = await byKey<{ collections: { reference: string; accepts: string[] }[] }>(
      secret,
      'GET',
      '/collections/open',
    )
    expect(status).toBe(200)
    // So many keys can be active at a time.
    await revoke(key.id)
    return body.collections.filter(({ reference }) => reference === '23056')
  }
  const uses = async (...scopes: KeyScope[]) =>
    (await openTo(...scopes)).map(({ reference, accepts }) => [reference, accepts])

  it('are told to a key, with their deadline and specification, and what its scopes allow there', async () => {
    await server.forget()
    expect(await openTo('upload')).toEqual([
      {
        id: 'c23056',
        reference: '23056',
        name: 'Student 2023/24',
        submissionDeadline: expect.toSatisfy(
          (day: unknown) => day === null || /^\d{4}-\d\d-\d\d$/.test(String(day)),
        ),
        specification: { id: expect.any(Number), name: expect.any(String) },
        accepts: ['upload'],
      },
    ])
    expect(await uses('validate')).toEqual([['23056', ['check']]])
    expect(await uses('validate', 'upload', 'ovt')).toEqual([
      ['23056', ['check', 'upload', 'onlineValidation']],
    ])
    const { key, secret } = await make(['read'])
    expect((await byKey(secret, 'GET', '/collections/open')).status).toBe(403)
    await revoke(key.id)
  })

  it('are those that the chart lets files into: none that is closed, and none whose submission is signed off', async () => {
    await server.setCollection('Closed')
    expect(await uses('upload')).toEqual([])
    await server.setCollection('Open')
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'SIGNED_OFF')
    expect(await uses('upload')).toEqual([])
    expect(await uses('validate', 'upload')).toEqual([['23056', ['check']]])
    await server.forget()
  })
})

describe('a key for online validation', () => {
  const request = (secret: string, mode: '' | 'ovt/', submissionUuid: string = randomUUID()) =>
    byKey<SignedPost & { detail?: string }>(secret, 'POST', `/files/${mode}uploadRequest`, {
      json: { submissionUuid, fileName: 'ovt.xml', collectionId: 'c23056', instId: '0001' },
    })

  it('is what a software supplier does there (1 §6), and nothing of live submissions; other keys do nothing of it', async () => {
    const { secret } = await make(['ovt'])
    const submissionUuid = randomUUID()
    const post = await request(secret, 'ovt/', submissionUuid)
    expect(post.status).toBe(200)
    expect((await sendForm(server.origin, post.body, faultyRecord, 'ovt.xml')).status).toBeLessThan(300)
    await server.reaches(submissionUuid, 'QUALITY_PROCESSING_COMPLETE')
    const rules = await byKey<{ pagingMetadata: { totalResultsCount: number } }>(
      secret,
      'GET',
      `/submissions/ovt/${submissionUuid}/validations?instId=0001&status=1`,
    )
    expect(rules.body.pagingMetadata.totalResultsCount).toBeGreaterThan(0)
    expect((await request(secret, '')).status).toBe(403)
    const { secret: live } = await make(['validate', 'upload', 'read'])
    expect((await request(live, 'ovt/')).status).toBe(403)
    expect(
      (await byKey(live, 'GET', `/submissions/ovt/${submissionUuid}/validations?instId=0001`)).status,
    ).toBe(403)
  }, 60_000)
})

describe('the time of a key', () => {
  it('ends to the second, and is noted as expired; its last use is noted to the minute', async () => {
    const { secret, key } = await make(['read'], 30)
    expect((await list()).find(({ id }) => id === key.id)?.lastUsed).toBeNull()
    const ask = async () => (await byKey(secret, 'GET', '/submissions/latest/c23056/0001')).status
    const used = server.clock.now().toISOString()
    expect(await ask()).not.toBe(401)
    server.clock.forward(20_000)
    await ask()
    expect((await list()).find(({ id }) => id === key.id)?.lastUsed).toBe(used)
    server.clock.forward(30 * day - 20_001)
    expect(await ask()).not.toBe(401)
    server.clock.forward(1)
    expect(await ask()).toBe(401)
    expect((await list()).find(({ id }) => id === key.id)?.state).toBe('EXPIRED')
    await server.processing.tell()
    expect(
      (await server.look<{ place: string }>(`select place from api_key where id = '${key.id}'`)).place,
    ).toBe('EXPIRED')
    expect((await revoke(key.id)).status).toBe(409)
  })

  it('ends at once when it is revoked, in the same words as a key that there never was', async () => {
    const { secret, key } = await make(['read'])
    expect((await revoke(key.id)).status).toBe(200)
    const refused = await byKey(secret, 'GET', '/submissions/latest/c23056/0001')
    const { secret: other } = await make(['read'])
    // A key that there never was has another hash.
    await server.asOwner(
      `update api_key set secret_hash = sha256('none'::bytea) where secret_hash = sha256('${other}'::bytea)`,
    )
    const unknown = await byKey(other, 'GET', '/submissions/latest/c23056/0001')
    const broken = await byKey(`${secret}x`, 'GET', '/submissions/latest/c23056/0001')
    for (const answer of [refused, unknown, broken])
      expect([answer.status, answer.body.detail]).toEqual([
        401,
        'This API key is not known, has expired or was revoked.',
      ])
    expect((await list()).find(({ id }) => id === key.id)).toMatchObject({
      state: 'REVOKED',
      revokedBy: server.actor('ashby-signoff').name,
    })
  })

  it('is refused to a twenty-first key', async () => {
    const user = 'cardigan-signoff'
    for (let count = 0; count < 20; count += 1) await make(['read'], 30, user)
    const { status, body } = await server.call<{ detail: string }>(user, 'POST', '/suppliers/keys', {
      body: { name: 'One more', scopes: ['read'], days: 30 },
    })
    expect([status, body.detail]).toEqual([
      409,
      'Your organisation has reached the limit of 20 active keys. Revoke one that you do not use.',
    ])
  })
})

it('the history of keys is taken by the chart of today', async () => {
  const history = (await replayed(server)).find(({ chart }) => chart === 'apiKey')
  expect(history).toMatchObject({ deviations: [] })
  expect(history?.events).toBeGreaterThan(5)
})
