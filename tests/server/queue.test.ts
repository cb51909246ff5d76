import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobQueue, openBoss, queuePlaceOf, type StageRunners } from '../../server/jobs/index.ts'
import type { StageJob } from '../../server/jobs/jobs.ts'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import { generateSample } from '../../src/sample/index.ts'
import { begin } from './support/beginning.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { eachStage, stageWorker } from './support/stageWorker.ts'

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.forget()
  await server.asOwner("delete from pgboss.job where name = 'stage'")
})

describe('the order of the queue', () => {
  const enqueue = (instId: string, stage: StageJob['stage'] = 'PROVISIONING', key: string = randomUUID()) =>
    server.inSystem(tx =>
      server.processing.queue.enqueueStage(
        tx,
        { submissionId: randomUUID(), instId, mode: 'live', stage },
        key,
      ),
    )

  /** The jobs in the order in which one worker takes them. */
  const taken = async (count: number): Promise<string[]> => {
    const order: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const slot = await server.processing.queue.consume('stage', async ({ data }) => {
      order.push(`${data.instId} ${data.stage}`)
      if (order.length === count) resolve()
    })
    await promise
    await slot.stop()
    return order
  }

  it('finishes what was begun first, and lets a provider with little under way go before one with much', async () => {
    await enqueue('0001', 'QUALITY_RULES')
    await enqueue('0001')
    await enqueue('0001')
    await enqueue('0002')
    expect(await taken(4)).toEqual([
      '0001 QUALITY_RULES',
      '0002 PROVISIONING',
      '0001 PROVISIONING',
      '0001 PROVISIONING',
    ])
  })

  it('lets providers take turns, however much one of them has sent first', async () => {
    for (const instId of ['0001', '0001', '0001', '0001', '0002', '0002', '0003']) await enqueue(instId)
    const providers = (await taken(7)).map(line => line.slice(0, 4))
    expect(providers).toEqual(['0001', '0002', '0003', '0001', '0002', '0001', '0001'])
  })

  const waiting = async (): Promise<number> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = 'stage'`.execute(tx),
    )
    return rows[0]?.count ?? 0
  }

  it('forgets a job whose transaction is undone', async () => {
    await server
      .inSystem(async tx => {
        const job = {
          submissionId: randomUUID(),
          instId: '0001',
          mode: 'live',
          stage: 'PROVISIONING',
        } as const
        await server.processing.queue.enqueueStage(tx, job, 'effect')
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await waiting()).toBe(0)
  })

  it('takes the same effect once, and never loses another one of the same submission without a word', async () => {
    const job = { submissionId: randomUUID(), instId: '0001', mode: 'live', stage: 'PROVISIONING' } as const
    const send = (key: string) => server.inSystem(tx => server.processing.queue.enqueueStage(tx, job, key))
    await send('effect')
    await send('effect')
    expect(await waiting()).toBe(1)
    await expect(send('another effect')).rejects.toThrow('another job')
    expect(await waiting()).toBe(1)
  })
})

describe('a place in the queue', () => {
  const submitters = { '0001': 'ashby-submitter', '0002': 'brackley-submitter' } as const

  const send = async (instId: keyof typeof submitters): Promise<string> => {
    const submissionId = randomUUID()
    const content = generateSample({ provider: instId, students: 5, faults: 'none', collection: '23056' })
    await server.upload(submitters[instId], { submissionId, instId, content: Buffer.concat([...content]) })
    return submissionId
  }

  const placeOf = async (instId: keyof typeof submitters, id: string): Promise<number | undefined> => {
    const { body } = await server.call<{ queue: { place: number; seconds: number } | null }>(
      submitters[instId],
      'GET',
      `/submissions/${id}`,
    )
    return body.queue?.place
  }

  /** Places that a provider has been told of, the last at the end. */
  const placesSentTo = async (instId: string): Promise<number[]> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ place: number }>`select (payload -> 'queue' ->> 'place')::int as place from live_message
        where inst_id = ${instId} and payload ->> 'type' = 'QUEUE_PLACE' order by sequence`.execute(tx),
    )
    return rows.map(({ place }) => place)
  }

  it('is that in which workers take files, and those who wait are told when one before them is withdrawn', async () => {
    const first = await send('0001')
    const second = await send('0002')
    expect([await placeOf('0001', first), await placeOf('0002', second)]).toEqual([1, 2])
    // A later file of the first provider takes the place of its first one, behind the other provider.
    const third = await send('0001')
    expect(await placeOf('0001', first)).toBeUndefined()
    expect([await placeOf('0002', second), await placeOf('0001', third)]).toEqual([1, 2])
    await vi.waitFor(async () => expect((await placesSentTo('0002')).at(-1)).toBe(1), { timeout: 15_000 })
    // Nobody is told of other providers' places.
    expect(await placesSentTo(agencyOrganisationId)).toEqual([])
  })

  it('is behind what those before it still go through: online validation ends with its rules', async () => {
    const enqueue = (stage: StageJob['stage'], mode: 'live' | 'ovt', submissionId: string = randomUUID()) =>
      server.inSystem(tx =>
        server.processing.queue.enqueueStage(tx, { submissionId, instId: '0001', stage, mode }, submissionId),
      )
    const last = randomUUID()
    await enqueue('QUALITY_RULES', 'ovt')
    await enqueue('ENRICHMENT', 'ovt')
    await enqueue('ENRICHMENT', 'live')
    await enqueue('PROVISIONING', 'live', last)
    // Four seconds for each stage of which none has ended yet: one, two and four of them.
    expect(await server.inSystem(tx => queuePlaceOf(tx, last))).toEqual({ place: 4, seconds: 7 * 4 })
  })
})

describe('work that is not wanted any more', () => {
  const jobsOf = async (id: string): Promise<string[]> => {
    const { rows } = await server.inSystem(tx =>
      sql<{ job: string }>`select concat(data ->> 'stage', ' ', state) as job from pgboss.job
        where name = 'stage' and data ->> 'submissionId' = ${id} order by created_on`.execute(tx),
    )
    return rows.map(({ job }) => job)
  }

  it('leaves the queue with the decision that puts its submission aside', async () => {
    const old = await begin(server, 5)
    expect(await jobsOf(old)).toEqual(['PROVISIONING created'])
    const reprocessed = await server.call('bedel-admin', 'POST', '/collections/23056/reprocess', {
      body: { instIds: ['0001'] },
    })
    expect(reprocessed.status).toBe(202)
    expect(await jobsOf(old)).toEqual(['PROVISIONING cancelled'])
    const { body } = await server.call<{ copiedTo: string }>('bedel-staff', 'GET', `/submissions/${old}`)
    expect(await jobsOf(body.copiedTo)).toEqual(['PROVISIONING created'])
    expect(await server.statusOfSubmission(old)).toBe('UPLOADED')
  })

  it('is not asked for where online validation ends after its rules', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0001', mode: 'ovt' }, 'QUALITY_RULES')
    await server.report(id, 'QUALITY_RULES_PASSED')
    await server.report(id, 'QUALITY_PROCESSING_COMPLETED')
    expect(await jobsOf(id)).toEqual(['CREDIBILITY cancelled'])
  })

  it('is not done for the history of a record that is taken back', async () => {
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'PROVIDER_SIGNOFF')
    await server.report(id, 'SIGN_OFF', server.actor('bedel-staff'))
    expect(await jobsOf(id)).toEqual(['HISTORY created'])
    await server.report(id, 'REQUEST_RESUBMISSION', server.actor('bedel-staff'))
    expect(await jobsOf(id)).toEqual(['HISTORY cancelled'])
  })

  it.each([
    ['has failed', 'QUALITY_RULES_ERRORED'],
    ['is that of a superseded submission', 'SUPERSEDED'],
  ] as const)('leaves no progress behind where it %s', async (_, type) => {
    const id = randomUUID()
    await server.place({ id, instId: '0001' }, 'QUALITY_RULES')
    const progress = { stage: 'QUALITY_RULES', done: 80, total: 100, unit: 'rules' }
    await server.asOwner(`update submission set progress = '${JSON.stringify(progress)}' where id = '${id}'`)
    const shown = async () => (await server.call('bedel-staff', 'GET', `/submissions/${id}`)).body
    expect(await shown()).toMatchObject({ progress })
    await server.report(id, type)
    expect(await shown()).toMatchObject({ progress: null })
  })

  it('is taken from a worker that has it in hand, whose result does not count', async () => {
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const { promise: go, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    const nothing: StageRunners[keyof StageRunners] = async () => async () => {
      hold()
      await go
      return { outcome: 'PASSED', detail: {} }
    }
    const worker = stageWorker(server, eachStage(nothing), end)
    const id = await begin(server, 5)
    await worker.start()
    await held
    expect(await jobsOf(id)).toEqual(['PROVISIONING active'])
    await server.report(id, 'SUPERSEDED')
    goOn()
    expect(await ended).toBe('LOST')
    expect(await server.statusOfSubmission(id)).toBe('PROVISIONING')
    expect(await jobsOf(id)).toEqual(['PROVISIONING cancelled'])
    await worker.stop()
  })
})

describe('the queues', () => {
  /** A process that starts and ends: the queues that it has made, and those that it has changed. */
  const startAnother = async () => {
    const log = pino({ level: 'silent' })
    const boss = openBoss({ connectionString: server.databaseUrl, log })
    const made = vi.spyOn(boss, 'createQueue')
    const changed = vi.spyOn(boss, 'updateQueue')
    const queue = createJobQueue({ boss, clock: server.clock, log, retryDelaySeconds: 0 })
    await queue.start()
    await queue.stop()
    return [made, changed].map(({ mock }) => mock.calls.map(([name]) => name))
  }

  it('are made by the first process; the next one finds them, and gives this release’s settings to one of an earlier release', async () => {
    expect(await startAnother()).toEqual([[], []])
    const settings = () =>
      server.look(
        "select retry_limit, heartbeat_seconds, expire_seconds, notify from pgboss.queue where name = 'outputs'",
      )
    const own = await settings()
    await server.asOwner(
      "update pgboss.queue set retry_limit = 2, heartbeat_seconds = null, notify = false where name = 'outputs'",
    )
    await server.asOwner("delete from pgboss.queue where name = 'webhook'")
    expect(await startAnother()).toEqual([['webhook'], ['outputs']])
    expect(await settings()).toEqual(own)
    expect(await startAnother()).toEqual([[], []])
  })
})

describe('a job that fails', () => {
  it('is counted in the figures, by its queue, and is done when it is tried again', async () => {
    const figure = async (): Promise<string | undefined> =>
      /^jobs_failed_total\{queue="outputs"\} (\d+)$/m.exec(
        await (await fetch(`${server.origin}/metrics`)).text(),
      )?.[1]
    // The first failure is a growth only where there was a nought.
    expect(await figure()).toBe('0')
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    let attempts = 0
    const slot = await server.processing.queue.consume('outputs', async () => {
      attempts += 1
      if (attempts === 1) throw new Error('not yet')
      end()
    })
    await server.inSystem(tx =>
      server.processing.queue.enqueueOutputs(tx, { jobId: randomUUID() }, randomUUID()),
    )
    await done
    expect(await figure()).toBe('1')
    await slot.stop()
  })
})

describe('a job whose process has died', () => {
  it('stands in the way of the next one for less than a minute', async () => {
    const ofEachMinute = ['audit.seal', 'issues.tracker.poll', 'notices', 'sweep']
    const which = ofEachMinute.map(name => `'${name}'`).join(', ')
    // As their process has left them: taken, and with no sign of life since.
    await server.asOwner(`delete from pgboss.job where name in (${which});
      insert into pgboss.job (name, data, state, policy, retry_limit, retry_delay, expire_seconds, heartbeat_seconds,
          created_on, started_on, heartbeat_on)
        select name, '{}', 'active', policy, retry_limit, retry_delay, expire_seconds, heartbeat_seconds,
          now() - interval '1 minute', now() - interval '1 minute', now() - interval '1 minute'
        from pgboss.queue where name in (${which})`)
    const held = async () =>
      (
        await server.look<{ held: string[] }>(
          `select array(select name from pgboss.job where name in (${which}) and state = 'active'
            and started_on < now() - interval '30 seconds' order by name) as held`,
        )
      ).held
    await expect.poll(held, { timeout: 60_000, interval: 500 }).toEqual([])
  })

  it('together with its database is put back, which counts as no try, as often as an outage that nobody sees', async () => {
    const { putBackLostWithDatabase } = server.processing.queue
    const jobs = await server.inSystem(async tx => {
      await sql`insert into pgboss.job (name, data, state, retry_count, retry_limit, started_on, heartbeat_seconds, heartbeat_on)
        select 'stage', jsonb_build_object('case', what), 'active', retries, retries, now(), 10,
          pg_postmaster_start_time() + seconds * interval '1 second'
        from (values ('ended with it', 3, -1), ('lives, or ended later', 3, 1), ('often before', 22, -1), ('too often', 23, -1))
          as given (what, retries, seconds)`.execute(tx)
      // Whoever starts next finds nothing more to put back.
      await putBackLostWithDatabase(tx)
      await putBackLostWithDatabase(tx)
      const { rows } = await sql<{ what: string; state: string; triesLeft: number }>`
        delete from pgboss.job where name = 'stage' and data ? 'case'
        returning data ->> 'case' as what, state, retry_limit - retry_count as "triesLeft"`.execute(tx)
      return Object.fromEntries(rows.map(({ what, state, triesLeft }) => [what, `${state} ${triesLeft}`]))
    })
    expect(jobs).toEqual({
      'ended with it': 'retry 1',
      'lives, or ended later': 'active 0',
      'often before': 'retry 1',
      'too often': 'active 0',
    })
  })

  it('is missed in every queue', async () => {
    const { without } = await server.look<{ without: string[] }>(
      `select array(select name from pgboss.queue
        where not starts_with(name, '__pgboss') and (heartbeat_seconds is null or heartbeat_seconds > 60)) as without`,
    )
    expect(without).toEqual([])
  })
})
