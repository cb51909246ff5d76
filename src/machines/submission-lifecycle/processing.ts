import { tagsOf } from '../../domain/status.ts'
import { bySystem, lifecycleSetup, reprocessing } from './setup.ts'

/** The checks of the file, each a job of a worker (decisions §3). */
export const processingState = lifecycleSetup.createStateConfig({
  description: 'The file is checked and loaded, with nothing for people to do.',
  initial: 'provisioning',
  on: {
    REPROCESSED: reprocessing,
  },
  states: {
    provisioning: {
      tags: tagsOf('PROVISIONING'),
      description: 'The stored file is compared with its hash and a place to work is made.',
      on: {
        PROVISIONING_PASSED: { target: 'provisioned', guard: bySystem },
        PROVISIONING_ERRORED: { target: 'provisioningError', guard: bySystem },
      },
    },
    provisioningError: {
      tags: tagsOf('PROVISIONING_ERROR'),
      description: 'The file could not be provided to the checks; the agency has to re-process it.',
    },
    provisioned: {
      tags: tagsOf('PROVISIONED'),
      description: 'The file is ready for its checks.',
      entry: { type: 'enqueueStage', params: { stage: 'SCHEMA_CHECK' } },
      on: { SCHEMA_CHECK_STARTED: { target: 'schemaCheck', guard: bySystem } },
    },
    schemaCheck: {
      tags: tagsOf('SCHEMA_CHECK'),
      description: "The file is read and compared with the collection's schema.",
      on: {
        SCHEMA_CHECK_PASSED: { target: 'schemaCheckPassed', guard: bySystem },
        SCHEMA_CHECK_FAILED: { target: 'schemaCheckFailed', guard: bySystem },
        SCHEMA_CHECK_ERRORED: { target: 'schemaCheckError', guard: bySystem },
      },
    },
    schemaCheckFailed: {
      tags: tagsOf('SCHEMA_CHECK_FAILED'),
      description: 'The file does not fit the schema; the provider corrects it and uploads another.',
    },
    schemaCheckError: {
      tags: tagsOf('SCHEMA_CHECK_ERROR'),
      description: 'The schema check could not be carried out; the agency has to re-process.',
    },
    schemaCheckPassed: {
      tags: tagsOf('SCHEMA_CHECK_PASSED'),
      description: 'The file fits the schema.',
      entry: { type: 'enqueueStage', params: { stage: 'RIGHT_TO_PROCESS' } },
      on: { RIGHT_TO_PROCESS_STARTED: { target: 'rightToProcess', guard: bySystem } },
    },
    rightToProcess: {
      tags: tagsOf('RIGHT_TO_PROCESS'),
      description:
        'The header and keys show whether this file may be processed for this provider and collection.',
      on: {
        RIGHT_TO_PROCESS_PASSED: { target: 'rightToProcessPassed', guard: bySystem },
        RIGHT_TO_PROCESS_FAILED: { target: 'rightToProcessFailed', guard: bySystem },
        RIGHT_TO_PROCESS_ERRORED: { target: 'rightToProcessError', guard: bySystem },
      },
    },
    rightToProcessFailed: {
      tags: tagsOf('RIGHT_TO_PROCESS_FAILED'),
      description: 'There is no right to process this file; its content is removed after 24 hours.',
      entry: 'discardContentLater',
    },
    rightToProcessError: {
      tags: tagsOf('RIGHT_TO_PROCESS_ERROR'),
      description: 'The right to process could not be checked; the agency has to re-process.',
    },
    rightToProcessPassed: {
      tags: tagsOf('RIGHT_TO_PROCESS_PASSED'),
      description: 'The file may be processed.',
      entry: { type: 'enqueueStage', params: { stage: 'ENRICHMENT' } },
      on: { ENRICHMENT_STARTED: { target: 'enrichment', guard: bySystem } },
    },
    enrichment: {
      tags: tagsOf('ENRICHMENT'),
      description: 'The records are loaded, linked to last year and given derived fields.',
      on: {
        ENRICHMENT_PASSED: { target: 'enrichmentPassed', guard: bySystem },
        ENRICHMENT_ERRORED: { target: 'enrichmentError', guard: bySystem },
        SAVING_ENTITIES_ERRORED: { target: 'savingEntitiesError', guard: bySystem },
      },
    },
    enrichmentError: {
      tags: tagsOf('ENRICHMENT_ERROR'),
      description: 'Derived fields could not be made; the agency has to re-process.',
    },
    savingEntitiesError: {
      tags: tagsOf('SAVING_ENTITIES_ERROR'),
      description: 'The records could not be saved; the agency has to re-process.',
    },
    enrichmentPassed: {
      tags: tagsOf('ENRICHMENT_PASSED'),
      description: 'The enriched record is ready for the quality rules.',
      entry: { type: 'enqueueStage', params: { stage: 'QUALITY_RULES' } },
      on: {
        QUALITY_RULES_STARTED: {
          target: '#submissionLifecycle.qualityAssurance.qualityRules',
          guard: bySystem,
        },
      },
    },
  },
})
