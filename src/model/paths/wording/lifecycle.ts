import { awaitingParty } from '../../../domain/awaitingParty.ts'
import { awaitingPartyLabel, countryLabel, exactStatusLabel, stepLabel } from '../../../domain/labels.ts'
import type { Principal } from '../../../domain/principal.ts'
import { product } from '../../../domain/product.ts'
import type { StatusName } from '../../../domain/status.ts'
import { currentStep } from '../../../machines/stepper/steps.ts'
import {
  type Facts,
  type LifecycleEventType,
  type Stage,
  statusOfLeaf,
} from '../../../machines/submission-lifecycle/index.ts'
import { inEnglish } from '../../english.ts'
import type { PathStep } from '../testPath.ts'
import { onRow, onRowWithNote, personText, submits } from './gestures.ts'
import type { Wording } from './wording.ts'

const stageNames: Record<Stage, string> = {
  PROVISIONING: 'provisioning',
  SCHEMA_CHECK: 'the schema check',
  RIGHT_TO_PROCESS: 'the right-to-process check',
  ENRICHMENT: 'enrichment',
  QUALITY_RULES: 'the quality rules',
  CREDIBILITY: 'the credibility reports',
  COLLECTION_REPORTS: 'the additional collection reports',
  HISTORY: 'the history',
}

const begins = (step: Stage) => `a worker begins with ${stageNames[step]}`
const ends = (step: Stage) => `the worker finishes ${stageNames[step]}`
const fails = (step: Stage) => `${stageNames[step]} finds the file at fault`
const breaks = (step: Stage) =>
  `${stageNames[step]} cannot be carried out, by a fault of the system that stays after three more tries`

/** What happens, by event; the words in quotes stand on the screen. */
const actions: Record<LifecycleEventType, string | ((who: string) => string)> = {
  UPLOAD_REQUESTED: who =>
    `${who} chooses a well-formed XML file on the Upload page and presses "Upload file"`,
  UPLOAD_CANCELLED: who => `${who} presses "Cancel" while the file is being sent`,
  NIL_RETURN_CREATED: onRow('Create nil return'),
  NIL_RETURN_WITHDRAWN: onRow('Withdraw nil return'),
  SUBMIT: submits,
  APPROVE: onRow('Approve'),
  DECLINE: onRowWithNote('Decline'),
  REQUEST_SIGN_OFF: who =>
    `${who} ticks the box of the terms on the Sign Off page and presses "Request sign-off"`,
  SIGN_OFF: onRow('Sign-off submission'),
  FORM_REFUSED: who =>
    `${who} chooses "Ask for another form" on the Sign Off page, writes a note and confirms`,
  REQUEST_RESUBMISSION: onRow('Decline'),
  HISTORIC_AMENDMENT_REQUESTED: who =>
    `${who} requests a historic amendment for the provider by a call of the API (there is no screen for it)`,
  REPROCESSED: onRow('Re-process'),
  HISTORY_REQUESTED: onRow('Regenerate history'),
  FILE_STORED: 'the whole file has arrived in the store',
  UPLOAD_FAILED: 'the file breaks off on its way to the store',
  UPLOAD_EXPIRED: 'the time for the upload runs out before the file has arrived',
  COPIED: `${product.name} re-processes an earlier submission, and this submission is the copy`,
  SUPERSEDED: 'another submission of the provider takes the place of this one as the latest',
  PROVISIONING_STARTED: begins('PROVISIONING'),
  PROVISIONING_PASSED: ends('PROVISIONING'),
  PROVISIONING_ERRORED: breaks('PROVISIONING'),
  SCHEMA_CHECK_STARTED: begins('SCHEMA_CHECK'),
  SCHEMA_CHECK_PASSED: ends('SCHEMA_CHECK'),
  SCHEMA_CHECK_FAILED: fails('SCHEMA_CHECK'),
  SCHEMA_CHECK_ERRORED: breaks('SCHEMA_CHECK'),
  RIGHT_TO_PROCESS_STARTED: begins('RIGHT_TO_PROCESS'),
  RIGHT_TO_PROCESS_PASSED: ends('RIGHT_TO_PROCESS'),
  RIGHT_TO_PROCESS_FAILED: fails('RIGHT_TO_PROCESS'),
  RIGHT_TO_PROCESS_ERRORED: breaks('RIGHT_TO_PROCESS'),
  ENRICHMENT_STARTED: begins('ENRICHMENT'),
  ENRICHMENT_PASSED: ends('ENRICHMENT'),
  ENRICHMENT_ERRORED: breaks('ENRICHMENT'),
  SAVING_ENTITIES_ERRORED: 'the records of the file cannot be saved, also after three more tries',
  QUALITY_RULES_STARTED: begins('QUALITY_RULES'),
  QUALITY_RULES_PASSED: ends('QUALITY_RULES'),
  QUALITY_RULES_ERRORED: breaks('QUALITY_RULES'),
  CREDIBILITY_STARTED: begins('CREDIBILITY'),
  CREDIBILITY_PASSED: ends('CREDIBILITY'),
  CREDIBILITY_ERRORED: breaks('CREDIBILITY'),
  COLLECTION_REPORTS_STARTED: begins('COLLECTION_REPORTS'),
  COLLECTION_REPORTS_PASSED: ends('COLLECTION_REPORTS'),
  COLLECTION_REPORTS_ERRORED: breaks('COLLECTION_REPORTS'),
  QUALITY_PROCESSING_COMPLETED: 'nothing is left to process',
  HISTORY_STARTED: begins('HISTORY'),
  HISTORY_PASSED: ends('HISTORY'),
  HISTORY_ERRORED: breaks('HISTORY'),
}

