import type { StateValueFrom } from 'xstate'
import { type IssueStatus, issueStatuses, issueStatusLabel, issueStatusTable } from '../../domain/issue.ts'
import { message } from '../../messages/message.ts'
import { enforcedChart } from '../support/enforcedChart.ts'
import { issueGuards } from './guards.ts'
import { type IssueMachine, issueMachine } from './machine.ts'
import { issueEventMessage } from './types.ts'

type Value = StateValueFrom<IssueMachine>
/** The compiler holds the table of statuses to the chart: each row names a state of its top. */
issueStatusTable satisfies Record<
  IssueStatus,
  { stage: Extract<Value, string> | keyof Exclude<Value, string> }
>

/** The chart as the server enforces it. */
export const issueChart = enforcedChart({
  name: 'issue',
  machine: issueMachine,
  places: issueStatuses,
  guards: issueGuards,
  effects: {
    register: true,
    keepText: true,
    notify: true,
    grantOverride: true,
    revokeOverride: true,
    noteAssignee: false,
    noteExplained: false,
    noteRequester: false,
    noteWork: false,
    noteWorkEnded: false,
  },
  wrongMoment: (status, event) =>
    event.type === 'RAISE'
      ? message('issue', 'alreadyRaised')
      : message('issue', 'wrongMoment', {
          event: issueEventMessage(event.type),
          status: issueStatusLabel(status),
        }),
  notNow: message('issue', 'notNow'),
})

/** How an issue at this status is raised: for the first time, or again where the register did not take it in. */
export const raisingEventAt = (status: IssueStatus): 'RAISE' | 'RETRY' | undefined =>
  (['RAISE', 'RETRY'] as const).find(type => issueChart.expects(status, type))

/** Whether an event may happen, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainIssue = issueChart.explain
