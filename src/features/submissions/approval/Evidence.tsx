import type { ReactNode } from 'react'
import { decisionFindings, type RuleIssue } from '../../../domain/decisionFindings.ts'
import { issueStatusesAwaiting } from '../../../domain/issue.ts'
import type { OrganisationType } from '../../../domain/organisation.ts'
import type { KeyFigure, QualityRuleRow } from '../../../domain/wire/quality.ts'
import type { CredibilityChapter } from '../../../domain/wire/reports.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Card,
  formatCount,
  formatPercentage,
  Link,
  PlainTable,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { credibilityPath, issuePath, rulePath, type SubmissionAddress } from '../../common/address.ts'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { Failure, MeasuredValue, RuleName, Tolerance } from '../quality/cells.tsx'
import { type RuleLine, ruleLines } from '../quality/rows.ts'
import styles from './Evidence.module.css'

export interface EvidenceProps {
  address: SubmissionAddress
  instId: string
  providerName: string
  /** Who reads. */
  reader: OrganisationType
  rules: Loaded<readonly QualityRuleRow[]>
  /** Issues of this provider in the collection; undefined while they load. */
  issues: readonly RuleIssue[] | undefined
  /** Whether the reader may open an issue. */
  mayViewIssues: boolean
  /** Students and what rules measure of the whole file; undefined while it loads. */
  figures: readonly KeyFigure[] | undefined
  /** Name of the collection that was signed off last year; undefined without one. */
  lastYear: string | undefined
  /** Undefined while the credibility reports load. */
  chapters: readonly CredibilityChapter[] | undefined
  /** Uploads of the provider in the collection, this one included. */
  uploads: number
  reportHref: string
  credibilityHref: string
  /** The findings on one page, to be printed. */
  sheetHref: string
  /** What the provider wrote to its approvers. */
  notes: ReactNode
}

/** Rules that the page lists; the quality report has all. */
const listed = 12

/** What every approver decides by: the findings with their explanations, the difference to last year, the notes (mock 21). */
export function Evidence(props: EvidenceProps) {
  const t = useMessages('submissions.approval')
  return (
    <WhenLoaded
      resource={props.rules}
      loading={t('evidence.loading')}
      failed={t('evidence.failed')}
      sketch="rows"
    >
      {rules => (
        <Found {...props} found={decisionFindings(rules, props.issues ?? [])} lines={ruleLines(rules)} />
      )}
    </WhenLoaded>
  )
}

interface FoundProps extends EvidenceProps {
  found: ReturnType<typeof decisionFindings>
  lines: readonly RuleLine[]
}

function Found(props: FoundProps) {
  return (
    <Stack gap={4}>
      <Summary {...props} />
      <Rules {...props} />
      <div className={styles.pair}>
        <Stack gap={4}>
          <LastYear {...props} />
          <Credibility {...props} />
        </Stack>
        {props.notes}
      </div>
    </Stack>
  )
}

const shadedOf = (chapters: readonly CredibilityChapter[]) =>
  chapters.flatMap(({ reports }) => reports).filter(({ failureCount }) => failureCount > 0)

const cellsOf = (reports: readonly { failureCount: number }[]): number =>
  reports.reduce((sum, { failureCount }) => sum + failureCount, 0)

const partOf = (some: number, all: number): 'none' | 'all' | 'some' =>
  some === 0 ? 'none' : some === all ? 'all' : 'some'

