import { type Message, message } from '../messages/message.ts'
import { changeUnit, type MeasuredChange } from './allowance.ts'
import { type Tolerance, type TolerancePart, toleranceTypes } from './tolerance.ts'

const tolerancePartLabel = (
  { type, from, to }: TolerancePart,
  change: MeasuredChange | null | undefined,
): Message => {
  if (type === toleranceTypes.count) return message('tolerance', 'records', { count: from })
  return type === toleranceTypes.percentage
    ? message('tolerance', 'percentage', { from })
    : message('tolerance', changeUnit(change) === 'points' ? 'rangeOfPoints' : 'range', {
        from,
        to: to ?? from,
      })
}

/**
 * A tolerance as the quality report shows it, "0 records and 20%"; '' where any number is tolerated (specification 2 §2.9,
 * §3). The range of a rule that compares percentages (`change`) is in points.
 */
export const toleranceLabel = (
  { conjunction, parts }: Tolerance,
  change: MeasuredChange | null | undefined,
): Message | '' => {
  const [only, ...others] = parts.map(part => tolerancePartLabel(part, change))
  if (only === undefined) return ''
  const joined = conjunction === 'O' ? 'either' : 'both'
  return others.reduce((first, second) => message('tolerance', joined, { first, second }), only)
}
