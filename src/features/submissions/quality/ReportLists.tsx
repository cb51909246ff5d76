import { farthestDeviation } from '../../../domain/credibility.ts'
import { product } from '../../../domain/product.ts'
import type { CredibilityChapter } from '../../../domain/wire/reports.ts'
import { issueEventMessage } from '../../../machines/issue/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  ConfirmDialog,
  DeviationStrip,
  EmptyState,
  Link,
  Menu,
  type MenuItem,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { credibilityPath, type SubmissionAddress } from '../../common/address.ts'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './ReportLists.module.css'
import type { CredibilityRaisingHandle } from './useCredibilityRaising.ts'
import type { Raising } from './useRaising.ts'
import type { ReportDownloads } from './useReportDownloads.ts'

export interface CredibilityListProps {
  address: SubmissionAddress
  instId: string
  chapters: Loaded<CredibilityChapter[]>
  /** Issues of the reports. */
  issues: Raising
  /** Regulator for which issues of reports are raised: the provider's own. */
  regulatorCode: string
  /** Undefined where it is not offered. */
  raising: CredibilityRaisingHandle | undefined
  downloads: ReportDownloads
}

/** The credibility reports by chapter, each with the number of its issues (specification 2 §2.9). */
export function CredibilityList({ chapters, ...props }: CredibilityListProps) {
  const t = useMessages('submissions.quality')
  const words = useMessages('submissions.qualityParts')
  const { issues } = props
  return (
    <Stack gap={3}>
      <Row gap={2} justify="end">
        {props.raising && <RaiseAll {...props.raising} />}
        {(chapters.data?.length ?? 0) > 0 && (
          <Button
            icon="download"
            isPending={props.downloads.pending === 'all'}
            onPress={() => props.downloads.run('all')}
          >
            {words('credibility.downloadAll')}
          </Button>
        )}
      </Row>
      {props.raising && <RaisingFailure {...props.raising} />}
      <ActionFailure title={words('credibility.notDownloaded')} problem={props.downloads.problem} />
      <ActionFailure title={t('report.notRaised')} problem={issues.problem} hasReason />
      <WhenLoaded
        resource={chapters}
        loading={t('sections.credibility')}
        failed={words('credibility.failed')}
        sketch="rows"
      >
        {list =>
          list.length === 0 ? (
            <EmptyState title={words('credibility.none')} />
          ) : (
            <div className={styles.chapters}>
              {worstFirst(list).map(chapter => (
                <section key={chapter.chapterId} aria-labelledby={`chapter-${chapter.chapterId}`}>
                  <div className={styles.heading}>
                    <h3 id={`chapter-${chapter.chapterId}`}>{chapter.chapterName}</h3>
                    <Row gap={2}>
                      <Issues count={chapter.chapterFailureCount} />
                      <Button
                        variant="quiet"
                        size="small"
                        icon="download"
                        aria-label={words('credibility.downloadChapter', { chapter: chapter.chapterName })}
                        isPending={props.downloads.pending === chapter.chapterId}
                        onPress={() => props.downloads.run(chapter.chapterId)}
                      />
                    </Row>
                  </div>
                  <ul className={styles.reports} data-plain>
                    {chapter.reports.map(report => (
                      <Report key={report.ReportCode} report={report} {...props} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }
      </WhenLoaded>
    </Stack>
  )
}

/** Chapters and their reports with most to explain first; the order of the specification decides between equals. */
const worstFirst = (chapters: readonly CredibilityChapter[]): CredibilityChapter[] =>
  chapters
    .map(chapter => ({
      ...chapter,
      reports: chapter.reports.toSorted(
        (one, other) => other.failureCount - one.failureCount || beyondOf(other) - beyondOf(one),
      ),
    }))
    .toSorted((one, other) => other.chapterFailureCount - one.chapterFailureCount)

/** Values that changed more than expected. */
const beyondOf = ({ deviations }: Pick<CredibilityChapter['reports'][number], 'deviations'>): number =>
  deviations.filter(value => Math.abs(value) >= 1).length

/** An issue of every report with a shaded cell that has none (specification 2 §2.9, §4.6). */
function RaiseAll(raising: CredibilityRaisingHandle) {
  const words = useMessages('submissions.qualityParts')
  const text = useText()
  return (
    <>
      <Button disabledReason={text(raising.refusal)} onPress={raising.ask}>
        {words('credibility.raise')}
      </Button>
      <ConfirmDialog
        title={words('credibility.raiseDialog.title')}
        isOpen={raising.isOpen}
        confirmLabel={words('credibility.raise')}
        isPending={raising.isRunning}
        onConfirm={raising.confirm}
        onCancel={raising.cancel}
      >
        <p>{words('credibility.raiseDialog.text', { product: product.name })}</p>
      </ConfirmDialog>
    </>
  )
}

function RaisingFailure({ problem }: CredibilityRaisingHandle) {
  const words = useMessages('submissions.qualityParts')
  return <ActionFailure title={words('credibility.notRaised')} problem={problem} hasReason />
}

type ReportProps = Pick<CredibilityListProps, 'address' | 'instId' | 'issues' | 'regulatorCode'> & {
  report: CredibilityChapter['reports'][number]
}

function Report({ report, address, instId, issues, regulatorCode }: ReportProps) {
  const t = useMessages('submissions.quality')
  const words = useMessages('submissions.qualityParts')
  const text = useText()
  const { ReportCode, issue, failureCount } = report
  const href = credibilityPath(address, ReportCode, instId)
  const raisable = {
    subject: 'report' as const,
    code: ReportCode,
    regulatorCode,
    isOutside: failureCount > 0,
    issue,
  }
  const items: MenuItem[] = [
    { id: 'open', label: words('credibility.openReport'), icon: 'search', href },
    {
      id: 'raise',
      label: text(issueEventMessage(issues.eventOf(raisable))),
      disabledReason: text(issues.refusalOf(raisable)),
    },
    ...(issue?.link && issues.mayView
      ? [{ id: 'issue', label: t('report.viewIssue'), href: issue.link }]
      : []),
  ]
  return (
    <li className={styles.report}>
      <div className={styles.text}>
        <Link href={href} variant="row">
          {report.Title}
        </Link>
        <span className={styles.note}>
          <code>{ReportCode}</code> {report.UpperNotes}
        </span>
      </div>
      <div className={styles.state}>
        {report.deviations.length > 0 && (
          <DeviationStrip
            values={report.deviations}
            farthest={farthestDeviation}
            isFault={failureCount > 0}
            label={words('credibility.strip', {
              figures: report.deviations.length,
              beyond: beyondOf(report),
            })}
          />
        )}
        {(failureCount > 0 || !issue) && <Issues count={failureCount} unusual={beyondOf(report)} />}
        {issue && (
          <span className={styles.issue}>
            <span className={styles.note}>{t('report.columns.issue')}</span>
            <IssueStatusTag status={issue.status} variant="plain" href={issues.mayView ? issue.link : null} />
          </span>
        )}
        <Menu
          label={t('report.menu', { rule: ReportCode })}
          items={items}
          onAction={id => id === 'raise' && issues.raise(raisable)}
        />
      </div>
    </li>
  )
}

function Issues({ count, unusual = 0 }: { count: number; unusual?: number }) {
  const words = useMessages('submissions.qualityParts')
  // Coloured marks next to "no issues" would contradict it: some changes are unusual, but need no explanation.
  if (count === 0 && unusual > 0)
    return (
      <StatusTag tone="neutral" variant="plain">
        {words('credibility.unusual', { count: unusual })}
      </StatusTag>
    )
  if (count === 0) {
    return (
      <StatusTag tone="good" variant="plain">
        {words('credibility.notShaded')}
      </StatusTag>
    )
  }
  return (
    <StatusTag tone="attention" variant="plain">
      {words('credibility.shaded', { count })}
    </StatusTag>
  )
}
