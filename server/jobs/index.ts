export { type Boss, openBoss } from './boss.ts'
export { lookAtQueue, stagesThatAwait, stagesThatWait } from './bossTables.ts'
export { createDeadLetters } from './deadLetters.ts'
export { confirmStored, createDeadlines, type Deadlines } from './deadlines.ts'
export { createDiscard, discardOfDeleted } from './discard.ts'
export type { KeepErrorLog } from './endInError.ts'
export { stagesHeldBy } from './lease.ts'
export { createMakings, type Making } from './makings.ts'
export { createOutages, type Outages } from './outages.ts'
export { createJobQueue, type JobQueue } from './queue.ts'
export { createPlaceTeller, queuePlaceOf } from './queuePlace.ts'
export {
  PermanentFault,
  reasonOf,
  SavingFault,
  StageFault,
  type StageInput,
  type StageOutput,
  type StageRunner,
  type StageRunners,
  type StageWork,
} from './stageRunner.ts'
export { stageTimesOf } from './stageTimes.ts'
export { createSweep } from './sweep.ts'
export { createWorker, type Worker, type WorkerMetrics, workerNameOf } from './worker.ts'
export { tellingParent } from './workerFigures.ts'
export { startWorkerProcess, type WorkerProcess, workerEnvironment, workerFlags } from './workerProcess.ts'
