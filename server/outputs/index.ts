export { createOutputMaker } from './maker.ts'
export {
  findOutputs,
  lastRuns,
  listOutputs,
  type OutputLine,
  type RegulatorOutput,
  regulatorOutputs,
} from './outputs.ts'
