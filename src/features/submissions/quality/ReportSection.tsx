import type { Problem } from '../../../domain/problem.ts'
import type { QualityRuleRow } from '../../../domain/wire/quality.ts'
import { issueEventMessage } from '../../../machines/issue/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  DataTable,
  EmptyState,
  FilterTags,
  LinkButton,
  Menu,
  type MenuItem,
  Row,
  SearchField,
  Select,
  Stack,
  Switch,
  type TableState,
} from '../../../ui/index.ts'
import { issuePath, pagePath, rulePath, type SubmissionAddress } from '../../common/address.ts'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { CompareChoice, type Comparison, type PreviousSubmission } from '../shared/CompareChoice.tsx'
import { compareColumns, reportColumns } from './columns.tsx'
import { type RuleLine, ruleLines } from './rows.ts'
import type { Raising } from './useRaising.ts'

/** What the reader has chosen; kept in the URL. */
export interface ReportFilters extends Comparison {
  search: string
  /** '1' outside tolerance, '0' inside. */
  status: '0' | '1'
  hidesUnchanged: boolean
}

export interface ReportSectionProps {
  address: SubmissionAddress
  report: Loaded<{ rules: QualityRuleRow[]; total: number }>
  /** Whether any rule was run at all, whatever is filtered. */
  hasData: boolean
  onRetry: () => void
  previous: readonly PreviousSubmission[]
  filters: ReportFilters
  onFilter: (change: Partial<ReportFilters>) => void
  /** What stands in the search box; it counts when Enter is pressed. */
  searchDraft: string
  onSearchDraft: (text: string) => void
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** Undefined for files of online validation, which have no issues. */
  issues: Raising | undefined
  /** Online validation has no earlier submissions to compare with. */
  canCompare: boolean
  downloads: {
    onResults: () => void
    isResultsPending: boolean
    resultsProblem: Problem | undefined
    onDetailed: () => void
    isDetailedPending: boolean
    /** Why the detailed results cannot be had now; undefined when they can. */
    detailedRefusal: string | undefined
  }
}

/** The quality report: search, filters, comparison and the table of rules (specification 2 §2.9). */
export function ReportSection(props: ReportSectionProps) {
  const t = useMessages('submissions.quality')
  const commonMessages = useMessages('common')
  const text = useText()
  const { report, filters, table, address } = props
  const lines = ruleLines(report.data?.rules ?? [])
  const isCompared = filters.isComparing && filters.previousId !== undefined
  if (!props.hasData) {
    return (
      <EmptyState
        title={t('report.noData')}
        actions={
          <>
            <LinkButton href={pagePath(address, 'processing')} icon="arrowLeft">
              {commonMessages('back')}
            </LinkButton>
            <Button icon="refresh" onPress={props.onRetry}>
              {commonMessages('tryAgain')}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <Stack gap={3}>
      <Row gap={2} justify="end">
        {props.issues?.mayView && (
          <LinkButton href={issuePath()} variant="quiet">
            {t('report.allIssues')}
          </LinkButton>
        )}
        <Button
          icon="download"
          isPending={props.downloads.isResultsPending}
          onPress={props.downloads.onResults}
        >
          {t('report.download')}
        </Button>
        <Button
          icon="download"
          isPending={props.downloads.isDetailedPending}
          disabledReason={props.downloads.detailedRefusal}
          onPress={props.downloads.onDetailed}
        >
          {t('report.detailed')}
        </Button>
      </Row>
      {props.downloads.resultsProblem && (
        <ActionFailure title={t('report.downloadFailed')} problem={props.downloads.resultsProblem} />
      )}
      {props.issues?.problem && (
        <ActionFailure title={t('report.notRaised')} problem={props.issues.problem}>
          <p>{text(props.issues.problem.reason)}</p>
        </ActionFailure>
      )}
      <DataTable
        id="quality-rules"
        caption={isCompared ? t('report.compareCaption') : t('report.caption')}
        isCaptionHidden
        columns={isCompared ? compareColumns(t, address) : reportColumns(t, address, props.issues)}
        rows={lines}
        rowId={line => line.id}
        rowLabel={line => line.code}
        subRows={line => (line.specialists.length > 0 ? line.specialists : undefined)}
        state={table}
        onChange={props.onTableChange}
        serverTotal={report.data?.total ?? 0}
        status={report.status}
        hasColumnChoice
        toolbar={<Toolbar {...props} hasResults={lines.length > 0} />}
        tags={
          filters.search !== '' && (
            <FilterTags
              label={t('report.tags.remove')}
              tags={[{ id: 'search', filter: t('report.tags.search'), label: filters.search }]}
              onRemove={() => props.onFilter({ search: '' })}
              onClear={() => props.onFilter({ search: '' })}
            />
          )
        }
        actions={line => <RuleMenu line={line} address={address} issues={props.issues} />}
        empty={
          <EmptyState
            level={0}
            title={
              filters.search === ''
                ? t('report.noneForStatus', { status: filters.status === '1' ? 'outside' : 'inside' })
                : t('report.noneForCriteria')
            }
          />
        }
        failure={
          <LoadFailure title={t('report.failed')} problem={report.problem} onRetry={report.retry} level={0} />
        }
      />
    </Stack>
  )
}

function Toolbar(props: ReportSectionProps & { hasResults: boolean }) {
  const t = useMessages('submissions.quality')
  const { filters, onFilter, previous, canCompare, hasResults } = props
  return (
    <Row gap={3} align="end">
      <SearchField
        label={t('report.search')}
        value={props.searchDraft}
        onChange={props.onSearchDraft}
        onSearch={search => onFilter({ search })}
        placeholder={t('report.searchPlaceholder')}
        isPageSearch
      />
      <Select
        label={t('report.status')}
        options={[
          { id: '1', label: t('report.outside') },
          { id: '0', label: t('report.inside') },
        ]}
        value={filters.status}
        onChange={status => onFilter({ status: status === '0' ? '0' : '1' })}
      />
      {canCompare && (
        <>
          <CompareChoice
            isComparing={filters.isComparing}
            previousId={filters.previousId}
            previous={previous}
            refusal={hasResults || filters.isComparing ? undefined : t('report.nothingToCompare')}
            onChange={comparison =>
              onFilter(comparison.isComparing ? comparison : { ...comparison, hidesUnchanged: false })
            }
          />
          {filters.isComparing && (
            <Switch
              isSelected={filters.hidesUnchanged}
              disabledReason={filters.previousId === undefined ? t('report.hideUnchangedOff') : undefined}
              onChange={hidesUnchanged => onFilter({ hidesUnchanged })}
            >
              {t('report.hideUnchanged')}
            </Switch>
          )}
        </>
      )}
    </Row>
  )
}

interface RuleMenuProps {
  line: RuleLine
  address: SubmissionAddress
  issues: Raising | undefined
}

function RuleMenu({ line, address, issues }: RuleMenuProps) {
  const t = useMessages('submissions.quality')
  const text = useText()
  const items: MenuItem[] = [
    {
      id: 'open',
      label: t('report.openRule'),
      icon: 'search',
      href: rulePath(address, line.code, line.regulatorCode),
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
