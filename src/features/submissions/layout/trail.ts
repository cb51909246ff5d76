import type { SubmissionPage } from '../../../domain/status.ts'
import type { Crumb } from '../../../ui/index.ts'
import { pagePath, type SubmissionAddress } from '../../common/address.ts'
import { texts } from './texts.ts'

/** What lies below Quality Assurance, by the first part of its path (specification 2 §2.2). */
const below: Record<string, readonly string[]> = {
  quality: [texts.qualityRules, texts.ruleFailure],
  credibility: [texts.credibilityReports],
  'additional-reports': [texts.additionalReports],
}

/** The crumbs below the submission, the page in sight last. */
export const trailOf = (
  address: SubmissionAddress,
  shown: SubmissionPage | undefined,
  pathname: string,
): Crumb[] => {
  if (shown === undefined) return []
  const href = pagePath(address, shown)
  const [section = ''] = pathname.slice(href.length + 1).split('/')
  const labels = [texts.pages[shown], ...(below[section] ?? [])]
  return labels.map((label, at) =>
    at === labels.length - 1 ? { id: label, label, isCurrent: true } : { id: label, label, href },
  )
}
