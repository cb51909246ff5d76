import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import { type Kysely, sql, type Transaction } from 'kysely'
import { changesToCarry } from '../../src/domain/carryOver.ts'
import { londonDate, signOffDay } from '../../src/domain/dates.ts'
import { isDeliveryUnderWay } from '../../src/domain/deliveryPlace.ts'
import type { Problem } from '../../src/domain/problem.ts'
import { hasTag, isSystemError, isUploading, type StatusName } from '../../src/domain/status.ts'
import {
  failurePercent,
  type Tolerance,
  type TolerancePart,
  toleranceTypes,
} from '../../src/domain/tolerance.ts'
import { generateSample } from '../../src/sample/index.ts'
import type { RuleResult } from '../analysis/index.ts'
import type { BulkJobs } from '../bulk/index.ts'
import type { Collections } from '../collections/index.ts'
import { readNotices } from '../database/queries/notices.ts'
import { submissionById } from '../database/queries/submissions.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, withScope } from '../database/scope.ts'
import { type Deliveries, type DeliveryConfigurations, offeredOf } from '../delivery/index.ts'
import { signOffForm } from '../http/forms/signOffForm.ts'
import { signOffFormOf } from '../http/forms/signOffFormOf.ts'
import { createMonitoring } from '../http/routes/monitoring.ts'
import { createNotes, type ExplainedRule, type Issues } from '../issues/index.ts'
import { confirmStored } from '../jobs/index.ts'
import { findSubmission, type Lifecycle } from '../lifecycle/index.ts'
import { announcedKey, createSignedForms } from '../lifecycle/signedForms.ts'
import { inEnglish } from '../messages.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import { createReminders } from '../reminders/index.ts'
import { changesMadeIn, type Specifications, startingFrom } from '../specifications/index.ts'
import { type ObjectStore, objectKey } from '../storage/index.ts'
import { createTransfers } from '../transfers/index.ts'
import { type Act, idOf, type SeasonFile, submissionIdOf } from './plan.ts'

type Tx = Transaction<Database>

/** What the acts of a season are done with: the very functions that people's calls use. */
export interface ActTools {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: ObjectStore
  lifecycle: Lifecycle
  issues: Issues
  collections: Collections
  configuration: Specifications
  specifications: SpecificationStore
  jobs: BulkJobs
  deliveries: Deliveries
  deliveryConfigurations: DeliveryConfigurations
  /** What every minute is done because of the time. */
  tell: () => Promise<void>
  /** Aborted when the server stops. */
  signal: AbortSignal
}

type Of<T extends Act['type']> = Extract<Act, { type: T }>

/** Why an act was left out: somebody else has acted, or there is nothing to act on. */
export type LeftOut = string | undefined

const lookAgainMs = 200

const reasonOf = (decided: { ok: true } | { ok: false; problem: Problem }): LeftOut =>
  decided.ok ? undefined : inEnglish(decided.problem.reason)

