import type { HeatStage } from '../../../domain/heatStages.ts'
import type { Point } from '../../../machines/inspection/layout.ts'
import type { StageCard, StageColumn, StageWay } from './stages.ts'

/** A card with its place. */
export interface PlacedCard {
  card: StageCard
  column: number
  x: number
  y: number
  height: number
  /** Its name in lines that fit. */
  lines: readonly string[]
}

/** The ground of a stage with its heading. */
export interface PlacedColumn {
  stage: HeatStage
  x: number
  width: number
}

/** A way as a line through points, with the place of its number where there is room for one. */
export interface PlacedWay {
  way: StageWay
  points: readonly Point[]
  /** Against the order of the stages, or up. */
  isBack: boolean
  label: Point | undefined
}

export interface StageDrawing {
  width: number
  height: number
  columns: readonly PlacedColumn[]
  cards: readonly PlacedCard[]
  ways: readonly PlacedWay[]
}

export const cardWidth = 174
const lineHeight = 15
/** Above the first line of a name, and the line of figures with the room around it. */
const cardRoom = 34
const rowGap = 26
const stopGap = 16
const top = 52
const edge = 12
const laneGap = 7
const least = 22
const charactersInLine = 25

/** The words of a name in lines of a card. */
export const linesOf = (name: string): string[] => {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < charactersInLine)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

type Unplaced = Omit<PlacedCard, 'x'>

/** The cards of a column under each other. */
const stacked = ({ cards }: StageColumn, column: number, nameOf: (card: StageCard) => string): Unplaced[] => {
  let y = top
  return cards.map((card, at) => {
    const lines = linesOf(nameOf(card))
    const height = cardRoom + lines.length * lineHeight
    if (card.isStop && at > 0 && !cards[at - 1]?.isStop) y += stopGap
    const placed = { card, column, y, height, lines }
    y += height + rowGap
    return placed
  })
}

type Side = 'left' | 'right'

/** How a line goes: straight down, by one gap between columns, or under everything from one gap to another. */
interface Route {
  way: StageWay
  source: Unplaced
  target: Unplaced
  leaves: Side
  enters: Side
  /** Gaps by their number: gap n lies before column n. Empty for a straight line. */
  gaps: readonly number[]
}

const routeOf = (way: StageWay, source: Unplaced, target: Unplaced, cards: readonly Unplaced[]): Route => {
  const ends = { way, source, target }
  const [from, to] = [source.column, target.column]
  if (from === to) {
    const isNext = cards[cards.indexOf(source) + 1] === target
    if (isNext) return { ...ends, leaves: 'right', enters: 'right', gaps: [] }
    const side = target.y > source.y ? 'right' : 'left'
    return { ...ends, leaves: side, enters: side, gaps: [side === 'right' ? from + 1 : from] }
  }
  const isOn = to > from
  const out = isOn ? from + 1 : from
  const into = isOn ? to : to + 1
  return {
    ...ends,
    leaves: isOn ? 'right' : 'left',
    enters: isOn ? 'left' : 'right',
    gaps: out === into ? [out] : [out, into],
  }
}

/** Lines to the same card share a lane of a gap, so that they run together. */
const laneKey = ({ target, enters }: Route, gap: number): string => `${gap} ${target.card.id} ${enters}`

const lanesOf = (routes: readonly Route[]): ReadonlyMap<string, number> => {
  const lanes = new Map<string, number>()
  const used = new Map<number, number>()
  for (const route of routes)
    for (const gap of route.gaps) {
      const key = laneKey(route, gap)
      if (lanes.has(key)) continue
      const lane = used.get(gap) ?? 0
      lanes.set(key, lane)
      used.set(gap, lane + 1)
    }
  return lanes
}

const middle = ({ y, height }: Pick<PlacedCard, 'y' | 'height'>): number => y + height / 2
const sideOf = ({ x }: Pick<PlacedCard, 'x'>, side: Side): number => (side === 'left' ? x : x + cardWidth)

