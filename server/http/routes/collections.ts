import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import {
  collectionStateByCode,
  collectionStates,
  collectionsSeenBy,
  isActiveCollection,
} from '../../../src/domain/collection.ts'
import { limits } from '../../../src/domain/limits.ts'
import { isPermitted } from '../../../src/domain/permissions.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { compareRegulators } from '../../../src/domain/regulator.ts'
import type { SubmissionMode } from '../../../src/domain/status.ts'
import type { CollectionWire } from '../../../src/domain/wire/collections.ts'
import * as wire from '../../../src/domain/wire/collections.ts'
import { factsFromWire, factsToWire } from '../../../src/domain/wire/facts.ts'
import { explain } from '../../../src/machines/submission-lifecycle/index.ts'
import { listOf, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import {
  allRegulators,
  type CollectionRow,
  collectionsOf,
  providersOf,
} from '../../database/queries/collections.ts'
import { seesProvider } from '../../database/queries/submissions.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import { gatherAllFacts } from '../../lifecycle/facts.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { collectionSeenBy, ownInstitution, statesOfferedTo } from './collectionReading.ts'
import { collectionWire, providerWire, regulatorWire } from './collectionRows.ts'
import { freshSubject } from './submissionFacts.ts'

export const notFound = (what: 'noCollection' | 'noProvider' | 'noRegulator'): ProblemError =>
  new ProblemError(problem('not-found', message('problems', what)))

export const valuesOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).flatMap(part => part.split(','))

type FileUse = (typeof wire.fileUses)[number]

const stateIdsOf = (codes: readonly string[]): number[] =>
  codes.map(code => {
    const known = collectionStateByCode(code)
    if (!known) {
      throw invalidField(
        'query.state',
        message('server', 'field.oneOf', { values: listOf(collectionStates.map(state => state.code)) }),
      )
    }
    return known.id
  })

/** Collections with the facts of what the provider would begin in them. The last work of the transaction. */
const withBeginnings = async (
  tx: Transaction<Database>,
  now: Date,
  rows: readonly CollectionRow[],
  instId: string,
  language: Language,
): Promise<CollectionWire[]> => {
  await setScope(tx, { scope: 'all' })
  const factsOf = (mode: SubmissionMode) =>
    gatherAllFacts(
      tx,
      rows.map(({ id }) => freshSubject({ collectionId: id, instId, mode })),
      now,
    )
  const [live, ovt] = [await factsOf('live'), await factsOf('ovt')]
  return rows.map((row, at) => {
    const [own, check] = [live[at], ovt[at]]
    return collectionWire(
      row,
      language,
      own && check ? { newSubmission: { live: factsToWire(own), ovt: factsToWire(check) } } : {},
    )
  })
}

/** What somebody can do with a file in a collection now; the chart decides of uploads. */
const usesOf = (actor: UserPrincipal, { newSubmission, specification }: CollectionWire): FileUse[] => {
  const takes = (mode: SubmissionMode): boolean =>
    newSubmission !== null &&
    explain('UNKNOWN', factsFromWire(newSubmission[mode]), { type: 'UPLOAD_REQUESTED', actor }).refusal ===
      undefined
  return [
    ...(specification && isPermitted(actor, 'suppliers.validate') ? (['check'] as const) : []),
    ...(takes('live') ? (['upload'] as const) : []),
    ...(takes('ovt') ? (['onlineValidation'] as const) : []),
  ]
}

/** Throws not-found unless the scope sees the provider. */
export const requireProvider = async (tx: Transaction<Database>, instId: string): Promise<void> => {
  if (!(await seesProvider(tx, instId))) throw notFound('noProvider')
}

/** Collections, providers and regulators (specification 1 §7, 2 §7.3; decisions §2). */
export const collectionRoutes = (app: FastifyInstance, { db, clock }: Pick<Server, 'db' | 'clock'>): void => {
  route(app, wire.listCollections, ({ actor, query, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { rows, total } = await collectionsOf(tx, {
        ...ownInstitution(actor),
        seen: collectionsSeenBy(actor),
        limit: query.limit ?? limits.pageLimit,
        offset: query.offset ?? 0,
      })
      return {
        collections: rows.map(row => collectionWire(row, language, { offered: statesOfferedTo(actor, row) })),
        pagingMetadata: { total },
      }
    }),
  )

  route(app, wire.listOpenCollections, ({ actor, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      const instId = actor.organisationId
      const { rows } = await collectionsOf(tx, {
        instId,
        seen: collectionsSeenBy(actor),
        stateIds: collectionStates.filter(({ name }) => isActiveCollection(name)).map(({ id }) => id),
        limit: limits.pageLimit,
        offset: 0,
      })
      const collections = await withBeginnings(tx, clock.now(), rows, instId, language)
      return {
        collections: collections.flatMap(row => {
          const { id, reference, name, submissionDeadline, specification } = row
          const accepts = usesOf(actor, row)
          return accepts.length > 0
            ? [{ id, reference, name, submissionDeadline, specification, accepts }]
            : []
        }),
      }
    }),
  )

  route(app, wire.getCollection, ({ actor, params, language }) =>
    withScope(db, scopeOf(actor), tx => collectionSeenBy(tx, actor, params.reference, language)),
  )

  route(app, wire.listProviders, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => ({ providers: (await providersOf(tx)).map(providerWire) })),
  )

  route(app, wire.listProviderCollections, ({ actor, params, query, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      await requireProvider(tx, params.instId)
      const stateIds = stateIdsOf([...valuesOf(query.state), ...valuesOf(query['state[]'])])
      const { rows } = await collectionsOf(tx, {
        instId: params.instId,
        seen: collectionsSeenBy(actor),
        ...(stateIds.length > 0 ? { stateIds } : {}),
        limit: limits.pageLimit,
        offset: 0,
      })
      return { collections: await withBeginnings(tx, clock.now(), rows, params.instId, language) }
    }),
  )

  route(app, wire.listRegulators, ({ actor }) =>
    withScope(db, scopeOf(actor), async tx => ({
      regulators: (await allRegulators(tx)).map(regulatorWire).toSorted(compareRegulators),
    })),
  )

  route(app, wire.getRegulator, ({ actor, params }) =>
    withScope(db, scopeOf(actor), async tx => {
      const found = (await allRegulators(tx)).find(({ code }) => code === params.code)
      if (!found) throw notFound('noRegulator')
      return regulatorWire(found)
    }),
  )
}