/** The acts of a season, each of which can be done again after an interruption and changes nothing then. */
export const createActs = (tools: ActTools) => {
  const { db, clock, store, lifecycle, issues, signal } = tools
  const notes = createNotes(tools)
  const transfers = createTransfers(tools)
  const signedForms = createSignedForms(tools)
  const reminders = createReminders({ ...tools, publicUrl: undefined })
  const monitoredRows = createMonitoring(tools)

  const inAll = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withScope(db, { scope: 'all' }, work)

  /** The submission of a file, or the latest copy that a re-processing has made of it. */
  const found = (file: SeasonFile) =>
    inAll(async tx => {
      const { rows } = await sql<{ id: string }>`select id from submission
        where id = ${submissionIdOf(file)}::uuid or copied_from = ${submissionIdOf(file)}::uuid
        order by created_utc desc, id limit 1`.execute(tx)
      return rows[0] && findSubmission(tx, rows[0].id)
    })

  /** Resolves when the look gives something. */
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      signal.throwIfAborted()
      const seen = await look()
      if (seen !== undefined) return seen
      await setTimeout(lookAgainMs, undefined, { signal })
    }
  }

  const isAtRest = (status: StatusName): boolean =>
    !hasTag(status, 'busy') && status !== 'SIGNED_OFF' && status !== 'HISTORY_DATA'

  /** Waits until the system has done its part. Throws where it could not. */
  const untilAtRest = async (file: SeasonFile): Promise<void> => {
    const status = await until(async () => {
      const submission = await found(file)
      return submission && isAtRest(submission.status) ? submission.status : undefined
    })
    if (isSystemError(status)) throw new Error(`${file.fileName} ended as ${status}.`)
  }

  const collectionId = async (reference: string): Promise<string> => {
    const { rows } = await inAll(tx =>
      sql<{ id: string }>`select id from collection where reference = ${reference}`.execute(tx),
    )
    if (!rows[0]) throw new Error(`There is no collection ${reference}.`)
    return rows[0].id
  }

  const upload = async ({ file, by }: Of<'upload'>): Promise<LeftOut> => {
    const { instId, collectionReference, mode, fileName } = file
    const id = submissionIdOf(file)
    const before = await found(file)
    if (!before || isUploading(before.status)) {
      const key = objectKey(instId, id, 'file.xml')
      const requested = await lifecycle.requestUpload({
        submissionId: id,
        collectionId: await collectionId(collectionReference),
        instId,
        mode,
        fileName,
        objectKey: key,
        expires: addHours(clock.now(), 1),
        actor: by,
      })
      if (!requested.ok) return reasonOf(requested)
      const { students, faults, faultyEvery, seed, country, researchersMoveTo } = file
      const sample = {
        provider: instId,
        students,
        faults,
        seed,
        collection: collectionReference,
        ...(faultyEvery === undefined ? {} : { faultyEvery }),
        ...(country ? { country } : {}),
        ...(researchersMoveTo ? { researchersMoveTo } : {}),
      }
      await store.put(key, Readable.from(generateSample(sample)))
      await confirmStored({ store, lifecycle, clock }, { id, objectKey: key })
    }
    await untilAtRest(file)
    return undefined
  }

  const decide = async ({ file, from, event, note }: Of<'decide'>): Promise<LeftOut> => {
    const submission = await found(file)
    if (submission?.status !== from) return `${file.fileName} is ${submission?.status ?? 'not there'}`
    const decided = await lifecycle.decide(
      submission.id,
      event,
      note === undefined ? {} : { detail: { note } },
    )
    if (decided.ok) await untilAtRest(file)
    return reasonOf(decided)
  }

  const returnForm = async ({ file, by }: Of<'returnForm'>): Promise<LeftOut> => {
    const submission = await found(file)
    const row = submission && (await inAll(tx => submissionById(tx, submission.id)))
    if (!submission || !row || submission.status !== 'PROVIDER_SIGNOFF')
      return `${file.fileName} is ${submission?.status ?? 'not there'}`
    const now = clock.now()
    const filledIn = {
      name: by.name,
      role: 'Accountable officer',
      signature: by.name,
      date: inEnglish(signOffDay(now.toISOString())),
    }
    const form = await buffer(signOffForm({ ...signOffFormOf(row, now), filledIn }, 'en'))
    const fileName = `${file.fileName.replace(/\.xml$/, '')}-signed.pdf`
    const { formId } = await signedForms.announce(submission.id, { fileName, fileSize: form.length }, by)
    await store.put(announcedKey(file.instId, submission.id, formId), Readable.from([form]))
    await signedForms.giveBack(submission.id, formId, by)
    return undefined
  }

  const nilReturn = async ({ instId, collectionReference, by }: Of<'nilReturn'>): Promise<LeftOut> =>
    reasonOf(
      await lifecycle.createNilReturn({
        instId,
        collectionId: await collectionId(collectionReference),
        actor: by,
      }),
    )

  const agree = async ({ file, senderId, by }: Of<'agree'>): Promise<LeftOut> => {
    const id = {
      collectionId: await collectionId(file.collectionReference),
      senderId,
      receiverId: file.instId,
    }
    return reasonOf(await transfers.decide(id, 'AGREE', by))
  }

  /** Results outside tolerance, in the order of the report. */
  const outside = async (submissionId: string): Promise<RuleResult[]> => {
    const { rows } = await inAll(tx =>
      sql<{ row: RuleResult }>`select r.value as row from quality_rule_result q,
          jsonb_array_elements(q.result -> 'rows') with ordinality r (value, place)
        where q.submission_id = ${submissionId}::uuid and q.outside and (r.value ->> 'status')::int = 1
          and (r.value ->> 'isPrimary')::boolean order by q.ordinal, r.place`.execute(tx),
    )
    return rows.map(({ row }) => row)
  }

  const explain = async ({ file, text, by }: Of<'explain'>): Promise<LeftOut> => {
    const submission = await found(file)
    if (!submission) return `${file.fileName} is not there`
    const rules = (await outside(submission.id)).map(
      ({ ruleCode: code, name, regulatorCode }): ExplainedRule => ({ code, name, regulatorCode }),
    )
    if (rules.length === 0) return `${file.fileName} has no rule outside tolerance`
    const { collectionId: id, instId } = submission
    return reasonOf(
      await issues.explainRules(
        { collectionId: id, instId, raisedFrom: submission.id },
        rules,
        { text, files: [], assignee: undefined },
        by,
        async () => undefined,
      ),
    )
  }

  /** A tolerance that lets what was counted pass. */
  const passing = ({ tolerance, failureCount, populationCount }: RuleResult): Tolerance => ({
    ...tolerance,
    parts: tolerance.parts.map(
      (part): TolerancePart =>
        part.type === toleranceTypes.count
          ? { ...part, from: failureCount }
          : part.type === toleranceTypes.percentage
            ? { ...part, from: Math.ceil(failurePercent(failureCount, populationCount)) }
            : part,
    ),
  })

  const issue = async ({ file, nth, event, text }: Of<'issue'>): Promise<LeftOut> => {
    const submission = await found(file)
    if (!submission) return `${file.fileName} is not there`
    const { rows } = await inAll(tx =>
      sql<{ id: string; code: string }>`select id, code from issue
        where collection_id = ${submission.collectionId} and inst_id = ${submission.instId}
        order by code, regulator_code limit 1 offset ${nth}`.execute(tx),
    )
    const [about] = rows
    if (!about) return `${file.fileName} has no issue ${nth + 1}`
    const result = (await outside(submission.id)).find(({ ruleCode }) => ruleCode === about.code)
    const wanted = event.type === 'REQUEST_OVERRIDE' && result ? { wantedTolerance: passing(result) } : {}
    return reasonOf(await issues.decide(about.id, event, { text, ...wanted }))
  }

  const note = async ({ file, text, by }: Of<'note'>): Promise<LeftOut> => {
    const submission = await found(file)
    const [about] = submission ? await outside(submission.id) : []
    if (!submission || !about) return `${file.fileName} has no rule outside tolerance`
    const { ruleCode: code, regulatorCode } = about
    const written = { subject: 'rule', code, text, regulatorCodes: [regulatorCode] } as const
    const refusal = await notes.write(submission.id, written, by)
    return refusal && inEnglish(refusal.reason)
  }

  /**
   * The next specification of a collection: the same content with what was changed in the one before, and a tolerance that lets twice as
   * much pass.
   */
  const specification = async (act: Of<'specification'>): Promise<LeftOut> => {
    const { collectionReference, contentOf = collectionReference, version, ruleCode, by } = act
    const { configuration, collections, specifications } = tools
    const { rows } = await inAll(tx =>
      sql<{
        presentId: number
        presentVersion: string
        schemaId: number
        rulesetId: number
        schemaVersion: string
        rulesetVersion: string
        madeId: number | null
      }>`
        select p.id as "presentId", p.version as "presentVersion", v.id as "schemaId", r.id as "rulesetId", p.schema_version as "schemaVersion",
          p.ruleset_version as "rulesetVersion", (select id from specification where version = ${version}) as "madeId"
        from collection c join specification p on p.id = c.specification_id
        join schema_version v on v.version = p.schema_version join ruleset_version r on r.version = p.ruleset_version
        where c.reference = ${contentOf}`.execute(tx),
    )
    const [present] = rows
    if (!present) return `${contentOf} has no specification`
    const { presentId, presentVersion, schemaId, rulesetId, madeId, ...versions } = present
    const { ruleset } = await specifications.load(versions)
    const rule = ruleset.rules.find(({ code }) => code.includes(ruleCode))
    if (!rule) return `${ruleCode} is no rule`
    const made = madeId ?? undefined
    const created =
      made === undefined ? await configuration.create({ schemaId, rulesetId, version }, by) : undefined
    if (created && !created.ok) return reasonOf(created)
    const id = made ?? created?.record.id ?? 0
    const tolerances = rule.regulators.map(({ regulatorCode, tolerance }) => ({
      regulatorCode,
      tolerance: {
        ...tolerance,
        parts: tolerance.parts.map(part =>
          part.type === toleranceTypes.range ? part : { ...part, from: part.from + 5 },
        ),
      },
    }))
    const changes = changesToCarry(
      await inAll(tx => changesMadeIn(tx, presentId)),
      ruleset.rules,
      ruleset.rules,
    )
    const taken = startingFrom(presentVersion, changes, ruleset, new Map())
    const steps = [
      () => configuration.startFrom(id, taken, by),
      () => configuration.configure(id, rule.code, { tolerances }, by),
      () => configuration.decide(id, 'MAKE_AVAILABLE', by),
      () => collections.assignSpecification(collectionReference, id, by),
    ]
    // Those that an interrupted run has done are refused; the last one says whether the collection has it.
    let last: LeftOut
    for (const step of steps) last = reasonOf(await step())
    return last
  }

  const reprocess = async ({
    collectionReference: reference,
    files,
    by,
  }: Of<'reprocess'>): Promise<LeftOut> => {
    const id = idOf(`reprocess ${reference}`)
    const instIds = files.map(({ instId }) => instId)
    const requested = await tools.jobs.request({
      id,
      kind: 'REPROCESS',
      reference,
      instIds,
      withSubmitted: false,
      actor: by,
    })
    if (!requested.ok) return reasonOf(requested)
    await until(async () => {
      const { rows } = await inAll(tx =>
        sql<{ over: Date | null }>`select ended_utc as over from job where id = ${id}::uuid`.execute(tx),
      )
      return rows[0]?.over ?? undefined
    })
    for (const file of files) await untilAtRest(file)
    return undefined
  }

  const deliver = async (act: Of<'deliver'>): Promise<LeftOut> => {
    const { name, customerId, collectionReference, schedule, content, nth, by } = act
    const { deliveries, deliveryConfigurations: configurations, specifications } = tools
    const configurationId = idOf(`delivery ${name}`)
    const { files: offered } = await offeredOf(db, specifications, collectionReference)
    // Nothing that tells of a special category: that would need a reason for each.
    const files = offered
      .filter(({ columns }) => !columns.some(({ isKey, isSpecialCategory }) => isKey && isSpecialCategory))
      .slice(0, 3)
      .map(({ name: file, columns }) => ({
        file,
        columns: columns
          .filter(({ isKey, isSpecialCategory }) => !isKey && !isSpecialCategory)
          .map(one => one.name),
      }))
    const details = {
      name,
      customerId,
      collectionReference,
      schedule,
      content: { ...content, files, reasons: [], levels: [], isPseudonymised: false },
    }
    const made = await configurations.create(configurationId, details, by)
    if ('faults' in made) throw new Error(`The delivery "${name}": ${made.faults[0]?.field}`)
    if (!made.ok) return reasonOf(made)
    // Refused where an interrupted run has enabled it.
    await configurations.enable(configurationId, by)
    const id = idOf(`delivery ${name} ${nth}`)
    const requested = await deliveries.request(configurationId, id, by)
    if (!requested.ok) return reasonOf(requested)
    await until(async () => {
      const { rows } = await inAll(tx =>
        sql<{
          place: Parameters<typeof isDeliveryUnderWay>[0]
        }>`select place from delivery where id = ${id}::uuid`.execute(tx),
      )
      return rows[0] && !isDeliveryUnderWay(rows[0].place) ? rows[0].place : undefined
    })
    return undefined
  }

  const remind = async ({ collectionReference, instIds, by }: Of<'remind'>): Promise<LeftOut> => {
    const rows = await monitoredRows({ actor: by, language: 'en' }, collectionReference, 'live')
    const { rows: found } = await inAll(tx =>
      sql<{ id: string; name: string; deadline: string | null }>`
        select id, name, to_char(submission_deadline, 'YYYY-MM-DD') as deadline from collection
        where reference = ${collectionReference}`.execute(tx),
    )
    const [collection] = found
    if (!collection) return `There is no collection ${collectionReference}`
    const { sent } = await reminders.send(
      idOf(`remind ${collectionReference} ${clock.now().toISOString().slice(0, 10)}`),
      {
        collection,
        rows: rows.flatMap(({ row }) => (instIds.includes(row.provider.instId) ? [row] : [])),
        words: '',
        skipsRecent: true,
      },
      by,
    )
    return sent > 0 ? undefined : 'Nobody could be reminded'
  }

  const planOpening = async ({ collectionReference, inDays, by }: Of<'planOpening'>): Promise<LeftOut> => {
    const opensOn = londonDate(addDays(clock.now(), inDays))
    return reasonOf(await tools.collections.changeDetails(collectionReference, { opensOn }, by))
  }

  const read = async ({ by }: Of<'readNotices'>): Promise<LeftOut> => {
    for (const actor of by)
      await withScope(db, scopeOf(actor), tx => readNotices(tx, actor, undefined, clock.now()))
    return undefined
  }

  /**
   * Keeps who acts, as a sign-in at the time of the act would: the audit names them, and the page Users shows when they were last here. A
   * later sign-in stays.
   */
  const keepPerson = async (act: Act): Promise<void> => {
    const by = 'event' in act ? act.event.actor : 'by' in act ? act.by : undefined
    if (by === undefined || !('kind' in by) || by.kind !== 'user') return
    const { userId, name, organisationId: id, organisationType: type, roles } = by
    const at = clock.now()
    await inAll(tx =>
      sql`insert into person (user_id, name, organisations, said_utc, first_utc)
        values (${userId}, ${name}, ${JSON.stringify([{ id, type, roles }])}::jsonb, ${at}, ${at})
        on conflict (user_id) do update set said_utc = excluded.said_utc
        where person.said_utc < excluded.said_utc`.execute(tx),
    )
  }

  /** Does an act. Gives why it was left out. */
  return async (act: Act): Promise<LeftOut> => {
    await keepPerson(act)
    switch (act.type) {
      case 'upload':
        return upload(act)
      case 'decide':
        return decide(act)
      case 'returnForm':
        return returnForm(act)
      case 'nilReturn':
        return nilReturn(act)
      case 'agree':
        return agree(act)
      case 'explain':
        return explain(act)
      case 'issue':
        return issue(act)
      case 'note':
        return note(act)
      case 'specification':
        return specification(act)
      case 'reprocess':
        return reprocess(act)
      case 'deliver':
        return deliver(act)
      case 'remind':
        return remind(act)
      case 'collection':
        return reasonOf(await tools.collections.changeState(act.collectionReference, act.change, act.by))
      case 'planOpening':
        return planOpening(act)
      case 'readNotices':
        return read(act)
      default:
        return tools.tell().then(() => undefined)
    }
  }
}
