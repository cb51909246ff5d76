import type { Transaction } from 'kysely'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { analysisPaths, RulesetError } from '../analysis/index.ts'
import { nameArtefacts } from '../database/queries/artefacts.ts'
import type { Database } from '../database/schema.ts'
import { type Disk, NearlyFull } from '../disk.ts'
import {
  PermanentFault,
  type StageInput,
  type StageRunner,
  type StageRunners,
  type StageWork,
} from '../jobs/index.ts'
import { longest } from '../limits.ts'
import type { WorkFolders } from '../workFolders.ts'
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
import { createWorkspaces } from './workspaces.ts'

export interface PipelineConfig {
  workFolders: WorkFolders
  /** Memory of one analysis database, in MiB. */
  memoryMb: number
  /** Threads of one analysis database. */
  threads: number
  /** Stages at once. */
  concurrency: number
  disk: Pick<Disk, 'setAside' | 'spareBytes'>
}

/** After these nothing of a submission's analysis is wanted at once. */
const lastStages: readonly Stage[] = ['COLLECTION_REPORTS', 'HISTORY']

/** The stages of the pipeline (decisions §3): each takes a stored submission and gives a result. */
export const createPipeline = (tools: StageTools, config: PipelineConfig) => {
  const { store } = tools
  const workspaces = createWorkspaces({ workFolders: config.workFolders, places: config.concurrency })

  /**
   * Does work whose files, of columns packed, take less room than the file that they are made of. What queries write besides,
   * where memory is short, leaves the reserve free too. Throws NearlyFull where there is no room: the stage waits for it.
   */
  const withRoom = async <T>(
    fileBytes: number,
    work: (spillMb: number | undefined) => Promise<T>,
  ): Promise<T> => {
    const space = await config.disk.setAside(fileBytes)
    if (!space) throw new NearlyFull(`There is no room for the analysis of ${fileBytes} bytes.`)
    try {
      const spillMb = Math.floor((await config.disk.spareBytes()) / 1e6)
      return await work(Number.isFinite(spillMb) ? spillMb : undefined)
    } finally {
      space.giveBack()
    }
  }

  const withoutAnalysis =
    <S extends Stage>(
      stage: (tools: StageTools, input: StageInput) => ReturnType<StageWork<S>>,
    ): StageRunner<S> =>
    async () =>
    input =>
      stage(tools, input)

  const withAnalysis =
    <S extends Stage>(stageName: S, stage: AnalysisStage<S>): StageRunner<S> =>
    async (tx, { id, instId }) => {
      const context = await stageContextOf(tx, { id, instId })
      return async input => {
        const { submission, fencingToken, signal, onProgress } = input
        const name = `${id}-${stageName}-${fencingToken}`
        const place = { submissionId: id, stored: context.parts, name }
        const inWorkspace = (spillMb: number | undefined) =>
          workspaces.use(place, async workspace => {
            const { memoryMb, threads } = config
            const analysis = {
              ...analysisPaths(workspace.folder),
              workFolder: workspace.folder,
              memoryMb,
              statementMs: longest.statementMs,
              threads,
              ...(spillMb === undefined ? {} : { spillMb }),
              signal,
              kept: workspace.kept,
              onProgress,
            }
            const parts = openParts(
              tools,
              { submission, context, analysis, here: workspace.parts },
              { stage: stageName, fencingToken },
            )
            const output = await stage(tools, { ...input, context, analysis, parts })
            if (output.outcome === 'PASSED' && !lastStages.includes(stageName)) workspace.leave(parts.here())
            return {
              ...output,
              store: async (outcome: Transaction<Database>, at: Date) => {
                await nameArtefacts(outcome, id, parts.made())
                await output.store?.(outcome, at)
              },
            }
          })
        return withRoom(submission.fileSize ?? 0, inWorkspace).catch(error => {
          // Trying again does not put a ruleset in order.
          if (error instanceof RulesetError) throw new PermanentFault(error.message, { cause: error })
          throw error
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
    /** Lets go of what the stages have left for those that follow. */
    close: workspaces.close,
  }
}
export type Pipeline = ReturnType<typeof createPipeline>
