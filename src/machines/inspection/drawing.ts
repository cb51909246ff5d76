import type { Point } from './layout.ts'

const cornerRadius = 7
const headLength = 7
const headWidth = 3.5

const towards = (from: Point, to: Point, length: number): Point => {
  const whole = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (whole === 0) return from
  const part = length / whole
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

const written = (point: Point): string => point.map(value => Math.round(value * 10) / 10).join(' ')

/** The d of an SVG path through the points, its corners rounded, its end left free for the arrow's head. */
export const roundedPath = (points: readonly Point[]): string => {
  const [first, ...rest] = points
  if (!first || rest.length === 0) return ''
  const parts = [`M${written(first)}`]
  rest.forEach((corner, at) => {
    const before = points[at]!
    const after = rest[at + 1]
    if (!after) {
      const length = Math.hypot(corner[0] - before[0], corner[1] - before[1])
      parts.push(`L${written(towards(before, corner, Math.max(0, length - headLength + 1)))}`)
      return
    }
    const half = (from: Point) => Math.hypot(corner[0] - from[0], corner[1] - from[1]) / 2
    const radius = Math.min(cornerRadius, half(before), half(after))
    parts.push(
      `L${written(towards(corner, before, radius))}`,
      `Q${written(corner)} ${written(towards(corner, after, radius))}`,
    )
  })
  return parts.join('')
}

/** The d of the arrow's head at the end of the way. */
export const arrowHead = (points: readonly Point[]): string => {
  const [before, tip] = points.slice(-2)
  if (!before || !tip) return ''
  const base = towards(tip, before, headLength)
  const [dx, dy] = [tip[0] - base[0], tip[1] - base[1]]
  const side = (sign: 1 | -1): Point => [
    base[0] - (sign * dy * headWidth) / headLength,
    base[1] + (sign * dx * headWidth) / headLength,
  ]
  return `M${written(tip)}L${written(side(1))}L${written(side(-1))}Z`
}
