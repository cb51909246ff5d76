import { issueEventMessage } from '../../../machines/issue/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Menu, type MenuItem } from '../../../ui/index.ts'
import { rulePath, type SubmissionAddress } from '../../common/address.ts'
import type { RuleLine } from './rows.ts'
import type { Raising } from './useRaising.ts'

interface RuleMenuProps {
  line: RuleLine
  address: SubmissionAddress
  listQuery: string
  issues: Raising | undefined
}

/** What can be done with one rule of the report. */
export function RuleMenu({ line, address, listQuery, issues }: RuleMenuProps) {
  const t = useMessages('submissions.quality')
  const text = useText()
  const items: MenuItem[] = [
    {
      id: 'open',
      label: t('report.openRule'),
      icon: 'search',
      href: `${rulePath(address, line.code, line.regulatorCode)}${listQuery}`,
    },
    ...(issues
      ? [
          {
            id: 'raise',
            label: text(issueEventMessage(issues.eventOf(line))),
            disabledReason: text(issues.refusalOf(line)),
          },
        ]
      : []),
    ...(line.issue?.link && issues?.mayView
      ? [{ id: 'issue', label: t('report.viewIssue'), href: line.issue.link }]
      : []),
    ...(line.guidanceUrl
      ? [{ id: 'guidance', label: t('report.guidance'), icon: 'external' as const, href: line.guidanceUrl }]
      : []),
  ]
  return (
    <Menu
      label={t('report.menu', { rule: `${line.code} ${line.regulator}` })}
      items={items}
      onAction={id => id === 'raise' && issues?.raise(line)}
    />
  )
}
