import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../src/domain/status.ts'
import { gesturesAt, type people, uploadBody } from './support/gestures.ts'
import { placeIssue, placeWithRule } from './support/issueScene.ts'
import { type LyingDatabase, startLyingDatabase } from './support/lyingDatabase.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * A commit that took place, and whose answer is lost. Nobody can tell it from one that did not take place, so the caller is told to try
 * again, and does. Then nothing is lost, nothing is there twice, and nobody is told that they did something wrong.
 */

let server: ProcessingServer
let database: LyingDatabase
beforeAll(async () => {
  server = await startProcessingServer({
    through: async ({ url }) => {
      database = await startLyingDatabase(url)
      return database.url
    },
  })
})
afterAll(async () => {
  await server.stop()
  await database.stop()
})

type Person = (typeof people)[number]
interface Asked {
  user: Person
  method: string
  path: string
  body?: unknown
}

/** Asks, gets no good answer although it was done, and asks again. */
const askTwice = async ({ user, method, path, body }: Asked, done: RegExp) => {
  // Whoever asks is known by then: a sign-in is a commit, too.
  await server.call(user, 'GET', '/collections')
  const lost = database.loseCommitOf(done)
  const ask = () => server.call<{ detail?: string }>(user, method, path, body === undefined ? {} : { body })
  const first = await ask()
  expect([first.status, first.body.detail]).toEqual([503, expect.stringContaining('Try again')])
  await lost
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  return ask()
}

const count = async (statement: string): Promise<number> =>
  (await server.look<{ count: number }>(`select count(*)::int as count from ${statement}`)).count

const gestures = gesturesAt({ instId: '0002', collectionId: 'c23056', reference: '23056', mode: 'live' })

describe('a commit whose answer is lost', () => {
  it('an upload request: the same request gives the same upload', async () => {
    await server.forget()
    const id = randomUUID()
    const body = uploadBody(id)
    const again = await askTwice(
      { user: 'ashby-submitter', method: 'POST', path: '/files/uploadRequest', body },
      /submission_event/,
    )
    expect(again.status).toBe(200)
    expect(await count('submission')).toBe(1)
    expect(await count(`submission_event where submission_id = '${id}'`)).toBe(1)
  })

  it.each<['SUBMIT' | 'APPROVE' | 'REQUEST_SIGN_OFF' | 'SIGN_OFF', Person, StatusName, StatusName]>([
    ['SUBMIT', 'brackley-signoff', 'QUALITY_PROCESSING_COMPLETE', 'ANALYST_APPROVAL'],
    ['APPROVE', 'bedel-analyst', 'ANALYST_APPROVAL', 'AGENCY_APPROVAL'],
    ['REQUEST_SIGN_OFF', 'brackley-signoff', 'APPROVED', 'PROVIDER_SIGNOFF'],
    ['SIGN_OFF', 'bedel-staff', 'PROVIDER_SIGNOFF', 'SIGNED_OFF'],
  ])('%s: it is decided once, and its sender is told so', async (event, user, from, to) => {
    await server.forget()
    const id = randomUUID()
    await server.place({ id, instId: '0002' }, from)
    const again = await askTwice({ user, ...gestures[event].make(id, statusOf(to).id) }, /submission_event/)
    expect(again.status).toBe(200)
    expect(await server.statusOfSubmission(id)).toBe(to)
    expect(await count(`submission_event where submission_id = '${id}' and event = '${event}'`)).toBe(1)
  })

  it('a comment on an issue: it is written once', async () => {
    await server.forget()
    const issueId = await placeIssue(server, await placeWithRule(server, 'ANALYST_APPROVAL'), 'OPEN')
    const again = await askTwice(
      {
        user: 'bedel-analyst',
        method: 'POST',
        path: `/issues/${issueId}/comments`,
        body: { text: 'What about the leavers?' },
      },
      /insert into "?issue_comment/,
    )
    expect(again.status).toBe(200)
    expect(await count(`issue_comment where issue_id = '${issueId}'`)).toBe(1)
  })

  it('a new API key: there is one, and the refusal says that its name is in use', async () => {
    const body = { name: 'Nightly export', scopes: ['read'], days: 90 }
    const again = await askTwice(
      { user: 'ashby-signoff', method: 'POST', path: '/suppliers/keys', body },
      /insert into "?api_key/,
    )
    // The secret was in the answer that is lost, and nobody keeps it: the key can be revoked and made again.
    expect(again.status).toBe(422)
    expect(await count(`api_key where name = 'Nightly export'`)).toBe(1)
  })
})
