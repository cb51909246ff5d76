import type { QualityRuleDetail } from '../../../domain/wire/quality.ts'
import { useMessages } from '../../../messages/index.ts'
import { Link } from '../../../ui/index.ts'
import type { Loaded } from '../../common/Loaded.tsx'
import styles from './view.module.css'

/** Records in sight; the link leads to the others. */
export const firstRecords = 3

export interface FirstRecordsProps {
  /** Why the reader may not see single records; undefined if they may. */
  refusal: string | undefined
  detail: Loaded<QualityRuleDetail>
  /** The page of a student in the file. */
  studentHref: (student: number) => string
}

/** The first records that fail the rule, with what is wrong with each. */
export function FirstRecords({ refusal, detail: { data }, studentHref }: FirstRecordsProps) {
  const t = useMessages('issues')
  const reason = refusal ?? data?.withheld
  if (reason !== undefined) return <p className={styles.quiet}>{t('finding.withheld', { reason })}</p>
  if (!data || data.results.length === 0) return null
  return (
    <ol className={styles.records} data-plain aria-label={t('finding.first', { count: data.results.length })}>
      {data.results.map(({ RowIdentifier, LineNumber, Student, Finding, Details }) => (
        <li key={RowIdentifier}>
          <span>{Finding ?? Details.map(({ Name, Value }) => `${Name}: ${Value ?? '—'}`).join(', ')}</span>
          <span className={styles.quiet}>
            {Student === null ? (
              <code>{RowIdentifier}</code>
            ) : (
              <Link href={studentHref(Student)} variant="row">
                {RowIdentifier}
              </Link>
            )}
            {LineNumber !== null && ` · ${t('finding.line', { line: LineNumber })}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
