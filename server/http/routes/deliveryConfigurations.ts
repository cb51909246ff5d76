import type { FastifyInstance } from 'fastify'
import { columnsWithoutReason, isConfigurationEnabled } from '../../../src/domain/deliveryConfiguration.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/deliveries.ts'
import { explainDelivery } from '../../../src/machines/delivery/index.ts'
import { explainConfiguration } from '../../../src/machines/delivery-configuration/index.ts'
import { type Message, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { deliveryQuery, firstRows } from '../../analysis/index.ts'
import type { Server } from '../../context.ts'
import { collectionOf, submissionById } from '../../database/queries/submissions.ts'
import { withScope } from '../../database/scope.ts'
import {
  type ConfigurationRecord,
  choicesOfConfigurations,
  chosenSubmissions,
  type DecidedConfiguration,
  type Deliveries,
  type DeliveryConfigurations,
  deletionOf,
  findConfiguration,
  listConfigurations,
  offeredOf,
} from '../../delivery/index.ts'
import { inLanguage } from '../../messages.ts'
import type { Readings, SpecificationStore } from '../../pipeline/index.ts'
import { disclosureTo } from '../../privacy/index.ts'
import { invalidFields } from '../problems.ts'
import { route } from '../route.ts'
import { uuidForm } from './submissionAccess.ts'

/** Rows of a preview. */
const rowsShown = 10

const noConfiguration = (): ProblemError =>
  new ProblemError(problem('not-found', message('server', 'noConfiguration')))

/** Refusals of what the reader could do with a configuration, by its charts. */
const refusalsOf = (
  { place, isReasoned }: { place: ConfigurationRecord['place']; isReasoned: boolean },
  actor: UserPrincipal,
  language: Language,
): wire.ConfigurationWire['refusals'] => {
  const said = (reason: Message | undefined) => reason && inLanguage(language, reason)
  const own = (type: 'CHANGE' | 'ENABLE' | 'DISABLE' | 'DELETE', facts = { isReasoned }) =>
    said(explainConfiguration(place, facts, { type, actor }).refusal?.reason)
  // Whether there is something to deliver is found out when it is asked for.
  const deliveryFacts = {
    isEnabled: isConfigurationEnabled(place),
    submissions: 1,
    attempt: 0,
    isExpired: false,
  }
  const refusals = {
    // What is changed may get its reasons.
    CHANGE: own('CHANGE', { isReasoned: true }),
    ENABLE: own('ENABLE'),
    DISABLE: own('DISABLE'),
    DELETE: own('DELETE'),
    REQUEST: said(explainDelivery('NONE', deliveryFacts, { type: 'REQUEST', actor }).refusal?.reason),
  }
  return Object.fromEntries(Object.entries(refusals).filter(([, reason]) => reason !== undefined))
}

/** Delivery configurations (specification 1 §2, decisions §13): what customers get, and when. */
export const deliveryConfigurationRoutes = (
  app: FastifyInstance,
  server: Pick<Server, 'db'> & {
    specifications: SpecificationStore
    reader: Readings
    deliveries: Deliveries
    deliveryConfigurations: DeliveryConfigurations
  },
): void => {
  const { db, specifications, reader, deliveries, deliveryConfigurations: configurations } = server

  const configurationWire = async (
    record: ConfigurationRecord,
    actor: UserPrincipal,
    language: Language,
  ): Promise<wire.ConfigurationWire> => {
    const { id, name, customerId, collectionReference, content, schedule, place } = record
    const { files } = await offeredOf(db, specifications, collectionReference)
    const isReasoned = columnsWithoutReason(content, files).length === 0
    return {
      id,
      name,
      customerId,
      collectionReference,
      content: content as wire.ConfigurationWire['content'],
      schedule,
      customer: { id: customerId, name: record.customerName },
      collection: { reference: collectionReference, name: record.collectionName, recordId: record.recordId },
      state: place,
      updatedUtc: record.updated.toISOString(),
      updatedBy: record.updatedBy,
      lastAskedUtc: record.lastRequested?.toISOString() ?? null,
      refusals: refusalsOf({ place, isReasoned }, actor, language),
    }
  }

  /** Throws the problem that refused a decision, or what of the details there is not, field by field. */
  const granted = async (decision: Promise<DecidedConfiguration>): Promise<ConfigurationRecord> => {
    const result = await decision
    if (result.ok) return result.record
    throw new ProblemError('faults' in result ? invalidFields(result.faults) : result.problem)
  }

  const named = (id: string): string => {
    if (!uuidForm.test(id)) throw noConfiguration()
    return id
  }

  route(app, wire.listDeliveryConfigurations, async ({ actor, language }) => {
    const found = await withScope(db, { scope: 'all' }, listConfigurations)
    return { configurations: await Promise.all(found.map(one => configurationWire(one, actor, language))) }
  })

  route(app, wire.getDeliveryOptions, async ({ query }) => {
    const choices = await withScope(db, { scope: 'all' }, choicesOfConfigurations)
    const { collectionReference: reference } = query
    const offered =
      reference === undefined ? { files: [], levels: [] } : await offeredOf(db, specifications, reference)
    return {
      ...choices,
      files: offered.files.map(({ name, columns }) => ({ name, columns: [...columns] })),
      levels: [...offered.levels],
    }
  })

  route(app, wire.getDeliveryConfiguration, async ({ actor, language, params }) => {
    const id = named(params.id)
    const found = await withScope(db, { scope: 'all' }, tx => findConfiguration(tx, id))
    const deletion = deletionOf(found)
    if (deletion) throw new ProblemError(deletion)
    if (!found) throw noConfiguration()
    return configurationWire(found, actor, language)
  })

  route(app, wire.createDeliveryConfiguration, async ({ actor, language, body: { id, ...details } }) =>
    configurationWire(await granted(configurations.create(id, details, actor)), actor, language),
  )

  route(app, wire.changeDeliveryConfiguration, async ({ actor, language, params, body }) => {
    const id = named(params.id)
    return configurationWire(await granted(configurations.change(id, body, actor)), actor, language)
  })

  route(app, wire.setDeliveryConfigurationState, async ({ actor, language, params, body: { state } }) => {
    const id = named(params.id)
    const decision = isConfigurationEnabled(state)
      ? configurations.enable(id, actor)
      : configurations.disable(id, actor)
    return configurationWire(await granted(decision), actor, language)
  })

  route(app, wire.deleteDeliveryConfiguration, async ({ actor, params }): Promise<undefined> => {
    await granted(configurations.remove(named(params.id), actor))
  })

  route(app, wire.requestDelivery, async ({ actor, params, body, reply }): Promise<undefined> => {
    const result = await deliveries.request(named(params.id), body.id, actor)
    if (!result.ok) throw new ProblemError(result.problem)
    reply.header('location', `/jobs/${body.id}`)
  })

  route(app, wire.previewDelivery, async ({ actor, language, body }) => {
    const { customerId, collectionReference: reference, content, file: fileName } = body
    const faults = await configurations.faultsOf(body)
    if (faults.length > 0) throw new ProblemError(invalidFields(faults))
    const { chosen, row } = await withScope(db, { scope: 'all' }, async tx => {
      const collection = await collectionOf(tx, { reference })
      const found = await chosenSubmissions(tx, { customerId, content, collectionId: collection?.id ?? '' })
      const [first] = found
      return { chosen: found, row: first && (await submissionById(tx, first.submissionId)) }
    })
    const versions = row && { schemaVersion: row.schema_version, rulesetVersion: row.ruleset_version }
    if (!row || versions?.schemaVersion == null || versions.rulesetVersion == null)
      return { submissions: chosen.length, provider: null, rows: 0, columns: [], cells: [] }
    const { schemaVersion, rulesetVersion } = versions
    const { ruleset } = await specifications.load({ schemaVersion, rulesetVersion })
    const file = ruleset.delivery.find(({ name }) => name === fileName)
    if (!file)
      throw new ProblemError(
        invalidFields([
          { field: 'body.file', message: message('server', 'noDeliveredField', { field: fileName }) },
        ]),
      )
    const columns = new Set(content.files.find(one => one.file === fileName)?.columns ?? [])
    const { levels, isPseudonymised } = content
    const choice = { columns, ...(levels.length > 0 ? { levels } : {}), form: 'text' as const }
    const { rows, total } = await reader
      .for(actor)
      .read(row.id, ['records', 'derived'], source =>
        firstRows(source, deliveryQuery(file, choice), rowsShown),
      )
    const disclosure = disclosureTo(actor, 'page', language)
    const shown = file.columns
      .filter(({ name, isKey }) => isKey || columns.has(name))
      .map((column, at) => ({ column, at }))
      .filter(({ column }) => !(isPseudonymised && column.isDropped))
    // Of whom there is a row is told by the other columns, so none of them is shown then.
    const rowNotice = disclosure.notice(file.rowClasses)
    const noticeOf = ({ classes, isChanged }: (typeof file.columns)[number]): string | undefined =>
      isPseudonymised && isChanged
        ? inLanguage(language, message('delivery', 'preview.pseudonymised'))
        : disclosure.notice(classes)
    const notices = shown.map(({ column }) => rowNotice ?? noticeOf(column))
    return {
      submissions: chosen.length,
      provider: chosen[0]?.provider ?? null,
      rows: total,
      columns: shown.map(({ column: { name } }, at) => ({
        name,
        ...(notices[at] === undefined ? {} : { withheld: notices[at] }),
      })),
      cells: (rowNotice === undefined ? rows : []).map(cells =>
        shown.map(({ at }, index) => (notices[index] === undefined ? (cells[at] ?? null) : null)),
      ),
    }
  })
}
