import { type SnapshotFrom, type StateValue, type StateValueFrom, transition } from 'xstate'
import { type StatusName, statuses, statusTable } from '../../domain/status.ts'
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
type StageOf<V, L> = NonNullable<
  V extends string
    ? Extract<V, L>
    : { [Key in keyof V]: L extends Leaf<NonNullable<V[Key]>> ? Key : never }[keyof V]
>

/** The compiler holds the table of statuses to the chart: each row has its leaf, in the stage that the row names. */
statusTable satisfies { [Name in StatusName]: { stage: StageOf<Value, LeafName<Name>> } }
/** And no leaf is without a row. */
;({}) satisfies Record<Exclude<Leaf<Value>, LeafName<StatusName>>, true>

/** Name of the leaf state of a status. */
const leafOf = (name: StatusName): string =>
  name === 'SIGNED_OFF'
    ? 'recorded'
    : name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

interface Node {
  key: string
  path: string[]
  states: Record<string, Node>
}

const leaves = (node: Node): Node[] =>
  Object.keys(node.states).length === 0 ? [node] : Object.values(node.states).flatMap(leaves)

const nested = (path: readonly string[]): StateValue => {
  const [head = '', ...rest] = path
  return rest.length === 0 ? head : { [head]: nested(rest) }
}

const paths = new Map(leaves(submissionLifecycle.root as unknown as Node).map(leaf => [leaf.key, leaf.path]))
/** Where each status stands in the chart. */
const placeOf = new Map(
  statuses.map(({ name }) => {
    const path = paths.get(leafOf(name))!
    return [name, { id: path.join('.'), value: nested(path) }]
  }),
)
const namesByPath = new Map([...placeOf].map(([name, { id }]) => [id, name]))

/** The chart's state value of a status, nested as the chart nests it. */
export const stateOfStatus = (name: StatusName): StateValue => placeOf.get(name)!.value

/** Id of the chart's leaf state of a status: its path, joined by dots. */
export const leafIdOf = (name: StatusName): string => placeOf.get(name)!.id

/** The status that a leaf state stands for; undefined for any other state of the chart. */
export const statusOfLeaf = (id: string): StatusName | undefined => namesByPath.get(id)

const pathOf = (value: StateValue): string[] => {
  if (typeof value === 'string') return [value]
  const [entry] = Object.entries(value)
  return entry ? [entry[0], ...(entry[1] === undefined ? [] : pathOf(entry[1]))] : []
}

/** The status that a state value of the chart stands for. Throws on a value that is not a leaf of the chart. */
export const statusOfState = (value: StateValue): StatusName => {
  const path = pathOf(value).join('.')
  const name = namesByPath.get(path)
  if (name === undefined) throw new Error(`The lifecycle has no status for the state "${path}".`)
  return name
}

/** The chart at a stored status with the facts of the moment. */
export const lifecycleAt = (status: StatusName, facts: Facts): LifecycleSnapshot =>
  submissionLifecycle.resolveState({ value: stateOfStatus(status), context: facts })

/** An effect that the chart asks for; the server applies it once. */
export type LifecycleEffect =
  | { type: 'enqueueStage'; stage: Stage }
  | {
      type:
        | 'armUploadTimer'
        | 'disarmUploadTimer'
        | 'supersedePrevious'
        | 'createCopy'
        | 'discardFile'
        | 'discardContentLater'
    }

const plainEffects = [
  'armUploadTimer',
  'disarmUploadTimer',
  'supersedePrevious',
  'createCopy',
  'discardFile',
  'discardContentLater',
] as const

const isPlainEffect = (type: string): type is (typeof plainEffects)[number] =>
  (plainEffects as readonly string[]).includes(type)

export interface Stepped {
  status: StatusName
  /** What the guards read. */
  before: Facts
  /** The same after the event. */
  facts: Facts
  effects: LifecycleEffect[]
}

/**
 * One step of the chart: the status and facts after the event and the effects it asks for. Ask `explain` first: an
 * event that the chart does not take leaves everything as it was, without effects.
 */
export const step = (status: StatusName, facts: Facts, event: LifecycleEvent): Stepped => {
  const [after, actions] = transition(submissionLifecycle, lifecycleAt(status, facts), event)
  const effects = actions.flatMap((action): LifecycleEffect[] => {
    if (action.type === 'enqueueStage')
      return [{ type: 'enqueueStage', stage: (action.params as { stage: Stage }).stage }]
    return isPlainEffect(action.type) ? [{ type: action.type }] : []
  })
  return { status: statusOfState(after.value), before: facts, facts: after.context, effects }
}
