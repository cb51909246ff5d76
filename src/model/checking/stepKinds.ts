/** A kind of step of the model, and whether it is a fault that a budget limits. */
export interface StepKind {
  /** The line of the specification or of the code that the step represents. */
  source: string
  isFault: boolean
}

const step = (source: string): StepKind => ({ source, isFault: false })
const fault = (source: string): StepKind => ({ source, isFault: true })

/** Every kind of step. Properties are checked after each; an end has to be reachable without the faults. */
export const stepKinds = {
  act: step('3-decisions §3, §12, §15; server/lifecycle/lifecycle.ts decide, requestUpload, createNilReturn'),
  actAndLoseAnswer: fault(
    '4-faults 13; lifecycle.ts isRepeated: a person repeats an act whose answer was lost',
  ),
  actTwice: fault('4-faults 11; lifecycle.ts findCreated, DecideOptions.expectedStatusId'),
  receiveEcho: step('lifecycle.ts decide with isDone; decisions/decider.ts decideOn'),
  loseEcho: step('the network may lose the second copy of a request'),
  returnForm: step('3-decisions §15; src/domain/signedForm.ts signedFormRefusal'),
  fileArrives: step('3-decisions §3 FILE_STORED; server/storage: the post ends in the store'),
  fileIsReported: step(
    'server/storage/reportStored.ts; server/jobs/deadlines.ts confirmStored: again and again',
  ),
  uploadFails: step('3-decisions §3 UPLOAD_FAILED; reportStored.ts reportFailed'),
  uploadExpires: step('3-decisions §3 expiry of the signed post; server/jobs/deadlines.ts expireUpload'),
  take: step('server/jobs/worker.ts consume; server/jobs/queues.ts stage: exclusive'),
  begin: step('server/jobs/stageAttempts.ts begin'),
  beginAndLoseAnswer: fault('4-faults 15: connection cut in a transaction, after its commit'),
  settle: step('server/jobs/stageAttempts.ts settle; lease.ts storeResult'),
  settleAndLoseAnswer: fault('4-faults 15: connection cut in a transaction, after its commit'),
  release: step('server/jobs/worker.ts run: a fault; stageAttempts.ts giveBack'),
  giveUp: step('stageAttempts.ts giveUp; endInError.ts: a fault that no retry corrects'),
  requeue: step('outageHandling.ts putBack, inHand.ts leave; bossTables.ts: not counted as a try'),
  crash: fault('4-faults 12: kill -9 of a worker at any step'),
  pause: fault('4-faults 12: a worker pauses for longer than its signs of life allow'),
  supervise: step('server/jobs/queues.ts heartbeatSeconds: a job without a sign of life is given back'),
  handleDeadLetter: step('server/jobs/deadLetters.ts; endInError.ts'),
  handleDeadLetterTwice: fault(
    '4-faults 12: the process dies after endInError, and the dead letter is handled again',
  ),
} as const satisfies Record<string, StepKind>

export type StepName = keyof typeof stepKinds
