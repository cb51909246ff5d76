import { type SnapshotFrom, type StateValueFrom, transition } from 'xstate'
import { type IssueStatus, issueStatuses, issueStatusLabel, issueStatusTable } from '../../domain/issue.ts'
import { message } from '../../messages/message.ts'
import { answersOf, type Explanation } from '../support/answering.ts'
import { camelCase, placesIn } from '../support/leaves.ts'
import { type IssueGuardName, issueGuards } from './guards.ts'
import { type IssueMachine, issueMachine } from './machine.ts'
import { type IssueEvent, type IssueFacts, issueEventMessage } from './types.ts'

export type IssueSnapshot = SnapshotFrom<IssueMachine>

type Value = StateValueFrom<IssueMachine>
/** The compiler holds the table of statuses to the chart: each row names a state of its top. */
issueStatusTable satisfies Record<
  IssueStatus,
  { stage: Extract<Value, string> | keyof Exclude<Value, string> }
>

const places = placesIn('issue', issueMachine.root, issueStatuses, camelCase)

/** The chart's state value of a status. */
export const stateOfIssueStatus = places.stateValueOf

/** The status that a state value of the chart stands for. Throws on a value that is not a leaf of the chart. */
export const issueStatusOfState = places.nameAt

/** The chart at a stored status with the facts of the moment. */
export const issueAt = (status: IssueStatus, facts: IssueFacts): IssueSnapshot =>
  issueMachine.resolveState({ value: stateOfIssueStatus(status), context: facts })

/** Effects that the chart asks for; the server applies each once. */
export const issueEffects = ['register', 'keepText', 'notify', 'grantOverride', 'revokeOverride'] as const
export type IssueEffect = (typeof issueEffects)[number]

const isEffect = (type: string): type is IssueEffect => (issueEffects as readonly string[]).includes(type)

export interface SteppedIssue {
  status: IssueStatus
  /** What the guards read. */
  before: IssueFacts
  /** The same after the event. */
  facts: IssueFacts
  effects: IssueEffect[]
}

/**
 * One step of the chart: status and facts after the event and the effects that it asks for. Ask `explainIssue` first: an
 * event that the chart does not take leaves everything as it was.
 */
export const stepIssue = (status: IssueStatus, facts: IssueFacts, event: IssueEvent): SteppedIssue => {
  const [after, actions] = transition(issueMachine, issueAt(status, facts), event)
  return {
    status: issueStatusOfState(after.value),
    before: facts,
    facts: after.context,
    effects: actions.flatMap(({ type }) => (isEffect(type) ? [type] : [])),
  }
}

const answers = answersOf<IssueFacts, IssueEvent, IssueGuardName>(issueMachine.root, issueGuards)

/** How an issue at this status is raised: for the first time, or again where the register did not take it in. */
export const raisingEventAt = (status: IssueStatus): 'RAISE' | 'RETRY' | undefined =>
  (['RAISE', 'RETRY'] as const).find(type => answers.expects(places.idOf(status), type))

/** Whether an event may happen at a status, with every guard's sentence and the refusal if there is one (403 or 409). */
export const explainIssue = (
  status: IssueStatus,
  facts: IssueFacts,
  event: IssueEvent,
): Explanation<IssueGuardName> =>
  answers.explain(issueAt(status, facts), facts, event, {
    wrongMoment: () =>
      event.type === 'RAISE'
        ? message('issue', 'alreadyRaised')
        : message('issue', 'wrongMoment', {
            event: issueEventMessage(event.type),
            status: issueStatusLabel(status),
          }),
    notNow: message('issue', 'notNow'),
  })
