import type { Kysely } from 'kysely'
import type { AnalysisContext } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import type { StageInput, StageWork } from '../jobs/index.ts'
import type { ObjectStore } from '../storage/index.ts'
import type { SpecificationStore } from './specificationStore.ts'
import type { StageContext } from './stageContext.ts'

/** What every stage gets besides its input. */
export interface StageTools {
  db: Kysely<Database>
  store: ObjectStore
  specifications: SpecificationStore
  /** DuckDB file of a submission, as later stages and readers open it. */
  databaseFileOf: (submissionId: string) => string
}

/** A stage's input with its context and an analysis whose work folder lives as long as the stage. */
export interface AnalysisInput extends StageInput {
  context: StageContext
  analysis: AnalysisContext
}

/** The work of a stage that reads or writes the analysis of a submission. */
export type AnalysisStage = (tools: StageTools, input: AnalysisInput) => ReturnType<StageWork>
