import type { Tolerance } from '../../../src/domain/tolerance.ts'
import { type Language, messagesFor } from '../../../src/messages/messages.ts'

/**
 * A tolerance as the quality report shows it, "0 records and 20%", in a language; '' where any number is tolerated
 * (specification 2 §2.9, §3).
 */
export const toleranceText = (language: Language, { conjunction, parts }: Tolerance): string => {
  const t = messagesFor(language, 'server')
  const texts = parts.map(({ type, from, to }) => {
    if (type === 1) return t('tolerance.records', { count: from })
    return type === 2 ? t('tolerance.percentage', { from }) : t('tolerance.range', { from, to: to ?? from })
  })
  const joined = conjunction === 'O' ? 'tolerance.either' : 'tolerance.both'
  return texts.length === 0 ? '' : texts.reduce((first, second) => t(joined, { first, second }))
}
