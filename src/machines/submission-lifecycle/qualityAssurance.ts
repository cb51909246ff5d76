import { tagsOf } from '../../domain/status.ts'
import { toFirstApproval } from '../approval-chain/states.ts'
import { all, bySystem, lifecycleSetup, notifying, reprocessing } from './setup.ts'
import { passed, running, stopped } from './stages.ts'

/** Rules and reports; then the provider reads them and submits (decisions §3). */
export const qualityAssuranceState = lifecycleSetup.createStateConfig({
  description: 'Rules and reports are made; then the provider reads them.',
  initial: 'qualityRules',
  on: {
    REPROCESSED: reprocessing,
  },
  states: {
    qualityRules: {
      ...running('QUALITY_RULES', {
        QUALITY_RULES_PASSED: 'qualityRulesPassed',
        QUALITY_RULES_ERRORED: 'qualityRulesError',
      }),
      description: 'Every quality rule of the specification is applied to the record.',
    },
    qualityRulesError: {
      ...stopped('QUALITY_RULES_ERROR'),
      description: 'The quality rules could not be run; the agency has to re-process.',
    },
    qualityRulesPassed: {
      tags: tagsOf('QUALITY_RULES_PASSED'),
      description:
        'The quality report is there. Online validation ends here; a live submission goes on to its reports.',
      entry: { type: 'enqueueStage', params: { stage: 'CREDIBILITY' } },
      on: {
        CREDIBILITY_STARTED: {
          target: 'credibility',
          guard: all('isSystem', 'isLive'),
          description:
            'Online validation ends with the rules; without isLive reports would be made that no page shows.',
        },
        QUALITY_PROCESSING_COMPLETED: {
          target: 'qualityProcessingComplete',
          guard: all('isSystem', 'isOvt'),
          actions: 'withdrawWork',
          description:
            'Not for a live submission: it would be submitted without its reports. Of online validation nobody waits for reports.',
        },
      },
    },

    credibility: {
      ...running('CREDIBILITY', {
        CREDIBILITY_PASSED: 'credibilityPassed',
        CREDIBILITY_ERRORED: 'credibilityError',
      }),
      description: 'The credibility tables are counted and compared with the last signed-off record.',
    },
    credibilityError: {
      ...stopped('CREDIBILITY_ERROR'),
      description: 'The credibility reports could not be made; the agency has to re-process.',
    },
    credibilityPassed: {
      ...passed('CREDIBILITY_PASSED', 'COLLECTION_REPORTS', 'collectionReports'),
      description: 'The credibility reports are there.',
    },

    collectionReports: {
      ...running('COLLECTION_REPORTS', {
        COLLECTION_REPORTS_PASSED: 'collectionReportsPassed',
        COLLECTION_REPORTS_ERRORED: 'collectionReportsError',
      }),
      description: 'The additional reports of the collection are made.',
    },
    collectionReportsError: {
      ...stopped('COLLECTION_REPORTS_ERROR'),
      description: 'The additional reports could not be made; the agency has to re-process.',
    },
    collectionReportsPassed: {
      tags: tagsOf('COLLECTION_REPORTS_PASSED'),
      description: 'All reports are there.',
      on: { QUALITY_PROCESSING_COMPLETED: { target: 'qualityProcessingComplete', guard: bySystem } },
    },

    qualityProcessingComplete: {
      tags: tagsOf('QUALITY_PROCESSING_COMPLETE'),
      description: 'The provider reads the reports, then submits for approval or uploads a corrected file.',
      entry: notifying('processingFinished'),
      on: {
        SUBMIT: toFirstApproval,
      },
    },
  },
})
