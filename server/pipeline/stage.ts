import type { Kysely } from 'kysely'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import type { AnalysisContext } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import type { TrackerQueue } from '../issues/index.ts'
import type { JobQueue, StageInput, StageWork } from '../jobs/index.ts'
import type { Parts, PartTools } from './parts.ts'
import type { StageContext } from './stageContext.ts'

/** What every stage gets besides its input. */
export interface StageTools extends PartTools {
  db: Kysely<Database>
  /** Hears what results make of issues; without one the portal is their register. */
  tracker: TrackerQueue | undefined
  /** Has the files that are delivered of a submission made. */
  deliveries: Pick<JobQueue, 'enqueueDeliverySet'>
}

/** A stage's input with its context and an analysis whose work folder lives as long as the stage. */
export interface AnalysisInput extends StageInput {
  context: StageContext
  analysis: AnalysisContext
  /** The parts of the analysis, in that folder. */
  parts: Pick<Parts, 'need' | 'keep'>
}

/** The work of a stage that reads or writes the analysis of a submission. */
export type AnalysisStage<S extends Stage> = (
  tools: StageTools,
  input: AnalysisInput,
) => ReturnType<StageWork<S>>
