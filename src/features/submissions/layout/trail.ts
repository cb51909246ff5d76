import { stepLabel } from '../../../domain/labels.ts'
import { type RecordDescription, unitsOf } from '../../../domain/record.ts'
import type { SubmissionPage } from '../../../domain/status.ts'
import type { ToText, Translate } from '../../../messages/index.ts'
import type { Crumb } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress } from '../../common/address.ts'

/** What lies below Quality Assurance, by the first part of its path (specification 2 §2.2). */
const belowOf = (
  t: Translate<'submissions.layout'>,
  record: RecordDescription | null | undefined,
): Record<string, readonly string[]> => ({
  quality: [t('qualityRules'), t('ruleFailure')],
  // While nobody knows the record, its words are not known either.
  students: record ? [unitsOf(record).unitsLabel] : [],
  credibility: [t('credibilityReports')],
  'additional-reports': [t('additionalReports')],
})

/** The crumbs below the submission, the page in sight last. */
export const trailOf = (
  t: Translate<'submissions.layout'>,
  text: ToText,
  address: SubmissionAddress,
  record: RecordDescription | null | undefined,
  shown: SubmissionPage | undefined,
  pathname: string,
): Crumb[] => {
  if (shown === undefined) return []
  const href = pagePath(address, shown)
  const [section = ''] = pathname.slice(href.length + 1).split('/')
  const labels = [text(stepLabel(shown)), ...(belowOf(t, record)[section] ?? [])]
  return labels.map((label, at) =>
    at === labels.length - 1 ? { id: label, label, isCurrent: true } : { id: label, label, href },
  )
}
