import type { SubmissionPage } from '../../../domain/status.ts'

/** Words that every page of a submission shares (specification 2 §2.2, §2.3, §4.2). */
export const texts = {
  breadcrumbs: 'Breadcrumbs',
  submissions: 'Submissions',
  monitoring: 'Monitoring',
  onlineValidation: 'Online Validation Tool',
  provider: (name: string, instId: string) => `${name} (${instId})`,
  pages: {
    upload: 'Upload',
    processing: 'Processing',
    reports: 'Quality Assurance',
    submit: 'Submit',
    approval: 'Approval',
    signoff: 'Sign Off',
  } satisfies Record<SubmissionPage, string>,
  qualityRules: 'Quality Rules',
  ruleFailure: 'Rule Failure',
  credibilityReports: 'Credibility Reports',
  additionalReports: 'Additional Reports',
  stepper: 'Progress of the submission',
  submissionId: 'Submission id',
  newSubmission: 'New submission',
  uploaded: 'Uploaded',
  notLatest: 'A later submission has taken the place of this one',
  issuesBanner: 'The system is now creating issues automatically',
  ovtBanner: {
    title: 'Online validation',
    text: 'This file is only checked. It is not a submission and cannot be submitted for approval.',
  },
  copied: {
    title: 'This submission has been re-processed',
    text: 'You are now looking at the re-processed copy.',
  },
  lifecycle: 'Lifecycle',
  notFound: {
    title: 'Submission not found',
    text: 'There is no submission at this address, or it belongs to another organisation.',
  },
  noCollection: {
    title: 'This collection takes no submissions',
    text: 'It is not open, or open to online validation only. Your collections are listed under Submissions.',
  },
  failed: 'The submission failed to load.',
  loading: 'Loading the submission',
  tryAgain: 'Try again',
  back: 'Back',
  previous: (page: string) => `Back to ${page}`,
  next: (page: string) => `Continue to ${page}`,
  stepsNavigation: 'Previous and next step',
  noFile: 'You have yet to upload a file. Please upload one on the upload step.',
  goToUpload: 'Go to Upload',
  accessDenied: {
    title: 'Access Denied',
    text: 'You do not have a valid role to view the content on this page.',
  },
} as const
