import type { ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk-api.js'
import type { Chart, ChartState, ChartTransition } from '../../src/machines/inspection/chart.ts'
import { isWithin, shownState } from '../../src/machines/inspection/folding.ts'
import { eventTitle, stateTitle } from '../../src/machines/inspection/label.ts'
import { monoWidth, sansWidth, wrap } from './text.ts'

/** Sizes of the drawing in px; the style sheet of the diagram uses the same. */
export const sizes = {
  name: 13,
  nameLine: 17,
  nameWidth: 148,
  event: 10.5,
  guard: 9.5,
  labelLine: 13,
  labelWidth: 176,
  padding: 10,
  header: 30,
  start: 9,
}

/** A label stands on its line, so that nobody has to guess whose it is. */
const inline = { 'elk.edgeLabels.inline': 'true' }

const spacing: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelLabel': '8',
}

/** Lines of a transition's label: the event, then its guards, for one without a target also its actions. */
export const labelLines = ({ event, guards, actions, targets }: ChartTransition): string[] => {
  const condition = guards.length > 0 ? `[${guards.join(', ')}]`.split(' ') : []
  const effects = targets.length === 0 && actions.length > 0 ? `/ ${actions.join(', ')}`.split(' ') : []
  const measure = (text: string) => monoWidth(text, sizes.guard)
  return [
    eventTitle(event),
    ...wrap(condition, sizes.labelWidth, measure),
    ...wrap(effects, sizes.labelWidth, measure),
  ]
}

export const labelSize = (lines: readonly string[]): { width: number; height: number } => ({
  width:
    Math.max(...lines.map((line, at) => monoWidth(line, at === 0 ? sizes.event : sizes.guard))) +
    sizes.padding,
  height: lines.length * sizes.labelLine + 4,
})

export const nameLines = (state: ChartState): string[] =>
  wrap(stateTitle(state.key).split(' '), sizes.nameWidth, text => sansWidth(text, sizes.name))

/** What a drawing shows of a chart, with the folded states closed. */
export interface Shown {
  chart: Chart
  folded: readonly string[]
  states: ChartState[]
  /** Arrows: one for each target, ends replaced by the folded states that hold them. */
  arrows: Arrow[]
  /** Transitions without a target, by their state. */
  internal: Map<string, ChartTransition[]>
}

export interface Arrow {
  id: string
  transition: ChartTransition
  source: string
  target: string
}

/** The parts of a chart that are drawn. Arrows within a folded state are not. */
export const shownOf = (chart: Chart, folded: readonly string[]): Shown => {
  const isHidden = (id: string) => folded.some(other => isWithin(id, other))
  const arrows = chart.transitions.flatMap(transition =>
    transition.targets.flatMap((target, at): Arrow[] => {
      const ends = { source: shownState(transition.source, folded), target: shownState(target, folded) }
      const isInside = ends.source === ends.target && folded.includes(ends.source)
      return isInside ? [] : [{ id: `${transition.id}>${at}`, transition, ...ends }]
    }),
  )
  const internal = new Map<string, ChartTransition[]>()
  for (const transition of chart.transitions) {
    if (transition.targets.length > 0 || isHidden(transition.source)) continue
    internal.set(transition.source, [...(internal.get(transition.source) ?? []), transition])
  }
  return { chart, folded, states: chart.states.filter(({ id }) => !isHidden(id)), arrows, internal }
}

const parentOf = (id: string): string => id.split('.').slice(0, -1).join('.')

/** The state and those around it, innermost first; the chart itself, '', last. */
const ancestry = (id: string): string[] => (id === '' ? [''] : [id, ...ancestry(parentOf(id))])

export const startOf = (id: string): string => `start:${id}`
export const anywhereOf = (id: string): string => `anywhere:${id}`

/** Lines of the transitions that are written within a state, one under the other. */
export const internalLines = (
  { internal }: Shown,
  id: string,
): { transition: ChartTransition; lines: string[] }[] =>
  (internal.get(id) ?? []).map(transition => ({ transition, lines: labelLines(transition) }))

/** Which way the outermost states follow each other; those within them go down. */
export type Direction = 'RIGHT' | 'DOWN'

export interface Graph {
  node: ElkNode
  /** Ids of the edges that make up an arrow or a start, in the order of its way. */
  pieces: Map<string, string[]>
}

/** Whether states and arrows stand in the order in which the chart names them, or in whichever has the fewest crossings. */
export const orders = ['NODES_AND_EDGES', 'NONE'] as const
export type Order = (typeof orders)[number]

