import { and, assign, setup } from 'xstate'
import type { LifecycleEvent, Step } from './events.ts'
import type { Facts } from './facts.ts'
import { type GuardName, guardImplementations } from './guards.ts'

/** Every named guard has to hold; the list stays readable from outside (see `explain.ts`). */
const all = (...names: [GuardName, ...GuardName[]]) => and(names)
const bySystem = 'isSystem' satisfies GuardName

/** The agency has the stored file processed again as a copy; the submission itself stays as it is. */
const reprocessing = {
  guard: all('mayReprocess', 'isLive', 'isLatest', 'hasStoredFile', 'isCollectionReprocessable'),
  actions: 'createCopy' as const,
}

/**
 * The lifecycle of one submission (decisions §3): the chart that the server enforces, the browser draws and the tests
 * walk. Pure: no invoke, no delay, no clock. Leaf names are the status names in camel case (`statusOfState`), groups
 * carry what their leaves share. Effects are named; the server applies them, most of them as jobs.
 */
export const submissionLifecycle = setup({
  types: {
    context: {} as Facts,
    events: {} as LifecycleEvent,
    input: {} as Facts,
    tags: {} as 'busy' | 'providerActs' | 'error' | 'finished',
  },
  guards: guardImplementations,
  actions: {
    /** Puts the step's job on the queue. */
    enqueueStep: (_, _params: { step: Step }) => {},
    /** Sends UPLOAD_EXPIRED when the signed post has run out. */
    armUploadTimer: () => {},
    disarmUploadTimer: () => {},
    /** Takes the place of the provider's former latest submission, which gets SUPERSEDED. */
    supersedePrevious: () => {},
    /** Makes a new submission from the stored file; it gets COPIED. */
    createCopy: () => {},
    /** Removes what was uploaded, if anything. */
    discardFile: () => {},
    /** Removes the stored content after 24 hours: there was no right to process it. */
    discardContentLater: () => {},
    becomeLatest: assign({ isLatest: true }),
    /** The first upload is the latest at once; a later one takes over when its file is stored, so that a cancelled upload costs nothing. */
    becomeLatestIfFirst: assign({ isLatest: ({ context }) => context.latestStatus === undefined }),
    stepAside: assign({ isLatest: false }),
    keepFile: assign({ hasStoredFile: true }),
  },
}).createMachine({
  id: 'submissionLifecycle',
  description: 'The way of one submission from the choice of a file to the signed-off record.',
  context: ({ input }) => input,
  initial: 'unknown',
  options: { maxIterations: 1000 },
  on: {
    SUPERSEDED: {
      guard: bySystem,
      actions: 'stepAside',
      description: 'A later submission takes its place; the status stays.',
    },
  },
  states: {
    unknown: {
      description: 'Nothing has been received yet.',
      tags: ['providerActs'],
      on: {
        UPLOAD_REQUESTED: {
          target: '#submissionLifecycle.ingestion.uploading',
          guard: all('mayUpload', 'isOnboarded', 'isTakingFiles', 'isNotSignedOff', 'isNoUploadUnderWay'),
          actions: 'becomeLatestIfFirst',
        },
        NIL_RETURN_CREATED: {
          target: 'nilReturn',
          guard: all('mayCreateNilReturn', 'isLive', 'isCollectionOpen', 'hasNoSubmission'),
          actions: 'becomeLatest',
        },
        COPIED: {
          target: '#submissionLifecycle.processing.provisioning',
          guard: bySystem,
          actions: [
            'keepFile',
            'becomeLatest',
            'supersedePrevious',
            { type: 'enqueueStep', params: { step: 'PROVISIONING' } },
          ],
          description: 'A re-processing of an earlier submission starts from its stored file.',
        },
      },
    },

    ingestion: {
      description: 'The file is on its way to the store.',
      initial: 'uploading',
      states: {
        uploading: {
          description: 'The browser sends the file to the object store under a signed post that expires.',
          tags: ['busy'],
          entry: 'armUploadTimer',
          exit: 'disarmUploadTimer',
          on: {
            FILE_STORED: {
              target: 'uploaded',
              guard: bySystem,
              actions: ['keepFile', 'becomeLatest', 'supersedePrevious'],
            },
            UPLOAD_FAILED: { target: 'uploadError', guard: bySystem },
            UPLOAD_EXPIRED: { target: 'uploadError', guard: bySystem },
            UPLOAD_CANCELLED: { target: 'uploadError', guard: all('mayCancelUpload') },
          },
        },
        uploaded: {
          description: 'The whole file is stored with its hash and waits for a worker.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'PROVISIONING' } },
          on: {
            PROVISIONING_STARTED: { target: '#submissionLifecycle.processing.provisioning', guard: bySystem },
            REPROCESSED: reprocessing,
          },
        },
        uploadError: {
          description: 'The upload failed, was cancelled or ran out of time; another file can be uploaded.',
          tags: ['error', 'providerActs'],
          entry: 'discardFile',
        },
      },
    },

    processing: {
      description: 'The file is checked and loaded, with nothing for people to do.',
      initial: 'provisioning',
      on: {
        REPROCESSED: reprocessing,
      },
      states: {
        provisioning: {
          description: 'The stored file is compared with its hash and a place to work is made.',
          tags: ['busy'],
          on: {
            PROVISIONING_PASSED: { target: 'provisioned', guard: bySystem },
            PROVISIONING_ERRORED: { target: 'provisioningError', guard: bySystem },
          },
        },
        provisioningError: {
          description: 'The file could not be provided to the checks; the agency has to re-process it.',
          tags: ['error'],
        },
        provisioned: {
          description: 'The file is ready for its checks.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'SCHEMA_CHECK' } },
          on: { SCHEMA_CHECK_STARTED: { target: 'schemaCheck', guard: bySystem } },
        },
        schemaCheck: {
          description: "The file is read and compared with the collection's schema.",
          tags: ['busy'],
          on: {
            SCHEMA_CHECK_PASSED: { target: 'schemaCheckPassed', guard: bySystem },
            SCHEMA_CHECK_FAILED: { target: 'schemaCheckFailed', guard: bySystem },
            SCHEMA_CHECK_ERRORED: { target: 'schemaCheckError', guard: bySystem },
          },
        },
        schemaCheckFailed: {
          description: 'The file does not fit the schema; the provider corrects it and uploads another.',
          tags: ['error', 'providerActs'],
        },
        schemaCheckError: {
          description: 'The schema check could not be carried out; the agency has to re-process.',
          tags: ['error'],
        },
        schemaCheckPassed: {
          description: 'The file fits the schema.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'RIGHT_TO_PROCESS' } },
          on: { RIGHT_TO_PROCESS_STARTED: { target: 'rightToProcess', guard: bySystem } },
        },
        rightToProcess: {
          description:
            'The header and keys show whether this file may be processed for this provider and collection.',
          tags: ['busy'],
          on: {
            RIGHT_TO_PROCESS_PASSED: { target: 'rightToProcessPassed', guard: bySystem },
            RIGHT_TO_PROCESS_FAILED: { target: 'rightToProcessFailed', guard: bySystem },
            RIGHT_TO_PROCESS_ERRORED: { target: 'rightToProcessError', guard: bySystem },
          },
        },
        rightToProcessFailed: {
          description: 'There is no right to process this file; its content is removed after 24 hours.',
          tags: ['error', 'providerActs'],
          entry: 'discardContentLater',
        },
        rightToProcessError: {
          description: 'The right to process could not be checked; the agency has to re-process.',
          tags: ['error'],
        },
        rightToProcessPassed: {
          description: 'The file may be processed.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'ENRICHMENT' } },
          on: { ENRICHMENT_STARTED: { target: 'enrichment', guard: bySystem } },
        },
        enrichment: {
          description: 'The records are loaded, linked to last year and given derived fields.',
          tags: ['busy'],
          on: {
            ENRICHMENT_PASSED: { target: 'enrichmentPassed', guard: bySystem },
            ENRICHMENT_ERRORED: { target: 'enrichmentError', guard: bySystem },
            SAVING_ENTITIES_ERRORED: { target: 'savingEntitiesError', guard: bySystem },
          },
        },
        enrichmentError: {
          description: 'Derived fields could not be made; the agency has to re-process.',
          tags: ['error'],
        },
        savingEntitiesError: {
          description: 'The records could not be saved; the agency has to re-process.',
          tags: ['error'],
        },
        enrichmentPassed: {
          description: 'The enriched record is ready for the quality rules.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'QUALITY_RULES' } },
          on: {
            QUALITY_RULES_STARTED: {
              target: '#submissionLifecycle.qualityAssurance.qualityRules',
              guard: bySystem,
            },
          },
        },
      },
    },

    qualityAssurance: {
      description: 'Rules and reports are made; then the provider reads them.',
      initial: 'qualityRules',
      on: {
        REPROCESSED: reprocessing,
      },
      states: {
        qualityRules: {
          description: 'Every quality rule of the specification is applied to the record.',
          tags: ['busy'],
          on: {
            QUALITY_RULES_PASSED: { target: 'qualityRulesPassed', guard: bySystem },
            QUALITY_RULES_ERRORED: { target: 'qualityRulesError', guard: bySystem },
          },
        },
        qualityRulesError: {
          description: 'The quality rules could not be run; the agency has to re-process.',
          tags: ['error'],
        },
        qualityRulesPassed: {
          description:
            'The quality report is there. Online validation ends here; a live submission goes on to its reports.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'CREDIBILITY' } },
          on: {
            CREDIBILITY_STARTED: { target: 'credibility', guard: all('isSystem', 'isLive') },
            QUALITY_PROCESSING_COMPLETED: {
              target: 'qualityProcessingComplete',
              guard: all('isSystem', 'isOvt'),
            },
          },
        },
        credibility: {
          description: 'The credibility tables are counted and compared with the last signed-off record.',
          tags: ['busy'],
          on: {
            CREDIBILITY_PASSED: { target: 'credibilityPassed', guard: bySystem },
            CREDIBILITY_ERRORED: { target: 'credibilityError', guard: bySystem },
          },
        },
        credibilityError: {
          description: 'The credibility reports could not be made; the agency has to re-process.',
          tags: ['error'],
        },
        credibilityPassed: {
          description: 'The credibility reports are there.',
          tags: ['busy'],
          entry: { type: 'enqueueStep', params: { step: 'COLLECTION_REPORTS' } },
          on: { COLLECTION_REPORTS_STARTED: { target: 'collectionReports', guard: bySystem } },
        },
        collectionReports: {
          description: 'The additional reports of the collection are made.',
          tags: ['busy'],
          on: {
            COLLECTION_REPORTS_PASSED: { target: 'collectionReportsPassed', guard: bySystem },
            COLLECTION_REPORTS_ERRORED: { target: 'collectionReportsError', guard: bySystem },
          },
        },
        collectionReportsError: {
          description: 'The additional reports could not be made; the agency has to re-process.',
          tags: ['error'],
        },
        collectionReportsPassed: {
          description: 'All reports are there.',
          tags: ['busy'],
          on: { QUALITY_PROCESSING_COMPLETED: { target: 'qualityProcessingComplete', guard: bySystem } },
        },
        qualityProcessingComplete: {
          description:
            'The provider reads the reports, then submits for approval or uploads a corrected file.',
          tags: ['providerActs'],
          on: {
            SUBMIT: [
              {
                target: '#submissionLifecycle.approval.analystApproval',
                guard: all(
                  'maySubmit',
                  'isLive',
                  'isLatest',
                  'isCollectionOpen',
                  'hasNoBlockers',
                  'hasAcceptedTerms',
                  'startsWithAnalyst',
                ),
              },
              {
                target: '#submissionLifecycle.approval.agencyApproval',
                guard: all(
                  'maySubmit',
                  'isLive',
                  'isLatest',
                  'isCollectionOpen',
                  'hasNoBlockers',
                  'hasAcceptedTerms',
                ),
              },
            ],
          },
        },
      },
    },

    approval: {
      description: 'The submission is read by those who have to approve it, in the order of the chain.',
      initial: 'agencyApproval',
      on: {
        REPROCESSED: reprocessing,
      },
      states: {
        analystApproval: {
          description: "The agency's analyst reads the reports first.",
          on: {
            APPROVE: { target: 'agencyApproval', guard: all('mayApproveForAgency', 'isLatest') },
            DECLINE: {
              target: '#submissionLifecycle.resubmission.resubmissionRequired',
              guard: all('mayApproveForAgency', 'isLatest'),
            },
          },
        },
        agencyApproval: {
          description: 'The agency decides.',
          on: {
            APPROVE: [
              {
                target: 'scApproval',
                guard: all('mayApproveForAgency', 'isLatest', 'needsStatutoryCustomer'),
              },
              {
                target: '#submissionLifecycle.signOff.approved',
                guard: all('mayApproveForAgency', 'isLatest'),
              },
            ],
            DECLINE: {
              target: '#submissionLifecycle.resubmission.resubmissionRequired',
              guard: all('mayApproveForAgency', 'isLatest'),
            },
          },
        },
        scApproval: {
          description: "The provider's regulator decides.",
          on: {
            APPROVE: {
              target: '#submissionLifecycle.signOff.approved',
              guard: all('mayApproveForStatutoryCustomer', 'isLatest'),
            },
            DECLINE: {
              target: '#submissionLifecycle.resubmission.resubmissionRequired',
              guard: all('mayApproveForStatutoryCustomer', 'isLatest'),
            },
          },
        },
      },
    },

    signOff: {
      description: 'The submission is approved; the provider signs it off and the agency records that.',
      initial: 'approved',
      on: {
        REPROCESSED: reprocessing,
        REQUEST_RESUBMISSION: {
          target: '#submissionLifecycle.resubmission.resubmissionRequired',
          guard: all('mayRequestResubmission', 'isLatest'),
        },
      },
      states: {
        approved: {
          description: 'All approvals are given; the provider requests sign-off.',
          tags: ['providerActs'],
          on: {
            REQUEST_SIGN_OFF: {
              target: 'providerSignoff',
              guard: all('mayRequestSignOff', 'isLatest', 'isCollectionOpen', 'hasAcceptedTerms'),
            },
          },
        },
        providerSignoff: {
          description: 'The provider downloads and returns the sign-off form; the agency records it.',
          on: { SIGN_OFF: { target: 'signedOff', guard: all('maySignOff', 'isLatest') } },
        },
        signedOff: {
          description: 'The record is signed off; what follows is the making of its history.',
          initial: 'recorded',
          tags: ['finished'],
          on: {
            HISTORIC_AMENDMENT_REQUESTED: {
              target: '#submissionLifecycle.resubmission.resubmissionRequiredHistoricAmendment',
              guard: all('mayRequestHistoricAmendment', 'isLatest', 'isHistoricAmendment'),
            },
          },
          states: {
            recorded: {
              description: 'The sign-off is recorded.',
              entry: { type: 'enqueueStep', params: { step: 'HISTORY' } },
              on: { HISTORY_STARTED: { target: 'historyData', guard: bySystem } },
            },
            historyData: {
              description: 'The signed-off record is kept as the base of comparison for the next year.',
              on: {
                HISTORY_PASSED: { target: 'historyDataPassed', guard: bySystem },
                HISTORY_ERRORED: { target: 'historyDataError', guard: bySystem },
              },
            },
            historyDataError: {
              description: 'The history could not be made; it can be started again.',
              tags: ['error'],
              on: { HISTORY_STARTED: { target: 'historyData', guard: bySystem } },
            },
            historyDataPassed: { description: 'The history is complete; nothing is left to do.' },
          },
        },
      },
    },

    resubmission: {
      description: 'The provider has to make a new submission.',
      initial: 'resubmissionRequired',
      tags: ['providerActs', 'error'],
      on: {
        REPROCESSED: reprocessing,
      },
      states: {
        resubmissionRequired: {
          description: 'An approver declined, or the agency took the submission back.',
        },
        resubmissionRequiredHistoricAmendment: {
          description: 'A signed-off record or nil return is to be amended after the collection closed.',
        },
      },
    },

    nilReturn: {
      description: 'The provider has nothing to report for this collection.',
      tags: ['finished'],
      on: {
        HISTORIC_AMENDMENT_REQUESTED: {
          target: '#submissionLifecycle.resubmission.resubmissionRequiredHistoricAmendment',
          guard: all('mayRequestHistoricAmendment', 'isLatest', 'isHistoricAmendment'),
        },
      },
    },
  },
})

export type SubmissionLifecycle = typeof submissionLifecycle
