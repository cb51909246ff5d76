import { type Actor, may, type UserActor } from '../../domain/actor.ts'
import { approvalChain } from '../../domain/approvalChain.ts'
import { acceptsOnlineValidation, acceptsSubmissions } from '../../domain/collection.ts'
import { commitNotAllowedReasons } from '../../domain/commitStatus.ts'
import type { Permission } from '../../domain/permissions.ts'
import { product } from '../../domain/product.ts'
import { readOnlyReason } from '../../domain/readOnly.ts'
import { specialStatutoryCode } from '../../domain/regulator.ts'
import { isSignedOff } from '../../domain/status.ts'
import type { LifecycleEvent } from './events.ts'
import type { Facts } from './facts.ts'

/**
 * The guards of the lifecycle, each with the sentences that explain it. A `right` that fails is answered 403, a
 * `condition` 409; a `route` only picks among targets and never refuses.
 */
export interface Guard {
  kind: 'right' | 'condition' | 'route'
  test: (facts: Facts, event: LifecycleEvent) => boolean
  /** What is the case when the guard holds. */
  holds: string
  /** What is the case when it does not, and what to do. */
  fails: string | ((facts: Facts, event: LifecycleEvent) => string)
}

const user = (actor: Actor): UserActor | undefined => (actor.kind === 'user' ? actor : undefined)

/** Provider staff act only for their own institution; agency staff for the one of the submission. */
const actsForInstitution = (facts: Facts, actor: Actor): boolean => {
  const person = user(actor)
  if (!person) return false
  return person.organisationType === 'provider' ? person.organisationId === facts.instId : true
}

const right = (permission: Permission, holds: string, fails: string): Guard => ({
  kind: 'right',
  test: (facts, event) => may(event.actor, permission) && actsForInstitution(facts, event.actor),
  holds,
  fails,
})

