import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { collectionStateById, collectionsSeenBy } from '../../../src/domain/collection.ts'
import { openIssueStatuses } from '../../../src/domain/issue.ts'
import { limits } from '../../../src/domain/limits.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { seesContacts } from '../../../src/domain/provider.ts'
import { hasResults, statusNameOf } from '../../../src/domain/status.ts'
import { type FactsWire, factsToWire } from '../../../src/domain/wire/facts.ts'
import {
  getProviderOverview,
  type ProviderNote,
  type ProviderStandingIn,
  type ProviderUpload,
} from '../../../src/domain/wire/providerOverview.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { type CollectionRow, collectionsOf } from '../../database/queries/collections.ts'
import { issuesOf } from '../../database/queries/issues.ts'
import {
  contactsOf,
  type ProviderUploadRow,
  providerSeen,
  uploadsOfProvider,
} from '../../database/queries/providerOverview.ts'
import { failedRules } from '../../database/queries/results.ts'
import { rulesOutside } from '../../database/queries/uploads.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import { namedActing, namedAwaitingParty, namedStatus } from '../../names.ts'
import { route } from '../route.ts'
import { namedState } from './collectionRows.ts'
import { issueRowWire } from './issueWire.ts'
import { notesSeenBy } from './notes.ts'
import { rulesFor } from './recordView.ts'
import { freshSubject } from './submissionFacts.ts'

type Tx = Transaction<Database>

/** What of one answer is listed at most; the counts are of all. */
const uploadsAtMost = 200
const issuesAtMost = 50

/** Rules outside tolerance of each of these submissions, of the rules that the reader sees. */
const outsideFor = async (
  tx: Tx,
  actor: UserPrincipal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (onlyNaming(actor) === undefined)
    return new Map([...(await rulesOutside(tx, ids))].map(([id, { outside }]) => [id, outside]))
  const outside = new Map(ids.map(id => [id, 0]))
  for (const failed of await failedRules(tx, ids))
    if (rulesFor(actor, [failed])[0]?.outside)
      outside.set(failed.submissionId, (outside.get(failed.submissionId) ?? 0) + 1)
  return outside
}

const nameOf = ({ id, reference, name }: CollectionRow) => ({ id, reference, name })

const issuesFor = async (tx: Tx, actor: UserPrincipal, instId: string, language: Language) => {
  if (!may(actor, 'collections.view-issue')) return { issues: [], issueCount: 0 }
  const { rows, total } = await issuesOf(
    tx,
    { instId, statuses: openIssueStatuses(), regulatorCode: onlyNaming(actor) },
    { limit: issuesAtMost, offset: 0 },
  )
  return { issues: rows.map(row => issueRowWire(actor, row, language)), issueCount: total }
}

const notesFor = async (
  tx: Tx,
  actor: UserPrincipal,
  latest: readonly ProviderUpload[],
  language: Language,
): Promise<ProviderNote[]> => {
  if (!may(actor, 'collections.reports')) return []
  const notes: ProviderNote[] = []
  for (const { uuid, collection } of latest)
    for (const note of await notesSeenBy(tx, actor, { id: uuid }, language))
      notes.push({ ...note, collection, submissionId: uuid })
  return notes
}

/**
 * Facts of what the caller would begin for the provider in each collection, by its id; none for who uploads nothing (decisions
 * §3). The last work of the transaction: its scope is 'all' afterwards.
 */
const beginningsFor = async (
  tx: Tx,
  actor: UserPrincipal,
  of: { instId: string; collections: readonly CollectionRow[]; now: Date },
): Promise<ReadonlyMap<string, FactsWire>> => {
  if (!may(actor, 'collections.upload-submission-file')) return new Map()
  await setScope(tx, { scope: 'all' })
  const { instId, collections, now } = of
  const facts = await gatherAllFacts(
    tx,
    collections.map(({ id }) => freshSubject({ collectionId: id, instId, mode: 'live' })),
    now,
  )
  return new Map(
    collections.flatMap(({ id }, at) => {
      const own = facts[at]
      return own ? [[id, factsToWire(own)] as const] : []
    }),
  )
}

/** One provider over all collections, for who monitors it: figures and words, no record (decisions §12). */
export const providerOverviewRoutes = (
  app: FastifyInstance,
  { db, clock }: Pick<Server, 'db' | 'clock'>,
): void => {
  route(app, getProviderOverview, ({ actor, params: { instId }, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      const provider = await providerSeen(tx, instId)
      if (!provider) throw new ProblemError(problem('not-found', message('problems', 'noProvider')))
      const { rows: collections } = await collectionsOf(tx, {
        instId,
        seen: collectionsSeenBy(actor),
        limit: limits.pageLimit,
        offset: 0,
      })
      const byId = new Map(collections.map(collection => [collection.id, collection]))
      const rows = (await uploadsOfProvider(tx, instId)).filter(row => byId.has(row.collection_id))
      const shown = rows.filter(({ is_latest }, at) => is_latest || at < uploadsAtMost)
      const outside = await outsideFor(
        tx,
        actor,
        shown.flatMap(({ id, status_id }) => (hasResults(statusNameOf(status_id)) ? [id] : [])),
      )
      const uploadWire = (row: ProviderUploadRow): ProviderUpload[] => {
        const collection = byId.get(row.collection_id)
        if (!collection) return []
        return [
          {
            uuid: row.id,
            collection: nameOf(collection),
            fileName: row.file_name,
            uploaded: row.uploaded.toISOString(),
            by: namedActing(language, actor, {
              person: row.uploaded_by,
              organisation: row.uploader_organisation,
            }),
            status: namedStatus(language, statusNameOf(row.status_id)),
            statusSince: row.status_since?.toISOString() ?? null,
            isLatest: row.is_latest,
            isNilReturn: row.is_nil_return,
            outside: outside.get(row.id) ?? null,
          },
        ]
      }
      const uploads = shown.flatMap(uploadWire)
      const issues = await issuesFor(tx, actor, instId, language)
      const latest = new Map(uploads.filter(one => one.isLatest).map(one => [one.collection.id, one]))
      const notes = await notesFor(tx, actor, [...latest.values()], language)
      const contacts = seesContacts(actor) ? await contactsOf(tx, instId) : null
      const beginnings = await beginningsFor(tx, actor, { instId, collections, now: clock.now() })
      return {
        provider: {
          instId,
          ukprn: provider.ukprn,
          name: provider.name,
          publishedName: provider.published_name,
          countryCode: provider.country_code,
          region: provider.region,
          regulator: { code: provider.regulator_code, name: provider.regulator_name },
        },
        contacts,
        collections: collections.map((collection): ProviderStandingIn => {
          const own = latest.get(collection.id) ?? null
          return {
            collection: {
              ...nameOf(collection),
              state: namedState(language, collection.state_id),
              deadline: collection.submission_deadline,
            },
            latest: own,
            awaitingParty: namedAwaitingParty(language, own ? statusNameOf(own.status.id) : undefined, {
              collectionState: collectionStateById(collection.state_id)?.name ?? 'Draft',
              isFormReturned: rows.find(({ id }) => id === own?.uuid)?.isFormReturned ?? false,
            }),
            newSubmission: beginnings.get(collection.id) ?? null,
          }
        }),
        uploads: uploads.slice(0, uploadsAtMost),
        uploadCount: rows.length,
        ...issues,
        notes,
      }
    }),
  )
}
