import type { AnyStateMachine } from 'xstate'
import { actionDialogMachine } from './action-dialog/index.ts'
import { approvalChainMachine } from './approval-chain/index.ts'
import { conformanceCheckMachine } from './conformance-check/index.ts'
import { consentMachine } from './consent/index.ts'
import { liveFeedMachine } from './live-feed/index.ts'
import { playbackMachine } from './playback/index.ts'
import { resourceMachine } from './resource/index.ts'
import { sessionMachine } from './session/index.ts'
import { stepperMachine } from './stepper/index.ts'
import { submissionLifecycle } from './submission-lifecycle/index.ts'
import { tableStateMachine } from './table-state/index.ts'
import { uploadMachine } from './upload/index.ts'

/** Every chart of the system, the lifecycle first: what the inspector draws and what a release keeps. */
export const machines: readonly AnyStateMachine[] = [
  submissionLifecycle,
  approvalChainMachine,
  stepperMachine,
  uploadMachine,
  sessionMachine,
  liveFeedMachine,
  resourceMachine<unknown, unknown>('resource'),
  actionDialogMachine<unknown, unknown>('actionDialog'),
  tableStateMachine,
  consentMachine,
  playbackMachine,
  conformanceCheckMachine,
]