const guardTable = {
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: 'The system itself reports this.',
    fails: 'Only the system itself can report this.',
  },
  mayUpload: {
    kind: 'right',
    test: (facts, event) =>
      may(
        event.actor,
        facts.mode === 'ovt' ? 'online-validation.online-validation' : 'collections.upload-submission-file',
      ) && actsForInstitution(facts, event.actor),
    holds: 'Your role may upload files.',
    fails: 'You do not have a valid role to upload a file.',
  },
  mayCancelUpload: {
    kind: 'right',
    test: (facts, event) =>
      may(
        event.actor,
        facts.mode === 'ovt' ? 'online-validation.cancel-upload-ovt' : 'collections.cancel-upload',
      ) && actsForInstitution(facts, event.actor),
    holds: 'Your role may cancel an upload.',
    fails: 'You do not have a valid role to cancel an upload.',
  },
  mayCreateNilReturn: right(
    'monitoring.nil-return',
    'Your role may create a nil return.',
    `Only ${product.name} staff can create a nil return.`,
  ),
  maySubmit: right(
    'collections.submit',
    'Your role may submit for approval.',
    'You do not have a valid role to submit for approval',
  ),
  mayRequestSignOff: right(
    'collections.request-sign-off',
    'Your role may request sign-off.',
    'You do not have a valid role to request sign-off.',
  ),
  mayApproveForAgency: right(
    'monitoring.agency-approval',
    `Your role may decide for ${product.name}.`,
    `Only ${product.name} staff can approve or decline at this stage.`,
  ),
  mayApproveForStatutoryCustomer: {
    kind: 'right',
    test: (facts, event) => {
      const person = user(event.actor)
      return (
        person !== undefined &&
        may(person, 'monitoring.sc-approval') &&
        (person.organisationId === facts.regulatorCode || person.organisationId === specialStatutoryCode)
      )
    },
    holds: "You act for the provider's regulator.",
    fails: "Only an analyst of the provider's regulator can approve or decline at this stage.",
  },
  maySignOff: right(
    'monitoring.sign-off-submission',
    'Your role may sign off a submission.',
    `Only ${product.name} staff can sign off a submission.`,
  ),
  mayRequestResubmission: right(
    'monitoring.request-resubmission',
    'Your role may request a resubmission.',
    `Only ${product.name} staff can request a resubmission.`,
  ),
  mayRequestHistoricAmendment: right(
    'management.historic-amendment',
    'Your role may request a historic amendment.',
    `Only a ${product.name} administrator can request a historic amendment.`,
  ),
  mayReprocess: right(
    'management.reprocess-for-one-provider',
    'Your role may re-process a submission.',
    `Only a ${product.name} administrator or analyst can re-process a submission.`,
  ),
  isOnboarded: {
    kind: 'condition',
    test: facts => facts.onboarded,
    holds: 'The provider is onboarded.',
    fails: 'The provider is not onboarded yet.',
  },
  isTakingFiles: {
    kind: 'condition',
    test: facts =>
      facts.mode === 'ovt'
        ? acceptsOnlineValidation(facts.collectionState)
        : readOnlyReason(facts) === undefined,
    holds: 'The collection takes files.',
    fails: facts =>
      facts.mode === 'ovt'
        ? `The collection is in the state ${facts.collectionState} and takes no files for online validation.`
        : (readOnlyReason(facts) ?? 'The collection does not take files at the moment.'),
  },
  isNotSignedOff: {
    kind: 'condition',
    test: facts =>
      facts.mode === 'ovt' || facts.latestStatus === undefined || !isSignedOff(facts.latestStatus),
    holds: 'No submission is signed off.',
    fails: `The submission is signed off. Ask ${product.name} to request a resubmission before you upload another file.`,
  },
  isNoUploadUnderWay: {
    kind: 'condition',
    test: facts => !facts.uploadUnderWay,
    holds: 'No other upload is under way.',
    fails: 'Another upload for this collection is under way. Wait until it ends, or cancel it.',
  },
  hasNoSubmission: {
    kind: 'condition',
    test: facts => facts.latestStatus === undefined,
    holds: 'The provider has no submission yet.',
    fails: 'The provider already has a submission for this collection.',
  },
  isCollectionOpen: {
    kind: 'condition',
    test: facts => acceptsSubmissions(facts.collectionState),
    holds: 'The collection is open.',
    fails: (_, event) =>
      event.type === 'REQUEST_SIGN_OFF'
        ? 'You can only request sign off for a submission when the collection is open.'
        : event.type === 'SUBMIT'
          ? 'You can only submit for approval when a collection is open.'
          : 'The collection is not open.',
  },
  isLive: {
    kind: 'condition',
    test: facts => facts.mode === 'live',
    holds: 'This is a live submission.',
    fails: 'A file of the online validation tool is only checked; it cannot be submitted.',
  },
  isLatest: {
    kind: 'condition',
    test: facts => facts.isLatest,
    holds: "This is the provider's latest submission.",
    fails: (_, event) =>
      event.type === 'SUBMIT'
        ? 'You can only submit the most recently uploaded submission.'
        : 'A later submission has taken the place of this one.',
  },
  hasNoBlockers: {
    kind: 'condition',
    test: facts => commitNotAllowedReasons(facts.blockers).length === 0,
    holds: 'Nothing blocks the submission.',
    fails: facts =>
      `You cannot yet submit for approval as one or more of the following apply: ${commitNotAllowedReasons(facts.blockers).join(' ')}`,
  },
  hasAcceptedTerms: {
    kind: 'condition',
    test: (_, event) => 'termsAccepted' in event && event.termsAccepted,
    holds: 'The terms are accepted.',
    fails: 'Tick the box to accept the terms first.',
  },
  hasStoredFile: {
    kind: 'condition',
    test: facts => facts.hasStoredFile,
    holds: 'The file of this submission is stored.',
    fails: 'There is no stored file to process again.',
  },
  isCollectionReprocessable: {
    kind: 'condition',
    test: facts => acceptsSubmissions(facts.collectionState) || facts.collectionState === 'Closed',
    holds: 'The collection can be re-processed.',
    fails: 'A collection can be re-processed only while it is Open, Closed or in Historic amendment.',
  },
  isHistoricAmendment: {
    kind: 'condition',
    test: facts => facts.collectionState === 'Historic amendment',
    holds: 'The collection is in Historic amendment.',
    fails: 'The collection is not in the state Historic amendment.',
  },
  isOvt: {
    kind: 'route',
    test: facts => facts.mode === 'ovt',
    holds: 'The file belongs to the online validation tool.',
    fails: 'The file belongs to a live submission.',
  },
  startsWithAnalyst: {
    kind: 'route',
    test: facts => approvalChain(facts)[0] === 'ANALYST_APPROVAL',
    holds: "The provider's approval chain starts with the analyst.",
    fails: "The provider's approval chain does not start with the analyst.",
  },
  needsStatutoryCustomer: {
    kind: 'route',
    test: facts => approvalChain(facts).includes('SC_APPROVAL'),
    holds: "The statutory customer takes part in the provider's approval chain.",
    fails: "The statutory customer takes no part in the provider's approval chain.",
  },
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof guardTable

/** The guards by name. */
export const guards: Record<GuardName, Guard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const guardImplementations = Object.fromEntries(
  (Object.keys(guardTable) as GuardName[]).map(name => [
    name,
    ({ context, event }: { context: Facts; event: LifecycleEvent }) => guards[name].test(context, event),
  ]),
) as Record<GuardName, (args: { context: Facts; event: LifecycleEvent }) => boolean>
