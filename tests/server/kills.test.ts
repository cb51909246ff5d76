import { randomInt } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../../server/database/index.ts'
import { replayAll } from '../../server/inspection/conformance.ts'
import { makingQueues, names, type QueueName } from '../../server/jobs/jobs.ts'
import { attempts } from '../../server/limits.ts'
import { Random } from '../../src/sample/random.ts'
import { commitMoments } from './support/commitMoments.ts'
import { type Installation, startInstallation } from './support/installation.ts'
import {
  journeyKinds,
  type Travelled,
  type Traveller,
  travel,
  travellers,
  visitorsOf,
} from './support/journeys.ts'
import { type Made, madeOf } from './support/made.ts'

/** How many processes are killed: `npm run kills` asks for a thousand, `npm run model:all` for a hundred. */
const kills = Number(process.env.BEDEL_KILLS ?? 0)
const why = kills > 0 ? '' : ': minutes for two cores, run by npm run kills'
/** `everything`: each kill is one of the whole installation, of one API process and one worker (row 14 of the faults). */
const isWhole = process.env.BEDEL_KILLS_OF === 'everything'
/**
 * A whole installation that was killed serves again within this time, in ms. A machine that does much else may take longer
 * than the ten seconds that `npm run model:all` asks for.
 */
const servesWithinMs = Number(process.env.BEDEL_SERVES_WITHIN_MS ?? 60_000)
const seed = Number(process.env.BEDEL_SEED ?? randomInt(1, 1e8))
const pauseMs = { least: 100, most: 1500 }
/**
 * Tries of one stage, and of what is made beside the stages, that have ended with their worker, after which nothing more is
 * killed until it is through.
 */
const triesBeforePause = attempts.stageRetries - 1
const makingsBeforePause = attempts.makingRetries - 1
const askEveryMs = 200
/** When nothing is killed any more, what was left to do is done within this time, in ms. */
const doneWithinMs = 120_000
/** Each provider makes so many journeys at least, however soon the kills are over. */
const journeysAtLeast = journeyKinds.length

const open: Installation[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(installation => installation.stop()))
})
const start = async (size: { apis: number; workers: number }): Promise<Installation> => {
  const installation = await startInstallation(size)
  open.push(installation)
  return installation
}

/** A journey by its provider and number: the same in every run of a seed. */
const nameOf = ({ journey: { traveller, number } }: Travelled): string => `${traveller.instId} ${number}`

const listed = (queues: readonly QueueName[]): string => queues.map(queue => `'${names[queue]}'`).join(', ')

/** What is tried again later is due; a deadline is when its time has come. */
const isDue = `(name <> '${names.deadline}' or start_after <= now())`

/**
 * Waits until everything is done that a journey has left to the queue. Its issues are raised while its submission is still the
 * latest so, and what was made of it can be compared.
 */
const untilNothingIsLeft = async ({ rows }: Installation, submissionId: string): Promise<void> => {
  for (;;) {
    const [left] = await rows<{ count: number }>(`select count(*)::int as count from pgboss.job
      where data ->> 'submissionId' = '${submissionId}' and state <= 'active' and ${isDue}`)
    if (left?.count === 0) return
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
  }
}

/** The journeys of each provider, one after the other, until there is no next one. */
const travelAll = async (
  installation: Installation,
  hasNext: (number: number, traveller: Traveller) => boolean,
): Promise<Travelled[]> => {
  const { url } = installation
  const visitors = visitorsOf(url)
  const done = await Promise.all(
    travellers.map(async traveller => {
      const own: Travelled[] = []
      for (let number = 0; hasNext(number, traveller); number += 1) {
        const travelled = await travel(visitors, url, { seed, traveller, number })
        await untilNothingIsLeft(installation, travelled.submissionId)
        own.push(travelled)
      }
      return own
    }),
  )
  return done.flat()
}

/**
 * A stage is given up after three tries more (decisions §3), whoever ended its workers. So what is at its third try is
 * left in peace: all else would test that it is given up, which tests/server/workerDeath.test.ts does. The same of what is
 * made beside the stages (tests/server/makings.test.ts).
 */
const untilNoneIsTried = async ({ rows }: Installation): Promise<void> => {
  for (;;) {
    const [tried] = await rows<{ count: number }>(`select count(*)::int as count from pgboss.job
      where state <= 'active' and (name = '${names.stage}' and retry_count >= ${triesBeforePause}
        or name in (${listed(makingQueues)}) and retry_count >= ${makingsBeforePause})`)
    if (tried?.count === 0) return
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
  }
}

/** Kills so many processes, one after the other; gives how often each kind was, and how long the whole took to serve again. */
const killMany = async (
  installation: Installation,
  random: Random,
  isOver: () => boolean,
): Promise<{ counts: Record<string, number>; serving: number[] }> => {
  const counts: Record<string, number> = {}
  const serving: number[] = []
  const strike = async (): Promise<string> => {
    const index = random.whole(0, 1000)
    const at = { commit: random.whole(1, 12), moment: random.pick(commitMoments) }
    const kind = isWhole
      ? 'everything'
      : random.weighted([
          ['worker', 10],
          ['worker at a commit', 12],
          ['api', 5],
          ['api at a commit', 7],
          ['backend', 2],
          ['database', 1],
          ['everything', 1],
        ] as const)
    switch (kind) {
      case 'worker':
      case 'api':
        await installation.killProcess(kind, index)
        return kind
      case 'worker at a commit':
      case 'api at a commit': {
        const hasReached = await installation.killProcess(
          kind === 'worker at a commit' ? 'worker' : 'api',
          index,
          at,
        )
        return hasReached ? `${kind}, ${at.moment}` : kind.replace(' at a commit', '')
      }
      case 'backend':
      case 'database':
        return installation.killDatabase(kind === 'backend' ? 'backend' : 'first', index) ? kind : strike()
      case 'everything':
        serving.push(Math.round(await installation.killEverything()))
        return kind
    }
  }
  for (let count = 1; count <= kills && !isOver(); count += 1) {
    await new Promise(resolve => setTimeout(resolve, random.whole(pauseMs.least, pauseMs.most)))
    await untilNoneIsTried(installation)
    const kind = await strike()
    counts[kind] = (counts[kind] ?? 0) + 1
    if (count % 50 === 0) console.log(`${count} kills`, counts)
  }
  return { counts, serving }
}

