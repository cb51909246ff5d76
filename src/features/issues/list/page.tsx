import { PageTitle, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { DataTable, EmptyState, Page, PageHeader, Stack } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { LoadFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { issueColumns } from './columns.tsx'
import { ExplainChosen } from './ExplainChosen.tsx'
import { ChosenIssueFilters, IssueFilters } from './IssueFilters.tsx'
import { useChoice } from './useChoice.ts'
import { useIssueList } from './useIssueList.ts'

/** Route `/issues`: the issues that the viewer may see, narrowed as the address says (decisions §11). */
export function Component() {
  const t = useMessages('issues')
  const { may } = useViewer()
  return (
    <Page
      header={
        <PageHeader
          title={t('title')}
          explanation={
            <Term id="issue" isMark>
              {t('title')}
            </Term>
          }
        >
          {t('lead')}
        </PageHeader>
      }
    >
      <PageTitle title={t('title')} />
      {may('collections.view-issue') ? <Issues /> : <AccessDenied permission="collections.view-issue" />}
    </Page>
  )
}

function Issues() {
  const t = useMessages('issues')
  const text = useText()
  const { isProvider } = useViewer()
  const list = useIssueList()
  const { table, issues } = list
  const { choice, explain } = useChoice(issues.refresh)
  return (
    <Stack gap={4}>
      {choice && explain.count > 0 && <ExplainChosen {...explain} />}
      <DataTable
        id="issues"
        caption={t('list.caption')}
        isCaptionHidden
        columns={issueColumns(t, text, isProvider, choice)}
        rows={issues.data?.issues ?? []}
        rowId={issue => issue.id}
        rowLabel={issue => issue.code}
        state={table.state}
        onChange={table.change}
        serverTotal={issues.data?.pagingMetadata.totalResultsCount ?? 0}
        status={issues.status}
        hasColumnChoice
        stacks
        toolbar={<IssueFilters list={list} />}
        tags={<ChosenIssueFilters list={list} />}
        empty={
          <EmptyState level={0} title={list.isNarrowed ? t('list.noneForCriteria') : t('list.empty')}>
            {!list.isNarrowed && t('list.emptyHint')}
          </EmptyState>
        }
        failure={
          <LoadFailure title={t('list.failed')} problem={issues.problem} onRetry={issues.retry} level={0} />
        }
      />
    </Stack>
  )
}
