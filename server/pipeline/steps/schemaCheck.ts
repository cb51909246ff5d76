import { Readable } from 'node:stream'
import { limits } from '../../../src/domain/limits.ts'
import { failureOfFinding, schemaFailuresCsv } from '../../../src/domain/schemaFailure.ts'
import type { SchemaFailure } from '../../../src/domain/wire/submissions.ts'
import { loadRecord } from '../../analysis/index.ts'
import { objectKey } from '../../storage/index.ts'
import { failureOfXmlError, storeFindings } from '../findings.ts'
import type { AnalysisStep } from '../pipeline.ts'
import { bytesOf } from './storedFile.ts'

/**
 * Reads the file against the collection's schema without keeping anything of it but its findings and its header, which
 * the right-to-process check decides on. A file that is no XML fails here with the place of its first fault.
 */
export const checkSchema: AnalysisStep = async (tools, { submission, subject, context }) => {
  const { schema, ruleset } = await tools.content.load(subject.versions)
  const { bytes, totalBytes } = await bytesOf(tools.store, submission)
  const { outcome, header } = await loadRecord(context, {
    bytes,
    totalBytes,
    schema,
    header: ruleset.manifest.header,
    findingsCap: limits.schemaFailuresKept,
  })
  const failures: SchemaFailure[] = outcome.findings.map(failureOfFinding)
  if (!outcome.wellFormed) failures.push(failureOfXmlError(outcome.error))
  const total = outcome.findingsTotal + (outcome.wellFormed ? 0 : 1)
  const store = (tx: Parameters<typeof storeFindings>[0]) =>
    storeFindings(tx, { submissionId: submission.id, instId: submission.instId }, failures)
  if (total === 0) return { outcome: 'PASSED', detail: { header, elements: outcome.elements }, store }

  const key = objectKey(submission.instId, submission.id, 'schema-errors.csv')
  await tools.store.put(key, Readable.from(schemaFailuresCsv(failures, total)))
  const [first] = failures
  const reason =
    first === undefined
      ? `${total} schema errors.`
      : `${total === 1 ? '1 schema error' : `${total} schema errors`}; the first, in line ${first.LineNumber}: ${first.Error}`
  return { outcome: 'FAILED', detail: { findings: total }, change: { failureReason: reason }, store }
}
