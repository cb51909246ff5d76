export { createOutputMaker } from './maker.ts'
export {
  findOutputs,
  lastRuns,
  listOutputs,
  type OutputLine,
  outputTitles,
  type RegulatorOutput,
  regulatorOutputs,
} from './outputs.ts'
