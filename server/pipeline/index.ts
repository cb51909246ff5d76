export { type Content, createContent, type Specification } from './content.ts'
export { findingsAsRows } from './findings.ts'
export { createPipeline, type Pipeline, type PipelineConfig } from './pipeline.ts'
export { type AnalysisReader, createReader } from './reader.ts'
