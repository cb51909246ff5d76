import type { SubmissionPage } from '../../../domain/status.ts'
import type { Crumb } from '../../../ui/breadcrumbs/index.ts'
import { pagePath, type SubmissionAddress } from '../../common/address.ts'
import { texts } from './texts.ts'

/** The crumbs below the submission: only the pages under Quality Assurance have a parent besides it. */
export const trailOf = (
  address: SubmissionAddress,
  shown: SubmissionPage | undefined,
  { rule, reportCode }: Readonly<Partial<Record<string, string>>>,
): Crumb[] => {
  if (shown !== 'reports' || (rule === undefined && reportCode === undefined)) return []
  const quality = { id: 'reports', label: texts.pages.reports, href: pagePath(address, 'reports') }
  return rule === undefined
    ? [quality, { id: 'report', label: reportCode ?? '' }]
    : [quality, { id: 'rules', label: texts.qualityRules, href: quality.href }, { id: 'rule', label: rule }]
}
