import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { collectionStateById, collectionsSeenBy, isOpen } from '../../../src/domain/collection.ts'
import { limits } from '../../../src/domain/limits.ts'
import { mayEnter, modePermissions } from '../../../src/domain/permissions.ts'
import { flagsOf, may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError } from '../../../src/domain/problem.ts'
import { hasResults, type SubmissionMode, statusNameOf, submissionModes } from '../../../src/domain/status.ts'
import { joinPath, pagePath, rootPath, type SubmissionAddress } from '../../../src/domain/submissionPath.ts'
import { tableIds } from '../../../src/domain/tables.ts'
import { type Found, findAnything } from '../../../src/domain/wire/search.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { findCollections } from '../../database/queries/collections.ts'
import { rulesOf } from '../../database/queries/results.ts'
import { type FoundSubmission, findProviders, findSubmissions } from '../../database/queries/search.ts'
import { latestOfProvider, type SubmissionRow, submissionById } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { scopeOf, setScope, withScope } from '../../database/scope.ts'
import { type createHeldContents, publishedRows } from '../../specifications/index.ts'
import { route } from '../route.ts'
import { ownInstitution } from './collectionReading.ts'
import { matching } from './publishedRows.ts'
import { type QualityRouteOptions, singleRecords } from './quality.ts'
import { rulesFor } from './recordView.ts'
import { studentsSeen } from './students.ts'

type Tx = Transaction<Database>

const { foundOfKind: mostOfKind } = limits
/** The fewest characters that are searched for. */
const fewestCharacters = 2
/** Submissions of the caller's own provider in which students are looked up: one each for the last collections. */
const recentFiles = 3

const idOf = (kind: Found['kind'], id: string): string => `${kind} ${id}`

/** What an address of a submission is made of. */
type Placed = Pick<FoundSubmission, 'id' | 'collection_id' | 'inst_id' | 'mode' | 'collection_reference'>

const addressOf = (actor: UserPrincipal, row: Placed): SubmissionAddress => {
  const submission = { collectionId: row.collection_id, submissionId: row.id }
  if (flagsOf(actor).isProvider)
    return { area: row.mode === 'ovt' ? 'online-validation' : 'submissions', ...submission }
  return {
    area: row.mode === 'ovt' ? 'monitoring-online-validation' : 'monitoring',
    reference: row.collection_reference,
    instId: row.inst_id,
    ...submission,
  }
}

/** Modes of the submissions that the caller may open. */
const modesOf = (actor: UserPrincipal): SubmissionMode[] =>
  submissionModes.filter(mode => may(actor, modePermissions[mode].read))

const monitors = (actor: UserPrincipal): boolean =>
  mayEnter(actor, '/monitoring') && may(actor, 'monitoring.view')

const collections = async (tx: Tx, actor: UserPrincipal, text: string): Promise<Found[]> => {
  const isOwner = mayEnter(actor, '/submissions') && may(actor, 'collections.view-submission')
  if (!monitors(actor) && !isOwner) return []
  const rows = await findCollections(tx, {
    ...ownInstitution(actor),
    seen: collectionsSeenBy(actor),
    words: text.split(/\s+/),
    limit: mostOfKind,
  })
  return rows.map(({ reference, name }) => ({
    id: idOf('collection', reference),
    kind: 'collection',
    label: name,
    about: [reference],
    statusId: null,
    page: isOwner
      ? `/submissions?${new URLSearchParams({ [`${tableIds.manageSubmissions}.open`]: reference })}`
      : joinPath('monitoring', reference),
  }))
}

const providers = async (tx: Tx, actor: UserPrincipal, text: string): Promise<Found[]> =>
  monitors(actor)
    ? (await findProviders(tx, text, mostOfKind)).map(({ inst_id, name, ukprn }) => ({
        id: idOf('provider', inst_id),
        kind: 'provider',
        label: name,
        about: [ukprn],
        statusId: null,
        page: joinPath('monitoring', 'providers', inst_id),
      }))
    : []

const submissions = async (tx: Tx, actor: UserPrincipal, text: string): Promise<Found[]> =>
  (await findSubmissions(tx, { text, modes: modesOf(actor), limit: mostOfKind })).map(row => ({
    id: idOf('submission', row.id),
    kind: 'submission',
    label: row.file_name,
    about: [...(flagsOf(actor).isProvider ? [] : [row.provider_name]), row.collection_name],
    statusId: row.status_id,
    page: rootPath(addressOf(actor, row)),
  }))

