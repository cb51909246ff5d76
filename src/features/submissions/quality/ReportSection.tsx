import { uploadedAt } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import { type Facet, facets } from '../../../domain/qualityReport.ts'
import { issueEventMessage } from '../../../machines/issue/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  DataTable,
  EmptyState,
  type FilterTag,
  FilterTags,
  Icon,
  LinkButton,
  Menu,
  type MenuItem,
  Popup,
  Row,
  SearchField,
  Select,
  type TableState,
} from '../../../ui/index.ts'
import { issuePath, pagePath, rulePath, type SubmissionAddress } from '../../common/address.ts'
import { ActionFailure, LoadFailure } from '../../common/Loaded.tsx'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'
import { ReportViews } from '../shared/ReportViews.tsx'
import { reportColumns } from './columns.tsx'
import { Facets, useFacetLabel } from './Facets.tsx'
import styles from './ReportSection.module.css'
import type { ReportView } from './reportView.ts'
import { groupOf, type ReportChoice, type RuleLine } from './rows.ts'
import type { QualityReportData } from './useQualityReport.ts'
import type { Raising } from './useRaising.ts'

export interface ReportSectionProps {
  address: SubmissionAddress
  report: ReportView & Pick<QualityReportData, 'choice' | 'change' | 'chooseFacet' | 'clear' | 'resource'>
  previous: readonly PreviousSubmission[]
  /** What stands in the search box; it counts when Enter is pressed. */
  searchDraft: string
  onSearchDraft: (text: string) => void
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** Undefined for files of online validation, which have no issues. */
  issues: Raising | undefined
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
  const { report, table, address } = props
  const { choice, comparedWith, resource } = report
  if (resource.data && report.rules === 0) {
    return (
      <EmptyState
        title={t('report.noData')}
        actions={
          <>
            <LinkButton href={pagePath(address, 'processing')} icon="arrowLeft">
              {commonMessages('back')}
            </LinkButton>
            <Button icon="refresh" onPress={resource.retry}>
              {commonMessages('tryAgain')}
            </Button>
          </>
        }
      />
    )
  }
  const isFiltered =
    choice.search !== '' || facets.some(facet => facet !== 'status' && isChosen(choice, facet))
  return (
    <section className={styles.bench} aria-labelledby="quality-report">
      <aside className={styles.facets} aria-label={t('facets.label')} data-screen-only>
        <ReportFacets {...props} />
      </aside>
      <div className={styles.report}>
        <h2 id="quality-report" className={styles.heading}>
          {t('report.heading')}
        </h2>
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
          caption={t('report.caption')}
          isCaptionHidden
          columns={reportColumns(t, address, {
            issues: props.issues,
            comparedAt: comparedWith && Date.parse(comparedWith.uploadedDate),
            uploads: report.uploads.length,
          })}
          rows={report.lines}
          rowId={line => line.id}
          rowLabel={line => line.code}
          subRows={line => (line.specialists.length > 0 ? line.specialists : undefined)}
          state={table}
          onChange={props.onTableChange}
          serverTotal={report.total}
          status={resource.status}
          hasColumnChoice
          hasTwoLines
          {...(choice.grouping === 'none'
            ? {}
            : {
                groups: {
                  of: (line: RuleLine) => groupOf(line, choice.grouping),
                  heading: (group: string) => <GroupHeading report={report} group={group} />,
                },
              })}
          note={report.regulators.length > 1 && <RegulatorNote report={report} />}
          toolbar={<Toolbar {...props} />}
          choices={<Downloads {...props} />}
          tags={<ChosenTags report={report} />}
          actions={line => <RuleMenu line={line} address={address} issues={props.issues} />}
          empty={
            <EmptyState
              level={0}
              title={
                isFiltered || choice.chosen.status?.length !== 1
                  ? t('report.noneForCriteria')
                  : t('report.noneForStatus', {
                      status: choice.chosen.status[0] === '1' ? 'outside' : 'inside',
                    })
              }
            />
          }
          failure={
            <LoadFailure
              title={t('report.failed')}
              problem={resource.problem}
              onRetry={resource.retry}
              level={0}
            />
          }
        />
      </div>
    </section>
  )
}

const isChosen = ({ chosen }: ReportChoice, facet: Facet): boolean => (chosen[facet] ?? []).length > 0

function ReportFacets({ report, issues }: ReportSectionProps) {
  return (
    <Facets
      choice={report.choice}
      counts={report.counts}
      regulators={report.regulators}
      isCompared={report.comparedWith !== undefined}
      hasIssues={issues !== undefined}
      onFacet={report.chooseFacet}
      onChange={report.change}
    />
  )
}

