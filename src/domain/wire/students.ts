import * as z from 'zod/mini'
import { call } from './call.ts'
import { instId, limit, offset, pagingMetadata, recordWords, searchText } from './common.ts'

/** A student of a file with what the rules have found of it. */
const student = z.object({
  /** Number of the student in its file: names it in addresses, and tells nothing of the person. */
  student: z.number(),
  /** As the record names it, e.g. its SID; in its place, where it is withheld, stands why. */
  identifier: z.nullable(z.string()),
  findings: z.number(),
  /** Rules that find something at fault. */
  rules: z.number(),
})
export const listStudents = call({
  method: 'GET',
  path: '/submissions/{id}/students',
  summary:
    'Students by the number of their findings, or those whose identifiers or own numbers contain a text. Single records are personal data: who reads counts only is refused.',
  permission: ['collections.reports-validation-details', 'online-validation.reports-validation-details-ovt'],
  query: z.object({ instId: z.optional(instId), search: searchText, limit, offset }),
  response: z.object({
    students: z.array(
      z.extend(student, {
        /** As the record has it; in its place, if it is withheld, why. */
        name: z.nullable(z.string()),
        /** Title of the first course. */
        course: z.nullable(z.string()),
        /** Rules that block submitting. */
        blocking: z.number(),
      }),
    ),
    /** Why findings of some rules are left out; they are counted in the quality report. */
    withheld: z.optional(z.string()),
    /** What the record calls a student. */
    words: recordWords,
    pagingMetadata,
  }),
})

export type StudentWire = z.output<(typeof listStudents)['response']>['students'][number]

const recordField = z.object({
  name: z.string(),
  /** Null where the record does not have the field that a rule finds at fault, and where it is withheld. */
  value: z.nullable(z.string()),
  /** Why its value is not told. Stands once, also where the record does not have the field. */
  withheld: z.optional(z.string()),
  /**
   * Of the field's tag in the file, from 1; of the record's where the field is missing. Null for a reader from whom something of
   * the record is withheld: the lines between two places would tell how much.
   */
  line: z.nullable(z.number()),
  column: z.nullable(z.number()),
  /** Codes of the rules that find the field at fault. */
  rules: z.array(z.string()),
})

/** A record as the file has it, with the records in it. */
const recordNode = z.object({
  name: z.string(),
  /** Null as in a field. */
  line: z.nullable(z.number()),
  column: z.nullable(z.number()),
  /** Why nothing is told of records of this name. Stands once, also where the file has none. */
  withheld: z.optional(z.string()),
  fields: z.array(recordField),
  /** Codes of the rules that find the record at fault, and no single field of it. */
  rules: z.array(z.string()),
  get children(): z.ZodMiniArray<typeof recordNode> {
    return recordNodes
  },
})
const recordNodes = z.array(recordNode)
z.globalRegistry.add(recordNodes, { id: 'RecordNodes' })
export type RecordNode = z.output<typeof recordNode>

/** What a rule has found of a student. */
const studentFinding = z.object({
  Code: z.string(),
  Name: z.string(),
  /** How to correct it; null if the ruleset has none. */
  Hint: z.nullable(z.string()),
  /** The primary regulator, for the address of the rule; null where the report has no row of it for the reader. */
  RegulatorCode: z.nullable(z.string()),
  IsOperational: z.boolean(),
  Entity: z.string(),
  /** The field at fault; null where the rule is about the record as a whole. */
  Field: z.nullable(z.string()),
  places: z.array(
    z.object({
      line: z.nullable(z.number()),
      column: z.nullable(z.number()),
      /** What is wrong there, with its values; null under a ruleset that has no findings. */
      Finding: z.nullable(z.string()),
    }),
  ),
})
export type StudentFindingWire = z.output<typeof studentFinding>

export const getStudent = call({
  method: 'GET',
  path: '/submissions/{id}/students/{student}',
  summary: 'The record of one student as its file has it, with every finding at its field.',
  permission: ['collections.reports-validation-details', 'online-validation.reports-validation-details-ovt'],
  query: z.object({ instId: z.optional(instId) }),
  response: z.object({
    ...student.shape,
    /** Null where the file is not there any more. */
    record: z.nullable(recordNode),
    found: z.array(studentFinding),
    withheld: z.optional(z.string()),
    /** What the record calls a student. */
    words: recordWords,
  }),
})
