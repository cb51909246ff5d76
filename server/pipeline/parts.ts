import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { message } from '../../src/messages/message.ts'
import {
  type AnalysisContext,
  type AnalysisPart,
  type analysisPaths,
  deriveFields,
  holdsRecords,
  loadRecord,
  runQualityRules,
  type SubmissionFacts,
} from '../analysis/index.ts'
import type { StoredParts } from '../database/queries/artefacts.ts'
import { PermanentFault, SavingFault } from '../jobs/index.ts'
import type { SubmissionRecord } from '../lifecycle/index.ts'
import type { ArtefactStore, ObjectStore } from '../storage/index.ts'
import type { SpecificationStore } from './specificationStore.ts'
import { type CheckContext, overridesUnder, type StageContext } from './stageContext.ts'
import { openStoredFile } from './stages/storedFile.ts'

/** What making a part of an analysis takes. */
export interface PartTools {
  store: ObjectStore
  artefacts: ArtefactStore
  specifications: SpecificationStore
}

/** The analysis of a submission, with a work folder in which its parts appear as they are asked for. */
export interface PartInput {
  submission: SubmissionRecord
  context: StageContext
  analysis: AnalysisContext
  /** Parts that lie in the work folder already. */
  here?: StoredParts
}

/** Who makes parts: the names of their objects say it, so that no two attempts share one. */
export interface Maker {
  stage: string
  fencingToken: number
}

/** Parts in the order in which they are to be had: derived fields may have the records in them. */
export const inOrder = (parts: readonly AnalysisPart[]): AnalysisPart[] =>
  parts.toSorted((one, other) => Number(other === 'derived') - Number(one === 'derived'))

/** Folder of a part's files. */
export const partFolder = (
  part: AnalysisPart,
  { recordsFolder, databaseFile, failuresFolder }: ReturnType<typeof analysisPaths>,
): string => ({ records: recordsFolder, derived: dirname(databaseFile), failures: failuresFolder })[part]

/** Copies the history of the year before into the work folder: SQL reads nothing elsewhere. */
export const factsWithHistory = async (
  { store }: Pick<PartTools, 'store'>,
  { context, analysis }: { context: CheckContext; analysis: Pick<AnalysisContext, 'workFolder'> },
): Promise<SubmissionFacts> => {
  if (!context.previous) return context.facts
  const previousHistoryFile = join(analysis.workFolder, 'previous.parquet')
  await writeFile(previousHistoryFile, await store.open(context.previous.historyKey))
  return { ...context.facts, previousHistoryFile }
}

/** Writes the records of the stored file. Throws where it is not the one that has passed the schema check. */
const makeRecords = async (tools: PartTools, { submission, context, analysis }: PartInput): Promise<void> => {
  const { schema, ruleset } = await tools.specifications.load(context.versions)
  const file = await openStoredFile(tools.store, submission)
  try {
    const { outcome } = await loadRecord(analysis, {
      bytes: file.bytes,
      totalBytes: file.totalBytes,
      schema,
      header: ruleset.manifest.header,
      findingsCap: 1,
      store: ruleset.manifest.columns,
    }).catch(error => {
      if (analysis.signal.aborted || error instanceof PermanentFault) throw error
      throw new SavingFault(message('server', 'fault.notSaved'), { cause: error })
    })
    await file.verify()
    if (!outcome.wellFormed || outcome.findingsTotal > 0)
      throw new PermanentFault(message('server', 'fault.fileDiffers'))
  } finally {
    await file.close()
  }
}

/** Derives the fields of the records. */
export const makeDerived = async (tools: PartTools, input: PartInput): Promise<void> => {
  const { ruleset } = await tools.specifications.load(input.context.versions)
  await deriveFields(input.analysis, ruleset, await factsWithHistory(tools, input))
}

const makeFailures = async (tools: PartTools, { context, analysis }: PartInput): Promise<void> => {
  const { ruleset } = await tools.specifications.load(context.versions)
  await runQualityRules(analysis, ruleset, {
    facts: context.facts,
    ...context.tolerances,
    overrides: overridesUnder(ruleset, context.tolerances.overrides),
  })
}

/** Each part with those that it is made from. */
const makings: Record<
  AnalysisPart,
  { from: AnalysisPart[]; make: (tools: PartTools, input: PartInput) => Promise<void> }
> = {
  records: { from: [], make: makeRecords },
  derived: { from: ['records'], make: makeDerived },
  failures: { from: ['records', 'derived'], make: makeFailures },
}

/**
 * The parts of an analysis in its work folder: taken from the object store or this machine's copies, or made again from the
 * stored file where the store has them no more. Where they were made first does not matter.
 */
export const openParts = (tools: PartTools, given: PartInput, maker: Maker) => {
  const { submission, context } = given
  // What is made again is no progress of a stage: its bar would have to go back.
  const input = { ...given, analysis: { ...given.analysis, onProgress: () => undefined } }
  const here: StoredParts = { ...given.here }
  const made: StoredParts = {}

  const keep = async (part: AnalysisPart): Promise<void> => {
    const stored = await tools.artefacts.keep(
      { instId: submission.instId, submissionId: submission.id },
      { part, ...maker, ...context.versions },
      partFolder(part, input.analysis),
    )
    made[part] = stored
    here[part] = stored
  }

  const need = async (...parts: AnalysisPart[]): Promise<void> => {
    for (const part of inOrder(parts)) {
      if (here[part]) continue
      if (part === 'records' && here.derived && holdsRecords(input.analysis)) continue
      const stored = context.parts[part]
      if (stored && (await tools.artefacts.take(stored, partFolder(part, input.analysis)))) {
        here[part] = stored
        continue
      }
      const { from, make } = makings[part]
      await need(...from)
      await make(tools, input)
      input.analysis.signal.throwIfAborted()
      await keep(part)
    }
  }

  return {
    /** Resolves when what the SQL of these parts reads is in the work folder. */
    need,
    /** Stores a part that the stage has made in the work folder. */
    keep,
    /** What was stored, to be named with the result. */
    made: (): StoredParts => made,
    /** Everything that lies in the work folder now. */
    here: (): StoredParts => here,
  }
}
export type Parts = ReturnType<typeof openParts>
