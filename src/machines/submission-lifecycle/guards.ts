import {
  acceptsSubmissions,
  isArchived,
  isReprocessable,
  takesHistoricAmendments,
} from '../../domain/collection.ts'
import { commitNotAllowedReasons } from '../../domain/commitStatus.ts'
import { collectionStateLabel } from '../../domain/labels.ts'
import { modePermissions, type Permission } from '../../domain/permissions.ts'
import { isPerson, may, type Principal, type UserPrincipal } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { readOnlyReason } from '../../domain/readOnly.ts'
import { specialStatutoryCode } from '../../domain/regulator.ts'
import { isNotSignedOff, isTakingFiles } from '../../domain/uploadOffer.ts'
import { type Key, type Message, type MessageArguments, message } from '../../messages/message.ts'
import { countriesWithRegulatorApproval, riskCodesWithoutAnalyst } from '../approval-chain/rules.ts'
import { type Guard as GuardOf, implementationsOf } from '../support/guard.ts'
import type { LifecycleEvent } from './events.ts'
import type { Facts } from './facts.ts'

export type Guard = GuardOf<Facts, LifecycleEvent>

/** A message about a guard. */
const say = <K extends Key<'lifecycle'>>(code: K, ...params: MessageArguments<'lifecycle', K>): Message =>
  message('lifecycle', code, ...params)

const user = (actor: Principal): UserPrincipal | undefined => (actor.kind === 'user' ? actor : undefined)

/** Provider staff act only for their own institution; agency staff for the one of the submission. */
const actsForInstitution = (facts: Facts, actor: Principal): boolean => {
  const person = user(actor)
  if (!person) return false
  return person.organisationType === 'provider' ? person.organisationId === facts.instId : true
}

/** A statutory customer approves for its own providers, the special one for all. */
const actsForItsProviders = (facts: Facts, actor: Principal): boolean => {
  const person = user(actor)
  return person?.organisationId === facts.regulatorCode || person?.organisationId === specialStatutoryCode
}

/** Whether an event says that it comes without a note. */
const lacksNote = (event: LifecycleEvent): boolean => 'hasNote' in event && event.hasNote === false

const right = (
  permission: Permission,
  holds: Message,
  fails: Message,
  actsFor: (facts: Facts, actor: Principal) => boolean = actsForInstitution,
): Guard => ({
  kind: 'right',
  permission,
  test: (facts, event) => may(event.actor, permission) && actsFor(facts, event.actor),
  holds,
  fails,
})

/** Whether who approves also gave the approval before. */
export const isSecondApproval = ({ type, actor }: LifecycleEvent, { approverId }: Facts): boolean =>
  type === 'APPROVE' && isPerson(approverId, actor)

