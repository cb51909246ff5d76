import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BackgroundTask, backgroundTasks, unattended, untilDone } from '../../server/background.ts'
import { createDemonstration } from '../../server/demonstration/index.ts'
import { names, type QueueName } from '../../server/jobs/jobs.ts'
import { takeLease } from '../../server/jobs/lease.ts'
import { createOutageHandling } from '../../server/jobs/outageHandling.ts'
import { createProgressReporter } from '../../server/jobs/progress.ts'
import { loadInUse, readyAhead } from '../../server/specifications/index.ts'
import { noteProgress } from '../../server/workbooks/requests.ts'
import { forgetAudit } from './support/auditLines.ts'
import { startJira } from './support/jiraStub.ts'
import { liveConnections } from './support/liveConnection.ts'
import { type LyingDatabase, startLyingDatabase } from './support/lyingDatabase.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { seasonOf } from './support/season.ts'

/*
 * Vitest fails a run in which a rejection is not handled, as a server would end. So each test that cuts the database under a
 * task also shows that the process outlives it.
 */

const tracker = { token: 'secret', project: 'QA' }
const logged: string[] = []
let server: ProcessingServer
let database: LyingDatabase
let jira: Awaited<ReturnType<typeof startJira>>
beforeAll(async () => {
  jira = await startJira(tracker)
  server = await startProcessingServer({
    worker: true,
    logged,
    pool: { max: 10, waitMs: 2000 },
    through: async ({ url }) => {
      database = await startLyingDatabase(url)
      return database.url
    },
    environment: {
      ISSUES_URL: jira.url,
      ISSUES_TOKEN: tracker.token,
      ISSUES_PROJECT: tracker.project,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'portal@example.org',
    },
  })
})
afterAll(async () => {
  await server.stop()
  await database.stop()
  await jira.stop()
})

const { connect } = liveConnections(() => server)

const isReady = async (): Promise<boolean> => (await fetch(`${server.origin}/health/ready`)).ok
const isWell = () => expect.poll(isReady, { timeout: 30_000 }).toBe(true)

const going = new AbortController()
const { signal } = going

/** A submission that is being uploaded, with an attempt at a stage of it. */
const attemptAt = async () => {
  await server.forget()
  const submissionId = randomUUID()
  await server.lifecycle.requestUpload({
    submissionId,
    collectionId: 'c23056',
    instId: '0001',
    mode: 'live',
    fileName: 'file.xml',
    objectKey: `0001/${submissionId}/file.xml`,
    expires: new Date(server.clock.now().getTime() + 60_000),
    actor: server.actor('ashby-submitter'),
  })
  return server.inSystem(tx =>
    takeLease(tx, { submissionId, stage: 'QUALITY_RULES', worker: 'a worker', at: server.clock.now() }),
  )
}

const choice = { submissionId: randomUUID(), field: '', isWhole: false, regulator: '' }

/**
 * What starts each task, or that it runs by itself (undefined). `works` says that it does what it is for. Whatever needs the database
 * beforehand is made by `prepare`.
 */
interface Trial {
  prepare?: () => Promise<unknown>
  start?: () => unknown
  works: () => Promise<unknown>
}

