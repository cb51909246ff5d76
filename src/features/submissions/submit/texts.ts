import { formatCount } from '../../../ui/index.ts'

/** Words of the Submit page (specification 2 §2.12, §5, §8). */
export const texts = {
  title: 'Submit',
  lead: 'Submitting hands this submission to those who have to approve it. You cannot take it back yourself.',
  reasons: 'You cannot yet submit for approval as one or more of the following apply:',
  warning: {
    title: 'Before you submit',
    both: (issues: number, rules: number) =>
      `There ${issues === 1 ? 'is' : 'are'} ${openIssues(issues)} in the issue tracker and ${failingRules(rules)} outside tolerance.`,
    issues: (issues: number) =>
      `There ${issues === 1 ? 'is' : 'are'} ${openIssues(issues)} in the issue tracker.`,
    rules: (rules: number) => `There ${rules === 1 ? 'is' : 'are'} ${failingRules(rules)} outside tolerance.`,
    text: 'You may submit all the same; the approvers will see them.',
  },
  terms:
    'I confirm that I am authorised to submit this file for my organisation, that its content has been checked, and that it is ready for approval.',
  termsTitle: 'Terms',
  submit: 'Submit for approval',
  what: 'What you are submitting',
  fileName: 'File name',
  uploaded: 'Upload date',
  students: 'Students',
  hash: 'File hash (SHA-256)',
  dialogFailed: 'The submission could not be submitted.',
  done: {
    title: 'Submitted for approval',
    text: 'This submission has been submitted.',
  },
  toApproval: 'Continue to Approval',
  checking: 'Checking whether this can be submitted',
  commitFailed: 'Whether this can be submitted failed to load.',
} as const

function openIssues(count: number): string {
  return `${formatCount(count)} outstanding ${count === 1 ? 'issue' : 'issues'}`
}

function failingRules(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'rule failure' : 'rule failures'}`
}
