import { sql, type Transaction } from 'kysely'
import { isIssueRaised } from '../../src/domain/issue.ts'
import type { Principal, UserPrincipal } from '../../src/domain/principal.ts'
import { type Problem, problem } from '../../src/domain/problem.ts'
import { explainingEvents, type IssueEvent, whyNotExplain } from '../../src/machines/issue/index.ts'
import { message } from '../../src/messages/message.ts'
import type { Ruleset } from '../analysis/index.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, setScope, withScope } from '../database/scope.ts'
import { lockProvider } from '../lifecycle/records.ts'
import { type IssueNews, notifyOfIssues } from '../notices/index.ts'
import type { SpecificationStore, SpecificationVersions } from '../pipeline/specificationStore.ts'
import { type SharedFile, shareFiles } from './attachments.ts'
import { gatherIssueFacts } from './facts.ts'
import {
  findIssue,
  freshIssue,
  type IssueOf,
  type IssueRecord,
  lockIssue,
  lockIssueOf,
  seesIssue,
} from './issueRow.ts'
import { versionsOfTolerance } from './overrides.ts'
import { isRepeated } from './repeated.ts'
import { type HeardOfTracker, type IssueOptions, type IssueWords, issueDecider } from './write.ts'

type Tx = Transaction<Database>

/** A granted decision, or the problem that refused it. Refusals are results; only faults are thrown. */
export type DecidedIssue = { ok: true; issue: IssueRecord } | { ok: false; problem: Problem }

/** The same of several issues: how many have changed. */
export type DecidedIssues = { ok: true; count: number } | { ok: false; problem: Problem }

/** In which order providers are locked, so that two that lock several never wait for each other. */
const byProvider = (one: IssueRecord, other: IssueRecord): number =>
  one.collectionId.localeCompare(other.collectionId) || one.instId.localeCompare(other.instId)

/** What stands against one of several. */
interface RefusedOne {
  /** Its place in what was asked. */
  index: number
  code: string
  problem: Problem
}

/** Refuses several for what stands against some: names the first, and gives the reason of each by its place in the body. */
const refusedTogether = (
  field: 'issues' | 'rules',
  refusals: readonly RefusedOne[],
  requestedCount: number,
) => {
  const [first] = refusals.toSorted((one, other) => one.index - other.index)
  if (!first) return undefined
  const { kind, reason } = first.problem
  return problem(
    kind,
    requestedCount === 1 ? reason : message('server', 'oneIssueRefused', { code: first.code, reason }),
    refusals.map(({ index, problem: each }) => ({ field: `body.${field}.${index}`, message: each.reason })),
  )
}

/** A rule of a submission, for a regulator that sets its tolerance. */
export interface ExplainedRule {
  code: string
  name: string
  regulatorCode: string
}

/** What several rules are given at once. */
export interface RulesExplanation {
  text: string
  /** Files that have arrived, each of which becomes part of every issue. */
  files: readonly SharedFile[]
  assignee: { userId: string; name: string } | undefined
}

/** The ruleset of a specification that was loaded before a decision. */
interface LoadedSpecification {
  versions: SpecificationVersions
  ruleset: Ruleset
}

const isSameSpecification = (one: SpecificationVersions, other: SpecificationVersions | undefined): boolean =>
  one.schemaVersion === other?.schemaVersion && one.rulesetVersion === other.rulesetVersion

const refused = (value: Problem): DecidedIssue => ({ ok: false, problem: value })
const notFound = (): DecidedIssue => refused(problem('not-found', message('problems', 'noIssue')))

