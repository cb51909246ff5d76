import { factsOfRow } from '../../../domain/wire/issueFacts.ts'
import type { IssueRow } from '../../../domain/wire/issueList.ts'
import { assignIssues, explainIssues, listColleagues } from '../../../domain/wire/issues.ts'
import { useAction, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { explainIssue } from '../../../machines/issue/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'

/** The issues of the list that are chosen, which the address carries, and what is done with them together. */
export const useChoice = (onDone: () => void) => {
  const t = useMessages('issues')
  const { principal, may } = useViewer()
  const { call } = useServices()
  const table = useTable('issueChoice', tableDefaults())
  const chosen = table.state.filters.issue ?? []
  const choose = (ids: readonly string[]) => table.filter('issue', ids)
  const colleagues = useResource(
    listColleagues,
    may('collections.answer-issue') && chosen.length > 0 ? {} : undefined,
  )
  const assignee = table.state.filters.to?.[0]
  const assigning = useAction(
    (userId: string | null) => call(assignIssues, { body: { issues: [...chosen], userId } }),
    {
      onDone: (_, { assigned }) => {
        notify({ tone: 'good', title: t('many.assigned', { count: assigned }) })
        choose([])
        onDone()
      },
    },
  )
  const explaining = useAction(
    (text: string) => call(explainIssues, { body: { issues: [...chosen], text } }),
    {
      onDone: (_, { explained }) => {
        notify({ tone: 'good', title: t('many.done', { count: explained }) })
        choose([])
        onDone()
      },
    },
  )
  return {
    /** Undefined for those who never explain: agency and regulators. */
    choice: may('collections.answer-issue')
      ? {
          chosen,
          refusalOf: (issue: IssueRow) =>
            explainIssue(issue.status.code, factsOfRow(issue), { type: 'EXPLAIN', actor: principal }).refusal
              ?.reason,
          onChoose: (ids: readonly string[], isChosen: boolean) => {
            const others = chosen.filter(id => !ids.includes(id))
            choose(isChosen ? [...others, ...ids] : others)
          },
        }
      : undefined,
    explain: {
      count: chosen.length,
      onExplain: explaining.run,
      onClear: () => choose([]),
      isSending: explaining.isRunning,
      problem: explaining.problem ?? assigning.problem,
      colleagues: colleagues.data?.colleagues ?? [],
      assignee,
      onAssignee: (userId: string) => table.filter('to', [userId]),
      onAssign: assigning.run,
      isAssigning: assigning.isRunning,
    },
  }
}
