import { type Message, message } from '../messages/message.ts'
import { awaitingParty } from './awaitingParty.ts'
import type { CollectionStateName } from './collection.ts'
import { calendarDay } from './dates.ts'
import { statusLabel } from './labels.ts'
import type { OrganisationType } from './organisation.ts'
import { type Holder, isPermitted, type Permission } from './permissions.ts'
import type { Principal } from './principal.ts'
import { isApproved, type StatusName, type SubmissionMode, statusOf } from './status.ts'

/*
 * Notices: what concerns an organisation, told to those of its people who may see it, on the page and by e-mail for who
 * wants it (decisions §14). Who hears of what is decided here alone. A notice tells of submissions, issues and collections,
 * never of a student.
 */

/** Notices of a submission; its chart says when each is given. */
export const submissionNoticeKinds = [
  'processingFinished',
  'processingStopped',
  'decisionAwaited',
  'approved',
  'declined',
  'resubmissionRequired',
  'signedOff',
  'formRefused',
] as const
export type SubmissionNoticeKind = (typeof submissionNoticeKinds)[number]

/** Notices about the result of a file: for whoever uploaded it they are no news from others. */
export const resultNoticeKinds = [
  'processingFinished',
  'processingStopped',
] as const satisfies readonly SubmissionNoticeKind[]

/** Notices of an issue. */
export const issueNoticeKinds = ['issueRaised', 'issueAnswered'] as const
export type IssueNoticeKind = (typeof issueNoticeKinds)[number]

/** Notices of a collection. */
export const collectionNoticeKinds = [
  'deadlineNear',
  'agencyReminder',
  'collectionOpened',
  'collectionChanged',
] as const
export type CollectionNoticeKind = (typeof collectionNoticeKinds)[number]

/** After so many hours without a call that arrived, a webhook is switched off. */
export const failingHours = 72

/** Notices of what a provider's software is told. */
export const supplierNoticeKinds = ['webhookSwitchedOff'] as const
export type SupplierNoticeKind = (typeof supplierNoticeKinds)[number]

/** Notices of what is delivered to a customer. */
export const deliveryNoticeKinds = ['deliveryReady'] as const
export type DeliveryNoticeKind = (typeof deliveryNoticeKinds)[number]

/** Notices of research students who transfer between two providers. */
export const transferNoticeKinds = ['transferAsked', 'transferAnswered', 'transferMessage'] as const
export type TransferNoticeKind = (typeof transferNoticeKinds)[number]

