export { sweepArtefacts } from './artefactSweep.ts'
export { failuresFile } from './failuresFile.ts'
export { findingsAsRows, schemaErrorsFile } from './findings.ts'
export { factsWithHistory } from './parts.ts'
export { createPipeline, type Pipeline, type PipelineConfig } from './pipeline.ts'
export { type AnalysisReader, createReader, type Readings } from './reader.ts'
export {
  createSpecificationStore,
  type Specification,
  type SpecificationStore,
} from './specificationStore.ts'
export { type CheckContext, checkContextOf, overridesUnder, stageContextOf } from './stageContext.ts'
export { openStoredFile } from './stages/storedFile.ts'
