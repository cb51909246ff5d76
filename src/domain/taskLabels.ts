import { type Message, message } from '../messages/message.ts'
import { daysSince } from './deadline.ts'
import { actionLabel, statusLabel } from './labels.ts'
import { product } from './product.ts'
import { isNoSubmission, statusNameOf } from './status.ts'
import { lastFile, type TaskGroup } from './tasks.ts'
import type { Task } from './wire/tasks.ts'

/** What a task asks its reader to do. */
export const taskTitle = ({
  action,
  statusId,
  issue,
  sender,
  findings,
}: Pick<Task, 'action' | 'statusId' | 'issue' | 'sender' | 'findings'>): Message => {
  const status = statusNameOf(statusId ?? 0)
  switch (action) {
    case 'upload':
      return message('tasks', 'action.upload', { last: lastFile(status) })
    case 'submit':
      return actionLabel('SUBMIT')
    case 'requestSignOff':
      return actionLabel('REQUEST_SIGN_OFF')
    case 'makeHistory':
      return actionLabel('HISTORY_REQUESTED')
    case 'correct':
      return message('tasks', 'action.correct', { rules: findings?.blocking ?? 0 })
    case 'agreeToTransfers':
      return message('tasks', 'action.agreeToTransfers', {
        students: sender?.students ?? 0,
        sender: sender?.name ?? '',
      })
    case 'approve':
    case 'reprocess':
      return message('tasks', `action.${action}`, { status: statusLabel(status) })
    case 'answerIssue':
      return message('tasks', 'action.answerIssue', {
        by: issue?.lastComment?.by ?? product.name,
        name: issue?.name ?? '',
      })
    case 'decideOverride':
    case 'retryIssue':
      return message('tasks', `action.${action}`, { name: issue?.name ?? '' })
    default:
      return message('tasks', `action.${action}`)
  }
}

/** Rules outside tolerance that do not block the submission of which the task is: worth a look, but nothing waits for them. */
export const notUrgentRules = ({ action, findings }: Pick<Task, 'action' | 'findings'>): number =>
  findings && (action === 'correct' || action === 'submit') ? findings.outside - findings.blocking : 0

/** Name of a group of tasks. */
export const taskGroupLabel = (group: TaskGroup): Message => message('tasks', `group.${group}`)

/** Why a provider has a task, in one line; undefined if the title says it all. */
export const taskReason = (task: Task, now: Date): Message | undefined => {
  const { action, statusId, since, issue, findings } = task
  const status = statusNameOf(statusId ?? 0)
  const days = since === null ? 0 : daysSince(new Date(since), now)
  switch (action) {
    case 'upload':
      return isNoSubmission(status)
        ? message('tasks', 'reason.noFile')
        : message('tasks', 'reason.last', { status: statusLabel(status) })
    case 'correct':
      return (
        (findings &&
          message('tasks', 'reason.correct', {
            records: findings.records,
            names: findings.names.join(', '),
            more: findings.blocking - findings.names.length,
          })) ??
        undefined
      )
    case 'submit':
      return message('tasks', 'reason.submit')
    case 'requestSignOff':
      return message('tasks', 'reason.approved', { days })
    case 'returnForm':
      return message('tasks', 'reason.returnForm', { product: product.name })
    case 'agreeToTransfers':
      return message('tasks', 'reason.transfer', { days })
    default:
      return issue?.lastComment
        ? message('tasks', 'reason.asked', { days, text: issue.lastComment.text })
        : undefined
  }
}
