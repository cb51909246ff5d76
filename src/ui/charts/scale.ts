/**
 * Round marks for an axis from 0: the least number of steps of 1, 2 or 5 times a power of ten that reach the highest
 * value, about as many as wanted. The last mark is the end of the axis.
 */
export function niceTicks(highest: number, wanted = 4): number[] {
  if (highest <= 0) return [0, 1]
  const rough = highest / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough) ?? 10 * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, mark) => Number((mark * step).toPrecision(12)))
}

/** A share of 0 to 1 as a percentage for an SVG length, to a hundredth. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
