import type { AnyStateMachine } from 'xstate'

type Load = () => Promise<AnyStateMachine>

/** Every chart of the system by its id, the lifecycle first. Browsers get them as data (`scripts/inspector/chartData.ts`). */
const loaders = {
  submissionLifecycle: async () => (await import('./submission-lifecycle/index.ts')).submissionLifecycle,
  approvalChain: async () => (await import('./approval-chain/index.ts')).approvalChainMachine,
  issue: async () => (await import('./issue/index.ts')).issueMachine,
  collectionState: async () => (await import('./collection-state/index.ts')).collectionStateMachine,
  specificationState: async () => (await import('./specification-state/index.ts')).specificationStateMachine,
  pseudonymisationTask: async () =>
    (await import('./pseudonymisation-task/index.ts')).pseudonymisationTaskMachine,
  transfer: async () => (await import('./transfer/index.ts')).transferMachine,
  apiKey: async () => (await import('./api-key/index.ts')).apiKeyMachine,
  supportSession: async () => (await import('./support-session/index.ts')).supportSessionMachine,
  webhookEndpoint: async () => (await import('./webhook-endpoint/index.ts')).webhookEndpointMachine,
  deliveryConfiguration: async () =>
    (await import('./delivery-configuration/index.ts')).deliveryConfigurationMachine,
  delivery: async () => (await import('./delivery/index.ts')).deliveryMachine,
  job: async () => (await import('./job/index.ts')).jobMachine,
  schemaState: async () => (await import('./schema-state/index.ts')).schemaStateMachine,
  submission: async () => (await import('./submission/index.ts')).submissionMachine,
  submissionPage: async () => (await import('./submission-page/index.ts')).submissionPageMachine,
  stepper: async () => (await import('./stepper/index.ts')).stepperMachine,
  upload: async () => (await import('./upload/index.ts')).uploadMachine,
  partUpload: async () => (await import('./part-upload/index.ts')).partUploadMachine,
  application: async () => (await import('./application/index.ts')).applicationMachine,
  session: async () => (await import('./session/index.ts')).sessionMachine,
  tokenExchange: async () => (await import('./token-exchange/index.ts')).tokenExchangeMachine,
  liveFeed: async () => (await import('./live-feed/index.ts')).liveFeedMachine,
  resource: async () => (await import('./resource/index.ts')).resourceMachine<unknown, unknown>('resource'),
  actionDialog: async () =>
    (await import('./action-dialog/index.ts')).actionDialogMachine<unknown, unknown>('actionDialog'),
  inlineChoice: async () => (await import('./inline-choice/index.ts')).inlineChoiceMachine,
  pseudonymisationPage: async () =>
    (await import('./pseudonymisation-page/index.ts')).pseudonymisationPageMachine,
  pseudonymisationRow: async () =>
    (await import('./pseudonymisation-row/index.ts')).pseudonymisationRowMachine,
  toleranceEditor: async () => (await import('./tolerance-editor/index.ts')).toleranceEditorMachine,
  metadataEditor: async () => (await import('./metadata-editor/index.ts')).metadataEditorMachine,
  ruleSource: async () => (await import('./rule-source/index.ts')).ruleSourceMachine,
  bulkDecision: async () => (await import('./bulk-decision/index.ts')).bulkDecisionMachine,
  bulkRun: async () => (await import('./bulk-run/index.ts')).bulkRunMachine,
  tableState: async () => (await import('./table-state/index.ts')).tableStateMachine,
  notices: async () => (await import('./notices/index.ts')).noticesMachine,
  playback: async () => (await import('./playback/index.ts')).playbackMachine,
  conformanceCheck: async () => (await import('./conformance-check/index.ts')).conformanceCheckMachine,
  validatePage: async () => (await import('./validate-page/index.ts')).validatePageMachine,
} satisfies Record<string, Load>

export type MachineId = keyof typeof loaders

/** Ids of every chart, in the order in which they are offered. */
export const machineIds = Object.keys(loaders) as readonly MachineId[]

/** The machine with this id. */
export const loadMachine = (id: MachineId): Promise<AnyStateMachine> => loaders[id]()

/** Every machine: what the inspector draws and what a release keeps. */
export const loadMachines = (): Promise<AnyStateMachine[]> => Promise.all(machineIds.map(loadMachine))