/**
 * The queue's own, by which it sends what is due at set times: without signs of life, so that after a death it is sent a quarter
 * of an hour later, and the next time as ever. Nothing of a submission goes through it.
 */
const ownQueue = '__pgboss__send-it'
/** Of what is done anew soon anyway, a job that has ended with its process is not tried again. */
const doneAnewSoon = ['places', 'auditSeal', 'notices', 'trackerPoll'] as const
const deadQueues = ['deadLetter', 'makingDead', 'webhookDead', 'trackerEntryDead'] as const

/** What has gone wrong that the results do not tell: each line is a fault. */
const faultsOf = async ({ rows, databaseUrl, crashes }: Installation): Promise<string[]> => {
  const found = [...crashes]
  const { db } = await connect(databaseUrl(), 2)
  try {
    for await (const { deviations } of replayAll(db))
      found.push(...deviations.map(deviation => `deviation: ${JSON.stringify(deviation)}`))
  } finally {
    await db.destroy()
  }
  for (const { inst_id, count, first, last, noted } of await rows<{
    inst_id: string
    count: number
    first: number
    last: number
    noted: number
  }>(`select m.inst_id, count(*)::int as count, min(m.sequence)::int as first, max(m.sequence)::int as last,
      max(l.last)::int as noted from live_message m join live_sequence l using (inst_id) group by m.inst_id`))
    if (first !== 1 || count !== last || last !== noted)
      found.push(`live messages of ${inst_id}: ${count}, numbered ${first} to ${last} of ${noted}`)
  // What a process that died has left to do is done in the end, and nothing was given up.
  const jobsWhere = async (condition: string): Promise<string[]> => {
    const queues = await rows<{ name: string; state: string; count: number }>(
      `select name, state::text, count(*)::int as count from pgboss.job
        where name not in (${listed(doneAnewSoon)}, '${ownQueue}') and ${isDue} and (${condition}) group by name, state`,
    )
    return queues.map(({ name, state, count }) => `jobs: ${count} of ${name} ${state}`)
  }
  const until = performance.now() + doneWithinMs
  let left = await jobsWhere("state <= 'active'")
  while (left.length > 0 && performance.now() < until) {
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
    left = await jobsWhere("state <= 'active'")
  }
  found.push(...left, ...(await jobsWhere(`state = 'failed' or name in (${listed(deadQueues)})`)))
  return found
}

it.skipIf(kills === 0)(
  `loses nothing by kills of its processes: the results are those of a run without any (seed ${seed}${why})`,
  {
    // Journeys of both runs, and the kills between them.
    timeout: 900_000 + kills * (isWhole ? 60_000 : 20_000),
  },
  async () => {
    const struck = await start(isWhole ? { apis: 1, workers: 1 } : { apis: 2, workers: 3 })
    let isKilling = true
    let hasFailed = false
    const travelling = travelAll(struck, number => isKilling || number < journeysAtLeast).catch(error => {
      hasFailed = true
      throw error
    })
    const killing = killMany(struck, new Random(seed), () => hasFailed).finally(() => {
      isKilling = false
    })
    const [travelled, { counts, serving }] = await Promise.all([travelling, killing])
    console.log(
      `${travelled.length} journeys under kills`,
      counts,
      'ms until the whole serves again:',
      serving,
    )
    // An hour of kills is compared to its end, whatever else it has found.
    expect.soft(serving.filter(ms => ms > servesWithinMs)).toEqual([])
    expect.soft(await faultsOf(struck)).toEqual([])

    const made = new Map<string, Made>()
    for (const one of travelled) made.set(nameOf(one), await madeOf(struck, one.submissionId))
    await struck.stop()

    const calm = await start({ apis: 1, workers: 1 })
    const undisturbed = await travelAll(calm, (number, { instId }) => made.has(`${instId} ${number}`))
    expect(await faultsOf(calm)).toEqual([])
    expect(undisturbed.map(nameOf).toSorted()).toEqual([...made.keys()].toSorted())

    for (const one of undisturbed) {
      const expected = await madeOf(calm, one.submissionId)
      const isRefused = one.end === 'SCHEMA_CHECK_FAILED'
      expect([expected.findings.count > 0, expected.rules.count > 0, expected.reports.count > 0]).toEqual([
        isRefused,
        !isRefused,
        !isRefused,
      ])
      expect(expected.stored).toBe(expected.file)
      expect([expected.delivery !== null, expected.history !== null]).toEqual([
        !isRefused,
        expected.events.includes('SIGN_OFF'),
      ])
      expect([expected.notices.length > 0, expected.activity.length > 0]).toEqual([true, true])
      expect({ name: nameOf(one), ...made.get(nameOf(one)) }).toEqual({ name: nameOf(one), ...expected })
    }
    // Whatever was acknowledged has happened.
    for (const one of travelled)
      expect(made.get(nameOf(one))?.events).toEqual(expect.arrayContaining(one.acknowledged))
  },
)
