import type { ElkNode } from 'elkjs/lib/elk-api.js'
import type {
  ChartLayout,
  PlacedStart,
  PlacedState,
  PlacedTransition,
  Point,
} from '../../src/machines/inspection/layout.ts'
import {
  anywhereOf,
  type Graph,
  internalLines,
  labelLines,
  labelSize,
  nameLines,
  type Shown,
  sizes,
  startOf,
} from './graph.ts'

interface Corner {
  x: number
  y: number
}

interface Found {
  nodes: Map<string, { node: ElkNode; at: Corner }>
  edges: Map<string, Point[]>
  labels: Map<string, Corner & { width: number; height: number }>
}

/** Whole pixels: a drawing is sent to the browser, and half of one cannot be seen. */
const round = (length: number): number => Math.round(length)

/** Everything that ELK placed, by id, from the top left corner of the drawing. */
const foundIn = (root: ElkNode): Found => {
  const found: Found = { nodes: new Map(), edges: new Map(), labels: new Map() }
  const visit = (node: ElkNode, at: Corner): void => {
    found.nodes.set(node.id === 'root' ? '' : node.id, { node, at })
    for (const edge of node.edges ?? []) {
      found.edges.set(
        edge.id,
        (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
          [startPoint, ...bendPoints, endPoint].map(({ x, y }): Point => [round(at.x + x), round(at.y + y)]),
        ),
      )
      for (const { text = '', x = 0, y = 0, width = 0, height = 0 } of edge.labels ?? []) {
        found.labels.set(text, { x: round(at.x + x), y: round(at.y + y), width: round(width), height })
      }
    }
    for (const child of node.children ?? [])
      visit(child, { x: at.x + (child.x ?? 0), y: at.y + (child.y ?? 0) })
  }
  visit(root, { x: 0, y: 0 })
  return found
}

/** Without points that repeat the one before, or lie on the line between their neighbours. */
const straightened = (points: readonly Point[]): Point[] => {
  const path: Point[] = []
  for (const [x, y] of points) {
    const [before, last] = [path.at(-2), path.at(-1)]
    // Rounding may move the two ends of a straight part a pixel apart.
    const point: Point = last
      ? [Math.abs(x - last[0]) <= 1 ? last[0] : x, Math.abs(y - last[1]) <= 1 ? last[1] : y]
      : [x, y]
    if (last && last[0] === point[0] && last[1] === point[1]) continue
    const isOnLine =
      before &&
      last &&
      ((before[0] === last[0] && last[0] === point[0]) || (before[1] === last[1] && last[1] === point[1]))
    if (isOnLine) path[path.length - 1] = point
    else path.push(point)
  }
  return path
}

/** Room between a line and what is written beside it. */
const besideLine = 6

/** Left end for a label, as far left as no line runs through it; where it is, if there is no such place before `right`. */
const besideLines = (
  label: Corner & { width: number; height: number },
  right: number,
  arrows: readonly PlacedTransition[],
): number => {
  // Only lines from above or below can be passed by: what goes across goes through all that stands there.
  const upright = arrows.flatMap(({ path }) =>
    path.flatMap(([x, y], at) => {
      const next = path[at + 1]
      const isBeside =
        next?.[0] === x && Math.max(y, next[1]) > label.y && Math.min(y, next[1]) < label.y + label.height
      return isBeside ? [x] : []
    }),
  )
  const isClear = (left: number): boolean =>
    left + label.width <= right && upright.every(x => x < left - 1 || x > left + label.width + 1)
  return [label.x, ...upright.map(x => x + besideLine).sort((a, b) => a - b)].find(isClear) ?? label.x
}

/** The drawing of a chart from what ELK made of its graph. */
export const placed = (shown: Shown, { pieces }: Graph, root: ElkNode): ChartLayout => {
  const { nodes, edges, labels } = foundIn(root)
  const pathOf = (id: string): Point[] =>
    straightened((pieces.get(id) ?? []).flatMap(piece => edges.get(piece) ?? []))

  const states = shown.states.flatMap((state): PlacedState[] => {
    const found = nodes.get(state.id)
    if (!found) return []
    const { node, at } = found
    return [
      {
        id: state.id,
        x: round(at.x),
        y: round(at.y),
        width: round(node.width ?? 0),
        height: round(node.height ?? 0),
        lines: nameLines(state),
        isFolded: shown.folded.includes(state.id),
      },
    ]
  })

  const arrows = shown.arrows.map(({ id, transition }): PlacedTransition => {
    const label = labels.get(id)
    return {
      id: transition.id,
      path: pathOf(id),
      label: label ? { ...label, lines: labelLines(transition) } : null,
    }
  })

  const written = states.flatMap(({ id, x, y, lines, width }): PlacedTransition[] => {
    const isOpen = shown.states.some(({ parent }) => parent === id)
    let below = id === '' ? y + 8 : y + (isOpen ? sizes.header : lines.length * sizes.nameLine + 14)
    return internalLines(shown, id).map(({ transition, lines: text }) => {
      const size = labelSize(text)
      const label = {
        x: x + 6,
        y: below,
        width: round(Math.min(size.width, width - 12)),
        height: size.height,
      }
      below += size.height
      const left = besideLines(label, x + width - 6, arrows)
      return { id: transition.id, path: [], label: { ...label, x: left, lines: text } }
    })
  })

  const starts = states.flatMap(({ id }): PlacedStart[] =>
    (
      [
        ['initial', startOf(id)],
        ['anywhere', anywhereOf(id)],
      ] as const
    ).flatMap(([kind, name]) => {
      const found = nodes.get(name)
      if (!found) return []
      const { node, at } = found
      const middle: Point = [round(at.x + (node.width ?? 0) / 2), round(at.y + (node.height ?? 0) / 2)]
      return [{ id, kind, at: middle, path: kind === 'initial' ? pathOf(name) : [] }]
    }),
  )

  return {
    width: Math.ceil(root.width ?? 0),
    height: Math.ceil(root.height ?? 0),
    states,
    transitions: [...arrows, ...written],
    starts,
  }
}
