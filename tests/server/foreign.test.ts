import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '../../server/http/openapi.ts'
import { mayCall } from '../../server/http/route.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import type { Call } from '../../src/domain/wire/call.ts'
import type { Answer } from './support/calls.ts'
import { lists, type Names, namesAThing, nobody, requestFor, withoutOwner } from './support/foreignCalls.ts'
import { addIssue, addNotice, placeForeign, strangersOn } from './support/foreignScene.ts'
import { regulatorCode, ruleCode } from './support/issueScene.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { withStatements } from './support/statements.ts'

/*
 * What belongs to another organisation is answered like what does not exist (decisions §2; row 21 of the faults), by every call
 * of the API that somebody outside the agency may make.
 */

let server: ProcessingServer
let strangers: [who: string, person: UserPrincipal][]
/** Of Ashby and its regulator: a submission, its issue, keys, addresses … The second is of online validation. */
let own: Names
let ownOvt: Names
/** Of Brackley, who asks. */
const mine = { id: randomUUID(), issueId: '', noticeId: '' }

/** The rows of a table as they were made. What was sent to a webhook is tried again meanwhile, by nobody's doing. */
const rowsOf = (table: string): string =>
  table === 'webhook_delivery'
    ? '(select id, endpoint_id, inst_id, event, submission_id, created_utc from webhook_delivery)'
    : `"${table}"`

/** What there is besides the log of requests and who signed in. */
const written = async (): Promise<unknown> => {
  const { tables } = await server.look<{
    tables: string[]
  }>(`select array_agg(tablename::text order by tablename) as tables
    from pg_tables where schemaname = 'public' and tablename !~ '^(audit_|sign_in|person$)'`)
  const digests = tables.map(
    table =>
      `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${rowsOf(table)} t) as "${table}"`,
  )
  return server.look(`select ${digests.join(', ')}`)
}
let before: unknown

beforeAll(async () => {
  server = await startProcessingServer()
  own = await placeForeign(server)
  ownOvt = { ...own, id: randomUUID() }
  await server.place({ ...ownOvt, mode: 'ovt' }, 'QUALITY_PROCESSING_COMPLETE')
  await server.place({ id: mine.id, instId: '0002' }, 'QUALITY_PROCESSING_COMPLETE')
  mine.issueId = await addIssue(server, { submissionId: mine.id, instId: '0002' })
  mine.noticeId = await addNotice(server, '0002')
  strangers = Object.entries(strangersOn(server))
  before = await written()
})
afterAll(() => server.stop())

const calls = allCalls()
/** Rights need no server. */
const isForStrangers = (call: Call): boolean =>
  [
    ['provider', 'submitter', 'sign-off', 'ovt-submitter', 'software-supplier-ovt-submitter', 'guest'],
    ['statutory_customer', 'analyst', 'data-delivery'],
  ].some(([organisationType, ...roles]) =>
    mayCall(call, {
      kind: 'user',
      userId: 'stranger',
      name: 'Stranger',
      organisationId: 'x',
      organisationType: organisationType as UserPrincipal['organisationType'],
      roles,
      isPrimaryRegulator: true,
    }),
  )
const exceptions = [...Object.keys(lists), ...Object.values(withoutOwner).flat()]
const asked = calls.filter(({ name, call }) => isForStrangers(call) && !exceptions.includes(name))

/** What an answer says, without the address that was asked. */
const saidBy = ({ status, body }: Answer): unknown => [
  status,
  typeof body === 'object' ? { ...body, instance: '' } : body,
]

