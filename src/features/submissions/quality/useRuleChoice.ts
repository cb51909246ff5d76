import { useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import type { Message } from '../../../messages/index.ts'
import type { SubmissionPageContext } from '../shared/page.ts'
import { whyNotExplainLine } from './raising.ts'
import type { RuleLine } from './rows.ts'

type Chosen = Pick<RuleLine, 'code' | 'regulatorCode'>

/** A line of the report as the address names it: the code of the rule, a space, the code of the regulator. */
export const choiceIdOf = ({ code, regulatorCode }: Chosen): string => `${code} ${regulatorCode}`

/** The rules that are chosen to be explained together; the address carries them, so a reload loses none. */
export interface RuleChoice {
  chosen: readonly string[]
  /** Why a line cannot be explained now, by the chart of its issue; undefined when it can. */
  refusalOf: (line: RuleLine) => Message | undefined
  onChoose: (lines: readonly RuleLine[], isChosen: boolean) => void
  clear: () => void
  /** Whether the window for the explanation is open. */
  isOpen: boolean
  open: () => void
  close: () => void
  /** Whether the explanation begins with that of last year. */
  usesLast: boolean
  useLast: () => void
  /** User to whom the rules are to be assigned. */
  assignee: string | undefined
  onAssignee: (userId: string | undefined) => void
}

/** Undefined for those who never explain: agency, regulators, guests. */
export const useRuleChoice = (
  page: Pick<SubmissionPageContext, 'instId' | 'facts' | 'allowsIssues'>,
): RuleChoice | undefined => {
  const { principal, may } = useViewer()
  const table = useTable('ruleChoice', tableDefaults())
  const { filters, expanded } = table.state
  const chosen = filters.rule ?? []
  if (!may('collections.answer-issue')) return undefined
  return {
    chosen,
    refusalOf: line => whyNotExplainLine(page, line, principal),
    onChoose: (lines, isChosen) => {
      const ids = lines.map(choiceIdOf)
      const others = chosen.filter(id => !ids.includes(id))
      table.filter('rule', isChosen ? [...others, ...ids] : others)
    },
    clear: () => table.change({ filters: {}, expanded: [] }),
    isOpen: expanded.length > 0 && chosen.length > 0,
    open: () => table.change({ expanded: ['explain'] }),
    close: () => table.change({ expanded: [] }),
    usesLast: expanded.includes('last'),
    useLast: () => table.change({ expanded: ['explain', 'last'] }),
    assignee: filters.to?.[0],
    onAssignee: userId => table.filter('to', userId === undefined ? [] : [userId]),
  }
}
