/** Words of the monitoring screens (specification 2 §2.4, §2.5, §8). */
export const texts = {
  breadcrumbs: 'Breadcrumbs',
  collections: {
    title: 'Monitoring',
    caption: 'Collections',
    columns: { reference: 'Reference', name: 'Name', period: 'Reference Period', state: 'State' },
    empty: 'There are no collections yet.',
    failed: { title: 'Loading Error', text: 'The list of collections failed to load.' },
  },
  collection: {
    back: 'Back to monitoring',
    period: 'Reference period',
    additionalReports: 'Additional reports for this collection are still to be released.',
    notFound: 'There is no collection with this reference.',
    failed: 'The collection failed to load.',
  },
  sections: {
    steps: 'Step Summary',
    submissions: 'Submission Summary',
    ovt: 'Submission Summary OVT',
    activity: 'Activity log',
  },
  steps: {
    chart: 'Providers by step',
    step: 'Step',
    providers: 'Providers',
    failed: 'The step summary failed to load.',
    latest: (instant: string) => `Latest ${instant}`,
    sentence: (total: number, most: string, count: number) =>
      total === 0
        ? 'No provider matches.'
        : `${count} of ${total} ${total === 1 ? 'provider stands' : 'providers stand'} at ${most}, more than at any other step.`,
  },
  table: {
    columns: {
      id: 'ID',
      provider: 'Provider',
      state: 'Submission state',
      progress: 'Progress (Current/Next step)',
      last: 'Last submission',
      students: 'Student count',
      issues: 'Open issues',
      awaiting: 'Awaiting action',
      currentState: 'Current submission state',
    },
    filters: {
      provider: 'Provider',
      state: 'State',
      regulator: 'Regulator',
      awaiting: 'Awaiting action',
      clear: 'Clear all filters',
    },
    chosen: 'Chosen filters',
    actions: (provider: string) => `More actions for ${provider}`,
    errorLog: (provider: string) => `Download the error log of ${provider}`,
    failed: 'The submissions failed to load.',
    empty: 'No submissions found that match your criteria',
  },
  rowActions: {
    APPROVE: 'Approve',
    DECLINE: 'Decline',
    REQUEST_RESUBMISSION: 'Decline',
    SIGN_OFF: 'Sign-off submission',
    NIL_RETURN_CREATED: 'Create nil return',
    REPROCESSED: 'Re-process',
  },
  dialog: {
    title: 'Confirmation required!',
    provider: 'Provider',
    transaction: 'Transaction ID',
    collection: 'Collection',
    noTransaction: 'No file',
    cancel: 'Cancel',
    whatHappens: {
      APPROVE: 'The submission goes on to the next approval, or is approved.',
      DECLINE: 'The provider has to make a new submission.',
      REQUEST_RESUBMISSION: 'The submission is taken back and the provider has to make a new one.',
      SIGN_OFF: 'The signed form has been received; the submission is recorded as signed off.',
      NIL_RETURN_CREATED:
        'It is recorded that the provider has nothing to report. The provider can then upload no file.',
      REPROCESSED:
        'The stored file is processed again as a new submission, which takes the place of this one.',
    },
    done: {
      APPROVE: 'Approved',
      DECLINE: 'Declined',
      REQUEST_RESUBMISSION: 'Resubmission requested',
      SIGN_OFF: 'Signed off',
      NIL_RETURN_CREATED: 'Nil return created',
      REPROCESSED: 'Re-processing started',
    },
  },
} as const
