import type { SnapshotFrom, StateValueFrom } from 'xstate'
import type { SubmissionNoticeKind } from '../../domain/notice.ts'
import type { ProcessingStep } from '../../domain/processingStep.ts'
import { type StatusName, type StatusOfGroup, statuses, statusTable } from '../../domain/status.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { steppingOf } from '../support/stepping.ts'
import type { LifecycleEvent, Stage } from './events.ts'
import type { Facts } from './facts.ts'
import { type SubmissionLifecycle, submissionLifecycle } from './machine.ts'

export type LifecycleSnapshot = SnapshotFrom<SubmissionLifecycle>

type Value = StateValueFrom<SubmissionLifecycle>
type Parent<V> = V extends string ? never : keyof V
type Inner<V> = V extends string ? never : { [Key in keyof V]: Leaf<NonNullable<V[Key]>> }[keyof V]
type Leaf<V> = Exclude<Extract<V, string>, Parent<V>> | NonNullable<Inner<V>>
type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>
type LeafName<Name extends StatusName> = Name extends 'SIGNED_OFF' ? 'recorded' : Camel<Name>
type GroupOf<V, L> = NonNullable<
  V extends string
    ? Extract<V, L>
    : { [Key in keyof V]: L extends Leaf<NonNullable<V[Key]>> ? Key : never }[keyof V]
>

/** The compiler holds the table of statuses to the chart: each row has its leaf, in the group that the row names. */
statusTable satisfies { [Name in StatusName]: { group: GroupOf<Value, LeafName<Name>> } }
/** Every status of the processing and of the rules and reports is part of a step, and none of what comes after. */
statusTable satisfies {
  [Name in StatusOfGroup<'processing' | 'qualityAssurance'>]: { step: ProcessingStep }
} & {
  [Name in StatusOfGroup<'unknown' | 'approval' | 'signOff' | 'resubmission' | 'nilReturn'>]: { step: null }
}
/** And no leaf is without a row. */
;({}) satisfies Record<Exclude<Leaf<Value>, LeafName<StatusName>>, true>

const places = placesIn(
  'lifecycle',
  submissionLifecycle.root,
  statuses.map(({ name }) => name),
  name => (name === 'SIGNED_OFF' ? 'recorded' : camelCase(name)),
)

/** The chart's state value of a status, nested as the chart nests it. */
export const stateOfStatus = places.stateValueOf

/** Id of the chart's leaf state of a status: its path, joined by dots. */
export const leafIdOf = places.idOf

/** The status that a leaf state stands for; undefined for any other state of the chart. */
export const statusOfLeaf = places.nameOf

/** The status that a state value of the chart stands for. Throws on a value that is not a leaf of the chart. */
export const statusOfState = places.nameAt

/** The chart at a stored status with the facts of the moment. */
export const lifecycleAt = (status: StatusName, facts: Facts): LifecycleSnapshot =>
  submissionLifecycle.resolveState({ value: stateOfStatus(status), context: facts })

const plainEffects = [
  'withdrawWork',
  'takeSpecification',
  'armUploadTimer',
  'disarmUploadTimer',
  'supersedePrevious',
  'createCopy',
  'discardFile',
  'discardContentLater',
  'raiseIssues',
  'refuseForm',
] as const

type PlainEffect = (typeof plainEffects)[number]

const isPlainEffect = (type: string): type is PlainEffect =>
  (plainEffects as readonly string[]).includes(type)

/** An effect that the chart asks for; the server applies it once. */
export type LifecycleEffect =
  | { type: 'enqueueStage'; stage: Stage }
  | { type: 'notify'; kind: SubmissionNoticeKind }
  | { type: PlainEffect }

export interface Stepped {
  status: StatusName
  /** What the guards read. */
  before: Facts
  /** The same after the event. */
  facts: Facts
  effects: LifecycleEffect[]
}

const take = steppingOf(submissionLifecycle)

/**
 * One step of the chart: the status and facts after the event and the effects it asks for. Ask `explain` first: an
 * event that the chart does not take leaves everything as it was, without effects.
 */
export const step = (status: StatusName, facts: Facts, event: LifecycleEvent): Stepped => {
  const [after, actions] = take(lifecycleAt(status, facts), event)
  const effects = actions.flatMap((action): LifecycleEffect[] => {
    if (action.type === 'enqueueStage')
      return [{ type: 'enqueueStage', stage: (action.params as { stage: Stage }).stage }]
    if (action.type === 'notify')
      return [{ type: 'notify', kind: (action.params as { kind: SubmissionNoticeKind }).kind }]
    return isPlainEffect(action.type) ? [{ type: action.type }] : []
  })
  return { status: statusOfState(after.value), before: facts, facts: after.context, effects }
}