const isLatest = (step: PathStep | undefined): boolean =>
  (step?.facts as { isLatest?: boolean } | undefined)?.isLatest ?? false

const actionOf = (step: PathStep): string => {
  const { event } = step
  const action = actions[event.type as LifecycleEventType] ?? event.type
  return typeof action === 'string' ? action : action(personText(event.actor as Principal))
}

const statusAt = (id: string): StatusName => statusOfLeaf(id) ?? 'UNKNOWN'

/** The page to which the stepper leads a provider. */
const pageAt = (status: StatusName): string =>
  inEnglish(stepLabel(currentStep({ status, mode: 'live', isStatutoryCustomer: false })))

const seen = (step: PathStep, before: PathStep | undefined): string[] => {
  const [from, to] = [statusAt(step.from), statusAt(step.to)]
  const party = awaitingParty(to)
  return [
    ...(from !== to && pageAt(from) !== pageAt(to)
      ? [`the provider's view of the submission leads to "${pageAt(to)}"`]
      : []),
    ...(from !== to && awaitingParty(from) !== party
      ? [
          party.code === 'nobody'
            ? 'the submission awaits nobody'
            : `the submission awaits "${inEnglish(awaitingPartyLabel(party.id))}"`,
        ]
      : []),
    ...(before !== undefined && isLatest(before) && !isLatest(step)
      ? ['it is no longer the latest submission of the provider']
      : []),
    ...(step.event.type === 'REPROCESSED' ? ['the copy has the status "Provisioning"'] : []),
  ]
}

/** The lifecycle of a submission, in the words of its screens. */
export const lifecycleWording: Wording = {
  state: id => inEnglish(exactStatusLabel(statusAt(id))),
  given: ({ given }) => {
    const { mode, collectionState, riskCode, countryCode, latestStatus } = given as Facts
    return [
      mode === 'ovt'
        ? `a collection in the state "${collectionState}" that takes files for online validation`
        : `a collection in the state "${collectionState}" whose reference period has ended`,
      ...(mode === 'ovt'
        ? []
        : [`a provider in ${inEnglish(countryLabel(countryCode))} with the risk code ${riskCode}`]),
      latestStatus
        ? `its latest submission has the status "${inEnglish(exactStatusLabel(latestStatus))}"`
        : 'the provider has no submission in the collection yet',
    ]
  },
  step: (step, before) => ({
    action: actionOf(step),
    expected: [
      step.from === step.to
        ? `the submission's status is still "${lifecycleWording.state(step.to)}"`
        : `the submission's status is "${lifecycleWording.state(step.to)}"`,
      ...seen(step, before),
    ],
  }),
}
