import { limits } from '../../../domain/limits.ts'
import type { OrganisationType } from '../../../domain/organisation.ts'
import { type Facet, facets } from '../../../domain/qualityReport.ts'
import { ruleDefectAdvice } from '../../../domain/ruleDefect.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  DataTable,
  EmptyState,
  Icon,
  LinkButton,
  Row,
  type TableState,
} from '../../../ui/index.ts'
import { isOnlineValidation, pagePath } from '../../common/address.ts'
import { ActionFailure, LoadFailure } from '../../common/Loaded.tsx'
import { reportColumns } from './columns.tsx'
import { ReportDownloads, type ReportDownloadsProps } from './ReportDownloads.tsx'
import { ReportFacets } from './ReportFacets.tsx'
import styles from './ReportSection.module.css'
import { ReportTags } from './ReportTags.tsx'
import { ReportToolbar, type ReportToolbarProps } from './ReportToolbar.tsx'
import { RuleMenu } from './RuleMenu.tsx'
import type { ReportView } from './reportView.ts'
import { groupOf, type ReportChoice, type RuleLine } from './rows.ts'
import { useAgainst } from './useAgainst.ts'
import type { QualityReportData } from './useQualityReport.ts'
import type { RuleChoice } from './useRuleChoice.ts'

export interface ReportSectionProps extends ReportToolbarProps, ReportDownloadsProps {
  /** Kind of the organisation that reads. */
  reader: OrganisationType
  report: ReportView &
    Pick<QualityReportData, 'choice' | 'change' | 'chooseFacet' | 'clear' | 'resource' | 'listQuery'>
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  /** Undefined for those who never explain, and where there are no issues. */
  explaining: RuleChoice | undefined
}

/** The quality report: search, filters, comparison and the table of rules (specification 2 §2.9). */
export function ReportSection(props: ReportSectionProps) {
  const t = useMessages('submissions.quality')
  const commonMessages = useMessages('common')
  const text = useText()
  const { report, table, address } = props
  const { choice, comparedWith, resource } = report
  const against = useAgainst(comparedWith, props.lastYear)
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
        <ActionFailure title={t('report.downloadFailed')} problem={props.downloads.resultsProblem} />
        <ActionFailure
          title={t('report.detailedUnknown')}
          problem={props.downloads.detailedProblem}
          onRetry={props.downloads.onDetailedAgain}
        />
        <ActionFailure title={t('report.setFailed')} problem={props.downloads.set?.problem} />
        <ActionFailure title={t('report.notRaised')} problem={props.issues?.problem} hasReason />
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
            hasMeasured: report.lines.some(({ comparesFiles }) => comparesFiles),
            against:
              comparedWith?.submissionId === props.lastYear?.submissionId
                ? against
                : comparedWith &&
                  t('report.columns.against', { uploaded: new Date(Date.parse(comparedWith.uploadedDate)) }),
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
                  heading: (group: string) => <GroupHeading {...props} group={group} />,
                },
              })}
          note={report.regulators.length > 1 && <RegulatorNote report={report} />}
          toolbar={<ReportToolbar {...props} />}
          choices={<ReportDownloads {...props} />}
          tags={
            <>
              <ReportTags report={report} lastYear={props.lastYear} />
              {props.explaining && <RuleChoiceBar choice={props.explaining} />}
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

function GroupHeading({
  report,
  address,
  group,
}: Pick<ReportSectionProps, 'report' | 'address'> & { group: string }) {
  const t = useMessages('submissions.quality')
  const { rules, outside } = report.groups.get(group) ?? { rules: 0, outside: 0 }
  if (report.choice.grouping === 'entity') return t('groups.entity', { entity: group, rules, outside })
  if (group === 'qualityMeasured') return t('groups.measured', { rules, outside })
  // A file that is only checked is never submitted, and its rules are never explained.
  if (isOnlineValidation(address)) {
    const entity = t(group === 'operational' ? 'facets.operational' : 'facets.quality')
    return t('groups.entity', { entity, rules, outside })
  }
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

/** Buttons for the chosen rules; nothing if none is chosen. */
function RuleChoiceBar({ choice }: { choice: RuleChoice }) {
  const t = useMessages('submissions.quality')
  const { chosen } = choice
  const count = chosen.length
  if (count === 0) return null
  return (
    <Row gap={2} align="center">
      <Button
        variant="primary"
        size="small"
        onPress={choice.open}
        disabledReason={
          count > limits.issuesAtOnce ? t('choice.tooMany', { limit: limits.issuesAtOnce }) : undefined
        }
      >
        {t('choice.explain', { count })}
      </Button>
      <Button variant="quiet" size="small" onPress={choice.clear}>
        {t('choice.clear')}
      </Button>
    </Row>
  )
}