function GroupHeading({ report, group }: Pick<ReportSectionProps, 'report'> & { group: string }) {
  const t = useMessages('submissions.quality')
  const { rules, outside } = report.groups.get(group) ?? { rules: 0, outside: 0 }
  if (report.choice.grouping === 'entity') return t('groups.entity', { entity: group, rules, outside })
  if (group !== 'operational') return t('groups.quality', { rules, outside })
  return (
    <span className={styles.blocking} data-blocks={outside > 0 || undefined}>
      {outside > 0 && <Icon name="lock" />}
      {t('groups.operational', { rules, outside })}
    </span>
  )
}

/** The figures of each regulator; they add up to more than the rules where several set the same. */
function RegulatorNote({ report }: Pick<ReportSectionProps, 'report'>) {
  const t = useMessages('submissions.quality')
  return (
    <>
      {report.regulators
        .map(({ shortName, outside, rules }) =>
          t('report.regulatorNote', { regulator: shortName, outside, rules }),
        )
        .join(' · ')}
      {report.regulators.some(({ shared }) => shared > 0) && `. ${t('report.sharedNote')}`}
    </>
  )
}

/** What is chosen beyond the usual status, each with a cross that takes it away. */
function ChosenTags({ report }: Pick<ReportSectionProps, 'report'>) {
  const t = useMessages('submissions.quality')
  const { choice, regulators } = report
  const labelOf = useFacetLabel(regulators)
  const tags: (FilterTag & { remove: () => void })[] = [
    ...(choice.search === ''
      ? []
      : [
          {
            id: 'search',
            filter: t('report.tags.search'),
            label: choice.search,
            remove: () => report.change({ search: '' }),
          },
        ]),
    ...facets
      .filter(facet => facet !== 'status')
      .flatMap(facet =>
        (choice.chosen[facet] ?? []).map(value => ({
          id: `${facet} ${value}`,
          filter: t(`facets.${facet}`),
          label: labelOf(facet, value),
          remove: () =>
            report.chooseFacet(
              facet,
              (choice.chosen[facet] ?? []).filter(other => other !== value),
            ),
        })),
      ),
  ]
  return (
    <FilterTags
      label={t('report.tags.remove')}
      tags={tags}
      onRemove={id => tags.find(tag => tag.id === id)?.remove()}
      onClear={() => {
        if (choice.search !== '') report.change({ search: '' })
        report.clear()
      }}
    />
  )
}

function Toolbar(props: ReportSectionProps) {
  const t = useMessages('submissions.quality')
  const text = useText()
  const { report, address, previous } = props
  const { comparedWith } = report
  const [last] = previous
  return (
    <Row gap={3} align="center">
      <ReportViews address={address} shown="rules" />
      <SearchField
        label={t('report.search')}
        isLabelHidden
        value={props.searchDraft}
        onChange={props.onSearchDraft}
        onSearch={search => report.change({ search })}
        placeholder={t('report.searchPlaceholder')}
        isPageSearch
      />
      <div className={styles.folded}>
        <Popup label={t('facets.label')} title={t('facets.label')}>
          <div className={styles.panel}>
            <ReportFacets {...props} />
          </div>
        </Popup>
      </div>
      {comparedWith && previous.length > 0 && (
        <div className={styles.compare}>
          <Select
            label={t('report.compareWith')}
            options={previous.map(({ submissionId, uploadedDate, fileName }) => ({
              id: submissionId,
              label: text(uploadedAt(uploadedDate)),
              hint: fileName,
            }))}
            value={comparedWith.submissionId}
            onChange={id => report.change({ previousId: id === last?.submissionId ? undefined : id })}
          />
        </div>
      )}
    </Row>
  )
}

function Downloads({ issues, downloads }: ReportSectionProps) {
  const t = useMessages('submissions.quality')
  return (
    <>
      {issues?.mayView && (
        <LinkButton href={issuePath()} variant="quiet">
          {t('report.allIssues')}
        </LinkButton>
      )}
      <Menu
        label={t('report.downloads')}
        trigger={
          <Button
            icon="download"
            iconEnd="chevronDown"
            isPending={downloads.isResultsPending || downloads.isDetailedPending}
          >
            {t('report.downloads')}
          </Button>
        }
        items={[
          { id: 'results', label: t('report.download') },
          { id: 'detailed', label: t('report.detailed'), disabledReason: downloads.detailedRefusal },
        ]}
        onAction={id => (id === 'results' ? downloads.onResults() : downloads.onDetailed())}
      />
    </>
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
