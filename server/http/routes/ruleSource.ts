import type { FastifyInstance } from 'fastify'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/ruleSource.ts'
import { explainContent } from '../../../src/machines/schema-state/index.ts'
import { message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { inLanguage } from '../../messages.ts'
import type { RuleEditing } from '../../publishing/index.ts'
import { contentRecords } from '../../specifications/index.ts'
import { route } from '../route.ts'
import { idOf, type Reader, rulesetWire } from './content.ts'
import { exampleWire } from './publishedRows.ts'

/** One rule of a ruleset, read and changed in the browser. */
export const ruleSourceRoutes = (
  app: FastifyInstance,
  { db, ruleEditing }: Pick<Server, 'db'> & { ruleEditing: RuleEditing },
): void => {
  const rulesetOf = ({ actor }: Pick<Reader, 'actor'>, id: string | number) =>
    withScope(db, scopeOf(actor), async tx => {
      const [record] = await contentRecords(tx, 'ruleset', { id: idOf(String(id)) })
      if (!record) throw new ProblemError(problem('not-found', message('server', 'noContent')))
      return record
    })

  route(app, wire.listRulesetRules, async request => {
    const record = await rulesetOf(request, request.params.id)
    const rules = await ruleEditing.rules(record)
    return {
      ruleset: rulesetWire(record, request),
      rules: rules.map(({ code, name, entity, kind }) => ({ code, name, entity, kind })),
    }
  })

  route(app, wire.getRuleSource, async request => {
    const { actor, params } = request
    const record = await rulesetOf(request, params.id)
    return {
      ruleset: rulesetWire(record, request),
      code: params.code,
      ...(await ruleEditing.source(record, params.code)),
      isEditable: explainContent(record.place, record.facts, { type: 'REVISE', actor }).allowed,
    }
  })

  route(app, wire.runRule, async request => {
    const { actor, params, body, language, reply } = request
    const record = await rulesetOf(request, params.id)
    const left = new AbortController()
    // Who types on has no use for it any more.
    reply.raw.once('close', () => left.abort())
    const { faults, examples } = await ruleEditing.run(
      record,
      { code: params.code, texts: body.texts },
      { by: actor.userId, signal: left.signal },
    )
    return {
      faults: faults.map(({ line, message }) => ({ line, message: inLanguage(language, message) })),
      examples: examples.map(({ example, change, message }) => ({
        ...exampleWire(example, change),
        message,
      })),
    }
  })

  route(app, wire.saveRule, async request => {
    const { actor, params, body } = request
    const record = await rulesetOf(request, params.id)
    const id = await ruleEditing.save(record, { code: params.code, texts: body.texts }, actor)
    return rulesetWire(await rulesetOf(request, id), request)
  })
}
