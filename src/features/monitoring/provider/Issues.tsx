import { loggedAt } from '../../../domain/dates.ts'
import type { IssueRow } from '../../../domain/wire/issueList.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, Link, PlainTable } from '../../../ui/index.ts'
import { issuePath, issuesOfProviderPath } from '../../common/address.ts'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import styles from './cells.module.css'

export interface IssuesProps {
  issues: readonly IssueRow[]
  total: number
  instId: string
}

/** The open issues of the provider, each with its way there, and the way to all of them. */
export function Issues({ issues, total, instId }: IssuesProps) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  return (
    <Card
      title={t('issues.title')}
      hint={
        total > 0 &&
        t('issues.shown', { total, shown: issues.length, more: total > issues.length ? 'yes' : 'no' })
      }
      actions={<Link href={issuesOfProviderPath(instId)}>{t('issues.all')}</Link>}
    >
      {issues.length === 0 ? (
        <p>{t('issues.none')}</p>
      ) : (
        <PlainTable
          caption={t('issues.title')}
          isCaptionHidden
          columns={[
            {
              id: 'issue',
              header: t('issues.issue'),
              isRowHeader: true,
              cell: ({ id, code, name }) => (
                <span className={styles.about}>
                  <Link href={issuePath(id)} variant="row">
                    {code}
                  </Link>
                  <span>{name}</span>
                </span>
              ),
            },
            { id: 'collection', header: t('columns.collection'), cell: ({ collection }) => collection.name },
            { id: 'regulator', header: t('issues.regulator'), cell: ({ regulator }) => regulator.name },
            {
              id: 'status',
              header: t('issues.status'),
              cell: ({ status }) => <IssueStatusTag status={status} variant="plain" />,
            },
            {
              id: 'updated',
              header: t('issues.updated'),
              cell: ({ updatedAt }) => text(loggedAt(updatedAt)),
            },
          ]}
          rows={issues}
          rowId={({ id }) => id}
          stacks
        />
      )}
    </Card>
  )
}