const guardTable = {
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: say('isSystem.holds'),
    fails: say('isSystem.fails'),
  },
  mayUpload: {
    kind: 'right',
    test: (facts, event) =>
      may(event.actor, modePermissions[facts.mode].upload) && actsForInstitution(facts, event.actor),
    holds: say('mayUpload.holds'),
    fails: say('mayUpload.fails'),
  },
  mayCancelUpload: {
    kind: 'right',
    test: (facts, event) =>
      may(
        event.actor,
        facts.mode === 'ovt' ? 'online-validation.cancel-upload-ovt' : 'collections.cancel-upload',
      ) && actsForInstitution(facts, event.actor),
    holds: say('mayCancelUpload.holds'),
    fails: say('mayCancelUpload.fails'),
  },
  mayCreateNilReturn: right(
    'monitoring.nil-return',
    say('mayCreateNilReturn.holds'),
    say('mayCreateNilReturn.fails', { product: product.name }),
  ),
  mayWithdrawNilReturn: right(
    'monitoring.nil-return',
    say('mayWithdrawNilReturn.holds'),
    say('mayWithdrawNilReturn.fails', { product: product.name }),
  ),
  maySubmit: right('collections.submit', say('maySubmit.holds'), say('maySubmit.fails')),
  mayRequestSignOff: right(
    'collections.request-sign-off',
    say('mayRequestSignOff.holds'),
    say('mayRequestSignOff.fails'),
  ),
  mayApproveForAgency: right(
    'monitoring.agency-approval',
    say('mayApproveForAgency.holds', { product: product.name }),
    say('mayApproveForAgency.fails', { product: product.name }),
  ),
  mayApproveForStatutoryCustomer: right(
    'monitoring.sc-approval',
    say('mayApproveForStatutoryCustomer.holds'),
    say('mayApproveForStatutoryCustomer.fails'),
    actsForItsProviders,
  ),
  maySignOff: right(
    'monitoring.sign-off-submission',
    say('maySignOff.holds'),
    say('maySignOff.fails', { product: product.name }),
  ),
  mayRequestResubmission: right(
    'monitoring.request-resubmission',
    say('mayRequestResubmission.holds'),
    say('mayRequestResubmission.fails', { product: product.name }),
  ),
  mayRequestHistoricAmendment: right(
    'management.historic-amendment',
    say('mayRequestHistoricAmendment.holds'),
    say('mayRequestHistoricAmendment.fails', { product: product.name }),
  ),
  mayReprocess: right(
    'management.reprocess-for-one-provider',
    say('mayReprocess.holds'),
    say('mayReprocess.fails', { product: product.name }),
  ),
  mayMakeHistory: right(
    'management.reprocess-for-one-provider',
    say('mayMakeHistory.holds'),
    say('mayMakeHistory.fails', { product: product.name }),
  ),
  // Four eyes: else one administrator could upload, submit, approve and sign off alone.
  isSecondPerson: {
    kind: 'separation',
    test: ({ uploaderId, submitterId, keyMakerId }, { actor }) => {
      const person = user(actor)
      return person !== undefined && ![uploaderId, submitterId, keyMakerId].includes(person.userId)
    },
    holds: say('isSecondPerson.holds'),
    fails: (facts, event) => {
      if (isPerson(facts.keyMakerId, event.actor)) return say('isSecondPerson.key')
      return event.type === 'SIGN_OFF' ? say('isSecondPerson.signOff') : say('isSecondPerson.fails')
    },
  },
  isOnboarded: {
    kind: 'condition',
    test: facts => facts.onboarded,
    holds: say('isOnboarded.holds'),
    fails: say('isOnboarded.fails'),
  },
  isTakingFiles: {
    kind: 'condition',
    test: isTakingFiles,
    holds: say('isTakingFiles.holds'),
    fails: facts =>
      facts.mode === 'ovt'
        ? say('isTakingFiles.ovt', { state: collectionStateLabel(facts.collectionState) })
        : (readOnlyReason(facts) ?? say('isTakingFiles.fails')),
  },
  isNotSignedOff: {
    kind: 'condition',
    test: isNotSignedOff,
    holds: say('isNotSignedOff.holds'),
    fails: (_, event) =>
      say(event.type === 'FILE_STORED' ? 'isNotSignedOff.stored' : 'isNotSignedOff.fails', {
        product: product.name,
      }),
  },
  isNoUploadUnderWay: {
    kind: 'condition',
    test: facts => !facts.uploadUnderWay,
    holds: say('isNoUploadUnderWay.holds'),
    fails: (_, event) =>
      event.type === 'SIGN_OFF' || event.type === 'REQUEST_SIGN_OFF'
        ? say('isNoUploadUnderWay.signOff')
        : say('isNoUploadUnderWay.fails'),
  },
  hasNoSubmission: {
    kind: 'condition',
    // The latest is an upload in error only where no file has ever arrived: a later upload takes over with its file.
    test: facts => facts.latestStatus === undefined || facts.latestStatus === 'UPLOAD_ERROR',
    holds: say('hasNoSubmission.holds'),
    fails: say('hasNoSubmission.fails'),
  },
  isCollectionOpen: {
    kind: 'condition',
    test: facts => acceptsSubmissions(facts.collectionState),
    holds: say('isCollectionOpen.holds'),
    fails: (_, event) =>
      event.type === 'REQUEST_SIGN_OFF'
        ? say('isCollectionOpen.signOff')
        : event.type === 'SUBMIT'
          ? say('isCollectionOpen.submit')
          : say('isCollectionOpen.fails'),
  },
  isLive: {
    kind: 'condition',
    test: facts => facts.mode === 'live',
    holds: say('isLive.holds'),
    fails: say('isLive.fails'),
  },
  isLatest: {
    kind: 'condition',
    test: facts => facts.isLatest,
    holds: say('isLatest.holds'),
    fails: (_, event) => (event.type === 'SUBMIT' ? say('isLatest.submit') : say('isLatest.fails')),
  },
  hasNoBlockers: {
    kind: 'condition',
    test: facts => commitNotAllowedReasons(facts.blockers).length === 0,
    holds: say('hasNoBlockers.holds'),
    fails: facts => say('hasNoBlockers.fails', { reasons: commitNotAllowedReasons(facts.blockers) }),
  },
  hasAcceptedTerms: {
    kind: 'condition',
    test: (_, event) => 'termsAccepted' in event && event.termsAccepted,
    holds: say('hasAcceptedTerms.holds'),
    fails: say('hasAcceptedTerms.fails'),
  },
  // A provider would have to guess what to correct (decisions §12, §15).
  hasNote: {
    kind: 'condition',
    test: (_, event) => !lacksNote(event),
    holds: say('hasNote.holds'),
    fails: say('hasNote.fails'),
  },
  // A second pair of eyes (decisions §15).
  isOtherApprover: {
    kind: 'separation',
    test: ({ approversDiffer, approverId }, { actor }) =>
      approversDiffer !== true || !isPerson(approverId, actor),
    holds: say('isOtherApprover.holds'),
    fails: say('isOtherApprover.fails'),
  },
  explainsBothApprovals: {
    kind: 'condition',
    test: ({ approverId }, event) => !isPerson(approverId, event.actor) || !lacksNote(event),
    holds: say('explainsBothApprovals.holds'),
    fails: say('explainsBothApprovals.fails'),
  },
  hasReturnedForm: {
    kind: 'condition',
    test: ({ isFormReturned }) => isFormReturned === true,
    holds: say('hasReturnedForm.holds'),
    fails: say('hasReturnedForm.fails'),
  },
  hasFormOrReason: {
    kind: 'condition',
    test: ({ isFormReturned }, event) => isFormReturned === true || !lacksNote(event),
    holds: say('hasFormOrReason.holds'),
    fails: say('hasFormOrReason.fails'),
  },
  hasStoredFile: {
    kind: 'condition',
    test: facts => facts.hasStoredFile,
    holds: say('hasStoredFile.holds'),
    fails: say('hasStoredFile.fails'),
  },
  isCollectionReprocessable: {
    kind: 'condition',
    test: facts => isReprocessable(facts.collectionState),
    holds: say('isCollectionReprocessable.holds'),
    fails: say('isCollectionReprocessable.fails'),
  },
  // A closed collection still takes the decisions about what was submitted in time; an archived one takes none.
  isNotArchived: {
    kind: 'condition',
    test: facts => !isArchived(facts.collectionState),
    holds: say('isNotArchived.holds'),
    fails: say('isNotArchived.fails'),
  },
  isHistoricAmendment: {
    kind: 'condition',
    test: facts => takesHistoricAmendments(facts.collectionState),
    holds: say('isHistoricAmendment.holds'),
    fails: say('isHistoricAmendment.fails'),
  },
  isOvt: {
    kind: 'route',
    test: facts => facts.mode === 'ovt',
    holds: say('isOvt.holds'),
    fails: say('isOvt.fails'),
  },
  startsWithAnalyst: {
    kind: 'route',
    test: facts => !riskCodesWithoutAnalyst.includes(facts.riskCode),
    holds: say('startsWithAnalyst.holds'),
    fails: say('startsWithAnalyst.fails'),
  },
  needsStatutoryCustomer: {
    kind: 'route',
    test: facts => countriesWithRegulatorApproval.includes(facts.countryCode),
    holds: say('needsStatutoryCustomer.holds'),
    fails: say('needsStatutoryCustomer.fails'),
  },
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof guardTable

/** The guards of the lifecycle by name, each with the messages that explain it. */
export const guards: Record<GuardName, Guard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const guardImplementations = implementationsOf(guards)
