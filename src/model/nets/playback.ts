import { type PlaybackContext, playbackMachine } from '../../machines/playback/index.ts'
import { emits, ledThrough, type Net, type Outcome, type Question, waits } from './net.ts'

/*
 * Looking back at a history (decisions §2, the inspector). Written apart from the chart: where a move leads, where playing
 * stops, how long it rests at an event, and how place and address follow each other.
 */

type State = 'empty' | 'resting' | 'playing'
type Facts = PlaybackContext
type Decided = Outcome<Facts, State>

/** As long as it was, divided by the speed, but between 60 ms and 3 s: fast enough to follow, never asleep. */
const rest = ({ gaps, at, speed }: Facts): string => {
  const gap = gaps[at] ?? 0
  return waits(Math.min(3000, Math.max(60, gap / speed)))
}

/**
 * The address hears, once, of a place that it does not show and has not been told last, of three at most; the newest needs
 * none.
 */
const rests = (facts: Facts): Decided => {
  const at = facts.at === facts.gaps.length ? undefined : facts.at
  const last = facts.unseen[facts.unseen.length - 1] ?? facts.address
  if (last.at === at) return { state: 'resting', facts, effects: [] }
  const unseen = [...facts.unseen, { at }].slice(-3)
  return {
    state: 'resting',
    facts: { ...facts, unseen },
    effects: [emits({ type: 'playback.moved', at })],
  }
}

const plays = (facts: Facts): Decided => ({ state: 'playing', facts, effects: [rest(facts)] })
const opens = (facts: Facts): Decided =>
  facts.gaps.length === 0 ? { state: 'empty', facts, effects: [] } : rests(facts)

const within = (at: number, { gaps }: Facts): number => Math.min(Math.max(at, 1), gaps.length)

/** Who looked at the newest event goes on looking at the newest; anybody else stays where there is still an event. */
const grown = (facts: Facts, history: Pick<Facts, 'gaps' | 'stops'>): Facts => {
  const wasAtEnd = facts.at >= facts.gaps.length
  const { gaps, stops } = history
  return { ...facts, gaps, stops, at: wasAtEnd ? gaps.length : Math.min(facts.at, gaps.length) }
}

/** The address says something else than it was told, and than it said last: the user has gone elsewhere. */
const followed = (state: State, facts: Facts, at: number | undefined): Decided => {
  const index = facts.unseen.findIndex(place => place.at === at)
  const echoed = { ...facts, address: { at }, unseen: facts.unseen.slice(index + 1) }
  if (index >= 0 || facts.address.at === at) return { state, facts: echoed, effects: [] }
  return rests({ ...facts, at: within(at ?? facts.gaps.length, facts), address: { at }, unseen: [] })
}

const whileResting = (facts: Facts, event: Question<Facts>['event']): Decided | undefined => {
  const goes = (at: number): Decided => rests({ ...facts, at })
  const end = facts.gaps.length
  switch (event.type) {
    case 'GO':
      return goes(within(event.at, facts))
    case 'NEXT':
      return goes(Math.min(facts.at + 1, end))
    case 'PREVIOUS':
      return goes(Math.max(facts.at - 1, 1))
    case 'FIRST':
      return goes(1)
    case 'LAST':
      return goes(end)
    // From the end it begins again.
    case 'PLAY':
      return plays(facts.at >= end ? { ...facts, at: 1 } : facts)
    default:
      return undefined
  }
}

const whilePlaying = (facts: Facts, event: Question<Facts>['event']): Decided | undefined => {
  const end = facts.gaps.length
  switch (event.type) {
    case 'xstate.after.gap.playback.playing': {
      if (facts.at >= end) return rests(facts)
      const next = { ...facts, at: facts.at + 1 }
      return next.at >= end || facts.stops.includes(next.at) ? rests(next) : plays(next)
    }
    case 'PAUSE':
      return rests(facts)
    case 'GO':
      return rests({ ...facts, at: within(event.at, facts) })
    default:
      return undefined
  }
}

const decided = ({ state, facts, event }: Question<Facts, State>): Decided | undefined => {
  switch (event.type) {
    case 'SPEED': {
      const after = { ...facts, speed: event.speed }
      return state === 'playing' ? plays(after) : { state, facts: after, effects: [] }
    }
    case 'HISTORY_CHANGED': {
      const after = grown(facts, event.history)
      const goesOn = state === 'playing' && facts.at < event.history.gaps.length
      return goesOn ? { state, facts: after, effects: [] } : opens(after)
    }
    case 'ADDRESS_CHANGED':
      return state === 'empty' ? undefined : followed(state, facts, event.at)
    default:
      if (state === 'resting') return whileResting(facts, event)
      return state === 'playing' ? whilePlaying(facts, event) : undefined
  }
}

const gaps = [0, 1000, 500, 500_000, 20]
const base: Facts = { gaps, stops: [3], at: 2, speed: 10, address: { at: 2 }, unseen: [] }
const none: Facts = { ...base, gaps: [], stops: [], at: 0, address: { at: undefined } }

export const playbackNet: Net<Facts, State> = {
  machine: playbackMachine,
  states: ['empty', 'resting', 'playing'],
  factsIn: state =>
    state === 'empty'
      ? [none]
      : [
          base,
          { ...base, at: 1, address: { at: 1 } },
          { ...base, at: 3, address: { at: 3 } },
          { ...base, at: 4, address: { at: 1 } },
          { ...base, at: 5, address: { at: undefined } },
          { ...base, at: 4, unseen: [{ at: 3 }, { at: 4 }] },
          { ...base, at: 1, unseen: [{ at: 3 }, { at: 4 }, { at: 1 }] },
          { ...base, gaps: [0], stops: [], at: 1, address: { at: undefined } },
        ],
  events: [
    { type: 'SPEED', speed: 100 },
    ...[[], [0], gaps, [...gaps, 30]].map(list => ({
      type: 'HISTORY_CHANGED',
      history: { gaps: list, stops: [2] },
    })),
    ...[undefined, 1, 2, 3, 4, 9].map(at => ({ type: 'ADDRESS_CHANGED', at })),
    ...[0, 2, 9].map(at => ({ type: 'GO', at })),
    ...['NEXT', 'PREVIOUS', 'FIRST', 'LAST', 'PLAY', 'PAUSE'].map(type => ({ type })),
    { type: 'xstate.after.gap.playback.playing' },
  ],
  decided,
  tags: { empty: [], resting: [], playing: ['playing'] },
  harmless: ledThrough(
    'playback.opening',
    'playing:ADDRESS_CHANGED:0',
    'playing:PAUSE:0',
    'playing:GO:0',
    'playing:xstate.after.gap.playback.playing:0',
  ),
  starts: [
    { input: { gaps, stops: [3], at: 2, speed: 10 }, outcome: rests(base) },
    // An address that names no event of this history.
    {
      input: { gaps, stops: [3], at: 9, speed: 10 },
      outcome: rests({ ...base, at: 5, address: { at: 9 } }),
    },
    {
      input: { gaps, stops: [3], at: undefined, speed: 10 },
      outcome: rests({ ...base, at: 5, address: { at: undefined } }),
    },
    { input: { gaps: [], stops: [], at: undefined, speed: 10 }, outcome: opens(none) },
  ],
}
