import { type Key, type Message, message } from '../messages/message.ts'
import { activityTypes } from './activity.ts'
import { awaitingParties } from './awaitingParty.ts'
import { type CollectionStateName, collectionStateOf } from './collection.ts'
import { isCountryCode, type OrganisationType } from './organisation.ts'
import { isRole } from './permissions.ts'
import { product } from './product.ts'
import {
  type ApprovalStatusName,
  isNilReturn,
  type StatusName,
  type SubmissionPage,
  shownStatus,
} from './status.ts'
import type { Following, NextStep } from './tasks.ts'

/**
 * What people read for the codes of the domain, as messages: text is made of them where they are read, by the server in
 * the language of the request, by the browser in that of the page.
 */
const agency = { product: product.name }

/** A status as the inspector tells it: the history statuses by their own names. */
export const exactStatusLabel = (name: StatusName): Message => message('domain', `status.${name}`, agency)

/** A status as everybody else reads it: the history statuses read "Signed off" (decisions §12). */
export const statusLabel = (name: StatusName): Message => exactStatusLabel(shownStatus(name).name)

/** The status of a latest submission among others; after a nil return that was taken back, that is said beside it (specification 2 §2.5). */
export const standingLabel = (
  name: StatusName,
  { isNilReturn: wasNil }: { isNilReturn: boolean },
): Message =>
  wasNil && !isNilReturn(name)
    ? message('domain', 'statusAfterNilReturn', { status: statusLabel(name) })
    : statusLabel(name)

/** Who acts next and what they do: the one sentence that every page shows. */
export const nextLabel = ({ turn, act, last, stopped }: NextStep): Message | string => {
  if (stopped) return stopped
  if (turn === 'receiver' || turn === 'periodEnd' || turn === 'nobody' || act === undefined)
    return message('domain', `next.${turn === 'receiver' || turn === 'periodEnd' ? turn : 'nobody'}`)
  if (act === 'receive') return message('domain', 'next.receive')
  const who = { who: turn, turn: message('domain', `turn.${turn}`, agency) }
  return act === 'upload'
    ? message('domain', 'next.upload', { ...who, last })
    : message('domain', `next.${act}`, who)
}

/** The same as a sentence of its own: "Next: …", that nothing is left to do, or why nobody acts. */
export const nextSentence = (step: NextStep): Message | string =>
  step.stopped ??
  (step.turn === 'nobody'
    ? message('domain', 'standing.end')
    : message('domain', 'standing.sentence', { next: nextLabel(step) }))

/** Heading of what comes next, or of what follows it. */
export const standingTerm = (term: 'next' | 'then'): Message => message('domain', `standing.${term}`)

/** What follows when whoever acts next has acted, for a reader of this kind of organisation; undefined if nothing does. */
export const thenLabel = ({
  follows,
  reader,
}: {
  follows: Following | undefined
  reader: OrganisationType
}): Message | undefined => follows && message('domain', `then.${follows}`, { product: product.name, reader })

/** Who has to act next (decisions §3 "Awaiting party"). */
export const awaitingPartyLabel = (partyId: number): Message => {
  const party = awaitingParties.find(({ id }) => id === partyId)
  return message('domain', `party.${party?.code ?? 'nobody'}`, agency)
}

/** A collection's state; one that is not known reads "Unassigned" (specification 2 §3). */
export const collectionStateLabel = (name: CollectionStateName | undefined): Message =>
  message('domain', `collectionState.${name === undefined ? 'unassigned' : collectionStateOf(name).code}`)

/** The type of an entry of the activity log; an unknown one is called unknown. */
export const activityLabel = (typeId: number): Message => {
  const type = activityTypes.find(({ id }) => id === typeId)
  return type ? message('domain', `activity.${type.code}`) : message('domain', 'activity.unknown')
}

type ActionOf<K> = K extends `actions.${infer Action}` ? Action : never
export type Action = ActionOf<Key<'domain'>>

/**
 * What people do with a submission: the one spelling of each action, on its button, in its dialog, in refusals and in the
 * history. Where a screen says what was done, see {@link activityLabel}.
 */
export const actionLabel = (action: Action): Message => message('domain', `actions.${action}`)

/** A role; one that another issuer made up stands as it is. */
export const roleLabel = (role: string): Message | string =>
  isRole(role) ? message('domain', `role.${role}`) : role

/** A country of the United Kingdom by its code; an unknown code stands as it is. */
export const countryLabel = (code: string): Message | string =>
  isCountryCode(code) ? message('domain', `country.${code}`) : code

/** Headings of the organisation selector (specification 1 §1). */
export const organisationGroupLabel = (type: OrganisationType): Message =>
  message('domain', `organisations.${type}`, agency)

/** A step of the stepper, which is a page of the submission. */
export const stepLabel = (page: SubmissionPage): Message => message('domain', `step.${page}`)

/** An approval of the chain. */
export const approvalLabel = (status: ApprovalStatusName): Message =>
  message('domain', `approval.${status}`, agency)
