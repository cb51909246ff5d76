import type { FastifyInstance } from 'fastify'
import { defaultPageSize } from '../../../src/domain/limits.ts'
import { rightRefusal } from '../../../src/domain/permissions.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import type { FieldClass } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { getStudent, listStudents } from '../../../src/domain/wire/students.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import {
  type AnalysisSource,
  findStudent,
  hasStudents,
  type Ruleset,
  type StudentPlace,
  listStudents as studentsIn,
} from '../../analysis/index.ts'
import { type FileRecord, readFragment } from '../../analysis/recordFragment.ts'
import { rulesOf } from '../../database/queries/results.ts'
import type { SubmissionRow } from '../../database/queries/submissions.ts'
import { ObjectMissing } from '../../storage/objectStore.ts'
import { route } from '../route.ts'
import { type QualityRouteOptions, refuseWhileProcessing, singleRecords } from './quality.ts'
import { type ReaderView, recordViewOf, rulesetOf, rulesFor } from './recordView.ts'
import { findingsOf, recordNodeOf } from './studentWire.ts'
import { withSubmission } from './submissionAccess.ts'

/** Bytes of the beginning of a file that hold its root's tag. */
const headBytes = 64 * 1024
/** Bytes before a record that hold the beginning of its line. */
const leadBytes = 256
/** Bytes that one student's record may take. */
const recordBytes = 8 * 1024 * 1024

const noStudent = (): ProblemError => new ProblemError(problem('not-found', message('server', 'noStudent')))

/** The rules of which the reader may be told whose records fail; undefined for all, with why the others are left out. */
const tellable = (view: ReaderView, ruleset: Ruleset) => {
  const seen = ruleset.rules.filter(
    ({ code }) => view.ruleCodes === undefined || view.ruleCodes.includes(code),
  )
  const disclosed = seen.filter(({ code }) => view.notice(code) === undefined)
  const [withheld] = seen.flatMap(({ code }) => view.notice(code) ?? [])
  return {
    ruleCodes: disclosed.length === ruleset.rules.length ? undefined : disclosed.map(({ code }) => code),
    ...(withheld === undefined ? {} : { withheld }),
  }
}

/** Classes of the title of a course, by the ruleset that names it. */
const courseClasses = ({ manifest, privacy }: Ruleset): FieldClass[] => {
  const [entity = '', field = ''] = manifest.students?.course?.title.split('.') ?? []
  return field === '' ? [] : [privacy.fieldClass(entity, field)]
}

/** A reader's students of a submission by part of an identifier; with no text those with findings. */
interface StudentsWanted {
  search: string
  limit: number
  offset: number
}

/**
 * Finds students of a submission with results, as the reader may see them. Throws not-found if the analysis has no students;
 * the caller has checked the right to single records.
 */
export const studentsSeen = async (
  { reader, specifications }: Pick<QualityRouteOptions, 'reader' | 'specifications'>,
  actor: UserPrincipal,
  row: SubmissionRow,
  language: Language,
  wanted: StudentsWanted,
) => {
  refuseWhileProcessing(row)
  const ruleset = await rulesetOf(specifications, row)
  const view = recordViewOf(actor, ruleset, 'json', language)
  const { ruleCodes, ...notice } = tellable(view, ruleset)
  const { total, students } = await readStudents(reader, actor, row, source =>
    studentsIn(source, {
      ...wanted,
      ruleCodes,
      blocking: ruleset.rules.filter(({ kind }) => kind === 'operational').map(({ code }) => code),
      // A specialist regulator sees the records behind the rules that name it, and no others.
      isOnlyFound: view.ruleCodes !== undefined,
    }),
  )
  return {
    total,
    notice,
    words: ruleset.record.words,
    students: students.map(student => ({
      ...student,
      identifier: view.disclosure.show(student.identifier, ['identifier']),
      name: view.disclosure.show(student.name, ['identifier']),
      course: view.disclosure.show(student.course, courseClasses(ruleset)),
    })),
  }
}

