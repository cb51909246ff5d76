import { Readable } from 'node:stream'
import yazl from 'yazl'
import { type AnalysisSource, type FailureView, failuresCsv } from '../analysis/index.ts'
import { contentOf } from '../zipContent.ts'

/**
 * The download with every failing record of every rule: a zip with one CSV in it, as a stream. The view withholds
 * values, and with rule codes it holds those rules only.
 */
export const failuresFile = (
  source: AnalysisSource,
  of: { collectionReference: string; instId: string },
  ruleCodes: readonly string[] | undefined,
  view: FailureView,
): Readable => {
  const zip = new yazl.ZipFile()
  const content = Readable.from(failuresCsv(source, ruleCodes, view), { objectMode: false })
  content.on('error', error => zip.emit('error', error))
  zip.addReadStream(content, `quality-rule-failures-${of.collectionReference}-${of.instId}.csv`)
  zip.end()
  return contentOf(zip)
}
