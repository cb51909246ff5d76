/** Words of the dashboard (decisions §6). */
export const texts = {
  title: 'Dashboard',
  greeting: (name: string) => `Signed in as ${name}`,
  loading: 'Loading',
  failed: 'The collections failed to load.',
  submissionsFailed: 'The submissions failed to load.',
  empty: {
    provider: 'No collection is open at the moment.',
    role: 'Your role does not see the submissions of your organisation.',
    staff: 'No collection is active at the moment.',
    staffRole: 'Your role does not see the monitoring of collections.',
  },
  stepper: (collection: string) => `Steps of ${collection}`,
  notStarted: 'Not started',
  lastUpload: (instant: string) => `Last upload ${instant} (UTC)`,
  noUpload: 'Nothing has been uploaded yet.',
  next: {
    upload: 'Upload a file',
    processing: 'Watch the processing',
    reports: 'Read the quality reports',
    submit: 'Submit for approval',
    approval: 'See the approval',
    signoff: 'Go to sign-off',
  },
  nothingLeft: 'Nothing is left to do.',
  open: 'Open',
  monitoring: {
    chart: 'Providers by step',
    step: 'Step',
    providers: 'Providers',
    sentence: (done: number, total: number) =>
      total === 0
        ? 'No provider takes part yet.'
        : `${done} of ${total} providers are signed off or about to be.`,
    awaits: (count: number) => (count === 1 ? '1 submission awaits you' : `${count} submissions await you`),
    nothingAwaits: 'Nothing awaits you.',
    open: 'Open monitoring',
    lastActivity: (instant: string, provider: string) => `Last upload ${instant}, ${provider}`,
    notOpenYet: 'Not open yet',
    validationOnly: 'Open to online validation only: nothing can be submitted yet.',
    noActivity: 'No file has been uploaded yet.',
  },
} as const
