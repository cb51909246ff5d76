import { Readable } from 'node:stream'
import { limits } from '../../../src/domain/limits.ts'
import type { RecordHeader } from '../../../src/domain/recordHeader.ts'
import {
  failureGroupsOf,
  failureOfFinding,
  groupOfFile,
  isPlaced,
  schemaFailuresCsv,
} from '../../../src/domain/schemaFailure.ts'
import type { SchemaFailure } from '../../../src/domain/wire/quality.ts'
import { message } from '../../../src/messages/message.ts'
import {
  checkRightToProcess,
  createEngagementKeys,
  type LoadInput,
  type LoadResult,
  loadRecord,
} from '../../analysis/index.ts'
import { withScope } from '../../database/scope.ts'
import { PermanentFault } from '../../jobs/index.ts'
import { inEnglish } from '../../messages.ts'
import { isAboutFile, shownFindings, withoutSpecialCategory, xmlFault } from '../../privacy/index.ts'
import { objectKey } from '../../storage/index.ts'
import { failureOfXmlError, schemaErrorsFile, storeFindings } from '../findings.ts'
import { countKnownElsewhere } from '../knownEngagements.ts'
import type { AnalysisInput, AnalysisStage, StageTools } from '../stage.ts'
import { processingFactsOf } from './rightToProcess.ts'
import { openStoredFile } from './storedFile.ts'

/** The header with how many of the file's engagements are known of other providers. */
const withKnown = async (
  { db }: StageTools,
  instId: string,
  header: RecordHeader,
  keys: Float64Array,
): Promise<RecordHeader> => {
  const elsewhere = await withScope(db, { scope: 'all' }, tx => countKnownElsewhere(tx, instId, keys))
  return { ...header, known: { engagements: keys.length, elsewhere } }
}

/** Reads the file once: checks it, writes its records where it may be processed, and compares its hash. */
const readFile = async (
  tools: StageTools,
  input: AnalysisInput,
): Promise<LoadResult & { sha256: string }> => {
  const { schema, ruleset } = await tools.specifications.load(input.context.versions)
  const facts = processingFactsOf(input)
  const mayProcess = (header: RecordHeader): boolean => checkRightToProcess(header, facts).length === 0
  const read = async (
    stored: Pick<LoadInput, 'store' | 'mayStore' | 'mayKeep'>,
  ): Promise<LoadResult & { sha256: string }> => {
    const engagements = createEngagementKeys()
    const file = await openStoredFile(tools.store, input.submission)
    try {
      const loaded = await loadRecord(input.analysis, {
        bytes: file.bytes,
        totalBytes: file.totalBytes,
        schema,
        header: ruleset.manifest.header,
        findingsCap: limits.schemaFailuresKept,
        onEngagement: engagements.add,
        complete: async header => {
          // Before anything of the file is kept.
          await file.verify()
          return withKnown(tools, input.submission.instId, header, engagements.keys())
        },
        ...stored,
      })
      // A provider is never told of faults that are not in the file as it arrived.
      return { ...loaded, sha256: await file.verify() }
    } finally {
      await file.close()
    }
  }
  try {
    return await read({
      store: ruleset.manifest.columns,
      // Before the first record of a person only the head is known; the rest is taken to be right until it has been read.
      mayStore: head => mayProcess({ ...head, studentCount: 1, identifiersByUkprn: {} }),
      mayKeep: mayProcess,
    })
  } catch (error) {
    if (input.signal.aborted || error instanceof PermanentFault) throw error
    // The check needs no rows. Where the records cannot be saved, the enrichment finds that out and says so.
    return read({})
  }
}

/**
 * Reads the file against the collection's schema, and in the same pass writes its records for the enrichment; they are kept
 * only if they may be processed, which the header says and the right-to-process check decides on. A file that is no XML
 * fails here with the place of its first fault; one that was altered in the store is a fault of the system. A file posted
 * straight to S3 gets its hash here.
 */
export const checkSchema: AnalysisStage<'SCHEMA_CHECK'> = async (tools, input) => {
  const { submission, parts, fencingToken } = input
  const { outcome, header, isStored, sha256 } = await readFile(tools, input)
  input.signal.throwIfAborted()
  if (isStored) await parts.keep('records')
  const failures: SchemaFailure[] = outcome.findings.map(failureOfFinding)
  const groups = failureGroupsOf(outcome.groups, outcome.findingsTotal)
  if (!outcome.wellFormed) {
    const fault = failureOfXmlError(outcome.error)
    failures.push(fault)
    // First: nothing after it was read.
    groups.unshift(groupOfFile(fault))
  }
  const total = outcome.findingsTotal + (outcome.wellFormed ? 0 : 1)
  const store = (tx: Parameters<typeof storeFindings>[0]) =>
    storeFindings(tx, { submissionId: submission.id, instId: submission.instId }, failures, groups)
  if (total === 0)
    return {
      outcome: 'PASSED',
      detail: { header, elements: outcome.elements, sha256 },
      change: { fileHash: sha256 },
      store,
    }

  const { ruleset } = await tools.specifications.load(input.context.versions)
  const keep = (isWhole: boolean, shown: readonly SchemaFailure[]): Promise<unknown> =>
    tools.store.put(
      objectKey(submission.instId, submission.id, schemaErrorsFile(isWhole, fencingToken)),
      Readable.from(schemaFailuresCsv(inEnglish, shown, total)),
    )
  await keep(true, failures)
  const shown = shownFindings(withoutSpecialCategory, ruleset, failures)
  await keep(false, shown)
  // The reason is for everybody who sees the submission: no words of a finding, which quote the record, and no withheld line.
  const first = shown.find(isPlaced)
  const reason =
    first === undefined
      ? message('server', 'schemaErrors.none', { total })
      : isAboutFile(first)
        ? message('server', 'schemaErrors.notXml', {
            total,
            line: first.LineNumber,
            kind: xmlFault(first.Code),
          })
        : message('server', 'schemaErrors.inLine', { total, line: first.LineNumber })
  return {
    outcome: 'FAILED',
    detail: { findings: total, sha256 },
    change: { failureReason: reason, fileHash: sha256 },
    store,
  }
}