const readStudents = <T>(
  reader: QualityRouteOptions['reader'],
  actor: UserPrincipal,
  row: SubmissionRow,
  work: (source: AnalysisSource) => Promise<T>,
): Promise<T> =>
  reader.for(actor).page(row.id, source => {
    if (!hasStudents(source))
      throw new ProblemError(problem('not-found', message('server', 'noFindingsByStudent')))
    return work(source)
  })

/** The calls about single students (specification 2 §2.9, decisions §12). */
export const studentRoutes = (app: FastifyInstance, options: QualityRouteOptions): void => {
  const { reader, specifications, store } = options

  const checkRight = async (
    actor: UserPrincipal,
    row: SubmissionRow,
    forbid: (actor: UserPrincipal, reason: Message) => Promise<never>,
  ): Promise<void> => {
    if (!may(actor, singleRecords[row.mode]))
      await forbid(actor, rightRefusal(actor, singleRecords[row.mode]))
  }

  /** The record of a student from the stored file; undefined where that is gone. */
  const recordOf = async (
    row: SubmissionRow,
    { byte, ending, line }: StudentPlace,
    entities: ReadonlySet<string>,
  ): Promise<FileRecord | undefined> => {
    if (row.object_key === null) return undefined
    const from = Math.max(0, byte - leadBytes)
    try {
      const [head, bytes] = await Promise.all([
        store.readRange(row.object_key, { from: 0, to: headBytes }),
        store.readRange(row.object_key, { from, to: Math.min(ending ?? Infinity, byte + recordBytes) }),
      ])
      return readFragment({ head, bytes, leadBytes: byte - from, line, byte }, entities)
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined
      throw error
    }
  }

  route(app, listStudents, async ({ actor, params, query, language, forbid }) => {
    const { limit = defaultPageSize, offset = 0, search = '' } = query
    const row = await withSubmission(options, actor, params.id, query, async (_, found) => found)
    await checkRight(actor, row, forbid)
    const { total, students, notice, words } = await studentsSeen(options, actor, row, language, {
      search: search.trim(),
      limit,
      offset,
    })
    return {
      students,
      ...notice,
      words,
      pagingMetadata: { totalResultsCount: total, limit, offset },
    }
  })

  route(app, getStudent, async ({ actor, params, query, language, forbid }) => {
    const { row, regulators } = await withSubmission(
      options,
      actor,
      params.id,
      query,
      async (tx, submission) => ({
        row: submission,
        regulators: new Map(
          rulesFor(actor, await rulesOf(tx, submission.id)).flatMap(({ code, rows: [first] }) =>
            first ? [[code, first.regulatorCode] as const] : [],
          ),
        ),
      }),
    )
    await checkRight(actor, row, forbid)
    refuseWhileProcessing(row)
    const ruleset = await rulesetOf(specifications, row)
    const view = recordViewOf(actor, ruleset, 'json', language)
    const number = Number(params.student)
    if (!Number.isSafeInteger(number)) throw noStudent()
    const { ruleCodes, ...notice } = tellable(view, ruleset)
    const found = await readStudents(reader, actor, row, source =>
      findStudent(source, { student: number, ruleCodes }),
    )
    if (!found || (view.ruleCodes !== undefined && found.findings.length === 0)) throw noStudent()
    const rules = new Map(ruleset.rules.map(rule => [rule.code, rule]))
    const findings = found.findings.flatMap(({ rule: { code }, line, byte, details }) => {
      const rule = rules.get(code)
      return rule ? [{ rule, line, byte, finding: view.findingOf(code, details) }] : []
    })
    const record = await recordOf(row, found.place, new Set(ruleset.tables.map(({ name }) => name)))
    const { student, identifier, findings: count, rules: ruleCount } = found.place
    return {
      student,
      identifier: view.disclosure.show(identifier, ['identifier']),
      findings: count,
      rules: ruleCount,
      record: record ? recordNodeOf(record, findings, view.disclosure, ruleset) : null,
      found: findingsOf(findings, record, regulators, view.disclosure),
      ...notice,
      words: ruleset.record.words,
    }
  })
}
