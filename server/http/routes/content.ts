import type { FastifyInstance } from 'fastify'
import { collectionStateOf, referenceOfVersion } from '../../../src/domain/collection.ts'
import {
  contentStateById,
  contentStateLabel,
  contentStateOf,
  contentStates,
} from '../../../src/domain/content.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { compareVersions, nextVersion, type VersionIncrement } from '../../../src/domain/version.ts'
import * as wire from '../../../src/domain/wire/specifications.ts'
import {
  contentEventTo,
  contentStatesOffered,
  isContentStateGiven,
} from '../../../src/machines/schema-state/index.ts'
import { listOf, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { granted } from '../../decisions/decider.ts'
import { inLanguage } from '../../messages.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import {
  type Content,
  type ContentKind,
  type ContentRecord,
  contentRecords,
  contentUse,
} from '../../specifications/index.ts'
import { attachment } from '../../storage/index.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { stateIdsIn } from './stateIds.ts'

/** Who reads, and in which language. */
export interface Reader {
  actor: UserPrincipal
  language: Language
}

/** The numeric id that an address names; 0, which no row has, for any other text. */
export const idOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** A schema or ruleset as calls answer it, with the states that its reader may give it. */
export const contentWire = (record: ContentRecord, { actor, language }: Reader): wire.ContentWire => {
  const named = (name: ContentRecord['place']) => ({
    id: contentStateOf(name).id,
    name: inLanguage(language, contentStateLabel(name)),
  })
  return {
    id: record.id,
    version: record.version,
    state: named(record.place),
    availableStates: contentStatesOffered(record.place, record.facts, actor).map(named),
    updatedUtc: record.updatedUtc.toISOString(),
    updatedBy: record.updatedBy,
  }
}

/** A ruleset as calls answer it, with the schema that it is for. */
export const rulesetWire = (record: ContentRecord, request: Reader): wire.RulesetWire => ({
  ...contentWire(record, request),
  schema: record.schema,
  recordId: record.recordId,
})

/** Schemas and rulesets with their states (specification 1 §2, §7; decisions §10). */
export const contentRoutes = (
  app: FastifyInstance,
  {
    db,
    specifications,
    content,
  }: Pick<Server, 'db'> & { specifications: SpecificationStore; content: Content },
): void => {
  const listed = ({ actor }: Reader, kind: ContentKind, state: string | string[] | undefined) =>
    withScope(db, scopeOf(actor), async tx => {
      const records = await contentRecords(tx, kind, { stateIds: stateIdsIn(state, contentStates) })
      return records.toSorted((one, other) => compareVersions(other.version, one.version))
    })

  const found = ({ actor }: Reader, kind: ContentKind, id: string): Promise<ContentRecord> =>
    withScope(db, scopeOf(actor), async tx => {
      const [record] = await contentRecords(tx, kind, { id: idOf(id) })
      if (!record) throw new ProblemError(problem('not-found', message('server', 'noContent')))
      return record
    })

  const changed = async (request: Reader, kind: ContentKind, id: string, stateId: number) => {
    const name = contentStateById(stateId)?.name
    if (!isContentStateGiven(name)) {
      const values = listOf((['AVAILABLE', 'WITHDRAWN'] as const).map(one => String(contentStateOf(one).id)))
      throw invalidField('body.stateId', message('server', 'field.oneOf', { values }))
    }
    await granted(content.decide(kind, idOf(id), contentEventTo[name], request.actor))
    return found(request, kind, id)
  }

  const rulesIn = async (schemaVersion: string, rulesetVersion: string): Promise<number | null> => {
    try {
      const { ruleset } = await specifications.load({ schemaVersion, rulesetVersion })
      return ruleset.rules.length
    } catch {
      // A list of versions is of use without this number too.
      return null
    }
  }

  route(app, wire.listContentUse, async ({ actor }) => {
    const use = await withScope(db, scopeOf(actor), tx => contentUse(tx, collectionStateOf('Deleted').id))
    const rulesets: wire.ContentUseWire['rulesets'] = []
    // One after the other: each that is not held is compiled.
    for (const { id, version, schemaVersion, specifications: users } of use.rulesets)
      rulesets.push({ id, specifications: users, rules: await rulesIn(schemaVersion, version) })
    const { specifications: users, versions } = use
    const schemas = use.schemas.map(({ id, version, rulesets: ofSchema }) => {
      const next = (increment: VersionIncrement) =>
        nextVersion(referenceOfVersion(version), versions, increment)
      return {
        id,
        rulesets: ofSchema,
        nextVersions: { major: next('major'), minor: next('minor'), patch: next('patch') },
      }
    })
    return { specifications: users, schemas, rulesets }
  })

  route(app, wire.listSchemas, async request => ({
    schemas: (await listed(request, 'schema', request.query.state)).map(record =>
      contentWire(record, request),
    ),
  }))

  route(app, wire.listRulesets, async request => ({
    rulesets: (await listed(request, 'ruleset', request.query.state)).map(record =>
      rulesetWire(record, request),
    ),
  }))

  route(app, wire.changeSchemaState, async request =>
    contentWire(await changed(request, 'schema', request.params.id, request.body.stateId), request),
  )

  route(app, wire.changeRulesetState, async request =>
    rulesetWire(await changed(request, 'ruleset', request.params.id, request.body.stateId), request),
  )

  route(app, wire.getSchemaDocument, async request => {
    const { version } = await found(request, 'schema', request.params.id)
    const { fileName, document } = await specifications.schemaDocument(version)
    return request.reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': attachment(fileName),
      })
      .send(document)
  })
}
