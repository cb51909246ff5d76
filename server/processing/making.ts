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
import type { JobQueue } from '../jobs/index.ts'
import type { Lifecycle } from '../lifecycle/index.ts'
import { createOutputMaker } from '../outputs/index.ts'
import type { AnalysisReader, SpecificationStore } from '../pipeline/index.ts'
import {
  createPseudonymisationMaker,
  createPseudonymisationTasks,
  openPseudonymKeys,
} from '../pseudonymisation/index.ts'
import { createSectorGroups } from '../sector/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import { createWorkbookMaker } from '../workbooks/index.ts'
import type { WorkFolders } from '../workFolders.ts'

/** Puts together what is made of processed records beside the stages, at somebody's wish or by a schedule. */
export const composeMaking = (tools: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  queue: JobQueue
  store: ObjectStore
  lifecycle: Lifecycle
  reader: AnalysisReader
  specifications: SpecificationStore
  workFolders: WorkFolders
  keysDir: string
  memoryMb: number
  threads: number
}) => {
  const { queue, keysDir } = tools
  const partitions = createPartitions(tools)
  const deliveries = createDeliveries({ ...tools, partitions })
  const sectorGroups = createSectorGroups(tools)
  const jobs = createJobs({ ...tools, measure: createMeasure(tools) })
  const pseudonymisation = createPseudonymisationTasks(tools)
  const keys = openPseudonymKeys(keysDir)

  return {
    deliveries,
    deliveryConfigurations: createConfigurations(tools),
    jobs,
    pseudonymisation,
    sectorGroups,
    /** Goes through decisions about many submissions, as jobs ask for it. */
    runJobs: createJobRunner({ ...tools, jobs }),
    /** Has this process make what other jobs ask for. */
    start: async (): Promise<void> => {
      await queue.consume('workbook', createWorkbookMaker(tools))
      await queue.consume('outputs', createOutputMaker({ ...tools, jobs }))
      await queue.consume(
        'pseudonymisation',
        createPseudonymisationMaker({ ...tools, keys, tasks: pseudonymisation }),
      )
      await queue.consume('deliverySet', createSetMaker(tools))
      await queue.consume('delivery', createPackageMaker({ ...tools, keys, deliveries, partitions }))
      await queue.consume('sectorGroups', sectorGroups.make)
    },
  }
}
