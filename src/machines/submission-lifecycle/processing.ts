import { tagsOf } from '../../domain/status.ts'
import { lifecycleSetup, notifying, reprocessing } from './setup.ts'
import { passed, running, stopped } from './stages.ts'

/** The checks of the file, each a job of a worker (decisions §3). */
export const processingState = lifecycleSetup.createStateConfig({
  description: 'The file is checked and loaded, with nothing for people to do.',
  initial: 'provisioning',
  on: {
    REPROCESSED: reprocessing,
  },
  states: {
    provisioning: {
      ...running('PROVISIONING', {
        PROVISIONING_PASSED: 'provisioned',
        PROVISIONING_ERRORED: 'provisioningError',
      }),
      description: 'The stored file is compared with its hash and a place to work is made.',
      // Here processing begins, of a file that was uploaded and of a copy alike.
      entry: 'takeSpecification',
    },
    provisioningError: {
      ...stopped('PROVISIONING_ERROR'),
      description: 'The file could not be provided to the checks; the agency has to re-process it.',
    },
    provisioned: {
      ...passed('PROVISIONED', 'SCHEMA_CHECK', 'schemaCheck'),
      description: 'The file is ready for its checks.',
    },

    schemaCheck: {
      ...running('SCHEMA_CHECK', {
        SCHEMA_CHECK_PASSED: 'schemaCheckPassed',
        SCHEMA_CHECK_FAILED: 'schemaCheckFailed',
        SCHEMA_CHECK_ERRORED: 'schemaCheckError',
      }),
      description: "The file is read and compared with the collection's schema.",
    },
    schemaCheckFailed: {
      ...stopped('SCHEMA_CHECK_FAILED'),
      description: 'The file does not fit the schema; the provider corrects it and uploads another.',
    },
    schemaCheckError: {
      ...stopped('SCHEMA_CHECK_ERROR'),
      description: 'The schema check could not be carried out; the agency has to re-process.',
    },
    schemaCheckPassed: {
      ...passed('SCHEMA_CHECK_PASSED', 'RIGHT_TO_PROCESS', 'rightToProcess'),
      description: 'The file fits the schema.',
    },

    rightToProcess: {
      ...running('RIGHT_TO_PROCESS', {
        RIGHT_TO_PROCESS_PASSED: 'rightToProcessPassed',
        RIGHT_TO_PROCESS_FAILED: 'rightToProcessFailed',
        RIGHT_TO_PROCESS_ERRORED: 'rightToProcessError',
      }),
      description:
        'The header and keys show whether this file may be processed for this provider and collection.',
    },
    rightToProcessFailed: {
      tags: tagsOf('RIGHT_TO_PROCESS_FAILED'),
      description: 'There is no right to process this file; its content is removed after 24 hours.',
      entry: ['discardContentLater', notifying('processingStopped')],
    },
    rightToProcessError: {
      ...stopped('RIGHT_TO_PROCESS_ERROR'),
      description: 'The right to process could not be checked; the agency has to re-process.',
    },
    rightToProcessPassed: {
      ...passed('RIGHT_TO_PROCESS_PASSED', 'ENRICHMENT', 'enrichment'),
      description: 'The file may be processed.',
    },

    enrichment: {
      ...running('ENRICHMENT', {
        ENRICHMENT_PASSED: 'enrichmentPassed',
        ENRICHMENT_ERRORED: 'enrichmentError',
        SAVING_ENTITIES_ERRORED: 'savingEntitiesError',
      }),
      description: 'The records are loaded, linked to last year and given derived fields.',
    },
    enrichmentError: {
      ...stopped('ENRICHMENT_ERROR'),
      description: 'Derived fields could not be made; the agency has to re-process.',
    },
    savingEntitiesError: {
      ...stopped('SAVING_ENTITIES_ERROR'),
      description: 'The records could not be saved; the agency has to re-process.',
    },
    enrichmentPassed: {
      ...passed('ENRICHMENT_PASSED', 'QUALITY_RULES', '#submissionLifecycle.qualityAssurance.qualityRules'),
      description: 'The enriched record is ready for the quality rules.',
    },
  },
})
