/** What part of a drawing is in sight: its scale, and the point of the drawing in the middle of the window. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export interface Area extends Size {
  x: number
  y: number
}

export const leastScale = 0.1
export const greatestScale = 3
/** At this scale the smallest text of a drawing (about 10 px) can be read; one that is larger does not begin below it. */
const readableScale = 0.9
/** Room around a drawing that is fitted, in px of the screen. */
const margin = 16

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** A scale within what a drawing can be shown in. */
export const clampScale = (scale: number): number => clamp(scale, leastScale, greatestScale)

const fitScale = (content: Size, window: Size): number =>
  clampScale(
    Math.min(
      1,
      (window.width - 2 * margin) / Math.max(1, content.width),
      (window.height - 2 * margin) / Math.max(1, content.height),
    ),
  )

/** The whole drawing. */
export const fitted = (content: Size, window: Size): View => ({
  scale: fitScale(content, window),
  x: content.width / 2,
  y: content.height / 2,
})

/**
 * Where a drawing begins: all of it if it can be read so, else the part around a point, by default its upper left, at a
 * scale that can.
 */
export const opening = (content: Size, window: Size, start: Point = { x: 0, y: 0 }): View => {
  const whole = fitted(content, window)
  if (whole.scale >= readableScale) return whole
  const scale = clampScale(
    Math.max(readableScale, Math.min(1, (window.height - 2 * margin) / Math.max(1, content.height))),
  )
  const along = (at: number, length: number, room: number): number => {
    const half = Math.min(length / 2, (room / 2 - margin) / scale)
    return clamp(at, half, length - half)
  }
  return {
    scale,
    x: along(start.x, content.width, window.width),
    y: along(start.y, content.height, window.height),
  }
}

/** The view moved so that the middle of the window stays over the drawing. */
export const contained = (view: View, content: Size): View => ({
  scale: clampScale(view.scale),
  x: clamp(view.x, 0, content.width),
  y: clamp(view.y, 0, content.height),
})

/** As exact as an address needs it. */
export const rounded = ({ scale, x, y }: View): View => ({
  scale: Math.round(scale * 1000) / 1000,
  x: Math.round(x),
  y: Math.round(y),
})

/** Whether two views show the same part of the drawing at the same scale. */
export const isSame = (one: View, other: View): boolean =>
  one.scale === other.scale && one.x === other.x && one.y === other.y

/** The part of the drawing that is in sight. */
export const visible = (view: View, window: Size): Area => ({
  x: view.x - window.width / view.scale / 2,
  y: view.y - window.height / view.scale / 2,
  width: window.width / view.scale,
  height: window.height / view.scale,
})

/** Whether the whole of an area is in sight. */
export const isInSight = (view: View, area: Area, window: Size): boolean => {
  const seen = visible(view, window)
  return (
    area.x >= seen.x &&
    area.y >= seen.y &&
    area.x + area.width <= seen.x + seen.width &&
    area.y + area.height <= seen.y + seen.height
  )
}

/** The view near enough to read an area, or to see the whole of a large one; as it is where that can be read already. */
export const approached = (view: View, area: Area, window: Size): View => {
  if (detailAt(view.scale) === 'near') return view
  const scale = Math.max(view.scale, Math.min(readableScale, fitScale(area, window)))
  return { scale, x: area.x + area.width / 2, y: area.y + area.height / 2 }
}

/** The view moved as little as needed to show an area; in its middle when the area is larger than the window. */
export const revealing = (view: View, area: Area, window: Size): View => {
  const seen = visible(view, window)
  const room = 24 / view.scale
  const along = (at: number, length: number, start: number, whole: number): number => {
    if (length + 2 * room > whole) return at + length / 2 - whole / 2 - start
    if (at - room < start) return at - room - start
    if (at + length + room > start + whole) return at + length + room - start - whole
    return 0
  }
  return {
    ...view,
    x: view.x + along(area.x, area.width, seen.x, seen.width),
    y: view.y + along(area.y, area.height, seen.y, seen.height),
  }
}

/** How much of a drawing can be read at a scale. */
export const detailAt = (scale: number): 'far' | 'middle' | 'near' =>
  scale < 0.4 ? 'far' : scale < 0.62 ? 'middle' : 'near'

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** Whether a key is one of the four arrows. */
export const isArrow = (key: string): key is Arrow => /^Arrow(Left|Right|Up|Down)$/.test(key)

/** Direction of an arrow key as a step along the axes. */
export const stepOf = (key: Arrow): { dx: number; dy: number } => ({
  dx: key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0,
  dy: key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0,
})

/** The point that lies next in a direction: near ahead counts, far to the side counts twice. */
export const nextTowards = <P extends { x: number; y: number }>(
  from: { x: number; y: number },
  points: readonly P[],
  key: Arrow,
): P | undefined => {
  const { dx, dy } = stepOf(key)
  let best: { point: P; cost: number } | undefined
  for (const point of points) {
    const [x, y] = [point.x - from.x, point.y - from.y]
    const ahead = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (ahead <= 0.5 || aside > ahead * 3) continue
    const cost = ahead + 2 * aside
    if (!best || cost < best.cost) best = { point, cost }
  }
  return best?.point
}
