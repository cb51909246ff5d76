import { type Message, message } from '../messages/message.ts'
import { may, type Principal } from './principal.ts'

/** Where a provider stands: in the register alone, taken into the portal, or taking part (decisions §10 "Providers"). */
export const providerStandings = ['REGISTERED', 'TAKEN_IN', 'ONBOARDED'] as const
export type ProviderStanding = (typeof providerStandings)[number]

/** Where a provider stands, by what is kept of it. */
export const standingOf = ({
  isTakenIn,
  onboarded,
}: {
  isTakenIn: boolean
  onboarded: boolean
}): ProviderStanding => {
  if (!isTakenIn) return 'REGISTERED'
  return onboarded ? 'ONBOARDED' : 'TAKEN_IN'
}

/** Whether a provider does not take part yet: of the three standings, people are shown two, onboarded or not (decisions §19). */
export const isNotOnboarded = ({ onboarded }: { onboarded: boolean }): boolean => !onboarded

/** What an import of the register does with providers that the portal does not know yet. */
export const importActions = ['REGISTER', 'TAKE_IN', 'ONBOARD'] as const
export type ImportAction = (typeof importActions)[number]

/** Why a provider cannot be taken in; undefined where it can. */
export const takingInRefusal = (standing: ProviderStanding): Message | undefined =>
  standing === 'REGISTERED' ? undefined : message('problems', 'alreadyTakenIn')

/** Why nothing of a provider can be changed by hand; undefined where it can. */
export const changeRefusal = (standing: ProviderStanding): Message | undefined =>
  standing === 'REGISTERED' ? message('problems', 'notTakenIn') : undefined

/** Whom the agency writes to or calls at a provider. */
export interface ProviderContact {
  name: string
  /** What they do there: "Data manager"; may be empty. */
  role: string
  email: string
  /** May be empty. */
  phone: string
}

/** Whether the reader sees the contacts of a provider: only the agency, which reads the register, does. */
export const seesContacts = (actor: Principal): boolean => may(actor, 'management.view')

export const emailForm = /^[^\s@]+@[^\s@]+$/
/** Digits with what people put between them. */
export const phoneForm = /^\+?[\d ()-]{0,30}$/

/** Risk codes that decide the approval chain (specification 1 §4); any other takes the longest chain of its country. */
export const riskCodes = ['01', '02'] as const

/** What of a provider was changed, as its history names it. */
export const providerDetails = [
  'onboarded',
  'publishedName',
  'riskCode',
  'regulator',
  'contacts',
  'instId',
  'ukprn',
  'name',
  'country',
  'region',
  'awardingPowers',
] as const
export type ProviderDetail = (typeof providerDetails)[number]

/** What has happened to a provider, as its history names it. */
export const providerEvents = ['TAKEN_IN', 'IMPORTED', 'CHANGED'] as const
export type ProviderEvent = (typeof providerEvents)[number]
