import type { CredibilityChapter } from '../../../domain/wire/reports.ts'
import { Badge, EmptyState, Link, StatusTag } from '../../../ui/index.ts'
import { additionalReportPath, credibilityPath, type SubmissionAddress } from '../../common/address.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './ReportLists.module.css'
import { additionalReportTitles, texts } from './texts.ts'

export interface CredibilityListProps {
  address: SubmissionAddress
  instId: string
  chapters: Loaded<CredibilityChapter[]>
}

/** The credibility reports by chapter, each with the number of its issues (specification 2 §2.9). */
export function CredibilityList({ address, instId, chapters }: CredibilityListProps) {
  const words = texts.credibility
  return (
    <WhenLoaded resource={chapters} loading={texts.sections.credibility} failed={words.failed} sketch="rows">
      {list =>
        list.length === 0 ? (
          <EmptyState title={words.none} />
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
                      <div className={styles.words}>
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
  if (count === 0) {
    return (
      <StatusTag tone="good" variant="plain">
        {texts.credibility.noIssues}
      </StatusTag>
    )
  }
  return (
    <StatusTag tone="attention" variant="plain">
      {texts.credibility.issues(count)}
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
  const words = texts.additional
  return (
    <WhenLoaded resource={reports} loading={texts.sections.additional} failed={words.failed} sketch="rows">
      {list => {
        const known = list.filter(report => report.CollectionReportCode in additionalReportTitles)
        if (known.length === 0) return <EmptyState title={words.none} />
        return (
          <ul className={styles.reports} data-plain>
            {known.map(report => (
              <li key={report.CollectionReportCode} className={styles.report}>
                <div className={styles.words}>
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
