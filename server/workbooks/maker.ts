import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import yazl from 'yazl'
import { fieldNamed, isUnderWay, mostWorkbooks } from '../../src/domain/workbook.ts'
import { type Message, message } from '../../src/messages/message.ts'
import { type AnalysisSource, type Ruleset, splitByField, TooManyValues } from '../analysis/index.ts'
import { unattended } from '../background.ts'
import { type SubmissionRow, submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Making } from '../jobs/index.ts'
import { inEnglish, toColumn } from '../messages.ts'
import type { AnalysisReader, SpecificationStore } from '../pipeline/index.ts'
import { keptView, type RecordView } from '../privacy/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { failuresWorkbook, rulesOfWorkbook, type WorkbookSubject } from './failuresWorkbook.ts'
import { endWorkbook, findWorkbook, noteProgress, type WorkbookChoice } from './requests.ts'

/** Least time between two notes of how far it is, in ms. */
const noteEveryMs = 500

/** Where a workbook is kept, and the name that it is saved under. */
export const workbookKey = (instId: string, choice: WorkbookChoice): string => {
  const { submissionId, field, isWhole, regulator } = choice
  const kind = [
    field === '' ? 'all' : field,
    isWhole ? 'whole' : 'ordinary',
    ...(regulator ? [regulator] : []),
  ]
  return objectKey(instId, submissionId, `failing-records.${kind.join('.')}.${field === '' ? 'xlsx' : 'zip'}`)
}

interface Content {
  source: AnalysisSource
  ruleset: Ruleset
  view: RecordView
  subject: WorkbookSubject
  onRows: (count: number) => void
}

/** A name of a file: what file systems take of a value, with a number that keeps two apart. */
const fileName = (value: string | null, at: number): string => {
  const plain = (value ?? inEnglish(message('server', 'workbook.noValue')))
    .normalize('NFKD')
    .replace(/[^\w .-]+/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
  return `${String(at + 1).padStart(3, '0')} ${plain}.xlsx`
}

/** A workbook for each value of a field, in a zip: each of them can be handed on without the records of the others. */
const divided = async (
  { source, ruleset, view, subject, onRows }: Content,
  field: string,
  begin: (total: number) => void,
): Promise<Readable> => {
  const shown = (await rulesOfWorkbook({ source, ruleCodes: view.ruleCodes })).filter(
    ({ code }) => view.notice(code) === undefined,
  )
  const parts = await splitByField(source, ruleset, fieldNamed(field), { rules: shown, most: mostWorkbooks })
  begin(parts.reduce((sum, { records }) => sum + records, 0))
  const zip = new yazl.ZipFile()
  const output = Readable.from(zip.outputStream)
  parts.forEach(({ value, source: part }, at) => {
    zip.addReadStreamLazy(fileName(value, at), { compress: false }, give => {
      failuresWorkbook({
        source: part,
        ruleCodes: undefined,
        view,
        subject: { ...subject, part: { field, value } },
        onRows,
      }).then(
        book => {
          book.on('error', error => output.destroy(error))
          give(null, book)
        },
        error => output.destroy(error),
      )
    })
  })
  zip.end()
  return output
}

const whole = async ({ source, view, subject, onRows }: Content, begin: (total: number) => void) => {
  const { ruleCodes, notice } = view
  const rules = await rulesOfWorkbook({ source, ruleCodes })
  begin(rules.filter(({ code }) => notice(code) === undefined).reduce((sum, { records }) => sum + records, 0))
  return failuresWorkbook({ source, subject, ruleCodes, view, onRows })
}

const faultOf = (error: unknown): Message | undefined =>
  error instanceof TooManyValues
    ? message('server', 'workbookTooMany', { count: error.count, most: mostWorkbooks })
    : undefined

const subjectOf = (row: SubmissionRow, made: Date): WorkbookSubject => ({
  provider: `${row.provider_name} (${row.inst_id})`,
  collection: `${row.collection_name} (${row.collection_reference})`,
  fileName: row.file_name,
  submissionId: row.id,
  uploaded: (row.uploaded_utc ?? row.created_utc).toISOString(),
  made: made.toISOString(),
  rulesetVersion: row.ruleset_version ?? '',
})

/** Makes the workbooks that people ask for, one job for each; how far it is can be read meanwhile. */
export const createWorkbookMaker = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  log: Logger
  store: ObjectStore
  reader: AnalysisReader
  specifications: SpecificationStore
}): Making<'workbook'> => {
  const { db, clock, log, store, reader, specifications } = options
  const asSystem = <T>(work: Parameters<typeof withScope<T>>[2]): Promise<T> =>
    withScope(db, { scope: 'all' }, work)

  /** Keeps how far it is, at most twice a second; a note that fails is none. */
  const createNotes = (choice: WorkbookChoice) => {
    let [done, total, last] = [0, 0, 0]
    let writing: Promise<void> | undefined
    const write = (): void => {
      if (writing || performance.now() - last < noteEveryMs) return
      last = performance.now()
      const note = () => asSystem(tx => noteProgress(tx, choice, { done, total }))
      writing = unattended(log, 'workbookProgress', note).finally(() => {
        writing = undefined
      })
    }
    return {
      begin: (rows: number): void => {
        total = rows
        write()
      },
      onRows: (count: number): void => {
        done += count
        write()
      },
      end: async (): Promise<void> => {
        last = Number.POSITIVE_INFINITY
        await writing
      },
    }
  }

  const write = async (choice: WorkbookChoice, row: SubmissionRow, signal: AbortSignal): Promise<number> => {
    if (row.schema_version === null || row.ruleset_version === null)
      throw new Error(`The submission ${row.id} has no ruleset.`)
    const versions = { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version }
    const { ruleset } = await specifications.load(versions)
    const view = keptView(ruleset, choice.isWhole, choice.regulator || undefined)
    const notes = createNotes(choice)
    const parts =
      choice.field === '' ? (['failures'] as const) : (['records', 'derived', 'failures'] as const)
    try {
      return await reader.read(
        row.id,
        parts,
        async source => {
          const content = {
            source,
            ruleset,
            view,
            subject: subjectOf(row, clock.now()),
            onRows: notes.onRows,
          }
          const bytes =
            choice.field === ''
              ? await whole(content, notes.begin)
              : await divided(content, choice.field, notes.begin)
          return (await store.put(workbookKey(row.inst_id, choice), bytes)).size
        },
        signal,
      )
    } finally {
      await notes.end()
    }
  }

  const end = (choice: WorkbookChoice, fault: Message): Promise<void> =>
    asSystem(tx => endWorkbook(tx, choice, { fault: toColumn(fault) }))

  return {
    make: async ({ data, signal }) => {
      const { row, workbook } = await asSystem(async tx => ({
        row: await submissionById(tx, data.submissionId),
        workbook: await findWorkbook(tx, data),
      }))
      if (!row || !workbook || !isUnderWay(workbook.state)) return
      try {
        const size = await write(data, row, signal)
        await asSystem(tx => endWorkbook(tx, data, { made: clock.now(), size }))
      } catch (error) {
        const known = faultOf(error)
        if (signal.aborted || !known) throw error
        await end(data, known)
      }
    },

    // People are told, and may ask again.
    giveUp: data => end(data, message('problems', 'workbookNotMade')),
  }
}
