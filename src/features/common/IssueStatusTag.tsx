import { issueStatusTable } from '../../domain/issue.ts'
import type { IssueReference } from '../../domain/wire/issues.ts'
import { StatusTag, type StatusTagProps } from '../../ui/index.ts'

export interface IssueStatusTagProps extends Pick<StatusTagProps, 'variant'> {
  status: IssueReference['status']
}

/** The status of an issue in the specification's words (specification 2 §4.6). */
export function IssueStatusTag({ status, variant }: IssueStatusTagProps) {
  return (
    <StatusTag tone={issueStatusTable[status.code].tone} {...(variant ? { variant } : {})}>
      {status.name}
    </StatusTag>
  )
}
