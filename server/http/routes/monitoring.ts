import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { collectionsSeenBy } from '../../../src/domain/collection.ts'
import { hasReferencePeriodEnded } from '../../../src/domain/commitStatus.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { onlyNaming } from '../../../src/domain/privacy.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import { type MonitoringRow, monitoringRow as rowSchema } from '../../../src/domain/wire/collections.ts'
import { isNamedIn } from '../../../src/domain/wire/facts.ts'
import type { Facts } from '../../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withSnapshot } from '../../database/index.ts'
import {
  type CollectionRow,
  collectionOfReference,
  earlierStandings,
  latestSubmissions,
  monitoredSubmissions,
  openedAt,
  type ProviderRow,
  paceOf,
  providersOf,
  providersTold,
  type ToldProviderRow,
} from '../../database/queries/collections.ts'
import { openIssueCounts } from '../../database/queries/issues.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import { together } from '../../database/together.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import { compiledSchema } from '../compiledSchema.ts'
import {
  furthestBefore,
  type Monitored,
  monitoredProviders,
  monitoringRow,
  type ProviderPace,
} from './collectionRows.ts'
import { freshSubject, subjectOf } from './submissionFacts.ts'

type Tx = Transaction<Database>

/** The collection of a reference. Throws not-found for one that the actor does not see. */
const collectionSeen = async (tx: Tx, actor: UserPrincipal, reference: string): Promise<CollectionRow> => {
  const collection = await collectionOfReference(tx, reference, { seen: collectionsSeenBy(actor) })
  if (!collection) throw new ProblemError(problem('not-found', message('problems', 'noCollection')))
  return collection
}

/** These providers, each with its latest submission in a collection, and the one before it that came further. */
const withSubmissions = async (
  tx: Tx,
  { id }: CollectionRow,
  mode: SubmissionMode,
  providers: readonly ProviderRow[],
  /** Whether these are but some of those that the scope sees. */
  areFew: boolean,
): Promise<Monitored[]> => {
  const of = { collectionId: id, mode, ...(areFew && { instIds: providers.map(({ inst_id }) => inst_id) }) }
  const [latest, earlier] = await together(tx, reads => [
    latestSubmissions(reads, of),
    earlierStandings(reads, of),
  ])
  const before = furthestBefore(latest, earlier)
  const further = before.length === 0 ? [] : await monitoredSubmissions(tx, before)
  return monitoredProviders(providers, latest, further)
}

/** The collection with its providers and their submissions, as far as the actor sees them. Throws not-found for one that is not seen. */
export const monitoredIn = async (
  tx: Tx,
  actor: UserPrincipal,
  reference: string,
): Promise<{ collection: CollectionRow; providers: Monitored[] }> => {
  const collection = await collectionSeen(tx, actor, reference)
  const providers = await providersOf(tx, { collectionId: collection.id, mode: 'live' })
  return { collection, providers: await withSubmissions(tx, collection, 'live', providers, false) }
}

/** A row of the monitoring page, and the JSON that it is sent as. */
export interface WrittenRow {
  row: MonitoringRow
  json: string
}

const schema = compiledSchema(rowSchema)

const write = (made: MonitoringRow): WrittenRow => {
  const row = z.parse(schema, made)
  return { row, json: JSON.stringify(row) }
}

/** What is known of a provider in a collection, until it is told anything, or what all of them share changes. */
interface Held {
  /** When it was read, in ms since the epoch. */
  readAt: number
  told: string
  shared: string
  monitored: Monitored & ProviderPace
  facts: Facts
  /** Rows by who reads them, as far as that makes a difference. */
  written: Map<string, WrittenRow>
}

/** Providers in a collection and mode that are held; a season has fewer. */
const heldAtMost = 6000
/** A database that has come back without its last transactions, as a standby may, gives their numbers again. */
const heldAtMostMs = 300_000

/** Whose rows are those of everybody whom the facts do not name. */
const nobody = ''

/** The provider, the number of its last live message, and who wrote its latest submission. */
const toldOf = (provider: ToldProviderRow): string => Object.values(provider).join('\0')

/** Other things that the rows of all providers depend on. */
const sharedOf = (collection: CollectionRow, now: Date): string =>
  JSON.stringify([
    collection.id,
    collection.reference,
    collection.state_id,
    collection.allow_submissions,
    collection.pause_reason,
    collection.approvers_differ,
    collection.reference_period_end,
    hasReferencePeriodEnded(collection.reference_period_end, now),
  ])