function Summary({ found, chapters, providerName, issues, uploads, sheetHref }: FoundProps) {
  const t = useMessages('submissions.approval')
  const words = useMessages('submissions.submit')
  const shaded = shadedOf(chapters ?? [])
  const unexplained = shaded.filter(({ issue }) => issue === null).length
  const { outside, rules, explained, blocking, overridden } = found
  return (
    <Card
      padding="none"
      title={t('evidence.title')}
      actions={<Link href={sheetHref}>{words('approvers.sheet')}</Link>}
    >
      <dl className={styles.found}>
        <div>
          <dt>{t('evidence.found')}</dt>
          <dd className={styles.sentence}>
            {t('evidence.sentence', { outside, rules })}{' '}
            {issues &&
              outside > 0 &&
              t('evidence.explained', {
                provider: providerName,
                part: partOf(explained, outside),
                explained,
              })}{' '}
            {chapters &&
              t('evidence.reportsSentence', {
                reports: shaded.length,
                part: partOf(shaded.length - unexplained, shaded.length),
                unexplained,
              })}
          </dd>
        </div>
        <div>
          <dt>{t('evidence.outside')}</dt>
          <dd className={styles.value}>{formatCount(outside)}</dd>
          <dd className={styles.note}>{t('evidence.outsideNote', { blocking, overridden })}</dd>
        </div>
        <div>
          <dt>{t('evidence.cells')}</dt>
          <dd className={styles.value}>{chapters ? formatCount(cellsOf(shaded)) : '–'}</dd>
          <dd className={styles.note}>{t('evidence.cellsNote', { reports: shaded.length })}</dd>
        </div>
        <div>
          <dt>{t('evidence.files')}</dt>
          <dd className={styles.value}>{formatCount(uploads)}</dd>
          <dd className={styles.note}>
            {issues &&
              t('evidence.openIssues', { count: issues.filter(({ status }) => status.isOpen).length })}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

function Rules(props: FoundProps) {
  const t = useMessages('submissions.approval')
  const { found, lines, address, providerName } = props
  const shown = found.order.flatMap(id =>
    lines.flatMap(line => [line, ...line.specialists]).filter(line => line.id === id),
  )
  const { outside, overridden } = found
  return (
    <Card
      padding="none"
      title={t('evidence.rules', { count: outside })}
      hint={overridden > 0 && t('evidence.overridden', { count: overridden })}
      actions={<Link href={props.reportHref}>{t('evidence.toReport')}</Link>}
      footer={shown.length > listed && t('evidence.more', { count: shown.length - listed })}
    >
      {shown.length > 0 && (
        <PlainTable
          caption={t('evidence.rules', { count: outside })}
          isCaptionHidden
          stacks
          rows={shown.slice(0, listed)}
          rowId={({ id }) => id}
          columns={[
            {
              id: 'rule',
              header: t('evidence.columns.rule'),
              isRowHeader: true,
              cell: line => <RuleName line={line} href={rulePath(address, line.code, line.regulatorCode)} />,
            },
            {
              id: 'failure',
              header: t('evidence.columns.failure'),
              kind: 'number',
              cell: line => (line.comparesFiles ? <MeasuredValue line={line} /> : <Failure line={line} />),
            },
            {
              id: 'tolerance',
              header: t('evidence.columns.tolerance'),
              cell: line => <Tolerance line={line} />,
            },
            {
              id: 'explanation',
              header: t('evidence.columns.explanation', { provider: providerName }),
              cell: line => <Explained {...props} line={line} />,
            },
          ]}
        />
      )}
    </Card>
  )
}

/** What the provider wrote, what became of it, and the way to answer for those who are asked. */
function Explained({ line, issues, reader, mayViewIssues }: FoundProps & { line: RuleLine }) {
  const t = useMessages('submissions.approval')
  const { issue } = line
  const explanation = issues?.find(({ id }) => id === issue?.id)?.explanation ?? null
  return (
    <span className={styles.explanation}>
      <span className={explanation === null ? styles.note : undefined}>
        {explanation ?? t('evidence.notExplained')}
      </span>
      {issue && (
        <Row gap={2}>
          <IssueStatusTag status={issue.status} variant="plain" href={mayViewIssues ? issue.link : null} />
          {mayViewIssues && issueStatusesAwaiting(reader).includes(issue.status.code) && (
            <Link href={issuePath(issue.id)}>{t('evidence.answer')}</Link>
          )}
        </Row>
      )}
    </span>
  )
}

/** Full-time equivalents are shown to one decimal. */
const rounded = (value: number): number => Math.round(value * 10) / 10

function LastYear({ figures = [], lastYear }: FoundProps) {
  const t = useMessages('submissions.approval')
  const rows = figures.flatMap(({ code, of, now, lastYear: before }) =>
    now === null ? [] : [{ id: code ?? 'students', of, now, before }],
  )
  const changeOf = (now: number, before: number | null) =>
    before === null || before === 0
      ? '–'
      : formatPercentage(((now - before) / before) * 100, { isSigned: true })
  return (
    <Card
      padding="none"
      title={t('evidence.lastYear')}
      hint={lastYear === undefined ? t('evidence.noLastYear') : undefined}
    >
      {rows.length > 0 && (
        <PlainTable
          caption={t('evidence.lastYear')}
          isCaptionHidden
          stacks
          rows={rows}
          rowId={({ id }) => id}
          columns={[
            { id: 'figure', header: t('evidence.columns.figure'), cell: ({ of }) => of, isRowHeader: true },
            {
              id: 'now',
              header: t('evidence.columns.thisFile'),
              kind: 'number' as const,
              cell: ({ now }) => <b>{formatCount(rounded(now))}</b>,
            },
            ...(lastYear === undefined
              ? []
              : [
                  {
                    id: 'before',
                    header: lastYear,
                    kind: 'number' as const,
                    cell: ({ before }: (typeof rows)[number]) =>
                      before === null ? '–' : formatCount(rounded(before)),
                  },
                  {
                    id: 'change',
                    header: t('evidence.columns.change'),
                    kind: 'number' as const,
                    cell: ({ now, before }: (typeof rows)[number]) => changeOf(now, before),
                  },
                ]),
          ]}
        />
      )}
    </Card>
  )
}

function Credibility({ chapters, address, instId, credibilityHref, mayViewIssues }: FoundProps) {
  const t = useMessages('submissions.approval')
  if (!chapters) return null
  const shaded = shadedOf(chapters).toSorted(
    (one, other) =>
      Number(one.issue !== null) - Number(other.issue !== null) || other.failureCount - one.failureCount,
  )
  return (
    <Card
      padding="none"
      title={t('evidence.reports', { count: shaded.length })}
      actions={
        shaded.length > 0 && (
          <Link href={credibilityHref}>{t('evidence.toCredibility', { cells: cellsOf(shaded) })}</Link>
        )
      }
    >
      {shaded.length > 0 && (
        <PlainTable
          caption={t('evidence.reports', { count: shaded.length })}
          isCaptionHidden
          stacks
          rows={shaded.slice(0, 6)}
          rowId={({ ReportCode }) => ReportCode}
          columns={[
            {
              id: 'report',
              header: t('evidence.columns.report'),
              isRowHeader: true,
              cell: ({ ReportCode, Title }) => (
                <Link href={credibilityPath(address, ReportCode, instId)} variant="row">
                  {Title}
                </Link>
              ),
            },
            {
              id: 'cells',
              header: t('evidence.columns.cells'),
              kind: 'number',
              cell: ({ failureCount }) => formatCount(failureCount),
            },
            {
              id: 'issue',
              header: t('evidence.columns.issue'),
              cell: ({ issue }) =>
                issue ? (
                  <IssueStatusTag
                    status={issue.status}
                    variant="plain"
                    href={mayViewIssues ? issue.link : null}
                  />
                ) : (
                  <StatusTag tone="attention" variant="plain">
                    {t('evidence.noIssue')}
                  </StatusTag>
                ),
            },
          ]}
        />
      )}
    </Card>
  )
}
