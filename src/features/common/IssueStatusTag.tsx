import { issueStatusTable } from '../../domain/issue.ts'
import type { IssueReference } from '../../domain/wire/issueList.ts'
import { Link, StatusTag, type StatusTagProps } from '../../ui/index.ts'

export interface IssueStatusTagProps extends Pick<StatusTagProps, 'variant'> {
  status: IssueReference['status']
  /** Where the issue is shown; nothing leads there without it. */
  href?: string | null
}

/** The status of an issue in the specification's words (specification 2 §4.6), as a link to it where there is one. */
export function IssueStatusTag({ status, variant, href }: IssueStatusTagProps) {
  const tag = (
    <StatusTag tone={issueStatusTable[status.code].tone} {...(variant ? { variant } : {})}>
      {status.name}
    </StatusTag>
  )
  return href ? (
    <Link href={href} variant="quiet">
      {tag}
    </Link>
  ) : (
    tag
  )
}
