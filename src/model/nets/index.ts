import { actionDialogNet } from './actionDialog.ts'
import { apiKeyNet } from './apiKey.ts'
import { applicationNet } from './application.ts'
import { approvalChainNet } from './approvalChain.ts'
import { bulkDecisionNet } from './bulkDecision.ts'
import { bulkRunNet } from './bulkRun.ts'
import { collectionStateNet } from './collectionState.ts'
import { conformanceCheckNet } from './conformanceCheck.ts'
import { deliveryConfigurationNet, deliveryNet } from './delivery.ts'
import { inlineChoiceNet } from './inlineChoice.ts'
import { issueNet } from './issue.ts'
import { jobNet } from './job.ts'
import { liveFeedNet } from './liveFeed.ts'
import type { Net } from './net.ts'
import { noticesNet } from './notices.ts'
import { partUploadNet } from './partUpload.ts'
import { playbackNet } from './playback.ts'
import { pseudonymisationPageNet } from './pseudonymisationPage.ts'
import { pseudonymisationRowNet } from './pseudonymisationRow.ts'
import { pseudonymisationTaskNet } from './pseudonymisationTask.ts'
import { resourceNet } from './resource.ts'
import { metadataEditorNet, toleranceEditorNet } from './ruleEditor.ts'
import { ruleSourceNet } from './ruleSource.ts'
import { schemaStateNet } from './schemaState.ts'
import { sessionNet } from './session.ts'
import { specificationStateNet } from './specificationState.ts'
import { stepperNet } from './stepper.ts'
import { submissionNet } from './submission.ts'
import { submissionPageNet } from './submissionPage.ts'
import { supportSessionNet } from './supportSession.ts'
import { tableStateNet } from './tableState.ts'
import { tokenExchangeNet } from './tokenExchange.ts'
import { transferNet } from './transfer.ts'
import { uploadNet } from './upload.ts'
import { validatePageNet } from './validatePage.ts'
import { webhookEndpointNet } from './webhookEndpoint.ts'

/** The charts' decisions written down a second time, the lifecycle's apart (`lifecycleDecisions`). */
export const nets: readonly Net[] = [
  approvalChainNet,
  issueNet,
  collectionStateNet,
  specificationStateNet,
  pseudonymisationTaskNet,
  transferNet,
  apiKeyNet,
  supportSessionNet,
  webhookEndpointNet,
  deliveryConfigurationNet,
  deliveryNet,
  jobNet,
  ruleSourceNet,
  schemaStateNet,
  submissionNet,
  submissionPageNet,
  stepperNet,
  uploadNet,
  partUploadNet,
  applicationNet,
  sessionNet,
  tokenExchangeNet,
  liveFeedNet,
  resourceNet,
  actionDialogNet,
  inlineChoiceNet,
  pseudonymisationPageNet,
  pseudonymisationRowNet,
  toleranceEditorNet,
  metadataEditorNet,
  bulkDecisionNet,
  bulkRunNet,
  tableStateNet,
  noticesNet,
  playbackNet,
  conformanceCheckNet,
  validatePageNet,
]
