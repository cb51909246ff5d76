import { type AwaitingParty, awaitingParty } from './awaitingParty.ts'
import type { OrganisationType } from './organisation.ts'
import type { UserPrincipal } from './principal.ts'
import {
  type Awaited,
  hasHistory,
  isHandedOver,
  type Status,
  type StatusName,
  type StatusOfGroup,
  shownStatus,
} from './status.ts'

/** What can come next for a submission that was handed over, by the status that people read; and whether its history is kept. */
export type NextStep =
  | StatusOfGroup<'approval' | 'resubmission'>
  | Exclude<StatusOfGroup<'signOff'>, 'HISTORY_DATA' | 'HISTORY_DATA_ERROR'>

/** How a submission stands to people: its status, who acts next, and what happens next. */
export interface Outlook {
  status: Status
  awaits: AwaitingParty
  /** Undefined before the submission is handed over: the steps say what is to be done. */
  next: NextStep | 'FORM_RETURNED' | undefined
}

/** Whose turn it is, as one reader sees it. */
export type Turn = 'you' | 'colleague' | Exclude<Awaited, 'provider'> | 'provider'

const ownCode = {
  provider: 'provider',
  agency: 'agency',
  statutory_customer: 'statutoryCustomer',
} as const satisfies Record<OrganisationType, Awaited>

/** The turn in words that are true for this reader: `canAct` is whether the reader may do what the party has to do. */
export const turnOf = (
  { code }: AwaitingParty,
  { organisationType }: Pick<UserPrincipal, 'organisationType'>,
  canAct: boolean,
): Turn => {
  if (code !== ownCode[organisationType]) return code
  return canAct ? 'you' : 'colleague'
}

/** The one answer to "how does it stand, whose turn is it, and what comes next?" */
export const outlookOf = (name: StatusName, isFormReturned = false): Outlook => {
  const status = shownStatus(name)
  return {
    status,
    awaits: awaitingParty(name, { isFormReturned }),
    next: !isHandedOver(name)
      ? undefined
      : name === 'PROVIDER_SIGNOFF' && isFormReturned
        ? 'FORM_RETURNED'
        : ((hasHistory(name) ? name : status.name) as NextStep),
  }
}
