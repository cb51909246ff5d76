import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type Authorship,
  type CarriedChange,
  type CarryOverDecisions,
  carriedOver,
  type RuleOfContent,
} from '../../src/domain/carryOver.ts'
import { contentStateOf } from '../../src/domain/content.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { problem } from '../../src/domain/problem.ts'
import { specificationStateOf } from '../../src/domain/specification.ts'
import { isSameTolerance, type Tolerance } from '../../src/domain/tolerance.ts'
import { nextVersion, type VersionIncrement } from '../../src/domain/version.ts'
import {
  type SpecificationUserEvent,
  specificationChart,
} from '../../src/machines/specification-state/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import type { Decided } from '../decisions/decider.ts'
import { eventsOf } from '../decisions/history.ts'
import { actorName } from '../decisions/records.ts'
import { specificationDecider } from './decide.ts'
import type { CarriedRecord } from './ruleEdits.ts'
import { lockSpecification, type SpecificationRecord } from './specificationRow.ts'

type Tx = Transaction<Database>

export type DecidedSpecification = Decided<SpecificationRecord>

/** What is changed of one rule. */
export type RuleChange =
  | { metadata: { description: string; guidanceUrl: string }; reason?: string }
  | { tolerances: readonly { regulatorCode: string; tolerance: Tolerance }[]; reason?: string }

/** What a new specification takes over from an earlier one (decisions §18). */
export interface StartingFrom {
  /** Version of the earlier one. */
  startFrom: string
  taken: readonly CarriedChange[]
  /** Ids of the changes that are left out. */
  left: readonly string[]
  /** Changes that need a decision which nobody made. */
  undecided: number
  /** Text of a rule in the ruleset of the new one. */
  textsOf: (ruleCode: string) => { requirement: string; guidanceUrl: string } | undefined
}

const carriedRecord = (change: CarriedChange): CarriedRecord => ({
  target: change.target,
  part: change.part,
  regulatorCode: change.part === 'tolerance' ? change.regulatorCode : null,
  value: change.value,
  by: change.by,
  at: change.at.toISOString(),
  reason: change.reason,
})

/** What a specification whose ruleset has these rules takes over from an earlier version, by what people decided. */
export const startingFrom = (
  earlier: string,
  changes: readonly CarriedChange[],
  { rules }: { rules: readonly RuleOfContent[] },
  decisions: CarryOverDecisions,
): StartingFrom => {
  const { taken, undecided } = carriedOver(changes, decisions)
  const byCode = new Map(rules.map(rule => [rule.code, rule]))
  return {
    startFrom: earlier,
    taken,
    left: changes.filter(change => !taken.includes(change)).map(change => change.id),
    undecided,
    textsOf: ruleCode => byCode.get(ruleCode),
  }
}

interface RuleKey {
  specification_id: number
  rule_code: string
}
interface Stamp {
  updated_utc: Date
  updated_by: string
  reason: string
}
const stampOf = ({ by, at, reason }: Authorship): Stamp => ({ updated_utc: at, updated_by: by, reason })

interface Content {
  schema_version: string
  ruleset_version: string
  is_available: boolean
}

interface MadeSpecification {
  id: number
  version: string
  schemaVersion: string
  rulesetVersion: string
  stateId: number
  madeBy: string | null
}

const madeSpecifications = async (tx: Tx): Promise<MadeSpecification[]> => {
  const { rows } = await sql<MadeSpecification>`select s.id, s.version, s.schema_version as "schemaVersion",
      s.ruleset_version as "rulesetVersion", s.state_id as "stateId", e.actor ->> 'userId' as "madeBy"
    from specification s
    left join lateral ${eventsOf(specificationChart, sql`s.version`)} e on e.sequence = 1`.execute(tx)
  return rows
}

/** The schema and the ruleset of ids, if the ruleset is of the schema. */
const contentOf = async (tx: Tx, schemaId: number, rulesetId: number): Promise<Content | undefined> => {
  const available = contentStateOf('AVAILABLE').id
  const { rows } = await sql<Content>`
    select v.version as schema_version, r.version as ruleset_version, v.state_id = ${available} and r.state_id = ${available} as is_available
    from schema_version v join ruleset_version r on r.schema_version = v.version
    where v.id = ${schemaId} and r.id = ${rulesetId}`.execute(tx)
  return rows[0]
}

