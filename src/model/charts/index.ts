import type { AnyStateMachine } from 'xstate'
import type { ModelSpec } from '../modelOf.ts'
import { actionDialogSpec } from './actionDialog.ts'
import { apiKeySpec } from './apiKey.ts'
import { applicationSpec } from './application.ts'
import { approvalChainSpec } from './approvalChain.ts'
import { bulkDecisionSpec } from './bulkDecision.ts'
import { bulkRunSpec } from './bulkRun.ts'
import { collectionStateSpec } from './collectionState.ts'
import { conformanceCheckSpec } from './conformanceCheck.ts'
import { deliveryConfigurationSpec, deliverySpec } from './delivery.ts'
import { inlineChoiceSpec } from './inlineChoice.ts'
import { issueSpec } from './issue.ts'
import { jobSpec } from './job.ts'
import { lifecycleSpec } from './lifecycle.ts'
import { liveFeedSpec } from './liveFeed.ts'
import { noticesSpec } from './notices.ts'
import { partUploadSpec } from './partUpload.ts'
import { playbackSpec } from './playback.ts'
import { pseudonymisationPageSpec } from './pseudonymisationPage.ts'
import { pseudonymisationRowSpec } from './pseudonymisationRow.ts'
import { pseudonymisationTaskSpec } from './pseudonymisationTask.ts'
import { resourceSpec } from './resource.ts'
import { metadataEditorSpec, toleranceEditorSpec } from './ruleEditor.ts'
import { ruleSourceSpec } from './ruleSource.ts'
import { schemaStateSpec } from './schemaState.ts'
import { sessionSpec } from './session.ts'
import { specificationStateSpec } from './specificationState.ts'
import { stepperSpec } from './stepper.ts'
import { submissionSpec } from './submission.ts'
import { submissionPageSpec } from './submissionPage.ts'
import { supportSessionSpec } from './supportSession.ts'
import { tableStateSpec } from './tableState.ts'
import { tokenExchangeSpec } from './tokenExchange.ts'
import { transferSpec } from './transfer.ts'
import { uploadSpec } from './upload.ts'
import { validatePageSpec } from './validatePage.ts'
import { webhookEndpointSpec } from './webhookEndpoint.ts'

/** Every chart with what its walk needs; a chart that is not in this list is found by `charts.test.ts`. */
export const specs: readonly ModelSpec<AnyStateMachine>[] = [
  lifecycleSpec,
  approvalChainSpec,
  issueSpec,
  collectionStateSpec,
  specificationStateSpec,
  pseudonymisationTaskSpec,
  transferSpec,
  apiKeySpec,
  supportSessionSpec,
  webhookEndpointSpec,
  deliveryConfigurationSpec,
  deliverySpec,
  jobSpec,
  schemaStateSpec,
  submissionSpec,
  submissionPageSpec,
  stepperSpec,
  uploadSpec,
  partUploadSpec,
  applicationSpec,
  sessionSpec,
  tokenExchangeSpec,
  liveFeedSpec,
  resourceSpec,
  actionDialogSpec,
  inlineChoiceSpec,
  pseudonymisationPageSpec,
  pseudonymisationRowSpec,
  toleranceEditorSpec,
  metadataEditorSpec,
  ruleSourceSpec,
  bulkDecisionSpec,
  bulkRunSpec,
  tableStateSpec,
  noticesSpec,
  playbackSpec,
  conformanceCheckSpec,
  validatePageSpec,
]