/** Decides events of issues, each under the lock of its provider. The only writer of an issue's status. */
export const createIssues = (
  options: IssueOptions & { specifications: Pick<SpecificationStore, 'load'> },
) => {
  const { db, clock, specifications } = options
  const decider = issueDecider(options)
  const { locked, judge, refuse, write, decideOn } = decider

  const decided = (result: Awaited<ReturnType<typeof decideOn>>): DecidedIssue =>
    result.ok ? { ok: true, issue: result.record } : result

  /**
   * Decides one event of an issue. Where the decision needs another ruleset than the loaded one, it writes nothing and gives
   * the versions to load.
   */
  const decideWith = (
    loaded: LoadedSpecification | undefined,
    id: string,
    event: IssueEvent,
    words: IssueWords,
    isDecided: (issue: IssueRecord) => boolean,
  ): Promise<DecidedIssue | { ok: false; needs: SpecificationVersions }> =>
    withScope(db, scopeOf(event.actor), async tx => {
      const before = await locked(tx, id, event)
      if (!before) return notFound()
      if (isDecided(before)) return { ok: true, issue: before }
      const { refusal, transition } = await judge(tx, before, event, {
        input: { ...words, ruleset: loaded?.ruleset },
      })
      const isRefused = refusal !== undefined
      if (await isRepeated(tx, before, event, words, { isRefused })) return { ok: true, issue: before }
      if (refusal) return refuse(tx, before, event, refusal)
      const needs = transition.effects.includes('revokeOverride')
        ? await versionsOfTolerance(tx, before)
        : undefined
      if (needs && !isSameSpecification(needs, loaded?.versions)) return { ok: false, needs }
      return decided(await write(tx, transition))
    })

  return {
    /** Raises an issue from a submission that the actor sees; refused where there is one already. */
    raise: (of: IssueOf & { name: string; raisedFrom: string }, actor: Principal): Promise<DecidedIssue> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockProvider(tx, { ...of, mode: 'live' })
        const event: IssueEvent = { type: 'RAISE', actor }
        const existing = await lockIssueOf(tx, of)
        const fresh = existing ?? freshIssue(of)
        const facts = await gatherIssueFacts(tx, { ...fresh, issueId: fresh.id, raisedFrom: of.raisedFrom })
        if (!facts) return notFound()
        const isDone = existing && (() => isRepeated(tx, existing, event, {}, { isRefused: true }))
        return decided(await decideOn(tx, fresh, event, { facts, isDone }))
      }),

    /**
     * Decides one event of an issue. One that the actor may not see is not found (404); no right is 403; a wrong moment or
     * an unmet condition 409, in the chart's words.
     */
    decide: async (
      id: string,
      event: IssueEvent,
      words: IssueWords = {},
      /** Whether the issue shows that it was decided already: then nothing is. */
      isDecided: (issue: IssueRecord) => boolean = () => false,
    ): Promise<DecidedIssue> => {
      let decided = await decideWith(undefined, id, event, words, isDecided)
      while ('needs' in decided) {
        // Outside of a transaction: compiling reads what is published over a connection of its own.
        const { needs: versions } = decided
        const { ruleset } = await specifications.load(versions)
        decided = await decideWith({ versions, ruleset }, id, event, words, isDecided)
      }
      return decided
    },

    /**
     * Decides the same event of several issues with the same words, in one transaction: all of them change, or none does and
     * each refusal is audited; the first is the answer. They are locked in the order of their providers.
     */
    decideAll: (ids: readonly string[], event: IssueEvent, words: IssueWords = {}): Promise<DecidedIssues> =>
      withScope(db, scopeOf(event.actor), async tx => {
        const seen: IssueRecord[] = []
        for (const id of new Set(ids)) {
          const issue = await findIssue(tx, id)
          if (!issue || !seesIssue(event.actor, issue))
            return { ok: false, problem: problem('not-found', message('problems', 'noIssue')) }
          seen.push(issue)
        }
        await setScope(tx, { scope: 'all' })
        const at = clock.now()
        const news: IssueNews[] = []
        const granted: Parameters<typeof write>[1][] = []
        const refusals: RefusedOne[] = []
        for (const { id, ...of } of seen.toSorted(byProvider)) {
          await lockProvider(tx, { ...of, mode: 'live' })
          const before = await lockIssue(tx, id)
          if (!before) throw new Error(`Issue ${id} has gone under the lock of its provider.`)
          const judged = await judge(tx, before, event, { input: { ...words, batch: news }, at })
          if (judged.transition) granted.push(judged.transition)
          else {
            refusals.push({ index: ids.indexOf(id), code: before.code, problem: judged.refusal })
            await refuse(tx, before, event, judged.refusal, at)
          }
        }
        const refusal = refusedTogether('issues', refusals, seen.length)
        if (refusal) return { ok: false, problem: refusal }
        for (const transition of granted)
          if (!(await isRepeated(tx, transition.before, event, words))) await write(tx, transition)
        await notifyOfIssues(tx, news, at)
        return { ok: true, count: granted.length }
      }),

    /**
     * Gives rules of a submission that the actor sees the same explanation, each by what its chart takes (`explaining.ts`), in
     * one transaction: all of them, or none, and each refusal is audited.
     */
    explainRules: (
      of: Pick<IssueOf, 'collectionId' | 'instId'> & { raisedFrom: string },
      rules: readonly ExplainedRule[],
      { text, files, assignee }: RulesExplanation,
      actor: UserPrincipal,
      /** What else the same transaction has to do. */
      beside: (tx: Tx) => Promise<void>,
    ): Promise<DecidedIssues> =>
      withScope(db, { scope: 'all' }, async tx => {
        await lockProvider(tx, { ...of, mode: 'live' })
        const at = clock.now()
        const found: IssueRecord[] = []
        const refusals: RefusedOne[] = []
        for (const [index, rule] of rules.entries()) {
          const ruleOf = { ...of, ...rule, subject: 'rule' as const }
          const issue = (await lockIssueOf(tx, ruleOf)) ?? freshIssue(ruleOf)
          const raisedFrom = isIssueRaised(issue.status) ? undefined : of.raisedFrom
          const facts = await gatherIssueFacts(tx, { ...issue, issueId: issue.id, raisedFrom })
          if (!facts) return { ok: false, problem: problem('not-found', message('problems', 'noIssue')) }
          const refused = whyNotExplain(issue.status, facts, actor)
          found.push(issue)
          if (!refused) continue
          const value = problem(refused.refusal.kind, refused.refusal.reason)
          refusals.push({ index, code: rule.code, problem: value })
          await refuse(tx, issue, refused.event, value, at)
        }
        const refusal = refusedTogether('rules', refusals, rules.length)
        if (refusal) return { ok: false, problem: refusal }
        const news: IssueNews[] = []
        for (const issue of found) {
          const events = explainingEvents(issue.status, actor, assignee?.userId)
          let now = issue
          for (const event of events) {
            const subject = { ...now, issueId: now.id }
            const raisedFrom = isIssueRaised(now.status) ? undefined : of.raisedFrom
            const facts = await gatherIssueFacts(tx, { ...subject, raisedFrom })
            if (!facts) throw new Error(`Issue ${now.id} has lost its collection.`)
            // Asked above, of all of its events together.
            const { transition } = await judge(tx, now, event, { input: { batch: news }, facts, at })
            if (!transition) throw new Error(`Issue ${now.id} refuses ${event.type}.`)
            if (files.length === 0 && (await isRepeated(tx, now, event, { text }))) continue
            const said = transition.effects.includes('keepText')
              ? { text, attachments: await shareFiles(tx, now, files, actor, at) }
              : {}
            const input = { ...transition.input, ...said, assigneeName: assignee?.name }
            now = (await write(tx, { ...transition, input })).record
          }
        }
        await notifyOfIssues(tx, news, at)
        await beside(tx)
        return { ok: true, count: found.length }
      }),

    /** Notes what was heard of the tracker and changes nothing. */
    noteHeard: (id: string, { comment, isDone }: HeardOfTracker): Promise<unknown> =>
      withScope(db, { scope: 'all' }, tx =>
        sql`update issue set tracker_comment = coalesce(${comment ?? null}::bigint, tracker_comment),
            tracker_done = coalesce(${isDone ?? null}::boolean, tracker_done) where id = ${id}::uuid`.execute(
          tx,
        ),
      ),

    /** Why an event of an issue would be refused now, which is audited; undefined where it would not. */
    whyNot: (id: string, event: IssueEvent): Promise<Problem | undefined> =>
      withScope(db, scopeOf(event.actor), async tx => {
        const issue = await findIssue(tx, id)
        if (!issue || !seesIssue(event.actor, issue))
          return problem('not-found', message('problems', 'noIssue'))
        await setScope(tx, { scope: 'all' })
        const { refusal } = await judge(tx, issue, event)
        if (refusal) await refuse(tx, issue, event, refusal)
        return refusal
      }),
  }
}
export type Issues = ReturnType<typeof createIssues>
