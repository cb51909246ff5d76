import { tagsOf } from '../../domain/status.ts'
import { all, bySystem, lifecycleSetup, notifying, reprocessing } from './setup.ts'

/** From the last approval to the history for the next year (decisions §3). */
export const signOffState = lifecycleSetup.createStateConfig({
  description: 'The submission is approved; the provider signs it off and the agency records that.',
  initial: 'approved',
  on: {
    REPROCESSED: reprocessing,
    REQUEST_RESUBMISSION: {
      target: '#resubmissionRequired',
      guard: all('mayRequestResubmission', 'isLatest', 'isNotArchived', 'hasNote'),
      actions: notifying('resubmissionRequired'),
      description:
        'The only way back after the approvals. Only the latest: a replaced one would ask for a file that is already there.',
    },
  },
  states: {
    approved: {
      id: 'approved',
      tags: tagsOf('APPROVED'),
      description: 'All approvals are given; the provider requests sign-off.',
      entry: notifying('approved'),
      on: {
        REQUEST_SIGN_OFF: {
          target: 'providerSignoff',
          guard: all(
            'mayRequestSignOff',
            'isLatest',
            'isNoUploadUnderWay',
            'isCollectionOpen',
            'hasAcceptedTerms',
          ),
          description:
            'The provider answers for the figures: the terms stand in the request, not in the form. Not while a new file is on its way that would take the place of these figures.',
        },
      },
    },
    providerSignoff: {
      tags: tagsOf('PROVIDER_SIGNOFF'),
      description:
        'The provider downloads and returns the sign-off form; somebody of the agency who neither uploaded nor submitted the file records it.',
      entry: notifying('decisionAwaited'),
      on: {
        SIGN_OFF: {
          target: 'signedOff',
          guard: all(
            'maySignOff',
            'isSecondPerson',
            'isLatest',
            'isNoUploadUnderWay',
            'isNotArchived',
            'hasFormOrReason',
          ),
          actions: notifying('signedOff'),
          description:
            'Not while a new file is on its way: it would take the place of the record that is signed off, and so undo the sign-off.',
        },
        FORM_REFUSED: {
          guard: all('maySignOff', 'isLatest', 'isNotArchived', 'hasReturnedForm', 'hasNote'),
          actions: ['refuseForm', 'noteRefusedForm', notifying('formRefused')],
          description:
            'The approval stays and the provider returns another form: a resubmission would need every approval again for a missing signature.',
        },
      },
    },
    signedOff: {
      description:
        'The record is signed off; what follows is the making of its history, for which nobody waits once the sign-off is undone.',
      initial: 'recorded',
      exit: 'withdrawWork',
      on: {
        HISTORIC_AMENDMENT_REQUESTED: {
          target: '#submissionLifecycle.resubmission.resubmissionRequiredHistoricAmendment',
          guard: all('mayRequestHistoricAmendment', 'isLatest', 'isHistoricAmendment'),
          description: 'Only when the collection is reopened for it, or no new file would be taken.',
        },
      },
      states: {
        recorded: {
          tags: tagsOf('SIGNED_OFF'),
          description: 'The sign-off is recorded; a worker is to make the history.',
          entry: { type: 'enqueueStage', params: { stage: 'HISTORY' } },
          on: { HISTORY_STARTED: { target: 'historyData', guard: bySystem } },
        },
        historyData: {
          tags: tagsOf('HISTORY_DATA'),
          description: 'The signed-off record is kept as the base of comparison for the next year.',
          on: {
            HISTORY_PASSED: { target: 'historyDataPassed', guard: bySystem, actions: 'withdrawWork' },
            HISTORY_ERRORED: { target: 'historyDataError', guard: bySystem, actions: 'withdrawWork' },
          },
        },
        historyDataError: {
          tags: tagsOf('HISTORY_DATA_ERROR'),
          description:
            'The history could not be made. The sign-off stands; the agency has the history made again.',
          on: {
            HISTORY_REQUESTED: {
              target: 'recorded',
              guard: all('mayMakeHistory', 'isLatest'),
              description:
                'Nobody is told of another sign-off. Only the latest: the record that took its place is what the next year is compared with.',
            },
          },
        },
        historyDataPassed: {
          tags: tagsOf('HISTORY_DATA_PASSED'),
          description: 'The history is complete; nothing is left to do.',
        },
      },
    },
  },
})
