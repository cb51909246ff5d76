import type { AskableParty, ClosingResolution } from '../../../domain/issue.ts'
import {
  approveOverride,
  closeIssue,
  declineOverride,
  reopenIssue,
  requestOverride,
  startWork,
  withdrawIssue,
} from '../../../domain/wire/issueDecisions.ts'
import {
  assignIssue,
  attachToIssue,
  commentOnIssue,
  explainIssue,
  type IssueWire,
  retryIssue,
} from '../../../domain/wire/issues.ts'
import type { Services } from '../../../hooks/index.ts'
import { attachmentsIn, sendFiles } from '../../common/attaching.ts'
import type { IssueAction } from './offered.ts'

/** Names of the fields of the form. */
export const fields = {
  text: 'text',
  files: 'files',
  from: (part: number) => `from-${part}`,
  to: (part: number) => `to-${part}`,
} as const

/** What was chosen and entered about an issue. */
export interface Written {
  action: IssueAction
  awaits: AskableParty | undefined
  resolution: ClosingResolution
  /** User to whom the issue is assigned; undefined for nobody. */
  assignee: string | undefined
  entered: FormData
}

const textOf = (entered: FormData): string => String(entered.get(fields.text) ?? '').trim()
const noteOf = (entered: FormData) => {
  const note = textOf(entered)
  return note === '' ? {} : { note }
}
const enteredIn = (entered: FormData, name: string): string => String(entered.get(name) ?? '')

/** The values of the tolerance that is asked for, as entered, part by part as the rule's own. */
export const tolerancesOf = (issue: IssueWire, entered: FormData) =>
  (issue.tolerance?.parts ?? []).map(({ toleranceTypeId, toleranceTo }, part) => ({
    toleranceTypeId,
    toleranceFrom: enteredIn(entered, fields.from(part)),
    toleranceTo: toleranceTo === null ? null : enteredIn(entered, fields.to(part)),
  }))

/** Sends what was written, its files first; gives the issue as it is then. */
export const createSending = ({
  call,
  post,
}: {
  call: Services['api']['call']
  post: Services['postFile']
}) => {
  const attached = (id: string, entered: FormData): Promise<string[]> =>
    sendFiles(attachmentsIn(entered, fields.files), body => call(attachToIssue, { path: { id }, body }), post)

  return async (issue: IssueWire, { action, awaits, resolution, assignee, entered }: Written) => {
    const path = { id: issue.id }
    const text = textOf(entered)
    switch (action) {
      case 'RETRY':
        return call(retryIssue, { path })
      case 'COMMENT':
        return call(commentOnIssue, {
          path,
          body: { text, ...(awaits ? { awaits } : {}), attachments: await attached(issue.id, entered) },
        })
      case 'EXPLAIN':
        return call(explainIssue, { path, body: { text, attachments: await attached(issue.id, entered) } })
      case 'ASSIGN':
        return call(assignIssue, { path, body: { userId: assignee ?? null } })
      case 'START_WORK':
        return call(startWork, { path })
      case 'REQUEST_OVERRIDE':
        return call(requestOverride, { path, body: { text, tolerances: tolerancesOf(issue, entered) } })
      case 'APPROVE_OVERRIDE':
        return call(approveOverride, { path, body: noteOf(entered) })
      case 'DECLINE_OVERRIDE':
        return call(declineOverride, { path, body: { note: text } })
      case 'WITHDRAW':
        return call(withdrawIssue, { path, body: noteOf(entered) })
      case 'CLOSE':
        return call(closeIssue, { path, body: { resolution, ...noteOf(entered) } })
      case 'REOPEN':
        return call(reopenIssue, { path, body: noteOf(entered) })
    }
  }
}
