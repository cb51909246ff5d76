import { uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { OrganisationType } from '../../../domain/organisation.ts'
import type { Problem } from '../../../domain/problem.ts'
import { type Facet, facets } from '../../../domain/qualityReport.ts'
import { ruleDefectAdvice } from '../../../domain/ruleDefect.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  DataTable,
  EmptyState,
  type FilterTag,
  FilterTags,
  Icon,
  LinkButton,
  Menu,
  Popup,
  Row,
  SearchField,
  Select,
  type TableState,
} from '../../../ui/index.ts'
import { issuePath, pagePath, type SubmissionAddress } from '../../common/address.ts'
import { ActionFailure, LoadFailure } from '../../common/Loaded.tsx'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'
import { ReportViews } from '../shared/ReportViews.tsx'
import { reportColumns } from './columns.tsx'
import { Facets, useFacetLabel } from './Facets.tsx'
import styles from './ReportSection.module.css'
import { RuleChoiceBar } from './RuleChoiceBar.tsx'
import { RuleMenu } from './RuleMenu.tsx'
import type { ReportView } from './reportView.ts'
import { groupOf, type ReportChoice, type RuleLine } from './rows.ts'
import type { DeliverySet } from './useDeliverySet.ts'
import type { QualityReportData } from './useQualityReport.ts'
import type { Raising } from './useRaising.ts'
import type { RuleChoice } from './useRuleChoice.ts'
import type { WorkbookKind } from './useWorkbooks.ts'

export interface ReportSectionProps {
  address: SubmissionAddress
  /** Kind of the organisation that reads. */
  reader: OrganisationType
  report: ReportView &
    Pick<QualityReportData, 'choice' | 'change' | 'chooseFacet' | 'clear' | 'resource' | 'listQuery'>
  previous: readonly PreviousSubmission[]
  /** The submission with which last year's collection was signed off; undefined where there is none. */
  lastYear: (PreviousSubmission & { collectionName: string }) | undefined
  /** What stands in the search box; it counts when Enter is pressed. */
  searchDraft: string
  onSearchDraft: (text: string) => void
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** Undefined for files of online validation, which have no issues. */
  issues: Raising | undefined
  /** Undefined for those who never explain, and where there are no issues. */
  explaining: RuleChoice | undefined
  downloads: {
    onResults: () => void
    isResultsPending: boolean
    resultsProblem: Problem | undefined
    onDetailed: () => void
    isDetailedPending: boolean
    /** Why the detailed results cannot be had now; undefined when they can. */
    detailedRefusal: string | undefined
    /** Why the server does not say whether they are there. */
    detailedProblem: Problem | undefined
    onDetailedAgain: () => void
    /** What each file is, with its size and age where it is ready. */
    detailedHint: string
    workbookHint: string
    onWorkbook: (kind: WorkbookKind) => void
    /** Undefined for files of online validation, of which nothing is delivered. */
    set: DeliverySet | undefined
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
        {props.downloads.detailedProblem && (
          <ActionFailure
            title={t('report.detailedUnknown')}
            problem={props.downloads.detailedProblem}
            onRetry={props.downloads.onDetailedAgain}
          />
        )}
        {props.downloads.set?.problem && (
          <ActionFailure title={t('report.setFailed')} problem={props.downloads.set.problem} />
        )}
        {props.issues?.problem && (
          <ActionFailure title={t('report.notRaised')} problem={props.issues.problem}>
            <p>{text(props.issues.problem.reason)}</p>
          </ActionFailure>
        )}
        {report.defects.length > 0 && (
          <Banner tone="attention" title={t('report.defects', { count: report.defects.length })}>
            <p>{report.defects.join(', ')}</p>
            <p>{text(ruleDefectAdvice(props.reader, report.defects.length))}</p>
          </Banner>
        )}
        <DataTable
          id="quality-rules"
          caption={t('report.caption')}
          isCaptionHidden
          columns={reportColumns({ t, text }, address, {
            issues: props.issues,
            explaining: props.explaining,
            listQuery: report.listQuery,
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
          tags={
            <>
              <ChosenTags report={report} />
              {props.explaining && <RuleChoiceBar choice={props.explaining} lines={report.lines} />}
            </>
          }
          actions={line => (
            <RuleMenu line={line} address={address} listQuery={report.listQuery} issues={props.issues} />
          )}
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

/** Where there is no earlier upload, the report stands beside nothing as long as nothing is chosen. */
const nothing = '-'

function Toolbar(props: ReportSectionProps) {
  const t = useMessages('submissions.quality')
  const text = useText()
  const { report, address, previous, lastYear } = props
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
      {(lastYear || (comparedWith && last)) && (
        <div className={styles.compare}>
          <Select
            label={t('report.compareWith')}
            options={[
              ...(last ? [] : [{ id: nothing, label: t('report.compareWithNothing') }]),
              ...previous.map(({ submissionId, uploadedDate, fileName }) => ({
                id: submissionId,
                label: text(uploadedAt(uploadedDate)),
                hint: shownFileName(fileName),
              })),
              ...(lastYear
                ? [
                    {
                      id: lastYear.submissionId,
                      label: t('report.signedOff', { collection: lastYear.collectionName }),
                      hint: shownFileName(lastYear.fileName),
                    },
                  ]
                : []),
            ]}
            value={comparedWith?.submissionId ?? nothing}
            onChange={id =>
              report.change({ previousId: id === (last?.submissionId ?? nothing) ? undefined : id })
            }
          />
        </div>
      )}
    </Row>
  )
}

function Downloads({ issues, downloads }: ReportSectionProps) {
  const t = useMessages('submissions.quality')
  const { set } = downloads
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
            isPending={downloads.isResultsPending || downloads.isDetailedPending || set?.isPending === true}
          >
            {t('report.downloads')}
          </Button>
        }
        items={[
          { id: 'results', label: t('report.download'), hint: t('report.resultsHint') },
          {
            id: 'detailed',
            label: t('report.detailed'),
            hint: downloads.detailedHint,
            disabledReason: downloads.detailedRefusal,
          },
          {
            id: 'workbook',
            label: t('report.workbook'),
            hint: downloads.workbookHint,
            disabledReason: downloads.detailedRefusal,
          },
          {
            id: 'divided',
            label: t('report.divided'),
            hint: t('report.dividedHint'),
            disabledReason: downloads.detailedRefusal,
          },
          ...(set
            ? [{ id: 'set', label: t('report.set'), hint: t('report.setHint'), disabledReason: set.refusal }]
            : []),
        ]}
        onAction={id => {
          if (id === 'results') downloads.onResults()
          else if (id === 'detailed') downloads.onDetailed()
          else if (id === 'set') set?.onDownload()
          else downloads.onWorkbook(id === 'divided' ? 'divided' : 'all')
        }}
      />
    </>
  )
}
