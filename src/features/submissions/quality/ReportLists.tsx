import type { CredibilityChapter } from '../../../domain/wire/reports.ts'
import { useMessages } from '../../../messages/index.ts'
import { Badge, EmptyState, Link, StatusTag } from '../../../ui/index.ts'
import { additionalReportPath, credibilityPath, type SubmissionAddress } from '../../common/address.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { isShownReport } from '../shared/additionalReports.ts'
import styles from './ReportLists.module.css'

export interface CredibilityListProps {
  address: SubmissionAddress
  instId: string
  chapters: Loaded<CredibilityChapter[]>
}

/** The credibility reports by chapter, each with the number of its issues (specification 2 §2.9). */
export function CredibilityList({ address, instId, chapters }: CredibilityListProps) {
  const t = useMessages('submissions.quality')
  return (
    <WhenLoaded
      resource={chapters}
      loading={t('sections.credibility')}
      failed={t('credibility.failed')}
      sketch="rows"
    >
      {list =>
        list.length === 0 ? (
          <EmptyState title={t('credibility.none')} />
        ) : (
          <div className={styles.chapters}>
            {list.map(chapter => (
              <section key={chapter.chapterId} aria-labelledby={`chapter-${chapter.chapterId}`}>
                <div className={styles.heading}>
                  <h3 id={`chapter-${chapter.chapterId}`}>{chapter.chapterName}</h3>
                  <Issues count={chapter.chapterFailureCount} />
                </div>
                <ul className={styles.reports} data-plain>
                  {chapter.reports.map(report => (
                    <li key={report.ReportCode} className={styles.report}>
                      <div className={styles.text}>
                        <Link href={credibilityPath(address, report.ReportCode, instId)} variant="row">
                          {report.Title}
                        </Link>
                        <span className={styles.note}>
                          <code>{report.ReportCode}</code> {report.UpperNotes}
                        </span>
                      </div>
                      <Issues count={report.failureCount} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )
      }
    </WhenLoaded>
  )
}

function Issues({ count }: { count: number }) {
  const t = useMessages('submissions.quality')
  if (count === 0) {
    return (
      <StatusTag tone="good" variant="plain">
        {t('credibility.noIssues')}
      </StatusTag>
    )
  }
  return (
    <StatusTag tone="attention" variant="plain">
      {t('credibility.issues', { count })}
    </StatusTag>
  )
}

export interface AdditionalReport {
  CollectionReportCode: string
  Title: string
  Details: string
}

export interface AdditionalListProps {
  address: SubmissionAddress
  reports: Loaded<AdditionalReport[]>
}

/** The additional reports; only codes that have a page are listed (specification 2 §2.9). */
export function AdditionalList({ address, reports }: AdditionalListProps) {
  const t = useMessages('submissions.quality')
  return (
    <WhenLoaded
      resource={reports}
      loading={t('sections.additional')}
      failed={t('additional.failed')}
      sketch="rows"
    >
      {list => {
        const known = list.filter(report => isShownReport(report.CollectionReportCode))
        if (known.length === 0) return <EmptyState title={t('additional.none')} />
        return (
          <ul className={styles.reports} data-plain>
            {known.map(report => (
              <li key={report.CollectionReportCode} className={styles.report}>
                <div className={styles.text}>
                  <Link href={additionalReportPath(address, report.CollectionReportCode)} variant="row">
                    {report.Title}
                  </Link>
                  <span className={styles.note}>{report.Details}</span>
                </div>
                <Badge>{report.CollectionReportCode}</Badge>
              </li>
            ))}
          </ul>
        )
      }}
    </WhenLoaded>
  )
}
