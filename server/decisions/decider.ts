import type { Kysely, Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import { type Problem, ProblemError, problem } from '../../src/domain/problem.ts'
import type { Explanation } from '../../src/machines/support/answering.ts'
import type { EnforcedChart } from '../../src/machines/support/enforcedChart.ts'
import type { Message } from '../../src/messages/message.ts'
import type { Database } from '../database/schema.ts'
import { scopeOf, setScope, withScope } from '../database/scope.ts'
import { inEnglish } from '../messages.ts'
import { recordChartEvent } from './history.ts'
import { type AuditLine, recordAudit, recordRefusal } from './records.ts'

type Tx = Transaction<Database>
type Caused = { type: string; actor: Principal }
type NameOf<Effect> = Effect extends { type: infer Name extends string } ? Name : Effect
type EffectOf<Effect, Name> = Effect extends string ? Effect : Extract<Effect, { type: Name }>

/** An event of a locked record, before its chart is asked. */
export interface Occurrence<Rec, Event, Input> {
  before: Rec
  event: Event
  /** Came with the event; stored if the chart asks for it. */
  input: Partial<Input>
  at: Date
}

/** An event that the chart takes, before anything is written. */
export interface Transition<Rec, Place, Facts, Event, Effect, Input> extends Occurrence<Rec, Event, Input> {
  from: Place
  to: Place
  /** What the guards read. */
  facts: Facts
  factsAfter: Facts
  effects: readonly Effect[]
}

/** A transition with the record after it. */
export interface Decision<Rec, Place, Facts, Event, Effect, Input>
  extends Transition<Rec, Place, Facts, Event, Effect, Input> {
  after: Rec
}

export interface Refused {
  ok: false
  problem: Problem
}

export interface Granted<Rec, Facts = unknown, Effect = unknown> {
  ok: true
  /** As it is after the decision. */
  record: Rec
  facts: Facts
  effects: readonly Effect[]
}

/** A granted decision, or the problem that refused it. Only faults are thrown. */
export type Decided<Rec, Facts = unknown, Effect = unknown> = Granted<Rec, Facts, Effect> | Refused

/** For routes: a granted decision. Throws the problem of a refused one. */
export const granted = async <T extends { ok: true }>(decision: Promise<T | Refused>): Promise<T> => {
  const decided = await decision
  if (!decided.ok) throw new ProblemError(decided.problem)
  return decided
}

/** What a module adds to the decisions of its chart. The options run in this order. */
export interface DeciderOptions<
  Id,
  Rec,
  Place extends string,
  Facts,
  Event extends Caused,
  Effect,
  Input extends object,
> {
  clock: { now: () => Date }
  /** Whether the actor may know that it exists. Runs in the actor's own scope, before anything is locked. */
  isVisible?: (tx: Tx, id: Id, actor: Principal) => Promise<boolean>
  /** Locks the record until the transaction ends, outer locks first. Undefined if there is none. The scope is 'all' from here on. */
  lock: (tx: Tx, id: Id, event: Event) => Promise<Rec | undefined>
  /** The problem if there is none, or if the actor may not know. */
  notFound: Message
  /** Says more than `notFound`, such as who deleted it, to an actor who may know. Undefined if there never was one. */
  deletion?: (tx: Tx, id: Id) => Promise<Problem | undefined>
  placeOf: (record: Rec) => Place
  /** Names the record in the history, and in the audit unless `audited` does. */
  subject: (record: Rec) => { id: string; audited?: string; instId?: string }
  /** Gathers what the guards read. */
  facts: (tx: Tx, occurrence: Occurrence<Rec, Event, Input>) => Facts | Promise<Facts>
  /** The chart's answer, worded differently. */
  explain?: (before: Rec, facts: Facts, event: Event) => Pick<Explanation<string>, 'refusal'>
  /**
   * Whether the record shows that the same request came before, from anybody. It then succeeds and changes nothing, even if the chart
   * refuses it now. An actor without the right is refused anyway.
   */
  isRepeated?: (tx: Tx, occurrence: Occurrence<Rec, Event, Input>) => boolean | Promise<boolean>
  /** Changes other rows that a constraint would set against this one. */
  beforeWrite?: (tx: Tx, transition: Transition<Rec, Place, Facts, Event, Effect, Input>) => Promise<void>
  /** The record after the event. */
  next: (transition: Transition<Rec, Place, Facts, Event, Effect, Input>) => Rec
  /** Writes the row. */
  write: (tx: Tx, decision: Decision<Rec, Place, Facts, Event, Effect, Input>) => Promise<unknown>
  /** Changes how the event is added to `chart_event`, or adds it to another table. */
  history?:
    | {
        /** The next number if absent. */
        sequence?: (after: Rec) => number
        /** The provider whose people may read it too. */
        instId?: (after: Rec) => string
        payload?: (decision: Decision<Rec, Place, Facts, Event, Effect, Input>) => object
        isLeftOut?: (decision: Decision<Rec, Place, Facts, Event, Effect, Input>) => boolean
      }
    | ((tx: Tx, decision: Decision<Rec, Place, Facts, Event, Effect, Input>) => Promise<void>)
  audit: {
    /** The name of such an event: `API_KEY_REVOKE`. */
    action: (type: Event['type'], record: Rec) => string
    /** The states before and after if absent. */
    detail?: (decision: Decision<Rec, Place, Facts, Event, Effect, Input>) => Record<string, unknown>
    /** A refusal has no decision. */
    isLeftOut?: (event: Event, decision?: Decision<Rec, Place, Facts, Event, Effect, Input>) => boolean
  }
  /** Every effect of the chart: a function here, or a part of `write` ('row') or of `announce` ('announcement'). */
  effects: {
    [Name in NameOf<Effect> & string]:
      | 'row'
      | 'announcement'
      | ((
          tx: Tx,
          decision: Decision<Rec, Place, Facts, Event, Effect, Input>,
          effect: EffectOf<Effect, Name>,
        ) => Promise<unknown>)
  }
  /** Reads record or facts again, if they depend on rows that the decision has changed. */
  reread?: (
    tx: Tx,
    decision: Decision<Rec, Place, Facts, Event, Effect, Input>,
  ) => Promise<Partial<Pick<Decision<Rec, Place, Facts, Event, Effect, Input>, 'after' | 'factsAfter'>>>
  /** Publishes live messages and notices. Returns the record if it decides a following event at once. */
  announce?: (
    tx: Tx,
    decision: Decision<Rec, Place, Facts, Event, Effect, Input>,
    // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  ) => Promise<Rec | undefined | void> | void
}

/**
 * Decides the events of a chart. A decision locks the record, gathers its facts, asks the chart, and writes row, history, audit line,
 * effects and live messages in one transaction; a refusal writes its audit line alone.
 */
export const createDecider =
  <Place extends string, Facts, Event extends Caused, Effect>(
    chart: EnforcedChart<Place, Facts, Event, Effect>,
  ) =>
  <Id, Rec, Input extends object = object>(
    options: DeciderOptions<Id, Rec, Place, Facts, Event, Effect, Input>,
  ) => {
    type Step = Transition<Rec, Place, Facts, Event, Effect, Input>
    type Made = Decision<Rec, Place, Facts, Event, Effect, Input>
    type Result = Decided<Rec, Facts, Effect>
    interface EventOptions {
      input?: Partial<Input>
      /** A reason to refuse what the chart takes, such as a version that the caller has not seen. */
      unless?: (tx: Tx, transition: Step) => Problem | undefined | Promise<Problem | undefined>
      /**
       * Whether the actor has done the same before, and no other person has acted since. Asked if the event is refused: it then succeeds
       * and changes nothing, even if the actor no longer has the right, which an approval passes on to others.
       */
      isDone?: ((tx: Tx, before: Rec) => Promise<boolean>) | undefined
      /** The facts, if the caller has gathered them. */
      facts?: Facts | undefined
      /** The time of the transaction; now if absent. */
      at?: Date | undefined
    }

    const { clock, placeOf, audit, history = {} } = options
    const missing = (): Refused => ({ ok: false, problem: problem('not-found', options.notFound) })

    /** Why there is no such record, for an actor who may know of it. */
    const absent = async (tx: Tx, id: Id): Promise<Refused> => {
      const deletion = await options.deletion?.(tx, id)
      return deletion ? { ok: false, problem: deletion } : missing()
    }

    const lineOf = (record: Rec, { type, actor }: Event, at: Date): AuditLine => {
      const { id, audited = id, instId } = options.subject(record)
      return { actor, instId, event: audit.action(type, record), subject: audited, at }
    }

    /** Refuses an event, with an audit line. */
    const refuse = async (
      tx: Tx,
      before: Rec,
      event: Event,
      refusal: Problem,
      at = clock.now(),
    ): Promise<Refused> => {
      if (!audit.isLeftOut?.(event)) await recordRefusal(tx, lineOf(before, event, at), refusal)
      return { ok: false, problem: refusal }
    }

    /** The transition of a locked record by an event, or the refusal. Writes nothing. */
    const judge = async (
      tx: Tx,
      before: Rec,
      event: Event,
      { input = {}, unless, at = clock.now(), ...known }: EventOptions = {},
    ): Promise<
      { facts: Facts } & ({ refusal: Problem; transition?: never } | { refusal?: never; transition: Step })
    > => {
      const occurrence = { before, event, input, at }
      const facts = known.facts ?? (await options.facts(tx, occurrence))
      const from = placeOf(before)
      const { refusal } = options.explain?.(before, facts, event) ?? chart.explain(from, facts, event)
      if (refusal) return { facts, refusal: problem(refusal.kind, refusal.reason) }
      const { place: to, facts: factsAfter, effects } = chart.step(from, facts, event)
      const transition = { ...occurrence, from, to, facts, factsAfter, effects }
      const against = await unless?.(tx, transition)
      return against ? { facts, refusal: against } : { facts, transition }
    }

    const keep = async (tx: Tx, decision: Made): Promise<void> => {
      if (typeof history === 'function') return history(tx, decision)
      if (history.isLeftOut?.(decision)) return
      await recordChartEvent(tx, {
        ...decision,
        chart: chart.id,
        subject: options.subject(decision.after).id,
        sequence: history.sequence?.(decision.after),
        instId: history.instId?.(decision.after),
        payload: history.payload?.(decision),
      })
    }

    const apply = async (tx: Tx, decision: Made, effect: Effect): Promise<void> => {
      const name = typeof effect === 'string' ? effect : (effect as { type: string }).type
      const handler = options.effects[name as NameOf<Effect> & string]
      if (typeof handler === 'function') await handler(tx, decision, effect as never)
    }

    /** Writes everything that a transition leaves behind. */
    const write = async (tx: Tx, transition: Step): Promise<Granted<Rec, Facts, Effect>> => {
      await options.beforeWrite?.(tx, transition)
      const decision: Made = { ...transition, after: options.next(transition) }
      await options.write(tx, decision)
      await keep(tx, decision)
      const { event, from, to, at, after, effects } = decision
      if (!audit.isLeftOut?.(event, decision))
        await recordAudit(tx, {
          ...lineOf(after, event, at),
          detail: audit.detail?.(decision) ?? { from, to },
        })
      for (const effect of effects) await apply(tx, decision, effect)
      const made: Made = { ...decision, ...(await options.reread?.(tx, decision)) }
      const record = (await options.announce?.(tx, made)) ?? made.after
      return { ok: true, record, facts: made.factsAfter, effects }
    }

    /** Decides an event of a record that is locked or not stored yet. */
    const decideOn = async (
      tx: Tx,
      before: Rec,
      event: Event,
      eventOptions: EventOptions = {},
    ): Promise<Result> => {
      const { input = {}, at = clock.now(), isDone } = eventOptions
      const { facts, refusal, transition } = await judge(tx, before, event, { ...eventOptions, at })
      const isRepeated =
        (refusal?.kind !== 'forbidden' && (await options.isRepeated?.(tx, { before, event, input, at }))) ||
        (refusal && (await isDone?.(tx, before)))
      if (isRepeated) return { ok: true, record: before, facts, effects: [] }
      return refusal ? refuse(tx, before, event, refusal, at) : write(tx, transition)
    }

    /** Decides an event that the chart must take here. Throws if it refuses. */
    const decideOrThrow = async (
      tx: Tx,
      before: Rec,
      event: Event,
      eventOptions: EventOptions = {},
    ): Promise<Granted<Rec, Facts, Effect>> => {
      const { refusal, transition } = await judge(tx, before, event, eventOptions)
      if (transition) return write(tx, transition)
      throw new Error(`The chart ${chart.id} refuses ${event.type}: ${inEnglish(refusal.reason)}`)
    }

    /** Locks a record that the actor may know of, in a transaction of the actor's scope, which is 'all' afterwards. */
    const locked = async (tx: Tx, id: Id, event: Event): Promise<Rec | undefined> => {
      if (options.isVisible) {
        if (!(await options.isVisible(tx, id, event.actor))) return undefined
        await setScope(tx, { scope: 'all' })
      }
      return options.lock(tx, id, event)
    }

    /** Locks the record and decides the event. */
    const decideWithin = async (
      tx: Tx,
      id: Id,
      event: Event,
      eventOptions: EventOptions = {},
    ): Promise<Result> => {
      const before = await locked(tx, id, event)
      if (before) return decideOn(tx, before, event, eventOptions)
      // An actor who may not see the record must not learn that it existed.
      return options.isVisible ? missing() : absent(tx, id)
    }

    return {
      /** Decides an event in a transaction of its own. */
      decide: (
        db: Kysely<Database>,
        id: Id,
        event: Event,
        eventOptions: EventOptions = {},
      ): Promise<Result> =>
        withScope(db, options.isVisible ? scopeOf(event.actor) : { scope: 'all' }, tx =>
          decideWithin(tx, id, event, eventOptions),
        ),
      locked,
      decideWithin,
      decideOn,
      decideOrThrow,
      judge,
      write,
      refuse,
      missing,
      absent,
    }
  }
