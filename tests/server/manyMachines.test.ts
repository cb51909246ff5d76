import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withScope } from '../../server/database/index.ts'
import { sharedSigningKey } from '../../server/identity/keys.ts'
import { createSignIns, type SignIns } from '../../server/identity/signIns.ts'
import { createTokens, type Tokens } from '../../server/identity/tokens.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { statusById } from '../../src/domain/status.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type Machines, startMachines } from './support/machines.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'

/*
 * Three workers and two servers that have nothing in common but a database, an object store and their keys, while workers are
 * killed: every file is processed, no stage has a fault of the system, and either server shows every record behind a result.
 * `BEDEL_JOURNEYS` says how many files at once; `npm run model:all` asks for fifty.
 */
const journeys = Number(process.env.BEDEL_JOURNEYS ?? 4)
const kills = Math.ceil(journeys / 2)
const timeout = 240_000 + journeys * 20_000

interface Journey {
  submissionId: string
  instId: string
}

const submitterOf = (instId: string): UserPrincipal => ({
  kind: 'user',
  userId: `submitter-${instId}`,
  name: 'Submitter',
  organisationId: instId,
  organisationType: 'provider',
  roles: ['submitter'],
  isPrimaryRegulator: false,
})

describe('many machines', () => {
  let machines: Machines
  let tokens: Tokens
  let signIns: SignIns
  beforeAll(async () => {
    machines = await startMachines({ workers: 3, servers: 2, providers: journeys })
    const clock = { now: () => new Date() }
    const key = await sharedSigningKey(machines.db, 'api-token')
    tokens = await createTokens({ key, clock, lifeSeconds: 540 })
    signIns = createSignIns({ db: machines.db, clock })
  }, timeout)
  afterAll(() => machines.stop(), timeout)

  const inSystem = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(machines.db, { scope: 'all' }, work)

  const tokenOf = async (who: UserPrincipal): Promise<string> => {
    const { organisationId: id, organisationType: type, roles } = who
    const organisations = [{ id, type, roles: [...roles] }]
    const signIn = {
      id: `session:${who.userId}`,
      userId: who.userId,
      name: who.name,
      issuedAt: new Date(),
      goodUntil: addDays(new Date(), 1),
    }
    await signIns.begin(signIn, organisations)
    return tokens.issue(who, id, { email: undefined, organisations }, signIn.id)
  }

  const call = async <T>(
    server: number,
    { instId }: Journey,
    path: string,
    wanted: { accept?: string; body?: unknown } = {},
  ): Promise<T> => {
    const token = await tokenOf(submitterOf(instId))
    const answer = await fetch(`${machines.servers[server]?.url}/api${path}`, {
      method: wanted.body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: wanted.accept ?? 'application/json',
        ...(wanted.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(wanted.body === undefined ? {} : { body: JSON.stringify(wanted.body) }),
    })
    const text = await answer.text()
    expect([path, answer.status, answer.ok ? '' : text]).toEqual([path, answer.status, ''])
    return (wanted.accept ? text : JSON.parse(text)) as T
  }

  const begin = async (journey: Journey, index: number): Promise<void> => {
    const { submissionId, instId } = journey
    const content = Buffer.concat([
      ...generateSample({
        provider: instId,
        country: 'E',
        students: 20 + index,
        faults: 'rules',
        collection: '23056',
      }),
    ])
    const server = index % 2
    const post = await call<SignedPost>(server, journey, '/files/uploadRequest', {
      body: {
        submissionUuid: submissionId,
        fileName: `${instId}.xml`,
        collectionId: 'c23056',
        instId,
        fileSize: content.length,
      },
    })
    const { status } = await sendForm(machines.servers[server]?.url ?? '', post, content)
    expect([instId, status]).toEqual([instId, 204])
  }

  const statuses = async (): Promise<Map<string, string>> => {
    const { rows } = await inSystem(tx =>
      sql<{ id: string; status: number }>`select id, status_id as status from submission`.execute(tx),
    )
    return new Map(rows.map(({ id, status }) => [id, statusById(status)?.name ?? 'UNKNOWN']))
  }

  /** Names of the workers that have a stage in hand. */
  const busy = async (): Promise<string[]> => {
    const { rows } = await inSystem(tx =>
      sql<{ worker: string }>`select l.worker from stage_lease l
        join pgboss.job j on j.name = 'stage' and j.state = 'active' and j.singleton_key = l.submission_id::text
          and j.data ->> 'stage' = l.stage
        order by l.taken_utc desc`.execute(tx),
    )
    return rows.map(({ worker }) => worker)
  }

  /** Answers that take every part of a submission's analysis. */
  const answers = async (server: number, journey: Journey): Promise<unknown> => {
    const { submissionId: id } = journey
    const { validations } = await call<{ validations: { Code: string; FailureCount: number }[] }>(
      server,
      journey,
      `/submissions/${id}/validations?limit=-1`,
    )
    const failing = validations.filter(({ FailureCount }) => FailureCount > 0)
    expect(failing.length).toBeGreaterThan(0)
    const report = await call<{ Tabs: { DataRows: { Id: string }[][] }[] }>(
      server,
      journey,
      `/credibilityapi/credibilityreport/SEN1/${id}`,
    )
    const cell = encodeURIComponent(report.Tabs[0]?.DataRows.at(-1)?.at(-1)?.Id ?? '')
    return {
      validations,
      records: await call(server, journey, `/submissions/${id}/validations/${failing[0]?.Code}?limit=50`),
      csv: await call(server, journey, `/submissions/${id}/validations/${failing[0]?.Code}`, {
        accept: 'text/csv',
      }),
      report,
      behind: await call(
        server,
        journey,
        `/credibilityapi/credibilityreport/SEN1/${id}/drilldown/${cell}?limit=50`,
      ),
      population: await call(server, journey, `/collection-reports/conpop/${id}`),
    }
  }

  it(
    `process ${journeys} files at once while workers are killed, without a fault of the system`,
    async () => {
      const all: Journey[] = Array.from({ length: journeys }, (_, index) => ({
        submissionId: randomUUID(),
        instId: String(1001 + index),
      }))
      await Promise.all(all.map(begin))
      const killed: number[] = []
      await vi.waitFor(
        async () => {
          const [holder] = await busy()
          const machine = machines.workers.find(({ pid }) => holder?.includes(`:${pid()}:`))
          if (machine && killed.length < kills) {
            killed.push(machine.pid())
            await machine.kill()
          }
          const known = await statuses()
          const ends = all.map(({ submissionId }) => known.get(submissionId))
          expect(ends.filter(status => status !== 'QUALITY_PROCESSING_COMPLETE')).toEqual([])
        },
        { timeout, interval: 500 },
      )
      expect(killed).toHaveLength(kills)

      const { rows: faults } = await inSystem(tx =>
        sql`select submission_id, stage, fencing_token, fault from stage_attempt where fault is not null`.execute(
          tx,
        ),
      )
      expect(faults).toEqual([])
      const { rows: spread } = await inSystem(tx =>
        sql<{ machines: number }>`select count(distinct worker)::int as machines from stage_attempt
        group by submission_id order by 1 desc`.execute(tx),
      )
      // What one machine has begun, others have gone on with.
      expect(spread[0]?.machines).toBeGreaterThan(1)

      for (const journey of all) {
        const [one, other] = await Promise.all([answers(0, journey), answers(1, journey)])
        expect(other).toEqual(one)
      }
    },
    timeout,
  )
})
