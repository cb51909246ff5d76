import { actionDialogNet } from './actionDialog.ts'
import { applicationNet } from './application.ts'
import { approvalChainNet } from './approvalChain.ts'
import { conformanceCheckNet } from './conformanceCheck.ts'
import { issueNet } from './issue.ts'
import { liveFeedNet } from './liveFeed.ts'
import type { Net } from './net.ts'
import { playbackNet } from './playback.ts'
import { pollNet } from './poll.ts'
import { resourceNet } from './resource.ts'
import { sessionNet } from './session.ts'
import { stepperNet } from './stepper.ts'
import { submissionNet } from './submission.ts'
import { submissionPageNet } from './submissionPage.ts'
import { tableStateNet } from './tableState.ts'
import { textFileNet } from './textFile.ts'
import { uploadNet } from './upload.ts'

/** The charts' decisions written down a second time, the lifecycle's apart (`lifecycleDecisions`). */
export const nets: readonly Net[] = [
  approvalChainNet,
  issueNet,
  submissionNet,
  submissionPageNet,
  stepperNet,
  uploadNet,
  applicationNet,
  sessionNet,
  liveFeedNet,
  resourceNet,
  actionDialogNet,
  tableStateNet,
  pollNet,
  textFileNet,
  playbackNet,
  conformanceCheckNet,
]