/** The submissions whose rules and students are looked up: the one that is open, else the last ones of the caller's provider. */
const filesLookedUp = async (
  tx: Tx,
  actor: UserPrincipal,
  submissionId: string | undefined,
): Promise<SubmissionRow[]> => {
  const open = submissionId === undefined ? undefined : await submissionById(tx, submissionId)
  const rows = open
    ? [open]
    : flagsOf(actor).isProvider
      ? await latestOfProvider(tx, { instId: actor.organisationId, limit: recentFiles })
      : []
  return rows.filter(
    ({ mode, status_id }) => may(actor, modePermissions[mode].read) && hasResults(statusNameOf(status_id)),
  )
}

/** Rules with their results in the newest of these submissions that has them. */
const rulesWithResults = async (
  tx: Tx,
  actor: UserPrincipal,
  files: readonly SubmissionRow[],
  text: string,
): Promise<Found[]> => {
  const [file] = files
  if (!file) return []
  const rules = rulesFor(actor, await rulesOf(tx, file.id)).flatMap(({ code, rows: [first] }) =>
    first ? [{ code, name: first.name, regulatorCode: first.regulatorCode }] : [],
  )
  return matching(rules, text, ({ code, name }) => [code, name]).map(({ code, name, regulatorCode }) => ({
    id: idOf('rule', code),
    kind: 'rule',
    label: name,
    about: [code, file.file_name],
    statusId: null,
    page: pagePath(addressOf(actor, file), 'reports') + joinPath('quality', code, regulatorCode),
  }))
}

/** Everything that a person may open, by a few words (the dialog of Ctrl K). */
export const searchRoutes = (
  app: FastifyInstance,
  options: QualityRouteOptions & { held: ReturnType<typeof createHeldContents> },
): void => {
  const { db, held } = options

  /** Rules of the specification that is published for the open collection. */
  const publishedRules = async (actor: UserPrincipal, text: string): Promise<Found[]> => {
    const { row, putTogether } = await withScope(db, scopeOf(actor), async tx => {
      const rows = await publishedRows(tx, collectionsSeenBy(actor))
      const open = rows.find(({ stateId }) => {
        const state = collectionStateById(stateId)
        return state !== undefined && isOpen(state.name)
      })
      const chosen = open ?? rows[0]
      // A specification is the same for everybody. The rows are those of collections that the caller sees.
      await setScope(tx, { scope: 'all' })
      return { row: chosen, putTogether: await held.read(tx, chosen ? [chosen] : []) }
    })
    const content = row && (await putTogether()).get(row.specificationId)
    if (!row || !content) return []
    return matching(content.rules, text, ({ rule: { code, name } }) => [code, name]).map(
      ({ rule: { code, name } }) => ({
        id: idOf('rule', code),
        kind: 'rule',
        label: name,
        about: [code, row.name],
        statusId: null,
        page: `${joinPath('specification', row.reference)}#${encodeURIComponent(code)}`,
      }),
    )
  }

  const students = async (
    actor: UserPrincipal,
    files: readonly SubmissionRow[],
    text: string,
    language: Language,
  ): Promise<Found[]> => {
    // Identifiers hold digits; opening analyses for a name would find nothing.
    if (!/\d/.test(text)) return []
    for (const file of files) {
      if (!may(actor, singleRecords[file.mode])) continue
      const found = await studentsOf(actor, file, text, language)
      if (found.length > 0) return found
    }
    return []
  }

  const studentsOf = async (
    actor: UserPrincipal,
    file: SubmissionRow,
    search: string,
    language: Language,
  ): Promise<Found[]> => {
    try {
      const seen = await studentsSeen(options, actor, file, language, {
        search,
        limit: mostOfKind,
        offset: 0,
      })
      return seen.students.map(({ student, identifier }) => ({
        id: idOf('student', `${file.id} ${student}`),
        kind: 'student',
        label: identifier ?? String(student),
        about: [file.file_name],
        statusId: null,
        page: pagePath(addressOf(actor, file), 'reports') + joinPath('students', String(student)),
      }))
    } catch (error) {
      // Its records cannot be read now: that is no fault of the other results.
      if (error instanceof ProblemError) return []
      throw error
    }
  }

  route(app, findAnything, async ({ actor, query, language }) => {
    const text = (query.search ?? '').trim()
    if (text.length < fewestCharacters) return { found: [] }
    const { files, found, rules } = await withScope(db, scopeOf(actor), async tx => {
      const files = await filesLookedUp(tx, actor, query.submissionId)
      return {
        files,
        found: [
          await collections(tx, actor, text),
          await providers(tx, actor, text),
          await submissions(tx, actor, text),
        ].flat(),
        rules: await rulesWithResults(tx, actor, files, text),
      }
    })
    const allRules = rules.length > 0 ? rules : await publishedRules(actor, text)
    return {
      found: [...found, ...allRules.slice(0, mostOfKind), ...(await students(actor, files, text, language))],
    }
  })
}
