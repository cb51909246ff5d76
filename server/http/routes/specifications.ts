import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { MeasuredChange } from '../../../src/domain/allowance.ts'
import { changesToCarry } from '../../../src/domain/carryOver.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import { ruleMatcher } from '../../../src/domain/sameRule.ts'
import {
  specificationStateById,
  specificationStateOf,
  specificationStates,
} from '../../../src/domain/specification.ts'
import type { TolerancePart } from '../../../src/domain/tolerance.ts'
import { toleranceLabel } from '../../../src/domain/toleranceLabel.ts'
import { readTolerances, toleranceFileOf } from '../../../src/domain/toleranceTable.ts'
import { type BodyOf, workbookType } from '../../../src/domain/wire/call.ts'
import { getSpecificationRuleHistory } from '../../../src/domain/wire/ruleSource.ts'
import * as wire from '../../../src/domain/wire/specifications.ts'
import {
  isSpecificationStateGiven,
  specificationEventTo,
} from '../../../src/machines/specification-state/index.ts'
import { listOf, message } from '../../../src/messages/message.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { allRegulators } from '../../database/queries/collections.ts'
import type { Database } from '../../database/schema.ts'
import { granted } from '../../decisions/decider.ts'
import { inLanguage } from '../../messages.ts'
import type { SpecificationStore } from '../../pipeline/index.ts'
import {
  changesMadeIn,
  configurationOf,
  configuredRules,
  contentRecords,
  type DecidedSpecification,
  deletionOfSpecification,
  fieldDifference,
  publishedFields,
  type RuleEdit,
  ruleDifference,
  ruleEdits,
  type SpecificationRow,
  type Specifications,
  specificationRows,
  startingFrom,
} from '../../specifications/index.ts'
import { attachment } from '../../storage/index.ts'
import { workbook } from '../../workbooks/index.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { carryOverWire } from './carryOverRows.ts'
import type { Reader } from './content.ts'
import { sendCsv } from './csvReply.ts'
import { differenceWire } from './differenceRows.ts'
import { fileFaults } from './fileFaults.ts'
import { exampleWire } from './publishedRows.ts'
import { ruleWire, specificationWire } from './specificationRows.ts'
import {
  changedTables,
  changedTolerances,
  toleranceRows,
  toleranceSheet,
  tolerancesWire,
} from './specificationTolerances.ts'
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
  const term = filter?.trim().toLowerCase() ?? ''
  return (...texts: string[]) => texts.some(text => text.toLowerCase().includes(term))
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
    if (row) return row
    const deletion = await deletionOfSpecification(tx, idOf(id))
    throw deletion ? new ProblemError(deletion) : notFound('noSpecification')
  }

  const seen = (request: Reader, id: string) =>
    reading(request, async tx => specificationWire(await found(tx, id), request.actor, request.language))

  /** The id of a specification after a decision. Throws the problem that refused it. */
  const grantedId = async (decision: Promise<DecidedSpecification>): Promise<string> =>
    String((await granted(decision)).record.id)

  /** A specification's ruleset, and its rules as it has them. */
  const rulesOf = async (request: Reader, id: string) => {
    const { row, settings, regulators } = await reading(request, async tx => {
      const row = await found(tx, id)
      return { row, settings: await configurationOf(tx, row.id), regulators: await allRegulators(tx) }
    })
    const { ruleset } = await specifications.load({
      schemaVersion: row.schema_version,
      rulesetVersion: row.ruleset_version,
    })
    return { row, ruleset, rules: configuredRules(ruleset, settings), regulators }
  }

  route(app, wire.listSpecifications, request =>
    reading(request, async tx => {
      const stateIds = stateIdsIn(request.query.state, specificationStates)
      const rows = await specificationRows(tx, { stateIds })
      return { specifications: rows.map(row => specificationWire(row, request.actor, request.language)) }
    }),
  )

  route(app, wire.getSpecification, request => seen(request, request.params.id))

  route(app, wire.createSpecification, async request =>
    seen(request, await grantedId(configuration.create(request.body, request.actor))),
  )

  /** What a new specification of a ruleset would take over from an earlier one (decisions §18). */
  const carryOver = async (
    request: Reader,
    earlier: string,
    content: { schemaVersion: string; rulesetVersion: string },
  ) => {
    const [{ row, ruleset: before, regulators }, { ruleset: after }] = await Promise.all([
      rulesOf(request, earlier),
      specifications.load(content),
    ])
    const made = await reading(request, tx => changesMadeIn(tx, row.id))
    return { row, before, after, regulators, changes: changesToCarry(made, before.rules, after.rules) }
  }

  route(app, wire.listCarryOver, async request => {
    const { id, rulesetId } = request.params
    const [ruleset] = await reading(request, tx => contentRecords(tx, 'ruleset', { id: idOf(rulesetId) }))
    if (!ruleset) throw new ProblemError(problem('not-found', message('server', 'noContent')))
    const { changes, before, after } = await carryOver(request, id, {
      schemaVersion: ruleset.schema.version,
      rulesetVersion: ruleset.version,
    })
    const code = (rule: { code: string }) => rule.code
    const formerCode = ruleMatcher(after.rules.map(code), before.rules.map(code))
    const kept = after.rules.flatMap(rule => formerCode(rule.code) ?? [])
    return {
      changes: changes.map(change => carryOverWire(change, request.language)),
      rules: {
        total: after.rules.length,
        added: after.rules.length - kept.length,
        removed: before.rules.length - kept.length,
      },
    }
  })

  route(app, wire.applyConfiguration, async request => {
    const { params, body, actor } = request
    const id = idOf(params.id)
    if (body.startFrom === undefined)
      return seen(request, await grantedId(configuration.decide(id, 'APPLY_CONFIGURATION', actor)))
    const target = await reading(request, tx => found(tx, params.id))
    const { row, after, changes } = await carryOver(request, String(body.startFrom), {
      schemaVersion: target.schema_version,
      rulesetVersion: target.ruleset_version,
    })
    const decisions = new Map((body.decisions ?? []).map(one => [one.id, one.isTaken]))
    const decided = configuration.startFrom(id, startingFrom(row.version, changes, after, decisions), actor)
    return seen(request, await grantedId(decided))
  })

  route(app, wire.changeSpecificationState, async request => {
    const name = specificationStateById(request.body.stateId)?.name
    if (!isSpecificationStateGiven(name)) {
      const values = listOf(
        (['DRAFT', 'AVAILABLE'] as const).map(one => String(specificationStateOf(one).id)),
      )
      throw invalidField('body.stateId', message('server', 'field.oneOf', { values }))
    }
    const type = specificationEventTo[name]
    return seen(request, await grantedId(configuration.decide(idOf(request.params.id), type, request.actor)))
  })

  route(app, wire.deleteSpecification, async ({ actor, params }) => {
    await grantedId(configuration.decide(idOf(params.id), 'DELETE', actor))
    return undefined
  })

  route(app, wire.listSpecificationRules, async request => {
    const { ruleset, rules, regulators } = await rulesOf(request, request.params.id)
    const matches = holds(request.query.filter)
    const left = rules.filter(({ rule }) => matches(rule.code, rule.name))
    return {
      validations: pageOf(left, request.query).map(rule => ruleWire(rule, regulators, request.language)),
      pagingMetadata: {
        total: rules.length,
        totalChanged: rules.filter(({ isChanged }) => isChanged).length,
        filteredTotal: left.length,
        totalDerivedFields: publishedFields(ruleset).length,
      },
    }
  })

  route(app, wire.listDerivedFields, async request => {
    const { ruleset, rules } = await rulesOf(request, request.params.id)
    const matches = holds(request.query.filter)
    const fields = publishedFields(ruleset)
    const left = fields.filter(({ name, description }) => matches(name, description))
    return {
      derivedFields: pageOf(left, request.query).map(({ name, description }) => ({
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
    { metadata, tolerances, reason }: BodyOf<typeof wire.changeSpecificationRule>,
  ) => {
    if ((metadata === undefined) === (tolerances === undefined))
      throw invalidField(
        'body',
        message('server', 'field.oneOf', { values: listOf(['metadata', 'tolerances']) }),
      )
    const isKnown = (regulatorCode: string) => regulators.some(({ code }) => code === regulatorCode)
    const why = reason ? { reason } : {}
    return metadata
      ? { metadata, ...why }
      : { tolerances: changedTolerances(rule, tolerances ?? [], isKnown), ...why }
  }

  route(app, wire.changeSpecificationRule, async request => {
    const { specId, validationId } = request.params
    const ruleOf = async () => {
      const { rules, regulators } = await rulesOf(request, specId)
      const rule = rules.find(one => one.rule.code === validationId)
      if (!rule) throw notFound('noSpecificationRule')
      return { rule, regulators }
    }
    const change = changeOf(await ruleOf(), request.body)
    await grantedId(configuration.configure(idOf(specId), validationId, change, request.actor))
    const after = await ruleOf()
    return ruleWire(after.rule, after.regulators, request.language)
  })

  route(app, getSpecificationRuleHistory, async request => {
    const { specId, validationId } = request.params
    const { row, ruleset } = await rulesOf(request, specId)
    const rule = ruleset.rules.find(({ code }) => code === validationId)
    if (!rule) throw notFound('noSpecificationRule')
    const edits = await withScope(db, { scope: 'all' }, tx => ruleEdits(tx, row.version, rule))
    const text = (value: RuleEdit['after']): string =>
      typeof value === 'string'
        ? value
        : inLanguage(request.language, toleranceLabel(value, rule.measure?.change))
    return {
      // The ruleset would not load if one of them gave anything else.
      examples: rule.examples.map(example => exampleWire(example, rule.measure?.change)),
      edits: edits.map(({ at, before, after, ...edit }) => ({
        ...edit,
        at: at.toISOString(),
        before: text(before),
        after: text(after),
      })),
    }
  })

  /** The table of tolerances of a specification, and what reads or changes it. */
  const tableOf = async (request: Reader, id: string) => {
    const { row, rules, regulators } = await rulesOf(request, id)
    const measures = new Map(rules.map(({ rule }) => [rule.code, rule.measure?.change ?? null]))
    const measuredIn = (ruleCode: string) => measures.get(ruleCode) ?? null
    const rows = toleranceRows(rules)
    return { row, rules, rows, wireOf: (some = rows) => tolerancesWire(some, { regulators, measuredIn }) }
  }

  route(app, wire.listTolerances, async request => {
    const { row, rows, wireOf } = await tableOf(request, request.params.id)
    const name = `tolerances.${row.version}`
    if (request.mediaType === 'text/csv')
      return sendCsv(request.reply, `${name}.csv`, [toleranceFileOf(rows)])
    if (request.mediaType === workbookType)
      return request.reply
        .headers({ 'content-type': workbookType, 'content-disposition': attachment(`${name}.xlsx`) })
        .send(workbook([toleranceSheet(row.version, rows)]))
    return { version: row.event_number, tolerances: wireOf() }
  })

  route(app, wire.previewTolerances, async request => {
    const { csv, encoding } = request.body
    const [{ row, rows, wireOf }, regulators] = await Promise.all([
      tableOf(request, request.params.id),
      reading(request, allRegulators),
    ])
    const read = readTolerances(csv, rows, {
      regulators: new Set(regulators.map(({ code }) => code)),
      encoding,
    })
    const wired = wireOf(read.changes.map(change => change.row))
    const textOf = (part: TolerancePart, change: MeasuredChange | null) =>
      inLanguage(request.language, toleranceLabel({ conjunction: 'A', parts: [part] }, change))
    const changes = wired.flatMap(({ measuredIn, ...tolerance }, at) => {
      const change = read.changes[at]
      if (!change) return []
      const { ruleCode, name, regulatorCode, shortName, toleranceId, toleranceTypeId } = tolerance
      return [
        {
          line: change.line,
          ...{ ruleCode, name, regulatorCode, shortName, toleranceId, toleranceTypeId },
          before: textOf(change.row.value, measuredIn),
          after: textOf(change.after, measuredIn),
          value: { from: change.after.from, to: change.after.to },
        },
      ]
    })
    return {
      version: row.event_number,
      changes: read.faults.length > 0 ? null : changes,
      unchanged: read.unchanged,
      absent: read.absent,
      ...fileFaults(read.faults, request.language),
      notes: read.notes.map(note => inLanguage(request.language, note)),
    }
  })

  route(app, wire.changeTolerances, async request => {
    const { actor, params, body } = request
    const { row, rules, regulators } = await rulesOf(request, params.id)
    const isKnown = (regulatorCode: string) => regulators.some(({ code }) => code === regulatorCode)
    const changed = changedTables(rules, body.tolerances, isKnown)
    if (changed.length === 0) return { version: row.event_number, changedRules: 0 }
    const { record } = await granted(
      configuration.configureMany(
        row.id,
        { version: body.version, rules: changed, reason: body.reason ?? '' },
        actor,
      ),
    )
    return { version: record.eventNumber, changedRules: changed.length }
  })

  route(app, wire.getSpecificationDifference, async request => {
    const [after, before] = await Promise.all([
      rulesOf(request, request.params.id),
      rulesOf(request, request.params.formerId),
    ])
    return {
      former: { id: before.row.id, version: before.row.version },
      rules: differenceWire(request.language, ruleDifference(before.rules, after.rules)),
      derivedFields: differenceWire(request.language, fieldDifference(before.ruleset, after.ruleset)),
    }
  })
}
