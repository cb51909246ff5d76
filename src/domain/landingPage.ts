import { type StatusName, type SubmissionPage, statusOf } from './status.ts'

/**
 * The page that a link to a submission leads to (specification 1 §4 "Groupings"; decisions §12: 1 and 3 lead to Upload,
 * 2 to Processing). Statuses of processing lead to Quality Assurance, from where the stepper moves a provider on.
 */
export const landingPage = (name: StatusName, viewer: { isStatutoryCustomer: boolean }): SubmissionPage => {
  const { group, page } = statusOf(name)
  if (group === 'unknown' || group === 'nilReturn') return 'upload'
  if (viewer.isStatutoryCustomer) return 'reports'
  return group === 'processing' || group === 'qualityAssurance' ? 'reports' : page
}