/** The only writer of specifications. */
export const createSpecifications = ({ db, clock }: { db: Kysely<Database>; clock: { now: () => Date } }) => {
  const { decide, decideOn, decideOrThrow, decideWithin, judge, refuse, missing } =
    specificationDecider(clock)

  const keepMetadata = async (
    tx: Tx,
    key: RuleKey,
    { description, guidanceUrl }: { description: string; guidanceUrl: string },
    by: Stamp,
  ): Promise<void> => {
    const values = { description, guidance_url: guidanceUrl, ...by }
    await tx
      .insertInto('specification_rule')
      .values({ ...key, ...values })
      .onConflict(conflict => conflict.columns(['specification_id', 'rule_code']).doUpdateSet(values))
      .execute()
  }

  const keepTolerances = async (
    tx: Tx,
    key: RuleKey,
    given: readonly { regulatorCode: string; tolerance: Tolerance }[],
    by: Stamp,
  ): Promise<void> => {
    const before = await tx
      .selectFrom('specification_tolerance')
      .select(['regulator_code', 'tolerance'])
      .where('specification_id', '=', key.specification_id)
      .where('rule_code', '=', key.rule_code)
      .execute()
    // Who changed a tolerance last, and why, stays with those that are sent as they were.
    const changed = given.filter(({ regulatorCode, tolerance }) => {
      const former = before.find(one => one.regulator_code === regulatorCode)
      return !former || !isSameTolerance(former.tolerance, tolerance)
    })
    for (const { regulatorCode, tolerance } of changed) {
      const values = { tolerance: JSON.stringify(tolerance), ...by }
      await tx
        .insertInto('specification_tolerance')
        .values({ ...key, regulator_code: regulatorCode, ...values })
        .onConflict(conflict =>
          conflict.columns(['specification_id', 'rule_code', 'regulator_code']).doUpdateSet(values),
        )
        .execute()
    }
  }

  return {
    /**
     * Makes a specification of a schema and a ruleset of it, in the state Created (specification 1 §2): the next version, or one
     * that was numbered elsewhere.
     */
    create: (
      request: { schemaId: number; rulesetId: number } & (
        | { versionIncrement: VersionIncrement }
        | { version: string }
      ),
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> =>
      withScope(db, { scope: 'all' }, async tx => {
        const event = { type: 'CREATE', actor } as const
        const content = await contentOf(tx, request.schemaId, request.rulesetId)
        const { schema_version: schema = '', ruleset_version: ruleset = '' } = content ?? {}
        const fresh: SpecificationRecord = {
          id: 0,
          version: `schema ${request.schemaId}`,
          place: 'NONE',
          schemaVersion: schema,
          rulesetVersion: ruleset,
          eventNumber: 0,
          facts: { collections: 0, submissions: 0, isContentAvailable: content?.is_available ?? false },
        }
        const { refusal } = await judge(tx, fresh, event)
        if (refusal) return refuse(tx, fresh, event, refusal)
        if (!content) return missing()
        const reference = schema.split('_')[0] ?? ''
        // Of two that are made at once the second waits here, and takes the version after the first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`specification/${reference}`}, 0))`.execute(
          tx,
        )
        const made = await madeSpecifications(tx)
        const versionAfter = (others: readonly MadeSpecification[]): string =>
          'version' in request
            ? request.version
            : nextVersion(
                reference,
                others.map(({ version }) => version),
                request.versionIncrement,
              )
        // The same request came before, and nobody has changed what it made.
        const before = made.find(
          one =>
            one.stateId === specificationStateOf('CREATED').id &&
            one.madeBy === actor.userId &&
            one.schemaVersion === schema &&
            one.rulesetVersion === ruleset &&
            one.version === versionAfter(made.filter(other => other !== one)),
        )
        const found = before && (await lockSpecification(tx, before.id))
        if (found) return { ok: true, record: found, facts: found.facts, effects: [] }
        return decideOn(tx, { ...fresh, version: versionAfter(made) }, event, {
          input: { payload: { schema, ruleset } },
        })
      }),

    /** Applies the defaults of its rules with the changes of an earlier specification that are taken over. */
    startFrom: (
      id: number,
      { startFrom, taken, left, undecided, textsOf }: StartingFrom,
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> => {
      const keep = async (tx: Tx): Promise<void> => {
        for (const change of taken) {
          const key = { specification_id: id, rule_code: change.target ?? '' }
          if (change.part === 'tolerance')
            await keepTolerances(
              tx,
              key,
              [{ regulatorCode: change.regulatorCode, tolerance: change.value }],
              stampOf(change),
            )
        }
        const texts = Map.groupBy(
          taken.filter(change => change.part !== 'tolerance'),
          ({ target }) => target ?? '',
        )
        for (const [ruleCode, changes] of texts) {
          const { requirement = '', guidanceUrl = '' } = textsOf(ruleCode) ?? {}
          const textOf = (part: CarriedChange['part']) => changes.find(one => one.part === part)?.value
          const [latest] = changes
          if (latest)
            await keepMetadata(
              tx,
              { specification_id: id, rule_code: ruleCode },
              {
                description: textOf('requirement') ?? requirement,
                guidanceUrl: textOf('guidance') ?? guidanceUrl,
              },
              stampOf(latest),
            )
        }
      }
      return decide(
        db,
        id,
        { type: 'APPLY_CONFIGURATION', actor, undecided },
        {
          input: {
            payload: { startFrom, taken: taken.map(one => one.id), left, carried: taken.map(carriedRecord) },
            keep,
          },
        },
      )
    },

    /** Applies the defaults of its rules, makes it available or a draft again, or deletes it. */
    decide: (
      id: number,
      type: Exclude<SpecificationUserEvent['type'], 'CREATE' | 'CONFIGURE'>,
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> => decide(db, id, { type, actor }),

    /** Changes the tolerances or the words of one rule, while the specification is a Draft. */
    configure: (
      id: number,
      ruleCode: string,
      change: RuleChange,
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> => {
      const key = { specification_id: id, rule_code: ruleCode }
      const keep = (tx: Tx, at: Date): Promise<void> => {
        const by = stampOf({ at, by: actorName(actor), reason: change.reason ?? '' })
        return 'metadata' in change
          ? keepMetadata(tx, key, change.metadata, by)
          : keepTolerances(tx, key, change.tolerances, by)
      }
      return decide(
        db,
        id,
        { type: 'CONFIGURE', actor },
        { input: { payload: { rule: ruleCode, ...change }, keep } },
      )
    },

    /**
     * Changes the tolerances of many rules of a Draft, all or none, with a line of history and audit for each rule. Refused if the
     * specification has had another event since the one that the caller has seen.
     */
    configureMany: (
      id: number,
      {
        version,
        rules,
        reason,
      }: {
        version: number
        rules: readonly {
          ruleCode: string
          tolerances: readonly { regulatorCode: string; tolerance: Tolerance }[]
        }[]
        reason: string
      },
      actor: UserPrincipal,
    ): Promise<DecidedSpecification> =>
      withScope(db, { scope: 'all' }, async tx => {
        const event = { type: 'CONFIGURE', actor } as const
        const inputOf = ({ ruleCode, tolerances }: (typeof rules)[number], at: number) => ({
          payload: { rule: ruleCode, tolerances, ...(reason === '' ? {} : { reason }) },
          keep: (tx: Tx, at: Date) =>
            keepTolerances(
              tx,
              { specification_id: id, rule_code: ruleCode },
              tolerances,
              stampOf({ at, by: actorName(actor), reason }),
            ),
          isFollowed: at < rules.length - 1,
        })
        const [first, ...others] = rules.map(inputOf)
        if (!first) throw new Error('No rule is changed.')
        const decided = await decideWithin(tx, id, event, {
          input: first,
          unless: (_, { before }) =>
            before.eventNumber === version
              ? undefined
              : problem('conflict', message('server', 'tolerances.overtaken')),
        })
        if (!decided.ok) return decided
        let last = decided
        for (const input of others) last = await decideOrThrow(tx, last.record, event, { input })
        return last
      }),
  }
}
export type Specifications = ReturnType<typeof createSpecifications>