/** The graph that ELK lays out: a node for each state, an edge for each piece of an arrow between two borders. */
export const graphOf = (shown: Shown, root: Direction, order: Order): Graph => {
  const pieces = new Map<string, string[]>()
  const edges = new Map<string, ElkExtendedEdge[]>()
  const ports = new Map<string, ElkPort[]>()
  const anywhere = new Set<string>()
  const isOpen = (id: string) => shown.states.some(({ id: own }) => own !== '' && parentOf(own) === id)
  const holdsOpen = (id: string) =>
    shown.states.some(({ id: own }) => own !== '' && parentOf(own) === id && isOpen(own))
  const directionOf = (id: string) => (id === '' ? root : holdsOpen(id) && root === 'DOWN' ? 'RIGHT' : 'DOWN')

  const addEdge = (level: string, edge: ElkExtendedEdge) =>
    edges.set(level, [...(edges.get(level) ?? []), edge])
  const addPort = (state: string, id: string, isOut: boolean): string => {
    const side =
      directionOf(parentOf(state)) === 'RIGHT' ? (isOut ? 'EAST' : 'WEST') : isOut ? 'SOUTH' : 'NORTH'
    const port: ElkPort = { id, width: 0, height: 0, layoutOptions: { 'elk.port.side': side } }
    ports.set(state, [...(ports.get(state) ?? []), port])
    return id
  }

  const addPiece = (whole: string, level: string, edge: ElkExtendedEdge) => {
    pieces.set(whole, [...(pieces.get(whole) ?? []), edge.id])
    addEdge(level, edge)
  }

  /** An arrow from one node to another, cut at every border that it crosses; its label stands at the outermost piece. */
  const connect = (
    id: string,
    from: string,
    fromWithin: string,
    to: string,
    toWithin: string,
    lines: string[],
  ) => {
    const up = ancestry(fromWithin)
    const down = ancestry(toWithin)
    const common = up.find(level => down.includes(level)) ?? ''
    let source = from
    for (const level of up.slice(0, up.indexOf(common))) {
      const port = addPort(level, `${id}:out:${level}`, true)
      addPiece(id, level, { id: `${id}:up:${level}`, sources: [source], targets: [port] })
      source = port
    }
    const entered = down.slice(0, down.indexOf(common)).toReversed()
    const doors = entered.map(level => addPort(level, `${id}:in:${level}`, false))
    const label =
      lines.length > 0 ? { labels: [{ text: id, ...labelSize(lines), layoutOptions: inline }] } : {}
    addPiece(id, common, { id: `${id}:across`, sources: [source], targets: [doors[0] ?? to], ...label })
    entered.forEach((level, at) => {
      addPiece(id, level, {
        id: `${id}:down:${level}`,
        sources: [doors[at]!],
        targets: [doors[at + 1] ?? to],
      })
    })
  }

  for (const { id, transition, source, target } of shown.arrows) {
    const lines = labelLines(transition)
    if (isWithin(target, source)) {
      anywhere.add(source)
      connect(id, anywhereOf(source), source, target, parentOf(target), lines)
    } else if (isWithin(source, target)) {
      // Out to the border of the state around it, which is entered again: the last piece ends there.
      const port = addPort(target, `${id}:back`, true)
      connect(id, source, parentOf(source), port, target, lines)
    } else connect(id, source, parentOf(source), target, parentOf(target), lines)
  }

  for (const { id, initial, kind } of shown.states) {
    if (!isOpen(id) || initial === null || kind === 'parallel') continue
    connect(startOf(id), startOf(id), id, initial, parentOf(initial), [])
  }

  const dot = (id: string): ElkNode => ({ id, width: sizes.start, height: sizes.start })
  const nodeOf = (state: ChartState): ElkNode => {
    const own = internalLines(shown, state.id)
    const written = own.flatMap(({ lines }) => lines)
    const text = written.length > 0 ? labelSize(written) : { width: 0, height: 0 }
    const name = nameLines(state)
    const nameWidth = Math.max(...name.map(line => sansWidth(line, sizes.name)))
    const textHeight = own.reduce((sum, { lines }) => sum + labelSize(lines).height, 0)
    const isFolded = shown.folded.includes(state.id)
    const width = Math.ceil(
      Math.max(84, nameWidth + 2 * sizes.padding + (isFolded ? 22 : 0), text.width + sizes.padding),
    )
    if (!isOpen(state.id)) {
      return {
        id: state.id,
        width,
        height: name.length * sizes.nameLine + 2 * 8 + (textHeight > 0 ? textHeight + 2 : 0),
        layoutOptions: {
          'elk.portConstraints': 'FREE',
          // Loops stand beside each other: nested, the outer one runs through the label of the inner one.
          'elk.layered.edgeRouting.selfLoopOrdering': 'SEQUENCED',
        },
      }
    }
    const children = shown.states.filter(({ id }) => id !== '' && parentOf(id) === state.id)
    const header = state.id === '' ? (textHeight > 0 ? textHeight + 16 : 12) : sizes.header + textHeight
    return {
      id: state.id === '' ? 'root' : state.id,
      layoutOptions: {
        ...spacing,
        'elk.layered.considerModelOrder.strategy': order,
        'elk.direction': directionOf(state.id),
        'elk.padding': `[top=${header + 8},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${Math.max(width + 24, 120)},60)`,
        'elk.portConstraints': 'FIXED_SIDE',
        ...(directionOf(state.id) === 'RIGHT'
          ? {
              'elk.layered.spacing.nodeNodeBetweenLayers': '34',
              'elk.spacing.nodeNode': '28',
              'elk.layered.nodePlacement.strategy': 'SIMPLE',
            }
          : {}),
      },
      children: [
        ...(state.initial === null ? [] : [dot(startOf(state.id))]),
        ...(anywhere.has(state.id) ? [{ id: anywhereOf(state.id), width: 64, height: 22 }] : []),
        ...children.map(nodeOf),
      ],
      edges: edges.get(state.id) ?? [],
      ...(ports.has(state.id) ? { ports: ports.get(state.id)! } : {}),
    }
  }
  return { node: nodeOf(shown.states.find(({ id }) => id === '')!), pieces }
}
