import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bytes } from '../../../src/domain/bytes.ts'
import { limits } from '../../../src/domain/limits.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/publishing.ts'
import { message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import type { Publishing } from '../../publishing/index.ts'
import {
  type ContentKind,
  type ContentRecord,
  contentRecords,
  type RulesetText,
  rulesetDifference,
} from '../../specifications/index.ts'
import { damagedOnTheWay } from '../../storage/acceptance.ts'
import { reprDigest } from '../../storage/reprDigest.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { contentWire, idOf, type Reader, rulesetWire } from './content.ts'
import { differenceWire } from './differenceRows.ts'

const tooLarge = (): ProblemError =>
  new ProblemError(
    problem('too-large', message('problems', 'fileTooLarge', { limit: bytes(limits.publishedBytes) })),
  )

const noFile = (): ProblemError => new ProblemError(problem('invalid', message('server', 'noFileSent')))

const checkLength = ({ headers }: FastifyRequest): void => {
  if (Number(headers['content-length'] ?? 0) > limits.publishedBytes) throw tooLarge()
}

/** A body that is a file; of one that is too large the rest is not read. */
const bodyOf = async (request: FastifyRequest): Promise<Buffer> => {
  checkLength(request)
  if (!(request.body instanceof Readable)) throw noFile()
  let size = 0
  const pieces: Buffer[] = []
  for await (const piece of request.body.iterator({ destroyOnReturn: false })) {
    size += piece.length
    if (size > limits.publishedBytes) throw tooLarge()
    pieces.push(piece)
  }
  if (size === 0) throw new ProblemError(problem('invalid', message('server', 'fileEmpty')))
  const body = Buffer.concat(pieces)
  const digest = reprDigest(request.headers['repr-digest'])
  if (digest !== undefined && createHash('sha256').update(body).digest('hex') !== digest)
    throw new ProblemError(damagedOnTheWay)
  return body
}

/** The files of a form, by the name of their field. */
const filesOf = async (request: FastifyRequest) => {
  checkLength(request)
  if (!request.isMultipart()) throw noFile()
  const files: { field: string; name: string; content: Buffer }[] = []
  let size = 0
  for await (const { fieldname, filename, file } of request.files()) {
    if (!['schema', 'accepted', 'refused'].includes(fieldname))
      throw invalidField(`body.${fieldname}`, message('server', 'field.unknown'))
    const content = await buffer(file)
    size += content.length
    if (file.truncated || size > limits.publishedBytes) throw tooLarge()
    files.push({ field: fieldname, name: filename, content })
  }
  return files
}

const comparisonWire = (
  language: Language,
  { id, version }: ContentRecord,
  before: RulesetText,
  after: RulesetText,
) => {
  const { rules, derivedFields } = rulesetDifference(before, after)
  return {
    former: { id, version },
    rules: differenceWire(language, rules),
    derivedFields: differenceWire(language, derivedFields),
  }
}

/** Schemas and rulesets that are published in the running system (decisions §10). */
export const publishingRoutes = async (
  app: FastifyInstance,
  {
    db,
    publishing,
    specifications,
  }: Pick<Server, 'db'> & { publishing: Publishing; specifications: SpecificationStore },
): Promise<void> => {
  const published = ({ actor }: Reader, kind: ContentKind, id: number) =>
    withScope(db, scopeOf(actor), async tx => {
      const [record] = await contentRecords(tx, kind, { id })
      if (!record) throw new ProblemError(problem('not-found', message('server', 'noContent')))
      return record
    })

  const textOf = async ({ version, schema }: ContentRecord): Promise<RulesetText> =>
    (await specifications.load({ schemaVersion: schema.version, rulesetVersion: version })).ruleset

  route(app, wire.getRulesetDifference, async context => {
    const [after, before] = await Promise.all(
      [context.params.id, context.params.formerId].map(id => published(context, 'ruleset', idOf(id))),
    )
    if (!after || !before) throw new Error('Both were found.')
    return comparisonWire(context.language, before, await textOf(before), await textOf(after))
  })

  await app.register(async forms => {
    await forms.register(multipart, {
      limits: { fields: 0, files: limits.schemaSamples + 1, fileSize: limits.publishedBytes },
    })
    route(forms, wire.publishSchema, async context => {
      const files = await filesOf(context.request)
      const [schema, ...others] = files.filter(({ field }) => field === 'schema')
      if (!schema || others.length > 0) throw invalidField('body.schema', message('server', 'field.missing'))
      const samples = files
        .filter(({ field }) => field !== 'schema')
        .map(({ field, name, content }) => ({ name, content, isAccepted: field === 'accepted' }))
      const id = await publishing.publishSchema(schema.content, samples, context.actor)
      return contentWire(await published(context, 'schema', id), context)
    })
  })

  await app.register(async files => {
    // Read once it is known who sends it.
    files.addContentTypeParser('application/zip', (_request, payload, done) => done(null, payload))
    route(files, wire.publishRuleset, async context => {
      const zip = await bodyOf(context.request)
      const id = await publishing.publishRuleset({ zip }, context.actor, context.query)
      return rulesetWire(await published(context, 'ruleset', id), context)
    })

    route(files, wire.replaceRuleset, async context => {
      const draft = await published(context, 'ruleset', idOf(context.params.id))
      const zip = await bodyOf(context.request)
      await publishing.replaceRuleset(draft, zip, context.actor, context.query.checkedHash)
      return rulesetWire(await published(context, 'ruleset', draft.id), context)
    })

    route(files, wire.checkRuleset, async ({ request, actor, language }) => {
      const checked = await publishing.checkRuleset(await bodyOf(request), actor)
      const { version, schemaVersion, record, hash, draft, former } = checked
      const others = [draft, former].filter(one => one !== undefined)
      return {
        version,
        schema: schemaVersion,
        record: record.name,
        hash,
        rules: checked.ruleCount,
        examples: checked.examples,
        derivedFields: checked.derivedFields,
        reports: checked.reports,
        listings: checked.listings,
        replaces: draft
          ? { id: draft.id, updatedUtc: draft.updatedUtc.toISOString(), updatedBy: draft.updatedBy }
          : null,
        comparisons: await Promise.all(
          others.map(async other => comparisonWire(language, other, await textOf(other), checked.text)),
        ),
      }
    })
  })
}
