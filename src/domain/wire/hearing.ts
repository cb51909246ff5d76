import { collectionStateById, collectionsSeenBy, isForAgencyAlone } from '../collection.ts'
import { seesJob } from '../job.ts'
import { seesNotice } from '../notice.ts'
import { isPermitted, modePermissions, type Permission } from '../permissions.ts'
import type { UserPrincipal } from '../principal.ts'
import { onlyNaming } from '../privacy.ts'
import type { SubmissionMode } from '../status.ts'
import type { LiveMessage } from './live.ts'

/*
 * Who hears of what over the live connection: whoever could ask for it by a call. Where a message is sent (`audiences`) decides
 * which organisations it reaches at all; of those that listen there, this decides.
 */

/** Who listens: for which organisation, and in which roles there. */
export type Listener = Pick<
  UserPrincipal,
  'organisationId' | 'organisationType' | 'roles' | 'isPrimaryRegulator'
>

/** The messages of each type, as far as it matters who hears of them: before they have numbers and names. */
type Told = {
  [T in LiveMessage['type']]: Omit<Extract<LiveMessage, { type: T }>, 'sequence' | 'status' | 'awaitingParty'>
}

/** Whether somebody reads the submissions of a mode. */
const readsFiles = (listener: Listener, mode: SubmissionMode): boolean =>
  isPermitted(listener, modePermissions[mode].read)

/** Whether somebody reads what names these regulators: all of it, or a specialist regulator what names it. */
const readsNamed = (listener: Listener, regulatorCodes: readonly string[] = []): boolean => {
  const named = onlyNaming(listener)
  return named === undefined || regulatorCodes.includes(named)
}

const hasRight =
  (permission: Permission) =>
  (listener: Listener): boolean =>
    isPermitted(listener, permission)

/** Whether something of this organisation is the listener's to read: its own, or anybody's for the agency. */
const isOwn = ({ organisationType, organisationId }: Listener, of: string): boolean =>
  organisationType === 'agency' || organisationId === of

/** What a listener needs to hear a message. A type of `liveMessage` without a row does not compile. */
const hearing: { [T in LiveMessage['type']]: (listener: Listener, message: Told[T]) => boolean } = {
  // Who monitors a collection reads the status of its live files, without reading each of them.
  FILE_EVENT: (listener, { facts: { mode } }) =>
    readsFiles(listener, mode) || (mode === 'live' && isPermitted(listener, 'monitoring.view')),
  PROGRESS: (listener, { mode }) => readsFiles(listener, mode),
  QUEUE_PLACE: (listener, { mode }) => readsFiles(listener, mode),
  // Nothing is delivered of online validation.
  TSV_READY: listener => readsFiles(listener, 'live'),
  DPS_STATUS: hasRight('management.view-pseudonymisation'),
  ISSUE_STATUS: (listener, { issue }) =>
    isPermitted(listener, 'collections.view-issue') && readsNamed(listener, [issue.regulatorCode]),
  NOTE: (listener, { regulatorCodes }) =>
    isPermitted(listener, 'collections.reports') && readsNamed(listener, regulatorCodes),
  SIGNED_FORM: hasRight('collections.sign-off-form'),
  // The reports of transfers name no regulator.
  TRANSFER_CONSENT: listener => isPermitted(listener, 'collections.reports') && readsNamed(listener),
  TRANSFERS: listener => isPermitted(listener, 'collections.reports') && readsNamed(listener),
  NOTICE: (listener, { instId, notice }) =>
    listener.organisationId === instId && seesNotice(listener, notice.kind, notice.mode),
  COLLECTION: (listener, { stateId }) => {
    const state = collectionStateById(stateId)
    const { always, withSubmission } = collectionsSeenBy(listener)
    const seen = [...always, ...withSubmission]
    if (state === undefined) return false
    // It goes out of sight from Validation alone (decisions §10): who saw it there has to hear of that.
    return seen.includes(isForAgencyAlone(state.name) ? 'Validation' : state.name)
  },
  SPECIFICATION: hasRight('management.view'),
  CONTENT: hasRight('management.view'),
  JOB: (listener, { kind, instId }) => seesJob(listener, { kind, partyId: instId }),
  DELIVERY: (listener, { instId }) => isPermitted(listener, 'delivery.view') && isOwn(listener, instId),
  // Their names stand on every page; a regulator hears only of providers whose submissions it may see.
  PROVIDER: () => true,
}

/**
 * Whether somebody hears a message that is sent where they listen: they have the right to the call that tells the same
 * (specification 1 §6, 2 §6), and a specialist regulator only of rules that name it (decisions §12).
 */
export const mayHear = <T extends LiveMessage['type']>(
  listener: Listener,
  message: Told[T] & { type: T },
): boolean => {
  const type: T = message.type
  return hearing[type](listener, message)
}
