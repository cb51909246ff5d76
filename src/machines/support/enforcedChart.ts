import type { AnyStateMachine, SnapshotFrom } from 'xstate'
import type { Message } from '../../messages/message.ts'
import { answersOf, type Explanation } from './answering.ts'
import type { Guard } from './guard.ts'
import { camelCase, placesIn } from './leaves.ts'
import { steppingOf } from './stepping.ts'

/** Names of the actions that a chart's setup has. */
type ActionName<Machine extends AnyStateMachine> = Extract<
  keyof NonNullable<Parameters<Machine['provide']>[0]['actions']>,
  string
>

/** What comes of an event that a chart takes. */
export interface Stepped<Place extends string, Facts, Effect extends string> {
  place: Place
  /** The facts after it. */
  facts: Facts
  /** What the chart asks for; the server applies each once. */
  effects: Effect[]
}

/** A chart that the server enforces. Only `server/decisions` calls `step`. */
export interface EnforcedChart<Place extends string, Facts, Event extends { type: string }, Effect> {
  /** The id of its machine, which names its history. */
  id: string
  step: (
    place: Place,
    facts: Facts,
    event: Event,
  ) => { place: Place; facts: Facts; effects: readonly Effect[] }
  explain: (place: Place, facts: Facts, event: Event) => Pick<Explanation<string>, 'refusal'>
}

/**
 * What the server asks of a chart that it enforces. The chart stands for one thing whose state is stored: at each event it is
 * restored from the state and the facts of the moment, so nothing of it lives between two events.
 */
export const enforcedChart = <
  Machine extends AnyStateMachine,
  Place extends string,
  Facts,
  Event extends { type: string },
  GuardName extends string,
  const Applied extends Readonly<Record<ActionName<Machine>, boolean>>,
>(options: {
  machine: Machine
  /** What the chart is called in words. */
  name: string
  /** Every state that is stored. Throws at once on one without a leaf in the chart. */
  places: readonly Place[]
  /** The key of the leaf that a stored state stands for; its name in camel case where nothing else is said. */
  keyOf?: (place: Place) => string
  guards: Readonly<Record<GuardName, Guard<Facts, Event>>>
  /** Each action of the chart's setup, and whether the server applies it. Others change the facts of the chart alone. */
  effects: Applied
  /** What is said where the state expects no such event. */
  wrongMoment: (place: Place, event: Event) => Message
  /** What is said where no guard has words for the refusal. */
  notNow: Message
}) => {
  type Effect = {
    [Name in keyof Applied & string]: Applied[Name] extends true ? Name : never
  }[keyof Applied & string]
  const { machine, guards, wrongMoment, notNow } = options
  const effects: Readonly<Record<string, boolean>> = options.effects
  const places = placesIn(options.name, machine.root, options.places, options.keyOf ?? camelCase)
  const answers = answersOf<Facts, Event, GuardName>(machine.root, guards)
  const take = steppingOf<AnyStateMachine>(machine)
  const isEffect = (type: string): type is Effect => effects[type] === true

  /** The chart at a stored state with the facts of the moment. xstate knows no context and events of an open machine: hence `never`. */
  const at = (place: Place, facts: Facts): SnapshotFrom<Machine> =>
    machine.resolveState({
      value: places.stateValueOf(place),
      context: facts,
    } as never) as SnapshotFrom<Machine>

  return {
    id: machine.id,

    /**
     * State and facts after an event, and the effects that the chart asks for. Ask `explain` first: an event that the chart does
     * not take changes nothing.
     */
    step: (place: Place, facts: Facts, event: Event): Stepped<Place, Facts, Effect> => {
      const [{ value, context }, actions] = take(at(place, facts) as SnapshotFrom<AnyStateMachine>, event)
      return {
        place: places.nameAt(value),
        facts: context as Facts,
        effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
      }
    },

    /** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
    explain: (
      place: Place,
      facts: Facts,
      event: Event,
      inPlaceOf: { wrongMoment?: () => Message } = {},
    ): Explanation<GuardName> =>
      answers.explain(at(place, facts) as SnapshotFrom<AnyStateMachine>, facts, event, {
        wrongMoment: inPlaceOf.wrongMoment ?? (() => wrongMoment(place, event)),
        notNow,
      }),

    /** The id of the leaf of a stored state. Throws if the chart has no such state. */
    stateIdOf: places.idOf,

    /** The stored state of a leaf, by its id; undefined if there is none. */
    placeAt: places.nameOf,

    /** Whether an event can come next in a state, whatever the guards say to it. */
    expects: (place: Place, type: Event['type']): boolean => answers.expects(places.idOf(place), type),
  }
}
