import type { AnyStateMachine } from 'xstate'
import type { ModelSpec } from '../modelOf.ts'
import { actionDialogSpec } from './actionDialog.ts'
import { applicationSpec } from './application.ts'
import { approvalChainSpec } from './approvalChain.ts'
import { conformanceCheckSpec } from './conformanceCheck.ts'
import { issueSpec } from './issue.ts'
import { lifecycleSpec } from './lifecycle.ts'
import { liveFeedSpec } from './liveFeed.ts'
import { playbackSpec } from './playback.ts'
import { pollSpec } from './poll.ts'
import { resourceSpec } from './resource.ts'
import { sessionSpec } from './session.ts'
import { stepperSpec } from './stepper.ts'
import { submissionSpec } from './submission.ts'
import { submissionPageSpec } from './submissionPage.ts'
import { tableStateSpec } from './tableState.ts'
import { textFileSpec } from './textFile.ts'
import { uploadSpec } from './upload.ts'

/** Every chart with what its walk needs; a chart that is not in this list is found by `charts.test.ts`. */
export const specs: readonly ModelSpec<AnyStateMachine>[] = [
  lifecycleSpec,
  approvalChainSpec,
  issueSpec,
  submissionSpec,
  submissionPageSpec,
  stepperSpec,
  uploadSpec,
  applicationSpec,
  sessionSpec,
  liveFeedSpec,
  resourceSpec,
  actionDialogSpec,
  tableStateSpec,
  pollSpec,
  textFileSpec,
  playbackSpec,
  conformanceCheckSpec,
]
