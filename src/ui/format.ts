import { fixedIn, numberIn, pageLocale } from '../messages/index.ts'

/** A count with thousands separators: 12,345. */
export function formatCount(value: number): string {
  return numberIn(pageLocale(), value)
}

/** A figure with so many digits after its point: 12,345.6. */
export function formatFixed(value: number, decimals: number): string {
  return fixedIn(pageLocale(), value, decimals)
}

/** A count where there is little room: 12k. */
export function formatCompactCount(value: number): string {
  return numberIn(pageLocale(), value, { notation: 'compact' })
}

/** A share of 0 to 1 as a whole percentage, rounded down so that 100% means done: 0.999 is 99%. */
export function formatShare(share: number): string {
  const whole = Math.floor(Math.min(1, Math.max(0, share)) * 100) / 100
  return numberIn(pageLocale(), whole, { style: 'percent', maximumFractionDigits: 0 })
}

/** A difference of percentages with two decimal places and its sign, without a unit: +1.20. */
export function formatPoints(points: number): string {
  return numberIn(pageLocale(), points, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
}

/** A percentage with two decimal places, as reports show it: 12.35%. */
export function formatPercentage(percent: number, options: { isSigned?: boolean } = {}): string {
  return numberIn(pageLocale(), percent, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: options.isSigned ? 'exceptZero' : 'auto',
  })
}