describe('what belongs to another organisation', () => {
  it('is asked for by every call that is for others than the agency, but for those that name nothing', () => {
    const here = calls.filter(({ call }) => isForStrangers(call)).map(({ name }) => name)
    expect(exceptions.filter(name => !here.includes(name))).toEqual([])
    expect(asked.filter(({ name, call }) => !namesAThing(name, call)).map(({ name }) => name)).toEqual([])
    expect(exceptions.length).toBe(new Set(exceptions).size)
  })

  it.each(asked)(
    'is not found by $name, in the very words of an id that does not exist, and by as much work',
    async ({ name, call }) => {
      const ask = (person: UserPrincipal | string, names: Names) => {
        const { method, path, body } = requestFor(name, call, names)
        return server.call(person, method, path, { body })
      }
      const may = strangers.filter(([, person]) => mayCall(call, person))
      expect(may).not.toEqual([])
      for (const [who, person] of may) {
        // Asked once before: a server that has just started reads more, whoever is named.
        await ask(person, nobody)
        // One after the other: whoever takes the time of an answer is to learn nothing from it either.
        const unknown = await withStatements(() => ask(person, nobody))
        expect([who, unknown.answer.status]).toEqual([who, 404])
        for (const names of [own, ownOvt]) {
          const foreign = await withStatements(() => ask(person, names))
          expect(saidBy(foreign.answer)).toEqual(saidBy(unknown.answer))
          expect(foreign.statements).toEqual(unknown.statements)
        }
        expect(unknown.statements).not.toEqual([])
      }
      for (const user of ['bedel-admin', 'ashby-signoff'].filter(one => mayCall(call, server.actor(one))))
        expect((await ask(user, nobody)).status).toBe(404)
    },
  )

  it.each(Object.entries(lists))('stands in no list of %s', async (name, { query = '', byProvider }) => {
    const { call } = calls.find(one => one.name === name) ?? expect.fail(name)
    const { method, path } = requestFor(name, call, nobody)
    const withProvider = (instId: string) => `${query}${query === '' ? '?' : '&'}instId=${instId}`
    const ids = [...Object.values(own), ownOvt.id, 'University of Ashby'].filter(id => id !== own.hash)
    for (const [, person] of strangers.filter(([, one]) => mayCall(call, one))) {
      const answer = await server.call(person, method, `${path}${query}`)
      expect(answer.status).toBe(200)
      const text = JSON.stringify(answer.body)
      expect(ids.filter(id => text.includes(`"${id}"`))).toEqual([])
      if (byProvider)
        expect(saidBy(await server.call(person, method, `${path}${withProvider('0001')}`))).toEqual(
          saidBy(await server.call(person, method, `${path}${withProvider('9999')}`)),
        )
    }
  })

  it("among things of one's own leaves all of them as they are", async () => {
    const requests: [string, string, (one: Names) => unknown][] = [
      ['POST', '/notices/read', ({ noticeId }) => ({ ids: [mine.noticeId, noticeId] })],
      ['POST', '/issues/explanations', ({ issueId }) => ({ issues: [mine.issueId, issueId], text: 'So.' })],
      ['POST', '/issues/assignments', ({ issueId }) => ({ issues: [mine.issueId, issueId], userId: null })],
    ]
    for (const [method, path, bodyOf] of requests) {
      const ask = (names: Names) => server.call('brackley-signoff', method, path, { body: bodyOf(names) })
      const unknown = await ask(nobody)
      expect([path, unknown.status]).toEqual([path, 404])
      expect(saidBy(await ask(own))).toEqual(saidBy(unknown))
    }
    const exported = (instId: string) =>
      server.call('fcw-analyst', 'POST', '/collections/23056/submissions/export', {
        body: { instIds: ['0003', instId] },
        accept: 'text/csv',
      })
    const unknown = await exported('9999')
    expect(unknown.status).toBe(404)
    expect(saidBy(await exported('0001'))).toEqual(saidBy(unknown))
  })

  it('among many, leaves what an administrator names as it is where one is not there', async () => {
    const requests: [string, unknown][] = [
      ['/collections/23056/reprocess', { instIds: ['0002', '9999'] }],
      [
        '/submissions/update-to-resubmission-required-historic-amendment',
        { instIds: ['0002', '9999'], collectionReference: '23056' },
      ],
      [
        '/jobs',
        { id: randomUUID(), kind: 'REPROCESS', collectionReference: '23056', instIds: ['0002', '9999'] },
      ],
    ]
    for (const [path, body] of requests)
      expect([path, (await server.call('bedel-admin', 'POST', path, { body })).status]).toEqual([path, 404])
  })

  it("cannot be compared with, nor named beside what is one's own", async () => {
    const besides: ((names: Names) => { method?: string; path: string; body?: unknown })[] = [
      ({ id }) => ({ path: `/submissions/${mine.id}/validations/compare/${id}` }),
      ({ id }) => ({ path: `/credibilityapi/get-compare-data/SEN1/${mine.id}/${id}` }),
      ({ id }) => ({ path: `/collection-reports/comparison/${mine.id}?previousSubmissionId=${id}` }),
      ({ instId }) => ({ path: `/submissions/${mine.id}/summary?instId=${instId}` }),
      ({ instId }) => ({ path: `/submissions/${mine.id}/students?instId=${instId}` }),
      ({ instId }) => ({ path: `/credibility/${mine.id}/get-reports/${instId}` }),
      ({ instId }) => ({ path: `/credibility/${mine.id}/get-previous-submissions/c23056/${instId}` }),
      ({ instId, id }) => ({
        method: 'POST',
        path: '/files/downloadRequest',
        body: { key: `0002/${id}/${instId}.xml` },
      }),
    ]
    for (const of of besides) {
      const ask = (names: Names) => {
        const { method = 'GET', path, body } = of(names)
        return server.call('brackley-signoff', method, path, { body })
      }
      const unknown = await ask(nobody)
      expect([of(nobody).path, unknown.status]).toEqual([of(nobody).path, 404])
      expect(saidBy(await ask(own))).toEqual(saidBy(unknown))
    }
    // One's own issue with another's file, in the words of a file that is not there.
    const explained = (attachment: string) =>
      server.call('brackley-signoff', 'POST', `/submissions/${mine.id}/explanations`, {
        body: {
          rules: [{ validationCode: ruleCode, regulatorCode }],
          text: 'So.',
          attachments: [attachment],
        },
      })
    expect(saidBy(await explained(own.id))).toEqual(saidBy(await explained(randomUUID())))
    const assigned = (userId: string) =>
      server.call('brackley-signoff', 'POST', `/issues/${mine.issueId}/assign`, { body: { userId } })
    expect(saidBy(await assigned('ashby-signoff'))).toEqual(saidBy(await assigned('nobody')))
  })

  it('has nothing written to it, nor anything else, by any of it', async () => {
    expect(await written()).toEqual(before)
  })

  it('is there for those whose it is', async () => {
    const owners: [user: string, calls: string][] = [
      [
        'ashby-signoff',
        'getSubmission getIssue listActivityLogEntries listProviderActivityLog listWebhookDeliveries sendWebhookAgain changeWebhook markNotices revokeApiKey',
      ],
      ['ohe-analyst', 'getJob'],
      ['ohe-delivery', 'getDelivery'],
    ]
    for (const [user, names] of owners)
      for (const name of names.split(' ')) {
        const { call } = calls.find(one => one.name === name) ?? expect.fail(name)
        const { method, path, body } = requestFor(name, call, own)
        const { status } = await server.call(user, method, path, { body })
        expect([name, status < 300]).toEqual([name, true])
      }
  })
})
