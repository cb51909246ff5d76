import { type AwaitingParty, awaitingParty } from './awaitingParty.ts'
import {
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
  next: NextStep | undefined
}

/** The one answer to "how does it stand, whose turn is it, and what comes next?" */
export const outlookOf = (name: StatusName): Outlook => {
  const status = shownStatus(name)
  return {
    status,
    awaits: awaitingParty(name),
    next: isHandedOver(name) ? ((hasHistory(name) ? name : status.name) as NextStep) : undefined,
  }
}
