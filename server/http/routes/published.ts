import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { collectionStateById, collectionsSeen, collectionsSeenBy } from '../../../src/domain/collection.ts'
import { csvLine } from '../../../src/domain/csv.ts'
import { guidanceText } from '../../../src/domain/guidance.ts'
import { may, type UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { product } from '../../../src/domain/product.ts'
import { packageFileName } from '../../../src/domain/specificationPackage.ts'
import * as wire from '../../../src/domain/wire/published.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { allRegulators, type RegulatorRow } from '../../database/queries/collections.ts'
import type { Database } from '../../database/schema.ts'
import { setScope } from '../../database/scope.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import { packSpecification } from '../../publishing/index.ts'
import {
  collectionBeforeIn,
  configurationOf,
  contentDifference,
  type createHeldContents,
  type PublishedContent,
  type PublishedRow,
  publications,
  publishedFields,
  publishedRows,
  ruleHistory,
  specificationRows,
} from '../../specifications/index.ts'
import { attachment } from '../../storage/index.ts'
import { route } from '../route.ts'
import { namedState } from './collectionRows.ts'
import { idOf } from './content.ts'
import { sendCsv } from './csvReply.ts'
import { differenceWire } from './differenceRows.ts'
import { atomFeed } from './publishedFeed.ts'
import {
  changeMarks,
  type Marks,
  matching,
  pageOf,
  publishedDerivedWire,
  publishedFieldWire,
  publishedRuleWire,
} from './publishedRows.ts'

/** Who reads: somebody who is signed in, or anybody where the specification is public. */
interface Reader {
  actor: UserPrincipal | undefined
  language: Language
}

/** Everything that is published to a reader. */
interface Published {
  rows: readonly PublishedRow[]
  contents: ReadonlyMap<number, PublishedContent>
  regulators: readonly RegulatorRow[]
}

interface One extends Published {
  row: PublishedRow
  content: PublishedContent
  before: PublishedRow | undefined
  former: PublishedContent | undefined
  marks: Marks
}

/** Scope of a reader who is not signed in: no organisation's rows. */
const nobody = { scope: 'own', organisation: '' } as const

const scopeOfReader = ({ actor }: Reader) => (actor ? scopeOf(actor) : nobody)

/** Reads one publication by its reference. Throws not-found if the reader does not see it. */
type ReadOne = (reader: Reader, reference: string) => Promise<One>

const rulesOf = ({ rows, contents, content, regulators, marks }: One, language: Language) => {
  const history = ruleHistory(
    rows.flatMap(({ reference, specificationId }) => {
      const own = contents.get(specificationId)
      return own ? [{ reference, content: own }] : []
    }),
    content,
  )
  return content.rules.map(rule => publishedRuleWire(rule, { regulators, marks, history, language }))
}

const ruleRoutes = (app: FastifyInstance, one: ReadOne): void => {
  route(app, wire.listPublishedRules, async request => {
    const rules = rulesOf(await one(request, request.params.reference), request.language)
    const { items, paging } = pageOf(
      matching(rules, request.query.search, rule => [
        rule.code,
        rule.name,
        rule.requirement,
        rule.finding ?? '',
        rule.population,
        rule.failure,
        ...rule.fieldsRead,
      ]),
      request.query,
      rules.length,
    )
    return { rules: items, paging }
  })

  route(app, wire.downloadPublishedRules, async request => {
    const found = await one(request, request.params.reference)
    return sendCsv(request.reply, `rules.${found.row.specification}.csv`, [
      csvLine([
        'code',
        'name',
        'requirement',
        'finding',
        'hint',
        'entity',
        'kind',
        'population',
        'failure',
        'tolerances',
        'fields',
        'guidance',
        'guidance_text',
      ]),
      ...rulesOf(found, request.language).map(rule =>
        csvLine([
          rule.code,
          rule.name,
          rule.requirement,
          rule.finding,
          rule.hint,
          rule.entity,
          rule.kind,
          rule.population,
          rule.failure,
          rule.tolerances.map(({ name, tolerance }) => `${name}: ${tolerance}`).join('; '),
          rule.fieldsRead.join(' '),
          rule.guidanceUrl,
          guidanceText(rule.guidance),
        ]),
      ),
    ])
  })
}

const fieldsOf = ({ content, marks }: One) =>
  content.fields.map(field => publishedFieldWire(field, content, marks))

const fieldRoutes = (app: FastifyInstance, one: ReadOne): void => {
  route(app, wire.listPublishedFields, async request => {
    const fields = fieldsOf(await one(request, request.params.reference))
    const { items, paging } = pageOf(
      matching(fields, request.query.search, field => [
        `${field.entity}.${field.field}`,
        field.description,
        ...field.codes.map(({ code, label }) => `${code} ${label}`),
      ]),
      request.query,
      fields.length,
    )
    return { fields: items, paging }
  })

  route(app, wire.downloadPublishedFields, async request => {
    const found = await one(request, request.params.reference)
    return sendCsv(request.reply, `dictionary.${found.row.specification}.csv`, [
      csvLine([
        'entity',
        'field',
        'description',
        'form',
        'minLength',
        'maxLength',
        'required',
        'repeatable',
        'key',
        'codes',
        'rules',
      ]),
      ...fieldsOf(found).map(field =>
        csvLine([
          field.entity,
          field.field,
          field.description,
          field.form,
          field.minLength,
          field.maxLength,
          field.isRequired,
          field.isRepeatable,
          field.isKey,
          field.codes.map(({ code, label }) => `${code} ${label}`).join('; '),
          field.rules.join(' '),
        ]),
      ),
    ])
  })

  route(app, wire.listPublishedDerived, async request => {
    const { content, marks } = await one(request, request.params.reference)
    const derived = publishedFields(content.ruleset).map(field => publishedDerivedWire(field, marks))
    const { items, paging } = pageOf(
      matching(derived, request.query.search, ({ name, description, sql }) => [name, description, sql]),
      request.query,
      derived.length,
    )
    return { derivedFields: items, paging }
  })
}

const beforeWire = (before: PublishedRow | undefined) =>
  before ? { reference: before.reference, name: before.name, specification: before.specification } : null

const nothing = { added: [], removed: [], changed: [] }

/** The specification that everybody reads (decisions §6 "Specification entry"). */
export const publishedRoutes = (
  app: FastifyInstance,
  {
    db,
    specifications,
    held,
    config,
    publicUrl,
  }: Pick<Server, 'db' | 'config' | 'publicUrl'> & {
    specifications: SpecificationStore
    held: ReturnType<typeof createHeldContents>
  },
): void => {
  const seenRows = (tx: Transaction<Database>, { actor }: Reader): Promise<PublishedRow[]> =>
    publishedRows(
      tx,
      actor ? collectionsSeenBy(actor) : collectionsSeen({ isAgency: false, validatesOnline: false }),
    )

  const reading = async (
    reader: Reader,
  ): Promise<Published & { given: Awaited<ReturnType<typeof publications>> }> => {
    const { rows, putTogether, regulators, given } = await withScope(db, scopeOfReader(reader), async tx => {
      const rows = await seenRows(tx, reader)
      // What a specification says is the same for everybody; who sees which collection was asked before.
      await setScope(tx, { scope: 'all' })
      const putTogether = await held.read(tx, rows)
      const given = await publications(
        tx,
        rows.map(({ id }) => id),
      )
      return { rows, putTogether, regulators: await allRegulators(tx), given }
    })
    return { rows, contents: await putTogether(), regulators, given }
  }

  const one: ReadOne = async (reader, reference) => {
    const all = await reading(reader)
    const row = all.rows.find(other => other.reference === reference)
    const content = row && all.contents.get(row.specificationId)
    if (!row || !content) throw new ProblemError(problem('not-found', message('server', 'noPublished')))
    const before = collectionBeforeIn(all.rows, row)
    const former = before && all.contents.get(before.specificationId)
    return { ...all, row, content, before, former, marks: changeMarks(former, content) }
  }

  route(app, wire.listPublished, async request => {
    const { rows, contents } = await reading(request)
    return {
      isPublic: config.publicSpecification,
      collections: rows.flatMap(row => {
        const content = contents.get(row.specificationId)
        const state = collectionStateById(row.stateId)
        if (!content || !state) return []
        return [
          {
            reference: row.reference,
            name: row.name,
            referencePeriodStart: row.periodStart,
            referencePeriodEnd: row.periodEnd,
            state: namedState(request.language, row.stateId),
            specification: row.specification,
            specificationId: row.specificationId,
            schema: row.schemaVersion,
            ruleset: row.rulesetVersion,
            updatedUtc: row.updated.toISOString(),
            ruleCount: content.rules.length,
            fieldCount: content.fields.length,
            derivedFieldCount: publishedFields(content.ruleset).length,
            before: beforeWire(collectionBeforeIn(rows, row)),
          },
        ]
      }),
    }
  })

  route(app, wire.getPublishedSchema, async request => {
    const { row } = await one(request, request.params.reference)
    const { fileName, document } = await specifications.schemaDocument(row.schemaVersion)
    return request.reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': attachment(fileName),
      })
      .send(document)
  })

  /** A specification that is published to the reader, or that its reader manages. Throws not-found for any other. */
  const readable = async (tx: Transaction<Database>, reader: Reader, id: number) => {
    const published = (await seenRows(tx, reader)).find(({ specificationId }) => specificationId === id)
    if (published) {
      const { specification: version, recordId, schemaVersion, rulesetVersion } = published
      return { specificationId: id, version, record: recordId, schemaVersion, rulesetVersion }
    }
    const isManaged = reader.actor !== undefined && may(reader.actor, 'management.view')
    const [managed] = isManaged ? await specificationRows(tx, { id }) : []
    if (!managed) throw new ProblemError(problem('not-found', message('problems', 'noSpecification')))
    const { version, record_id: record, schema_version, ruleset_version } = managed
    return {
      specificationId: id,
      version,
      record,
      schemaVersion: schema_version,
      rulesetVersion: ruleset_version,
    }
  }

  route(app, wire.getSpecificationPackage, async request => {
    const { described, configuration } = await withScope(db, scopeOfReader(request), async tx => {
      const described = await readable(tx, request, idOf(request.params.id))
      await setScope(tx, { scope: 'all' })
      return { described, configuration: await configurationOf(tx, described.specificationId) }
    })
    const { schemaVersion, rulesetVersion, version } = described
    const { document } = await specifications.schemaDocument(schemaVersion)
    const zip = await packSpecification(
      {
        ...described,
        tolerances: configuration.tolerances.map(({ ruleCode, regulatorCode, tolerance }) => ({
          ruleCode,
          regulatorCode,
          tolerance: { ...tolerance, parts: [...tolerance.parts] },
        })),
        texts: configuration.words.map(({ ruleCode, description, guidanceUrl }) => ({
          ruleCode,
          description,
          guidanceUrl,
        })),
      },
      { schema: Buffer.from(document), ...(await specifications.rulesetContent(rulesetVersion)) },
    )
    return request.reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': attachment(packageFileName(version)),
      })
      .send(zip)
  })

  ruleRoutes(app, one)
  fieldRoutes(app, one)

  route(app, wire.getPublishedChanges, async request => {
    const { before, former, content, regulators } = await one(request, request.params.reference)
    if (!former)
      return { before: null, fields: nothing, rules: nothing, derivedFields: nothing, regulators: [] }
    const { fields, rules, derived } = contentDifference(former, content)
    return {
      before: beforeWire(before),
      fields,
      rules: differenceWire(request.language, rules),
      derivedFields: differenceWire(request.language, derived),
      regulators: regulators.map(({ code, short_name }) => ({ code, shortName: short_name })),
    }
  })

  route(app, wire.getPublishedFeed, async request => {
    const { rows, contents, given } = await reading(request)
    return request.reply
      .header('content-type', 'application/atom+xml; charset=utf-8')
      .send(
        atomFeed({ rows, contents, given }, { language: request.language, publicUrl, product: product.name }),
      )
  })
}
