import type { Transaction } from 'kysely'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { analysisPaths, RulesetError } from '../analysis/index.ts'
import { nameArtefacts } from '../database/queries/artefacts.ts'
import type { Database } from '../database/schema.ts'
import {
  PermanentFault,
  type StageInput,
  type StageRunner,
  type StageRunners,
  type StageWork,
} from '../jobs/index.ts'
import { withoutValues } from '../privacy/index.ts'
import { createErrorLog } from './errorLog.ts'
import { openParts } from './parts.ts'
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
import type { WorkFolders } from './workFolder.ts'

export interface PipelineConfig {
  workFolders: WorkFolders
  /** Memory of one analysis database, in MiB. */
  memoryMb: number
  /** Threads of one analysis database. */
  threads: number
}

/** The stages of the pipeline (decisions §3): each takes a stored submission and gives a result. */
export const createPipeline = (tools: StageTools, config: PipelineConfig) => {
  const { store } = tools

  const withoutAnalysis =
    (stage: (tools: StageTools, input: StageInput) => ReturnType<StageWork>): StageRunner =>
    async () =>
    input =>
      stage(tools, input)

  const withAnalysis =
    (stageName: Stage, stage: AnalysisStage): StageRunner =>
    async (tx, { id, instId }) => {
      const context = await stageContextOf(tx, { id, instId })
      return async input => {
        const { submission, fencingToken, signal, onProgress } = input
        const folder = `${id}-${stageName}-${fencingToken}`
        const run = config.workFolders.use(folder, async workFolder => {
          const { memoryMb, threads } = config
          const analysis = {
            ...analysisPaths(workFolder),
            workFolder,
            memoryMb,
            threads,
            signal,
            onProgress,
          }
          const parts = openParts(
            tools,
            { submission, context, analysis },
            { stage: stageName, fencingToken },
          )
          const output = await stage(tools, { ...input, context, analysis, parts })
          return {
            ...output,
            store: async (outcome: Transaction<Database>, at: Date) => {
              await nameArtefacts(outcome, id, parts.made())
              await output.store?.(outcome, at)
            },
          }
        })
        return run.catch(error => {
          // Trying again does not put a ruleset in order.
          if (error instanceof RulesetError) throw new PermanentFault(error.message, { cause: error })
          throw withoutValues(error)
        })
      }
    }

  const stages: StageRunners = {
    PROVISIONING: withoutAnalysis(provision),
    SCHEMA_CHECK: withAnalysis('SCHEMA_CHECK', checkSchema),
    RIGHT_TO_PROCESS: withAnalysis('RIGHT_TO_PROCESS', checkRight),
    ENRICHMENT: withAnalysis('ENRICHMENT', enrich),
    QUALITY_RULES: withAnalysis('QUALITY_RULES', runRules),
    CREDIBILITY: withAnalysis('CREDIBILITY', reportCredibility),
    COLLECTION_REPORTS: withAnalysis('COLLECTION_REPORTS', reportCollection),
    HISTORY: withAnalysis('HISTORY', keepHistory),
  }

  return {
    stages,
    keepErrorLog: createErrorLog(store),
  }
}
export type Pipeline = ReturnType<typeof createPipeline>
