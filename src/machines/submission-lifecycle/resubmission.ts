import { tagsOf } from '../../domain/status.ts'
import { lifecycleSetup, notifying, reprocessing } from './setup.ts'

/** What was declined or taken back: only another submission goes on from here (decisions §3). */
export const resubmissionState = lifecycleSetup.createStateConfig({
  description: 'The provider has to make a new submission.',
  initial: 'resubmissionRequired',
  on: {
    REPROCESSED: reprocessing,
  },
  states: {
    resubmissionRequired: {
      id: 'resubmissionRequired',
      tags: tagsOf('RESUBMISSION_REQUIRED'),
      description: 'An approver declined, or the agency took the submission back.',
    },
    resubmissionRequiredHistoricAmendment: {
      tags: tagsOf('RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'),
      description: 'A signed-off record or nil return is to be amended after the collection closed.',
      entry: notifying('resubmissionRequired'),
    },
  },
})