/**
 * The rows of the monitoring page. Of the hundreds that it has hardly any is another one when it is read again, so each is held with
 * the number of the provider's last live message: whatever changes it is told to the provider in the transaction that changes it, as
 * pages that are open live by that alone. The row of the latest submission is compared by the transaction that wrote it besides, for one
 * that somebody has mended by hand. What is told to nobody is compared: the provider's own row, the collection's, the time and
 * the open issues.
 */
export const createMonitoring = ({ db, clock }: Pick<Server, 'db' | 'clock'>) => {
  const held = new LRUCache<string, Held>({ max: heldAtMost })

  /** Reads these providers again. With the scope 'all'. */
  const readAnew = async (
    tx: Tx,
    collection: CollectionRow,
    mode: SubmissionMode,
    [providers, areFew]: readonly [readonly ToldProviderRow[], boolean],
    shared: string,
  ): Promise<Map<string, Held>> => {
    if (providers.length === 0) return new Map()
    const readAt = clock.now().getTime()
    const monitored = await withSubmissions(tx, collection, mode, providers, areFew)
    const [paces, opened] = await together(tx, reads => [
      paceOf(reads, {
        collectionId: collection.id,
        mode,
        ...(areFew && { instIds: providers.map(({ inst_id }) => inst_id) }),
      }),
      openedAt(reads, collection.reference),
    ])
    const paceBy = new Map(paces.map(pace => [pace.inst_id, pace]))
    const facts = await gatherAllFacts(
      tx,
      monitored.map(({ provider, latest }) =>
        latest
          ? subjectOf({ ...latest, collection_id: collection.id, mode })
          : freshSubject({ collectionId: collection.id, instId: provider.inst_id, mode }),
      ),
      clock.now(),
    )
    return new Map(
      providers.flatMap((provider, at) => {
        const [own, ownFacts] = [monitored[at], facts[at]]
        return own && ownFacts
          ? [
              [
                provider.inst_id,
                {
                  readAt,
                  told: toldOf(provider),
                  shared,
                  monitored: {
                    ...own,
                    silentSince: paceBy.get(provider.inst_id)?.acted ?? opened,
                    reminded: paceBy.get(provider.inst_id)?.reminded ?? null,
                  },
                  facts: ownFacts,
                  written: new Map(),
                },
              ],
            ]
          : []
      }),
    )
  }

  const writtenFor = (
    viewer: UserPrincipal,
    collection: CollectionRow,
    { monitored, facts, written }: Held,
    openIssues: number,
    language: Language,
  ): WrittenRow => {
    const reader = [language, openIssues, isNamedIn(viewer.userId, facts) ? viewer.userId : nobody].join(' ')
    const known = written.get(reader)
    if (known) return known
    const made = write(monitoringRow(viewer, collection, monitored, facts, openIssues, language))
    written.set(reader, made)
    return made
  }

  /** The rows of a collection, as the actor sees them. Throws not-found for one that is not seen. */
  return (
    { actor, language }: { actor: UserPrincipal; language: Language },
    reference: string,
    mode: SubmissionMode,
  ): Promise<WrittenRow[]> =>
    withSnapshot(db, scopeOf(actor), async tx => {
      const collection = await collectionSeen(tx, actor, reference)
      const [providers, issues] = await together(tx, reads => [
        providersTold(reads, { collectionId: collection.id, mode }),
        openIssueCounts(reads, { collectionId: collection.id, regulatorCode: onlyNaming(actor) }),
      ])
      // Whoever sees a provider sees its submissions, so they are the same for everybody.
      await setScope(tx, { scope: 'all' })
      const shared = sharedOf(collection, clock.now())
      const placeOf = (provider: ProviderRow) => `${collection.id} ${mode} ${provider.inst_id}`
      const current = new Map(
        providers.flatMap(provider => {
          const known = held.get(placeOf(provider))
          const isAsItWas =
            known?.shared === shared &&
            known.told === toldOf(provider) &&
            clock.now().getTime() - known.readAt < heldAtMostMs
          return isAsItWas ? [[provider.inst_id, known] as const] : []
        }),
      )
      const others = providers.filter(({ inst_id }) => !current.has(inst_id))
      const fresh = await readAnew(tx, collection, mode, [others, current.size > 0], shared)
      for (const provider of others) {
        const own = fresh.get(provider.inst_id)
        if (own) held.set(placeOf(provider), own)
      }
      return providers.flatMap(({ inst_id }) => {
        const own = current.get(inst_id) ?? fresh.get(inst_id)
        return own ? [writtenFor(actor, collection, own, issues.get(inst_id) ?? 0, language)] : []
      })
    })
}
