import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createJobRunner, createJobs } from '../bulk/index.ts'
import type { Database } from '../database/schema.ts'
import {
  createConfigurations,
  createDeliveries,
  createPackageMaker,
  createPartitions,
  createSetMaker,
} from '../delivery/index.ts'
import { createMeasure } from '../impact/index.ts'
import { createMakings, type JobQueue, type Outages } from '../jobs/index.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import { createOutputMaker } from '../outputs/index.ts'
import type { AnalysisReader, SpecificationStore } from '../pipeline/index.ts'
import {
  createPseudonymisationMaker,
  createPseudonymisationTasks,
  openPseudonymKeys,
} from '../pseudonymisation/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import { createWorkbookMaker } from '../workbooks/index.ts'
import type { WorkFolders } from '../workFolders.ts'

/** Puts together what is made of processed records beside the stages, at somebody's wish or by a schedule. */
export const composeMaking = (tools: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: JobQueue
  outages: Outages
  store: ObjectStore
  lifecycle: Lifecycle
  reader: AnalysisReader
  specifications: SpecificationStore
  workFolders: WorkFolders
  keysDir: string
  memoryMb: number
  threads: number
}) => {
  const { keysDir } = tools
  const partitions = createPartitions(tools)
  const deliveries = createDeliveries({ ...tools, partitions })
  const jobs = createJobs({ ...tools, measure: createMeasure(tools) })
  const pseudonymisation = createPseudonymisationTasks(tools)
  const keys = openPseudonymKeys(keysDir)
  const makings = createMakings({
    ...tools,
    makings: {
      workbook: createWorkbookMaker(tools),
      outputs: createOutputMaker({ ...tools, jobs }),
      pseudonymisation: createPseudonymisationMaker({ ...tools, keys, tasks: pseudonymisation }),
      deliverySet: createSetMaker(tools),
      delivery: createPackageMaker({ ...tools, keys, deliveries, partitions }),
      bulk: createJobRunner({ ...tools, jobs }),
    },
  })

  return {
    deliveries,
    deliveryConfigurations: createConfigurations(tools),
    jobs,
    pseudonymisation,
    /** Has this process go through decisions about many submissions, and end whatever could not be made. */
    startOnServer: async (): Promise<void> => {
      await makings.start('bulk')
      await makings.startGivingUp()
    },
    /** Has this process make what other jobs ask for. */
    startOnWorker: (): Promise<void> =>
      makings.start('workbook', 'outputs', 'pseudonymisation', 'deliverySet', 'delivery'),
    leave: makings.leave,
  }
}