const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const
export type ArrowKey = keyof typeof steps

/** Whether a key moves between cards. */
export const isArrowKey = (key: string): key is ArrowKey => key in steps

/** The card that an arrow key leads to: up and down within a column, left and right to the nearest one of the next column. */
export const neighbourOf = (
  cards: readonly PlacedCard[],
  from: PlacedCard,
  key: ArrowKey,
): PlacedCard | undefined => {
  const [across, down] = steps[key]
  if (across === 0) {
    const own = cards.filter(({ column }) => column === from.column)
    return own[own.indexOf(from) + down]
  }
  const others = cards.filter(({ column }) => (column - from.column) * across > 0)
  const next = across * Math.min(...others.map(({ column }) => column * across))
  const farFrom = (one: PlacedCard): number => Math.abs(middle(one) - middle(from))
  return others
    .filter(({ column }) => column === next)
    .reduce<PlacedCard | undefined>(
      (best, one) => (best && farFrom(best) <= farFrom(one) ? best : one),
      undefined,
    )
}

/**
 * Where everything stands: the stages as columns, and between their cards lines that cross none of them. Lines run in the gaps
 * between columns, those over more than one column under everything.
 */
export const drawingOf = (
  columns: readonly StageColumn[],
  ways: readonly StageWay[],
  nameOf: (card: StageCard) => string,
): StageDrawing => {
  const unplaced = columns.flatMap((column, at) => stacked(column, at, nameOf))
  const byId = new Map(unplaced.map(one => [one.card.id, one]))
  const routes = ways.flatMap(way => {
    const [source, target] = [byId.get(way.from), byId.get(way.to)]
    return source && target ? [routeOf(way, source, target, unplaced)] : []
  })
  const lanes = lanesOf(routes)
  const gapWidths = Array.from({ length: columns.length + 1 }, (_, gap) => {
    const own = [...lanes.keys()].filter(key => key.startsWith(`${gap} `)).length
    return Math.max(least, 2 * edge + (own - 1) * laneGap)
  })
  const startOf = (gap: number): number =>
    gapWidths.slice(0, gap).reduce((sum, width) => sum + width, 0) + gap * cardWidth
  const place = (one: Unplaced): PlacedCard => ({ ...one, x: startOf(one.column) + gapWidths[one.column]! })
  const ground = Math.max(top, ...unplaced.map(({ y, height }) => y + height)) + edge
  const under = routes.filter(({ gaps }) => gaps.length > 1)
  const laneAt = (route: Route, gap: number): number =>
    startOf(gap) + edge + lanes.get(laneKey(route, gap))! * laneGap

  const drawn = routes.map((route): PlacedWay => {
    const [source, target] = [place(route.source), place(route.target)]
    const [out, into] = route.gaps
    const isBack = target.column < source.column || (target.column === source.column && target.y < source.y)
    const line = { way: route.way, isBack }
    if (out === undefined) {
      const x = source.x + cardWidth / 2
      return {
        ...line,
        points: [
          [x, source.y + source.height],
          [x, target.y],
        ],
        label: [x + 9, (source.y + source.height + target.y) / 2 + 4],
      }
    }
    const first: Point = [sideOf(source, route.leaves), middle(source)]
    const last: Point = [sideOf(target, route.enters), middle(target)]
    const x = laneAt(route, out)
    if (into === undefined)
      return { ...line, points: [first, [x, first[1]], [x, last[1]], last], label: undefined }
    const y = ground + under.indexOf(route) * laneGap
    const end = laneAt(route, into)
    return {
      ...line,
      points: [first, [x, first[1]], [x, y], [end, y], [end, last[1]], last],
      label: undefined,
    }
  })
  return {
    width: startOf(columns.length) + gapWidths[columns.length]!,
    height: ground + under.length * laneGap + edge,
    columns: columns.map(({ stage }, at) => ({
      stage,
      x: startOf(at) + gapWidths[at]!,
      width: cardWidth,
    })),
    cards: unplaced.map(place),
    ways: drawn,
  }
}
