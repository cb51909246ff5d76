import { type Message, message } from '../messages/message.ts'
import type { OrganisationType } from './organisation.ts'
import { product } from './product.ts'
import type { Measured, Tolerance } from './tolerance.ts'
import { toleranceTypes } from './tolerance.ts'

/** A range is held against the change that a rule measures between two records; its failures are no share of a population. */
const isMeasuredOnly = ({ parts }: Pick<Tolerance, 'parts'>): boolean =>
  parts.length > 0 && parts.every(({ type }) => type === toleranceTypes.range)

/**
 * Whether the figures of a result show that the rule is at fault and not the file: more records fail than the rule looks
 * at, or fewer than none (fault 35). No percentage may be shown of them. A rule with a range alone is left out: its
 * failures are how far this record differs from the one before, which may be more than this one holds.
 */
export const isRuleDefect = (
  tolerance: Pick<Tolerance, 'parts'>,
  { failureCount, populationCount }: Pick<Measured, 'failureCount' | 'populationCount'>,
): boolean => failureCount < 0 || (failureCount > populationCount && !isMeasuredOnly(tolerance))

/** The flag at a result that shows a fault of its rule. */
export const ruleDefectTag = message('domain', 'ruleDefect.tag')

/** What so many rules at fault mean to their reader, and what to do. */
export const ruleDefectAdvice = (reader: OrganisationType, count = 1): Message =>
  message('domain', `ruleDefect.${reader}`, { count, product: product.name })
