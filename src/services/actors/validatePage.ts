import { fromPromise } from 'xstate'
import type { SchemaFailure } from '../../domain/wire/quality.ts'
import { getCheckSchema, listCheckSchemas } from '../../domain/wire/validation.ts'
import { ok, type Result } from '../../machines/support/index.ts'
import type { CheckFileOutput } from '../../machines/upload/types.ts'
import type {
  CheckedFile,
  CheckInput,
  CheckOutcome,
  CheckOutput,
  Fault,
  OfferOutput,
} from '../../machines/validate-page/index.ts'
import type { Api } from '../api.ts'
import type { FindingPlace } from '../file-check/contentCheck.ts'
import { readFile } from '../file-check/fileCheck.ts'
import { createFileText, type FileText } from '../file-check/lineIndex.ts'
import type { FileRegistry } from '../fileRegistry.ts'

/** A file of a schema with its content: chosen by the user, or published. */
interface SchemaContent {
  file: CheckedFile
  content: Blob
}

const faultOf = (failure: SchemaFailure, { byte, path }: FindingPlace): Fault => {
  const { LineNumber: line, Column: column, Code: code, Error: message, Details } = failure
  return {
    code,
    message,
    line,
    column,
    byte,
    path: Details.path,
    value: Details.value,
    expected: Details.expected,
    ...(Details.suggestion === undefined ? {} : { suggestion: Details.suggestion }),
    ...(Details.wrong && { wrongAt: Details.wrong.position }),
    group: `${code} ${path}`,
  }
}

/** A single fault: of a schema, or of a file that is not well-formed. */
const single = (
  reason: 'schema' | 'malformed',
  file: CheckedFile,
  fault: Pick<Fault, 'line' | 'column' | 'byte' | 'message'>,
  code = '',
): CheckOutcome => ({
  kind: 'faulty',
  reason,
  file,
  faults: [{ ...fault, code, path: '', value: null, expected: null, group: code }],
  total: 1,
  groups: [],
  unchecked: [],
})

const outcomeOf = (
  file: CheckedFile,
  output: CheckFileOutput,
  places: readonly FindingPlace[],
): CheckOutcome => {
  if (!output.wellFormed) return single('malformed', file, output.error, output.error.code)
  const { findings, findingsTotal: total, groups, keysUnchecked: unchecked } = output
  if (total === 0) return { kind: 'valid', unchecked }
  const faults = findings.flatMap((failure, position) => {
    const place = places[position]
    return place ? [faultOf(failure, place)] : []
  })
  return { kind: 'faulty', reason: 'findings', file, faults, total, groups, unchecked }
}

/** Implementations of the actors of the page /validate. `keepText` is given the text of the file that has the faults. */
export const createValidatePageActors = (deps: {
  api: Api
  files: FileRegistry
  keepText: (id: string, text: FileText) => void
}) => {
  const { api, files, keepText } = deps

  const schemaOf = async (
    { schema }: Pick<CheckInput, 'schema'>,
    signal: AbortSignal,
  ): Promise<Result<SchemaContent[]>> => {
    if (schema.kind === 'none') return ok([])
    if (schema.kind === 'files') return ok(schema.files.map(file => ({ file, content: files.get(file.id) })))
    const { reference } = schema
    const answer = await api.blob(getCheckSchema, { path: { reference }, signal }, 'application/xml')
    if (!answer.ok) return answer
    const content = answer.value
    return ok([{ file: { id: reference, name: `${reference}.xsd`, size: content.size }, content }])
  }

  return {
    readOffer: fromPromise<OfferOutput>(async ({ signal }) => {
      const answer = await api.call(listCheckSchemas, { signal })
      return answer.ok ? ok(answer.value.schemas) : answer
    }),
    checkFile: fromPromise<CheckOutput, CheckInput>(async ({ input, signal }) => {
      const { file, report } = input
      const schema = await schemaOf(input, signal)
      if (!schema.ok) return schema
      const content = files.get(file.id)
      const result = await readFile(
        content,
        schema.value.map(({ file: { name }, content: bytes }) => ({ name, content: bytes })),
        { report, signal },
      )
      if ('fault' in result) {
        const { fault, byte, index } = result
        const own = schema.value[fault.file]
        if (!own) throw new Error('A fault is in a schema file that was not given.')
        keepText(own.file.id, createFileText(own.content, index))
        return ok(single('schema', own.file, { ...fault, byte }))
      }
      keepText(file.id, createFileText(content, result.index))
      files.keepReport(file.id, result.report)
      return ok(outcomeOf(file, result.output, result.places))
    }),
  }
}
