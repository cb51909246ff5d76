import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import {
  specificationStateById,
  specificationStateOf,
  specificationStates,
} from '../../../src/domain/specification.ts'
import type { BodyOf } from '../../../src/domain/wire/call.ts'
import * as wire from '../../../src/domain/wire/specifications.ts'
import { specificationEventTo } from '../../../src/machines/specification-state/index.ts'
import { listOf, message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { allRegulators } from '../../database/queries/collections.ts'
import type { Database } from '../../database/schema.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import {
  configurationOf,
  configuredRules,
  type DecidedSpecification,
  fieldDifference,
  publishedFields,
  ruleDifference,
  type Specifications,
} from '../../specifications/index.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import type { Reader } from './content.ts'
import { ruleWire, type SpecificationRow, specificationRows, specificationWire } from './specificationRows.ts'
import { changedTolerances } from './specificationTolerances.ts'
import { stateIdsIn } from './stateIds.ts'

const notFound = (what: 'noSpecification' | 'noSpecificationRule'): ProblemError =>
  new ProblemError(problem('not-found', message('problems', what)))

const idOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** The part of a list that a query asks for. */
const pageOf = <T>(
  list: readonly T[],
  { offset = 0, limit }: { offset?: number | undefined; limit?: number | undefined },
) => list.slice(offset, limit === undefined ? undefined : offset + limit)

const holds = (filter: string | undefined) => {
  const wanted = filter?.trim().toLowerCase() ?? ''
  return (...texts: string[]) => texts.some(text => text.toLowerCase().includes(wanted))
}

/** Specifications with their rules, schemas and rulesets (specification 1 §2, §7; decisions §10). */
export const specificationRoutes = (
  app: FastifyInstance,
  {
    db,
    specifications,
    configuration,
  }: Pick<Server, 'db'> & { specifications: SpecificationStore; configuration: Specifications },
): void => {
  const reading = <T>({ actor }: Reader, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
    withScope(db, scopeOf(actor), work)

  const found = async (tx: Transaction<Database>, id: string): Promise<SpecificationRow> => {
    const [row] = await specificationRows(tx, { id: idOf(id) })
    if (!row) throw notFound('noSpecification')
    return row
  }

  const seen = (asked: Reader, id: string) =>
    reading(asked, async tx => specificationWire(await found(tx, id), asked.actor, asked.language))

  /** Throws the problem that refused a decision. */
  const granted = async (decision: Promise<DecidedSpecification>): Promise<string> => {
    const result = await decision
    if (!result.ok) throw new ProblemError(result.problem)
    return String(result.id)
  }

  /** A specification's ruleset, and its rules as it has them. */
  const rulesOf = async (asked: Reader, id: string) => {
    const { row, settings, regulators } = await reading(asked, async tx => {
      const row = await found(tx, id)
      return { row, settings: await configurationOf(tx, row.id), regulators: await allRegulators(tx) }
    })
    const { ruleset } = await specifications.load({
      schemaVersion: row.schema_version,
      rulesetVersion: row.ruleset_version,
    })
    return { row, ruleset, rules: configuredRules(ruleset, settings), regulators }
  }

  route(app, wire.listSpecifications, asked =>
    reading(asked, async tx => {
      const stateIds = stateIdsIn(asked.query.state, specificationStates)
      const rows = await specificationRows(tx, { stateIds })
      return { specifications: rows.map(row => specificationWire(row, asked.actor, asked.language)) }
    }),
  )

  route(app, wire.getSpecification, asked => seen(asked, asked.params.id))

  route(app, wire.createSpecification, async asked =>
    seen(asked, await granted(configuration.create(asked.body, asked.actor))),
  )

  route(app, wire.applyConfiguration, async asked =>
    seen(
      asked,
      await granted(configuration.decide(idOf(asked.params.id), 'APPLY_CONFIGURATION', asked.actor)),
    ),
  )

  route(app, wire.changeSpecificationState, async asked => {
    const name = specificationStateById(asked.body.stateId)?.name
    if (name !== 'DRAFT' && name !== 'AVAILABLE') {
      const values = listOf(
        (['DRAFT', 'AVAILABLE'] as const).map(one => String(specificationStateOf(one).id)),
      )
      throw invalidField('body.stateId', message('server', 'field.oneOf', { values }))
    }
    const type = specificationEventTo[name]
    return seen(asked, await granted(configuration.decide(idOf(asked.params.id), type, asked.actor)))
  })

  route(app, wire.deleteSpecification, async ({ actor, params }) => {
    await granted(configuration.decide(idOf(params.id), 'DELETE', actor))
    return undefined
  })

  route(app, wire.listSpecificationRules, async asked => {
    const { ruleset, rules, regulators } = await rulesOf(asked, asked.params.id)
    const isWanted = holds(asked.query.filter)
    const left = rules.filter(({ rule }) => isWanted(rule.code, rule.name))
    return {
      validations: pageOf(left, asked.query).map(rule => ruleWire(rule, regulators, asked.language)),
      pagingMetadata: {
        total: rules.length,
        totalChanged: rules.filter(({ isChanged }) => isChanged).length,
        filteredTotal: left.length,
        totalDerivedFields: publishedFields(ruleset).length,
      },
    }
  })

  route(app, wire.listDerivedFields, async asked => {
    const { ruleset, rules } = await rulesOf(asked, asked.params.id)
    const isWanted = holds(asked.query.filter)
    const fields = publishedFields(ruleset)
    const left = fields.filter(({ name, description }) => isWanted(name, description))
    return {
      derivedFields: pageOf(left, asked.query).map(({ name, description }) => ({
        id: name,
        name,
        description,
      })),
      pagingMetadata: {
        total: rules.length,
        filteredTotal: left.length,
        totalDerivedFields: fields.length,
      },
    }
  })

  const changeOf = (
    {
      rule,
      regulators,
    }: { rule: ReturnType<typeof configuredRules>[number]; regulators: readonly { code: string }[] },
    { metadata, tolerances }: BodyOf<typeof wire.changeSpecificationRule>,
  ) => {
    if ((metadata === undefined) === (tolerances === undefined))
      throw invalidField(
        'body',
        message('server', 'field.oneOf', { values: listOf(['metadata', 'tolerances']) }),
      )
    const isKnown = (regulatorCode: string) => regulators.some(({ code }) => code === regulatorCode)
    return metadata ? { metadata } : { tolerances: changedTolerances(rule, tolerances ?? [], isKnown) }
  }

  route(app, wire.changeSpecificationRule, async asked => {
    const { specId, validationId } = asked.params
    const ruleOf = async () => {
      const { rules, regulators } = await rulesOf(asked, specId)
      const rule = rules.find(one => one.rule.code === validationId)
      if (!rule) throw notFound('noSpecificationRule')
      return { rule, regulators }
    }
    const change = changeOf(await ruleOf(), asked.body)
    await granted(configuration.configure(idOf(specId), validationId, change, asked.actor))
    const after = await ruleOf()
    return ruleWire(after.rule, after.regulators, asked.language)
  })

  route(app, wire.getSpecificationDifference, async asked => {
    const [after, before] = await Promise.all([
      rulesOf(asked, asked.params.id),
      rulesOf(asked, asked.params.formerId),
    ])
    return {
      former: { id: before.row.id, version: before.row.version },
      rules: ruleDifference(before.rules, after.rules),
      derivedFields: fieldDifference(before.ruleset, after.ruleset),
    }
  })
}
