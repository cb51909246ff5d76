import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { RulesetError } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import {
  PermanentFault,
  type StageInput,
  type StageRunner,
  type StageRunners,
  type StageWork,
} from '../jobs/index.ts'
import { withoutValues } from '../privacy/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import type { SpecificationStore } from './specificationStore.ts'
import type { AnalysisStage, StageTools } from './stage.ts'
import { stageContextOf } from './stageContext.ts'
import { reportCollection } from './stages/collectionReports.ts'
import { reportCredibility } from './stages/credibility.ts'
import { enrich } from './stages/enrichment.ts'
import { keepHistory } from './stages/history.ts'
import { provision } from './stages/provisioning.ts'
import { runRules } from './stages/qualityRules.ts'
import { checkRight } from './stages/rightToProcess.ts'
import { checkSchema } from './stages/schemaCheck.ts'
import { withWorkFolder } from './workFolder.ts'

export interface PipelineConfig {
  dataDir: string
  /** Memory of one analysis database, in MiB. */
  memoryMb: number
  /** Threads of one analysis database. */
  threads: number
}

/** Folder of the analysis databases. */
export const analysisFolder = (dataDir: string): string => join(dataDir, 'analysis')
/** DuckDB file of a submission. */
export const databaseFileOf = (dataDir: string, submissionId: string): string =>
  join(analysisFolder(dataDir), `${submissionId}.duckdb`)

/** The stages of the pipeline (decisions §3): each takes a stored submission and gives a result. */
export const createPipeline = (options: {
  db: Kysely<Database>
  store: ObjectStore
  specifications: SpecificationStore
  config: PipelineConfig
}) => {
  const { db, store, specifications, config } = options
  const tools: StageTools = {
    db,
    store,
    specifications,
    databaseFileOf: submissionId => databaseFileOf(config.dataDir, submissionId),
  }

  const withoutAnalysis =
    (stage: (tools: StageTools, input: StageInput) => ReturnType<StageWork>): StageRunner =>
    async () =>
    input =>
      stage(tools, input)

  const withAnalysis =
    (name: string, stage: AnalysisStage): StageRunner =>
    async (tx, { id, instId }) => {
      const context = await stageContextOf(tx, { id, instId })
      return async input => {
        await mkdir(analysisFolder(config.dataDir), { recursive: true })
        const folder = `${id}-${name}-${input.fencingToken}`
        const run = withWorkFolder(join(config.dataDir, 'work'), folder, workFolder =>
          stage(tools, {
            ...input,
            context,
            analysis: {
              databaseFile: tools.databaseFileOf(id),
              workFolder,
              memoryMb: config.memoryMb,
              threads: config.threads,
              signal: input.signal,
              onProgress: input.onProgress,
            },
          }),
        )
        return run.catch(error => {
          // Trying again does not put a ruleset in order.
          if (error instanceof RulesetError) throw new PermanentFault(error.message, { cause: error })
          throw withoutValues(error)
        })
      }
    }

  const stages: StageRunners = {
    PROVISIONING: withoutAnalysis(provision),
    SCHEMA_CHECK: withAnalysis('schema', checkSchema),
    RIGHT_TO_PROCESS: withAnalysis('right', checkRight),
    ENRICHMENT: withAnalysis('enrichment', enrich),
    QUALITY_RULES: withAnalysis('rules', runRules),
    CREDIBILITY: withAnalysis('credibility', reportCredibility),
    COLLECTION_REPORTS: withAnalysis('reports', reportCollection),
    HISTORY: withAnalysis('history', keepHistory),
  }

  return {
    stages,

    /** Keeps what went wrong where the agency's administrators can fetch it; gives the object's key. */
    keepErrorLog: async (
      { submissionId, instId }: { submissionId: string; instId: string },
      text: string,
    ): Promise<string> => {
      const key = objectKey(instId, submissionId, 'error-log.txt')
      await store.put(key, Readable.from([text]))
      return key
    },
  }
}
export type Pipeline = ReturnType<typeof createPipeline>
