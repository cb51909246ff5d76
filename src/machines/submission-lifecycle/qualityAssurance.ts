import { tagsOf } from '../../domain/status.ts'
import { toFirstApproval } from '../approval-chain/states.ts'
import { all, bySystem, lifecycleSetup, reprocessing } from './setup.ts'

/** Rules and reports; then the provider reads them and submits (decisions §3). */
export const qualityAssuranceState = lifecycleSetup.createStateConfig({
  description: 'Rules and reports are made; then the provider reads them.',
  initial: 'qualityRules',
  on: {
    REPROCESSED: reprocessing,
  },
  states: {
    qualityRules: {
      tags: tagsOf('QUALITY_RULES'),
      description: 'Every quality rule of the specification is applied to the record.',
      on: {
        QUALITY_RULES_PASSED: { target: 'qualityRulesPassed', guard: bySystem },
        QUALITY_RULES_ERRORED: { target: 'qualityRulesError', guard: bySystem },
      },
    },
    qualityRulesError: {
      tags: tagsOf('QUALITY_RULES_ERROR'),
      description: 'The quality rules could not be run; the agency has to re-process.',
    },
    qualityRulesPassed: {
      tags: tagsOf('QUALITY_RULES_PASSED'),
      description:
        'The quality report is there. Online validation ends here; a live submission goes on to its reports.',
      entry: { type: 'enqueueStage', params: { stage: 'CREDIBILITY' } },
      on: {
        CREDIBILITY_STARTED: { target: 'credibility', guard: all('isSystem', 'isLive') },
        QUALITY_PROCESSING_COMPLETED: {
          target: 'qualityProcessingComplete',
          guard: all('isSystem', 'isOvt'),
        },
      },
    },
    credibility: {
      tags: tagsOf('CREDIBILITY'),
      description: 'The credibility tables are counted and compared with the last signed-off record.',
      on: {
        CREDIBILITY_PASSED: { target: 'credibilityPassed', guard: bySystem },
        CREDIBILITY_ERRORED: { target: 'credibilityError', guard: bySystem },
      },
    },
    credibilityError: {
      tags: tagsOf('CREDIBILITY_ERROR'),
      description: 'The credibility reports could not be made; the agency has to re-process.',
    },
    credibilityPassed: {
      tags: tagsOf('CREDIBILITY_PASSED'),
      description: 'The credibility reports are there.',
      entry: { type: 'enqueueStage', params: { stage: 'COLLECTION_REPORTS' } },
      on: { COLLECTION_REPORTS_STARTED: { target: 'collectionReports', guard: bySystem } },
    },
    collectionReports: {
      tags: tagsOf('COLLECTION_REPORTS'),
      description: 'The additional reports of the collection are made.',
      on: {
        COLLECTION_REPORTS_PASSED: { target: 'collectionReportsPassed', guard: bySystem },
        COLLECTION_REPORTS_ERRORED: { target: 'collectionReportsError', guard: bySystem },
      },
    },
    collectionReportsError: {
      tags: tagsOf('COLLECTION_REPORTS_ERROR'),
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
      on: {
        SUBMIT: toFirstApproval,
      },
    },
  },
})
