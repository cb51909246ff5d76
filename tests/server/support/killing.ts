import { join } from 'node:path'
import pino from 'pino'
import { expect } from 'vitest'
import { createJobs } from '../../../server/bulk/index.ts'
import { createDeliveries, createPackageMaker, createPartitions } from '../../../server/delivery/index.ts'
import type { JobQueue } from '../../../server/jobs/index.ts'
import { createOutputMaker } from '../../../server/outputs/index.ts'
import { createReader } from '../../../server/pipeline/index.ts'
import {
  createPseudonymisationMaker,
  createPseudonymisationTasks,
  openPseudonymKeys,
} from '../../../server/pseudonymisation/index.ts'
import { createArtefactStore, createLocalCache } from '../../../server/storage/index.ts'
import { createWorkFolders } from '../../../server/workFolders.ts'
import { message } from '../../../src/messages/message.ts'
import { expectConforming } from './conforms.ts'
import { createMortal, type Mortal } from './mortal.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Each kind is killed at so many of its points, spread over all that it has; `npm run model:all` asks for twenty. */
const killedAt = Number(process.env.BEDEL_POINTS ?? 4)

type Enqueues = 'withdrawMaking' | 'enqueuePseudonymisation' | 'enqueueDelivery' | 'enqueueOutputs'
const nowhere = {
  withdrawMaking: async () => undefined,
  enqueuePseudonymisation: async () => undefined,
  enqueueDelivery: async () => undefined,
  enqueueOutputs: async () => undefined,
}

/** A kind of work: what is asked for anew each time, who does it, and what has to be there in the end. */
export interface Work {
  /** Asks for it; gives what the job is about. */
  ask: () => Promise<string>
  run: (crew: Crew, id: string) => Promise<void>
  /** The one result, whole: throws where it is not. Gives what is the same each time. */
  result: (id: string) => Promise<unknown>
}

/** Points at which something changes: a process that dies while it only reads has done nothing. */
const changing = (points: readonly string[]): number[] =>
  points.flatMap((name, at) => (/transaction|commit|writing|removing/.test(name) ? [at + 1] : []))

/** So many of them, from the first to the last. */
const spread = (points: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, at) => {
    const place = Math.round((at * (points.length - 1)) / (count - 1))
    return points[place] ?? 1
  })

/** Processes that do the work of a server, and are killed at it. */
export const killing = (server: () => ProcessingServer) => {
  /** What asks for work and what does it, over a database and a store that may die. */
  const crewOf = ({ db, store }: Pick<Mortal, 'db' | 'store'>, queue: Pick<JobQueue, Enqueues> = nowhere) => {
    const log = pino({ level: 'silent' })
    const { clock, processing, disk } = server()
    const { specifications } = processing
    const cache = createLocalCache({
      folder: join(server().dataDir, 'no-cache'),
      limitBytes: 0,
      cipherOf: async () => undefined,
    })
    const workFolders = createWorkFolders(join(server().dataDir, 'mortal'))
    const artefacts = createArtefactStore({ store, cache })
    const tools = { db, store, artefacts, specifications, tracker: undefined, deliveries: processing.queue }
    const reader = createReader(tools, { workFolders, clock, disk })
    const keys = openPseudonymKeys(join(server().dataDir, 'keys'))
    const tasks = createPseudonymisationTasks({ db, clock, queue })
    const partitions = createPartitions({ db, store })
    const deliveries = createDeliveries({ db, clock, queue, store, partitions })
    const jobs = createJobs({
      db,
      clock,
      lifecycle: server().lifecycle,
      measure: async () => ({ refusal: message('specification', 'impact.noResults') }),
      queue: { ...queue, enqueueBulk: async () => undefined },
    })
    return {
      tasks,
      deliveries,
      jobs,
      pseudonymise: createPseudonymisationMaker({ db, log, store, specifications, keys, tasks }),
      pack: createPackageMaker({
        db,
        log,
        store,
        reader,
        specifications,
        workFolders,
        keys,
        deliveries,
        partitions,
        memoryMb: 256,
        threads: 2,
      }),
      output: createOutputMaker({ db, clock, reader, specifications, jobs }),
    }
  }
  /** The database and the store, which nothing ends. */
  const whole = () => ({ db: server().db, store: server().storage })

  /** Lets processes do the work until one has got to its end, the first ones killed at these points, one after the other. */
  const killed = async (work: Work, dieAt: readonly number[]): Promise<string> => {
    const id = await work.ask()
    let deaths = 0
    for (const at of dieAt) {
      const mortal = createMortal(whole(), at)
      const outcome = await work.run(crewOf(mortal), id).catch((error: unknown) => error)
      // What an earlier one has done may leave too little for this one to come so far.
      if (!mortal.isDead()) break
      expect(outcome).toBeInstanceOf(Error)
      deaths += 1
    }
    expect(deaths).toBeGreaterThan(0)
    await work.run(crewOf(whole()), id)
    return id
  }

  /** Points of an undisturbed run by number, and its result. */
  const undisturbed = async (work: Work): Promise<{ points: readonly string[]; result: unknown }> => {
    const mortal = createMortal(whole())
    const id = await work.ask()
    await work.run(crewOf(mortal), id)
    return { points: mortal.points, result: await work.result(id) }
  }

  /** Kills whoever does the work, at points spread over all at which something changes: there is the same one result each time. */
  const killEverywhere = async (work: Work): Promise<void> => {
    const { points, result } = await undisturbed(work)
    const dangerous = changing(points)
    expect(dangerous.length).toBeGreaterThan(3)
    const deaths = spread(dangerous, Math.min(killedAt, dangerous.length)).map(at => [at, at])
    // One has written all and told nobody; the next one has told of its own, and not tidied up.
    deaths.push([points.lastIndexOf('after writing') + 1 || 1, points.lastIndexOf('after a commit') + 1])
    for (const dieAt of deaths) {
      const where = dieAt.map(at => `${at}: ${points[at - 1]}`).join(', ')
      const id = await killed(work, dieAt)
      // The job comes once more, to a process that knows nothing.
      await work.run(crewOf(whole()), id)
      expect([where, await work.result(id)]).toEqual([where, result])
    }
    await expectConforming(server())
  }

  return { crewOf, whole, killEverywhere }
}
export type Crew = ReturnType<ReturnType<typeof killing>['crewOf']>
