import { issueTagsOf } from '../../domain/issue.ts'
import { all, atRest, bySystem, heard, issueSetup, said } from './setup.ts'

/** Not for an override that was granted: its tolerance would outlive it. */
const reopened = {
  target: '#issue.active',
  guard: all('mayDecide', 'isCollectionOpen'),
  actions: said,
} as const

/** The tracker opens again what a person could: not an override that was granted, which somebody has to take back. */
const reopenedInTracker = {
  target: '#issue.active',
  guard: all(bySystem, 'isCollectionOpen'),
  actions: 'notify',
} as const

/** Once the issue is settled: how, and what opens it again. */
export const closed = issueSetup.createStateConfig({
  description: 'Settled; the name of the state is the resolution.',
  entry: 'noteWorkEnded',
  initial: 'withdrawn',
  on: { TRACKER_COMMENTED: heard },
  states: {
    overrideGranted: {
      tags: issueTagsOf('OVERRIDE_GRANTED'),
      description: 'Genuine: the provider has a tolerance of its own.',
      on: {
        REOPEN: {
          target: '#issue.active',
          guard: all('mayDecide', ...atRest),
          actions: ['revokeOverride', ...said],
          description: 'Whoever opens it again takes back what was granted.',
        },
        RESULTS_OUTSIDE: {
          target: '#issue.active',
          guard: bySystem,
          description:
            'Outside the tolerance that was granted as well, of a later file or at once, so that there is more to explain.',
        },
      },
    },
    dataCorrected: {
      tags: issueTagsOf('DATA_CORRECTED'),
      description: 'The data were mended.',
      on: {
        REOPEN: reopened,
        TRACKER_REOPENED: reopenedInTracker,
        RESULTS_OUTSIDE: {
          target: '#issue.active',
          guard: bySystem,
          description: 'A later upload fails again.',
        },
      },
    },
    knownIssue: {
      tags: issueTagsOf('KNOWN_ISSUE'),
      description: 'The agency knows of it and lets it stand.',
      on: { REOPEN: reopened, TRACKER_REOPENED: reopenedInTracker },
    },
    withdrawn: {
      tags: issueTagsOf('WITHDRAWN'),
      description: 'The provider has taken it back.',
      on: { REOPEN: reopened, TRACKER_REOPENED: reopenedInTracker },
    },
  },
})
