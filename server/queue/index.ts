export { stepsHeldBy } from './lease.ts'
export { createQueue, type HeldJob, type Queue, queueNotification, type StepJob } from './queue.ts'
export {
  PermanentFault,
  SavingFault,
  type StepInput,
  type StepOutput,
  type StepRunner,
  type StepRunners,
} from './stepRunner.ts'
export { createWorker, type Worker, type WorkerMetrics, workerNameOf } from './worker.ts'
export { startWorkerProcess, type WorkerProcess, workerEnvironment, workerFlags } from './workerProcess.ts'