/** Every kind of notice, in the order in which people choose among them. */
export const noticeKinds = [
  ...submissionNoticeKinds,
  ...issueNoticeKinds,
  ...transferNoticeKinds,
  ...collectionNoticeKinds,
  ...supplierNoticeKinds,
  ...deliveryNoticeKinds,
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Any of these rights is enough to read a notice; those of online validation belong to the provider alone. */
const neededFor = (kind: NoticeKind, mode: SubmissionMode): readonly Permission[] => {
  if (issueNoticeKinds.some(one => one === kind)) return ['collections.view-issue']
  if (transferNoticeKinds.some(one => one === kind)) return ['collections.pgr-transfer-consent']
  if (supplierNoticeKinds.some(one => one === kind)) return ['suppliers.manage']
  if (deliveryNoticeKinds.some(one => one === kind)) return ['delivery.download']
  if (collectionNoticeKinds.some(one => one === kind) && mode === 'live')
    return ['collections.view-submission', 'online-validation.online-validation']
  return [mode === 'ovt' ? 'online-validation.online-validation' : 'collections.view-submission']
}

/** Whether somebody of the organisation that is told may read it. */
export const seesNotice = (holder: Holder, kind: NoticeKind, mode: SubmissionMode): boolean =>
  neededFor(kind, mode).some(permission => isPermitted(holder, permission))

/** Whether somebody gets a notice by e-mail without having chosen it: the sign-off role, of transfers (decisions §16). */
export const isMailedToAll = (kind: NoticeKind): boolean => transferNoticeKinds.some(one => one === kind)
export const isMailedUnasked = ({ organisationType, roles }: Holder, kind: NoticeKind): boolean =>
  isMailedToAll(kind) && organisationType === 'provider' && roles.includes('sign-off')

/** The kinds that a holder may read of a mode, for queries. */
export const noticeKindsFor = (holder: Holder, mode: SubmissionMode): NoticeKind[] =>
  noticeKinds.filter(kind => seesNotice(holder, kind, mode))

/** The kinds that a holder ever reads, among which they choose what comes by e-mail. */
export const noticeKindsOf = (holder: Holder): NoticeKind[] =>
  noticeKinds.filter(kind => seesNotice(holder, kind, 'live') || seesNotice(holder, kind, 'ovt'))

const awaitedType = {
  provider: 'provider',
  agency: 'agency',
  statutoryCustomer: 'statutory_customer',
  system: undefined,
  nobody: undefined,
} as const satisfies Record<string, OrganisationType | undefined>

/**
 * The parties that hear of a submission's new status: its provider always, and who has to act next. Of online validation
 * the provider alone. The agency hears of a requested sign-off when the form is returned (decisions §15).
 */
export const hearersOfSubmission = (
  status: StatusName,
  mode: SubmissionMode,
  isFormReturned: boolean,
): OrganisationType[] => {
  const awaited = mode === 'live' ? awaitedType[awaitingParty(status, { isFormReturned }).code] : undefined
  return [...new Set<OrganisationType>(['provider', ...(awaited ? [awaited] : [])])]
}

/** The parties that hear of an issue: those that did not act themselves. Whether a regulator is named is the issue's to say. */
export const hearersOfIssue = (actor: Principal): OrganisationType[] =>
  (['provider', 'agency', 'statutory_customer'] as const).filter(
    type => actor.kind !== 'user' || actor.organisationType !== type,
  )

/** The kind of notice that an event of an issue leads to. */
export const issueNoticeOf = (event: string): IssueNoticeKind =>
  event === 'RAISE' ? 'issueRaised' : 'issueAnswered'

/** Days before the end of a deadline on which who has not done its part is reminded. */
export const reminderDays = [14, 7, 1] as const

/**
 * The reminder that is due when so many days are left: that of the latest day which has been reached; undefined where
 * none has, or the deadline has passed. One that was missed, because nothing ran, is given late rather than not at all.
 */
export const reminderDue = (daysLeft: number): number | undefined =>
  daysLeft < 0 ? undefined : reminderDays.findLast(days => daysLeft <= days)

/**
 * Whether a provider at this status of its latest submission is reminded of the day by which it has to submit: it has not
 * submitted, and nobody else has its submission in hand. One that is approved only waits for its sign-off.
 */
export const isReminded = (latest: StatusName | undefined): boolean =>
  latest === undefined || (['provider', 'system'].includes(statusOf(latest).awaits) && !isApproved(latest))

/**
 * What of a collection has changed, so that those who see it hear of it. An amendment is open to providers that are asked for
 * one, not to everybody.
 */
export type CollectionChange = 'state' | 'deadline' | 'amendment'

/** States in which files may be sent. */
const openStates: readonly CollectionStateName[] = ['Open', 'Historic amendment']

/**
 * The parties that hear of a collection: all but the agency, which changes it. Of one that is open to online validation alone
 * those who see it (decisions §10).
 */
export const hearersOfCollection = (mode: SubmissionMode): OrganisationType[] =>
  mode === 'ovt' ? ['provider'] : ['provider', 'statutory_customer']

/**
 * What is told of a collection that was known as `before` and is now `after`; undefined where there is nothing to tell. Its
 * mode is that of the people who see the collection.
 */
export const collectionNoticeOf = (
  before: { state: CollectionStateName; deadline: string | null } | undefined,
  after: { state: CollectionStateName; deadline: string | null },
): { kind: CollectionNoticeKind; mode: SubmissionMode; change?: CollectionChange } | undefined => {
  if (before?.state !== after.state) {
    if (after.state === 'Open') return { kind: 'collectionOpened', mode: 'live' }
    if (after.state === 'Historic amendment')
      return { kind: 'collectionChanged', mode: 'live', change: 'amendment' }
    if (after.state === 'Validation') return { kind: 'collectionChanged', mode: 'ovt', change: 'state' }
    // Nobody but the agency sees a draft, and what is deleted.
    return after.state === 'Closed' ? { kind: 'collectionChanged', mode: 'live', change: 'state' } : undefined
  }
  return openStates.includes(after.state) && before.deadline !== after.deadline && after.deadline !== null
    ? { kind: 'collectionChanged', mode: 'live', change: 'deadline' }
    : undefined
}

/** What the words of a notice are made of; what its kind does not need is absent. */
export interface NoticeDetails {
  kind: NoticeKind
  mode: SubmissionMode
  collection: { name: string }
  /** Status after the event. */
  status?: StatusName | undefined
  /** Code of the rule or report of an issue; name of the rule that the agency writes about. */
  code?: string | undefined
  /** Issues that it tells of, absent where it is one; or students of a transfer. */
  count?: number | undefined
  /** Event of an issue. */
  event?: string | undefined
  /** Organisation that acted. */
  by?: string | undefined
  /** Days left until the deadline. */
  days?: number | undefined
  /** The deadline, a calendar date. */
  deadline?: string | undefined
  change?: CollectionChange | undefined
  /** Name of a webhook. */
  webhook?: string | undefined
  /** Name of a delivery's configuration. */
  delivery?: string | undefined
  /** State of the collection. */
  state?: Message | undefined
}

/** A notice in one line. */
export const noticeTitle = (details: NoticeDetails): Message => {
  const { kind, mode, status, code = '', by = '', days = 0, deadline, event = '', state } = details
  const collection =
    mode === 'ovt'
      ? message('notices', 'onlineValidation', { collection: details.collection.name })
      : details.collection.name
  switch (kind) {
    case 'processingStopped':
    case 'decisionAwaited':
      return message('notices', `title.${kind}`, { collection, status: statusLabel(status ?? 'UNKNOWN') })
    case 'issueRaised':
    case 'issueAnswered':
      return details.count === undefined
        ? message('notices', 'title.issue', { by, code, event })
        : message('notices', 'title.issues', { by, count: details.count, event })
    case 'transferAsked':
      return message('notices', 'title.transferAsked', { by, count: details.count ?? 0, event })
    case 'transferAnswered':
      return message('notices', 'title.transferAnswered', { by, count: details.count ?? 0, event })
    case 'transferMessage':
      return message('notices', 'title.transferMessage', { by, count: details.count ?? 0 })
    case 'agencyReminder':
      return details.code === undefined
        ? message('notices', 'title.agencyReminder', { by, collection })
        : message('notices', 'title.agencyRule', { by, rule: details.code, collection })
    case 'deadlineNear':
      return message('notices', 'title.deadlineNear', { collection, days, deadline: calendarDay(deadline) })
    case 'webhookSwitchedOff':
      return message('notices', 'title.webhookSwitchedOff', {
        webhook: details.webhook ?? '',
        hours: failingHours,
      })
    case 'deliveryReady':
      return message('notices', 'title.deliveryReady', { collection, delivery: details.delivery ?? '' })
    case 'collectionChanged':
      if (details.change === 'amendment') return message('notices', 'title.amendment', { collection })
      return details.change === 'deadline'
        ? message('notices', 'title.deadlineChanged', { collection, deadline: calendarDay(deadline) })
        : message('notices', 'title.stateChanged', {
            collection: details.collection.name,
            state: state ?? '',
          })
    default:
      return message('notices', `title.${kind}`, { collection })
  }
}

/** A kind of notice, as people choose it. */
export const noticeKindLabel = (kind: NoticeKind): Message => message('notices', `kind.${kind}`)
