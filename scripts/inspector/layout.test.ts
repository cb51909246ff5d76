import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadMachines } from '../../src/machines/charts.ts'
import { type Chart, chartOf } from '../../src/machines/inspection/chart.ts'
import { foldableStates, foldingKey, isWithin, shownState } from '../../src/machines/inspection/folding.ts'
import type { Box, ChartLayout, Point } from '../../src/machines/inspection/layout.ts'
import { keptLayout, makersOf } from './keptLayout.ts'
import { layoutOf } from './layout.ts'

const charts = (await loadMachines()).map(chartOf)
const root = join(import.meta.dirname, '../..')
/** The drawings are looked at as the build ships them: it keeps what it has made. */
const makers = await makersOf(root)

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const touches = ({ x, y, width, height }: Box, [px, py]: Point): boolean =>
  px >= x - 1 && px <= x + width + 1 && py >= y - 1 && py <= y + height + 1

const pairsOf = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((one, at) => list.slice(at + 1).map((other): [T, T] => [one, other]))

/** The straight parts of a line as thin boxes. */
const partsOf = (path: readonly Point[]): Box[] =>
  path.slice(1).map(([x, y], at) => {
    const [px, py] = path[at]!
    return { x: Math.min(x, px), y: Math.min(y, py), width: Math.abs(x - px), height: Math.abs(y - py) }
  })

const shrunk = ({ x, y, width, height }: Box): Box => ({
  x: x + 1,
  y: y + 1,
  width: width - 2,
  height: height - 2,
})

/** What is wrong with a drawing, in words. */
const faultsOf = (chart: Chart, folded: readonly string[], layout: ChartLayout): string[] => {
  const at = new Map(layout.states.map(state => [state.id, state]))
  const parentOf = (id: string) => chart.states.find(state => state.id === id)?.parent ?? null
  const isLeaf = (id: string) => !layout.states.some(other => isWithin(other.id, id))
  const arrows = layout.transitions.map((placed, at) => ({ ...placed, key: `${placed.id} ${at}` }))
  const labels = arrows.flatMap(({ key, label }) => (label ? [{ key, ...label }] : []))
  return [
    ...layout.states.flatMap(state => {
      const parent = parentOf(state.id)
      return parent === null || holds(at.get(parent)!, state) ? [] : [`${state.id} lies outside its group`]
    }),
    ...pairsOf(layout.states.filter(({ id }) => id !== ''))
      .filter(([one, other]) => parentOf(one.id) === parentOf(other.id) && overlap(one, other))
      .map(([one, other]) => `${one.id} lies over ${other.id}`),
    ...pairsOf(labels)
      .filter(([one, other]) => overlap(one, other))
      .map(([one, other]) => `the label of ${one.key} lies over that of ${other.key}`),
    ...labels.flatMap(label =>
      layout.states
        .filter(({ id }) => id !== '' && isLeaf(id) && overlap(label, at.get(id)!))
        .filter(
          ({ id }) =>
            !arrows.some(
              ({ key, path }) => key === label.key && path.length === 0 && key.startsWith(`${id}:`),
            ),
        )
        .map(({ id }) => `the label of ${label.key} lies over ${id}`),
    ),
    ...arrows.flatMap(({ key, path }) => [
      ...labels
        .filter(label => label.key !== key && partsOf(path).some(part => overlap(part, label)))
        .map(label => `${key} runs through the label of ${label.key}`),
      ...layout.states
        .filter(
          ({ id }) =>
            id !== '' && isLeaf(id) && partsOf(path).some(part => overlap(part, shrunk(at.get(id)!))),
        )
        .map(({ id }) => `${key} runs through ${id}`),
    ]),
    ...arrows.flatMap(({ id, key, path }) => {
      const transition = chart.transitions.find(other => other.id === id)!
      const [start, end] = [path[0], path.at(-1)]
      if (!start || !end) return transition.targets.length === 0 ? [] : [`${key} has no line`]
      const ends = transition.targets.map(target => at.get(shownState(target, folded)))
      const source = at.get(shownState(transition.source, folded))
      return [
        ...(source && touches(source, start) ? [] : [`${key} does not leave its source`]),
        ...(ends.some(box => box && touches(box, end)) ? [] : [`${key} does not reach its target`]),
        ...(path.every(
          (point, step) => step === 0 || point[0] === path[step - 1]![0] || point[1] === path[step - 1]![1],
        )
          ? []
          : [`${key} is not drawn at right angles`]),
      ]
    }),
  ]
}

describe('the drawing of each chart', () => {
  it.each(charts.map(chart => [chart.id, chart] as const))(
    '%s: all in its place, no label over another, every line from source to target',
    async (_, chart) => {
      const ways = [[], foldableStates(chart), ...foldableStates(chart).map(id => [id])]
      const faults: string[] = []
      for (const folded of ways) {
        const drawing = await keptLayout(root, makers, chart, foldingKey(chart, folded))
        const layout = JSON.parse(drawing) as ChartLayout
        faults.push(...faultsOf(chart, folded, layout).map(fault => `${folded.join('+')}: ${fault}`))
      }
      expect(faults).toEqual([])
    },
  )

  it('is the same whenever it is made', async () => {
    const [lifecycle] = charts
    expect(await layoutOf(lifecycle!)).toEqual(await layoutOf(lifecycle!))
  })

  it('draws parallel parts, a return to the last state and an end', async () => {
    const state = (id: string, kind: Chart['states'][number]['kind'], initial: string | null = null) => ({
      id,
      key: id.split('.').at(-1)!,
      parent: id === '' ? null : id.split('.').slice(0, -1).join('.'),
      kind,
      description: '',
      tags: [],
      initial,
      entry: [],
      exit: [],
      invokes: [],
    })
    const transition = (source: string, event: string, targets: string[]) => ({
      id: `${source}:${event}:0`,
      source,
      event,
      targets,
      guards: [],
      actions: [],
      description: '',
    })
    const chart: Chart = {
      id: 'player',
      description: '',
      states: [
        state('', 'compound', 'on'),
        state('on', 'parallel'),
        state('on.sound', 'compound', 'on.sound.loud'),
        state('on.sound.loud', 'atomic'),
        state('on.sound.mute', 'atomic'),
        state('on.track', 'compound', 'on.track.first'),
        state('on.track.first', 'atomic'),
        state('on.track.second', 'atomic'),
        state('on.track.last', 'history'),
        state('off', 'final'),
      ],
      transitions: [
        transition('on.sound.loud', 'MUTE', ['on.sound.mute']),
        transition('on.sound.mute', 'MUTE', ['on.sound.loud']),
        transition('on.track.first', 'NEXT', ['on.track.second']),
        transition('on.track.second', 'RESTART', ['on.track.second']),
        transition('on', 'OFF', ['off']),
        transition('on', 'FIRST', ['on.track.first']),
        transition('on.track.second', 'RESET', ['on']),
        transition('', 'BOTH', ['on.sound.mute', 'on.track.second']),
      ],
    }
    const layout = await layoutOf(chart)
    const faults = faultsOf(chart, [], layout).filter(fault => !/(FIRST|BOTH).*does not leave/.test(fault))
    expect(faults).toEqual([])
    expect(layout.starts.map(({ id, kind }) => `${kind} ${id}`).toSorted()).toEqual([
      'anywhere ',
      'anywhere on',
      'initial ',
      'initial on.sound',
      'initial on.track',
    ])
    expect(layout.transitions.filter(({ id }) => id === ':BOTH:0')).toHaveLength(2)
  })
})
