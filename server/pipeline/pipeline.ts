import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { type AnalysisContext, RulesetError } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import type { SubmissionRecord } from '../lifecycle/index.ts'
import { PermanentFault, type StepInput, type StepRunner, type StepRunners } from '../queue/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import type { Content } from './content.ts'
import { reportCollection } from './steps/collectionReports.ts'
import { reportCredibility } from './steps/credibility.ts'
import { enrich } from './steps/enrichment.ts'
import { keepHistory } from './steps/history.ts'
import { provision } from './steps/provisioning.ts'
import { runRules } from './steps/qualityRules.ts'
import { checkRight } from './steps/rightToProcess.ts'
import { checkSchema } from './steps/schemaCheck.ts'
import { type Subject, subjectOf } from './subject.ts'
import { withWorkFolder } from './workFolder.ts'

export interface PipelineConfig {
  dataDir: string
  /** Memory of one analysis database, in MiB. */
  memoryMb: number
  /** Threads of one analysis database. */
  threads: number
}

/** What every step gets besides its input. */
export interface StepTools {
  db: Kysely<Database>
  store: ObjectStore
  content: Content
  /** DuckDB file of a submission, as later steps and readers open it. */
  databaseFileOf: (submissionId: string) => string
}

/** A step's input with its subject and an analysis context whose work folder lives as long as the step. */
export interface AnalysisInput extends StepInput {
  subject: Subject
  context: AnalysisContext
}

export type AnalysisStep = (tools: StepTools, input: AnalysisInput) => ReturnType<StepRunner>

/** Folder of the analysis databases. */
export const analysisFolder = (dataDir: string): string => join(dataDir, 'analysis')
/** DuckDB file of a submission. */
export const databaseFileOf = (dataDir: string, submissionId: string): string =>
  join(analysisFolder(dataDir), `${submissionId}.duckdb`)

/** The steps of the pipeline (decisions §3): each takes a stored submission and gives a result. */
export const createPipeline = (options: {
  db: Kysely<Database>
  store: ObjectStore
  content: Content
  config: PipelineConfig
}) => {
  const { db, store, content, config } = options
  const tools: StepTools = {
    db,
    store,
    content,
    databaseFileOf: submissionId => databaseFileOf(config.dataDir, submissionId),
  }

  const withContext =
    (name: string, step: AnalysisStep): StepRunner =>
    async input => {
      await mkdir(analysisFolder(config.dataDir), { recursive: true })
      const folder = `${input.submission.id}-${name}-${input.fence}`
      const run = withWorkFolder(join(config.dataDir, 'work'), folder, async workFolder =>
        step(tools, {
          ...input,
          subject: await subjectOf(db, input.submission),
          context: {
            databaseFile: tools.databaseFileOf(input.submission.id),
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
        throw error instanceof RulesetError ? new PermanentFault(error.message, { cause: error }) : error
      })
    }

  const steps: StepRunners = {
    PROVISIONING: input => provision(tools, input),
    SCHEMA_CHECK: withContext('schema', checkSchema),
    RIGHT_TO_PROCESS: withContext('right', checkRight),
    ENRICHMENT: withContext('enrichment', enrich),
    QUALITY_RULES: withContext('rules', runRules),
    CREDIBILITY: withContext('credibility', reportCredibility),
    COLLECTION_REPORTS: withContext('reports', reportCollection),
    HISTORY: withContext('history', keepHistory),
  }

  return {
    steps,

    /** Keeps what went wrong where the agency's administrators can fetch it; gives the object's key. */
    keepErrorLog: async (submission: SubmissionRecord, step: string, error: unknown): Promise<string> => {
      const key = objectKey(submission.instId, submission.id, 'error-log.txt')
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      await store.put(key, Readable.from([`${step}\n${words}\n`]))
      return key
    },
  }
}
export type Pipeline = ReturnType<typeof createPipeline>