const createTrials = (): Record<BackgroundTask, Trial> => {
  const { db, clock, log, processing } = server
  const { queue, live, outages, specifications } = processing
  const { tellPlaces } = createOutageHandling({ db, clock, log, queue, outages })
  const places = () =>
    server.look<{ count: number }>(
      "select count(*)::int as count from pgboss.job where name = 'places' and state < 'active'",
    )
  let attempt: Awaited<ReturnType<typeof attemptAt>>
  const report = async (done: number): Promise<void> => {
    const submission = { collectionId: 'c23056', instId: '0001', mode: 'live' as const }
    const reporter = createProgressReporter({ db, clock, log, submission, attempt })
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600)
    reporter.report({ done, total: 10, unit: 'rules' })
    now.mockRestore()
    await reporter.end()
  }
  let opened: Awaited<ReturnType<typeof connect>>
  let demonstration: ReturnType<typeof createDemonstration>
  let loaded = 0
  const load = async () => {
    loaded += 1
  }
  let tasks: Promise<void>[] = []
  const started = (task: Promise<void>) => {
    tasks.push(task)
  }
  const allDone = async () => {
    await Promise.all(tasks)
    tasks = []
  }
  const shown = seasonOf(server, 'dunmore-first-attempt.xml')
  return {
    demonstration: {
      start: () => {
        demonstration = createDemonstration(
          { ...server.processing, db, clock, log, store: server.storage },
          () => shown.steps,
        )
        demonstration.start()
      },
      works: async () => {
        await demonstration.settled()
        expect(await shown.statuses()).toEqual(['SCHEMA_CHECK_FAILED'])
      },
    },
    dueJobs: {
      works: async () => {
        await server.asOwner(
          `insert into pgboss.job (name, data, policy) values ('notices', '{}', 'exclusive') on conflict do nothing`,
        )
        const open = () =>
          server.look<{ count: number }>(
            "select count(*)::int as count from pgboss.job where name = 'notices' and state <= 'active'",
          )
        await expect.poll(async () => (await open()).count, { timeout: 20_000 }).toBe(0)
      },
    },
    firstReadinessCheck: { start: isReady, works: isWell },
    listeningConnection: {
      works: () =>
        expect
          .poll(
            () =>
              live.hears(db).then(
                () => true,
                () => false,
              ),
            { timeout: 20_000 },
          )
          .toBe(true),
    },
    liveMessages: {
      prepare: async () => {
        opened = await connect('ashby-submitter', '0001')
      },
      start: () => live.sockets.notified('0001:1'),
      works: async () => {
        const { submissionId } = await attemptAt()
        await opened.until(frame => frame.type === 'FILE_EVENT' && frame.submissionId === submissionId)
        opened.close()
      },
    },
    liveSockets: {
      prepare: async () => {
        opened = await connect('ashby-submitter', '0001')
      },
      start: live.sockets.lookAtAll,
      works: async () => {
        await server.asOwner("update organisation set onboarded = false where id = '0001'")
        live.sockets.lookAtAll()
        await opened.closed
        await server.asOwner("update organisation set onboarded = true where id = '0001'")
      },
    },
    placesInQueue: {
      prepare: () => server.asOwner("delete from pgboss.job where name = 'places'"),
      start: tellPlaces,
      works: async () => {
        tellPlaces()
        await expect.poll(async () => (await places()).count).toBe(1)
      },
    },
    stageProgress: {
      prepare: async () => {
        attempt = await attemptAt()
      },
      start: () => report(1),
      works: async () => {
        await report(2)
        const { done } = await server.look<{ done: number }>(
          `select (progress->>'done')::int as done from submission where id = '${attempt.submissionId}'`,
        )
        expect(done).toBe(2)
      },
    },
    workbookProgress: {
      start: () =>
        unattended(log, 'workbookProgress', () =>
          server.inSystem(tx => noteProgress(tx, choice, { done: 1, total: 2 })),
        ),
      works: () => server.inSystem(tx => noteProgress(tx, choice, { done: 1, total: 2 })),
    },
    publishedSpecifications: {
      start: () =>
        started(
          untilDone(
            log,
            'publishedSpecifications',
            () => readyAhead({ db, specifications: { load }, log }, signal),
            { signal },
          ),
        ),
      works: async () => {
        await allDone()
        expect(loaded).toBeGreaterThan(0)
      },
    },
    specificationsInUse: {
      start: () => started(untilDone(log, 'specificationsInUse', () => loadInUse(db, { load }), { signal })),
      works: async () => {
        loaded = 0
        await allDone()
        await loadInUse(db, specifications)
      },
    },
    deadWorkerStages: {
      start: () => started(processing.releaseWorker(0)),
      works: allDone,
    },
    workFolders: { works: isWell },
    // A separate process takes the backup, so no connection of this one is used.
    scheduledBackup: { works: isWell },
  }
}

describe('a background task under which the database is cut', () => {
  it.each(backgroundTasks)('%s: the process goes on, and so does the task', async task => {
    const { prepare, start, works } = createTrials()[task]
    await prepare?.()
    const before = database.refused()
    database.setAway(true)
    start?.()
    // Others ask all the time, too; what was started has asked by then.
    await expect.poll(database.refused, { timeout: 20_000 }).toBeGreaterThan(before + 2)
    database.setAway(false)
    await works()
    await isWell()
  })
})

describe('a job under which the database is cut', () => {
  const data = JSON.stringify({
    submissionId: randomUUID(),
    deliveryId: randomUUID(),
    jobId: randomUUID(),
    mailId: randomUUID(),
    issueId: randomUUID(),
    instId: '0001',
    stage: 'PROVISIONING',
    mode: 'live',
    kind: 'UPLOAD_EXPIRED',
    due: '2024-10-01T09:00:00.000Z',
    sequence: 1,
    field: '',
    isWhole: false,
    regulator: '',
  })
  const consumed = (Object.keys(names) as QueueName[]).toSorted()

  it.each(consumed)('%s: the process goes on', async queue => {
    const name = names[queue]
    await server.asOwner(`delete from pgboss.job where name = '${name}'`)
    const taken = database.awayAfter(new RegExp(`name = '${name}'[\\s\\S]*skip locked`, 'i'))
    await server.asOwner(
      `insert into pgboss.job (name, data, policy) values ('${name}', '${data}', 'standard')`,
    )
    await taken
    const before = database.refused()
    await expect.poll(database.refused, { timeout: 20_000 }).toBeGreaterThan(before)
    database.setAway(false)
    await isWell()
    await server.asOwner(`delete from pgboss.job where name = '${name}'`)
  })
})

describe('the demonstration', () => {
  it('continues where it stopped when every connection is cut ten times, and makes nothing twice', async () => {
    const { db, clock, log, processing, storage: store } = server
    const shown = seasonOf(server, 'student-2022-23-0004.xml', 'brackley-student-2023-24.xml')
    await forgetAudit(server)
    const demonstration = createDemonstration({ ...processing, db, clock, log, store }, () => shown.steps)
    demonstration.start()
    const ended = demonstration.settled().then(() => true)
    for (let cut = 0; cut < 10; cut += 1) {
      // It has just read how far a submission is.
      await Promise.race([database.awayAfter(/from submission\b/i), ended])
      database.setAway(false)
      await isWell()
    }
    expect(await ended).toBe(true)
    expect(await shown.statuses()).toEqual(['HISTORY_DATA_PASSED', 'ANALYST_APPROVAL'])
    const { rows } = await server.inSystem(tx =>
      sql<{ count: number }>`select count(*)::int from submission`.execute(tx),
    )
    expect(rows[0]?.count).toBe(2)
  })
})

afterAll(() => going.abort())
