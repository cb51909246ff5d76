/**
 * A step of the processing, in the order in which the Processing page lists them (specification 2 §2.8). Where a step begins, is
 * passed and stops is read off the chart (`submission-lifecycle/processingSteps.ts`).
 */
export const processingSteps = [
  'fileChecking',
  'schemaCheck',
  'rightToProcess',
  'enrichment',
  'qualityRules',
  'complete',
] as const
export type ProcessingStep = (typeof processingSteps)[number]
