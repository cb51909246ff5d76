import { type Message, message } from '../messages/message.ts'
import { type Tolerance, type TolerancePart, toleranceTypes } from './tolerance.ts'

const tolerancePartLabel = ({ type, from, to }: TolerancePart): Message => {
  if (type === toleranceTypes.count) return message('tolerance', 'records', { count: from })
  return type === toleranceTypes.percentage
    ? message('tolerance', 'percentage', { from })
    : message('tolerance', 'range', { from, to: to ?? from })
}

/**
 * A tolerance as the quality report shows it, "0 records and 20%"; '' where any number is tolerated (specification 2 §2.9,
 * §3).
 */
export const toleranceLabel = ({ conjunction, parts }: Tolerance): Message | '' => {
  const [only, ...others] = parts.map(tolerancePartLabel)
  if (only === undefined) return ''
  const joined = conjunction === 'O' ? 'either' : 'both'
  return others.reduce((first, second) => message('tolerance', joined, { first, second }), only)
}
