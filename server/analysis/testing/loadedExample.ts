import type { SubmissionFacts } from '../facts.ts'
import { deriveFields, loadRecord } from '../index.ts'
import type { ExampleChanges } from '../ruleset/model.ts'
import { analysisContext, ashbyFacts, chunksOf, exampleFile, type StudentRecord } from './studentRecord.ts'

/** A student beside the one of the example record, whose date of birth and course break a rule each. */
export const secondStudent = {
  SID: '23100000010000021',
  SURNAME: 'Nowak, "Jan"',
  OWNSTU: '=1+1',
  BIRTHDTE: '1910-01-01',
  Engagement: [
    {
      NUMHUS: 'E1',
      ENGSTARTDATE: '2022-09-19',
      ENGEXPECTEDENDDATE: '2025-06-13',
      FEEELIG: '01',
      StudentCourseSession: [
        {
          SCSESSIONID: 'X1',
          COURSEID: 'C9',
          SCSSTARTDATE: '2023-09-18',
          SCSMODE: '31',
          SESSIONYEARID: 'SY1',
        },
      ],
    },
  ],
} satisfies ExampleChanges[string]

/** The example record with changes, loaded into a context of its own; without `store` it is only checked. */
export const loadExample = async (record: StudentRecord, changes: ExampleChanges = {}, store = true) => {
  const context = await analysisContext()
  const bytes = exampleFile(record, changes)
  const result = await loadRecord(context, {
    bytes: chunksOf(bytes),
    totalBytes: bytes.length,
    schema: record.schema,
    header: record.ruleset.manifest.header,
    ...(store && { store: record.ruleset.manifest.columns }),
  })
  return { context, bytes, ...result }
}

/** The same with its derived fields. */
export const deriveExample = async (
  record: StudentRecord,
  changes: ExampleChanges = {},
  facts: SubmissionFacts = ashbyFacts(),
) => {
  const { context } = await loadExample(record, changes)
  await deriveFields(context, record.ruleset, facts)
  return context
}

/** A text that comes in parts, whole. */
export const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('')
