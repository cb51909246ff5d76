import { allowedFigures } from '../../../domain/allowance.ts'
import { bytes } from '../../../domain/bytes.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { issueTurn, threadOf, turnSince } from '../../../domain/issueThread.ts'
import { product } from '../../../domain/product.ts'
import { failurePercent } from '../../../domain/tolerance.ts'
import type { IssueWire } from '../../../domain/wire/issues.ts'
import { useViewer } from '../../../hooks/index.ts'
import { isIssueUserEvent } from '../../../machines/issue/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Badge,
  Banner,
  Breadcrumbs,
  Button,
  Card,
  Columns,
  DescriptionList,
  formatCount,
  formatPercentage,
  Icon,
  Link,
  LinkButton,
  Page,
  PageHeader,
  RangeBar,
  RangeChart,
  Row,
  Stack,
  type StatTile,
  StatTiles,
  StatusTag,
} from '../../../ui/index.ts'
import {
  credibilityPath,
  inspectPath,
  issuePath,
  pagePath,
  rulePath,
  type SubmissionAddress,
  studentsPath,
} from '../../common/address.ts'
import { InspectLink } from '../../common/InspectLink.tsx'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import { useMeasured } from '../../common/useMeasured.ts'
import { Composer, type ComposerProps } from './Composer.tsx'
import { FirstRecords, type FirstRecordsProps } from './FirstRecords.tsx'
import styles from './view.module.css'

/** A submission of the issue's provider: the provider's own, or its mirror in monitoring. */
const addressIn = (issue: IssueWire, submissionId: string, isProvider: boolean): SubmissionAddress => {
  const { collection, provider } = issue
  const own = { collectionId: collection.id, submissionId }
  return isProvider
    ? { area: 'submissions', ...own }
    : { area: 'monitoring', reference: collection.reference, instId: provider.instId, ...own }
}

/** The page of the issue's rule, or credibility report, in one submission. */
const recordsPath = (issue: IssueWire, submissionId: string, isProvider: boolean): string => {
  const { provider, code, regulator, subject } = issue
  const address = addressIn(issue, submissionId, isProvider)
  return subject === 'rule'
    ? rulePath(address, code, regulator.id)
    : credibilityPath(address, code, provider.instId)
}

export interface IssueViewProps {
  issue: IssueWire
  composer: Omit<ComposerProps, 'issue'>
  /** The first failing records; undefined for a report, and for a rule that checks the whole file. */
  records: Pick<FirstRecordsProps, 'detail' | 'refusal'> | undefined
  onDownload: (attachmentId: string) => void
}

/** An issue on one page: whose turn it is, the finding, one thread, and what the reader can do (mock 15). */
export function IssueView({ issue, composer, records, onDownload }: IssueViewProps) {
  const t = useMessages('issues')
  const { isProvider } = useViewer()
  const latest = issue.figures.find(({ isLatest }) => isLatest)
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('page.breadcrumbs')}
          crumbs={[{ id: 'list', label: t('title'), href: issuePath() }]}
        />
      }
      header={
        <PageHeader
          title={issue.name}
          status={<IssueStatusTag status={issue.status} />}
          meta={
            <Row gap={3}>
              <code className={styles.code}>{issue.code}</code>
              {!isProvider && <span>{issue.provider.name}</span>}
              <span>{issue.collection.name}</span>
              {issue.isExplained && <Badge>{t('page.explained')}</Badge>}
              {issue.assignee !== null && (
                <Badge>
                  {t('page.assigned', { name: issue.assignee, work: issue.isInWork ? 'begun' : 'waiting' })}
                </Badge>
              )}
            </Row>
          }
          actions={
            <Row gap={2}>
              <InspectLink
                href={inspectPath({
                  reference: issue.collection.reference,
                  instId: issue.provider.instId,
                })}
              />
              {latest && (
                <>
                  <LinkButton
                    href={pagePath(addressIn(issue, latest.submissionId, isProvider), 'reports')}
                    icon="arrowLeft"
                  >
                    {t('page.toFile')}
                  </LinkButton>
                  <LinkButton href={recordsPath(issue, latest.submissionId, isProvider)}>
                    {t(latest.measured ? 'about.see.file' : `about.see.${issue.subject}`)}
                  </LinkButton>
                </>
              )}
            </Row>
          }
        />
      }
    >
      <TurnLine issue={issue} canAct={composer.offered.length > 0} />
      <Columns layout="main-side">
        <Stack gap={4}>
          <Finding issue={issue} records={records} />
          <Thread issue={issue} onDownload={onDownload} />
        </Stack>
        <Stack gap={4}>
          <Composer {...composer} issue={issue} />
          <About issue={issue} />
        </Stack>
      </Columns>
    </Page>
  )
}

interface PartProps {
  issue: IssueWire
}

/** Whose turn it is, since when, and what was asked, in one line. */
function TurnLine({ issue, canAct }: PartProps & { canAct: boolean }) {
  const t = useMessages('issues')
  const text = useText()
  const { principal } = useViewer()
  const { awaits } = issue.status
  const turn = issueTurn(issue.status.code, principal, canAct)
  const words = t(`turn.${turn}`, { product: product.name })
  const since = turnSince(issue.history, issue.comments)
  return (
    <Banner
      tone={turn === 'you' ? 'attention' : turn === 'nobody' ? 'neutral' : 'waiting'}
      title={
        since && awaits !== 'nobody'
          ? t('turn.since', { turn: words, at: text(loggedAt(since.entry.at)) })
          : words
      }
    >
      {since?.comment && awaits !== 'nobody' && (
        <p className={styles.question}>
          {t('turn.question', { by: since.entry.by })} <q>{since.comment.text}</q>
        </p>
      )}
    </Banner>
  )
}

type Figure = IssueWire['figures'][number]

type FindingProps = PartProps & Pick<IssueViewProps, 'records'>

/** What the rule or report found in the latest file, next to the upload before. */
function Finding({ issue, records }: FindingProps) {
  const t = useMessages('issues')
  const [latest, before] = issue.figures
  if (!latest) return <Card title={t('finding.title')}>{t(`figures.empty.${issue.subject}`)}</Card>
  return (
    <Card
      padding="none"
      title={t('finding.title')}
      actions={
        <StatusTag tone={latest.isOutside ? 'failed' : 'good'}>
          {t(`figures.${latest.isOutside ? 'outside' : 'inside'}.${issue.subject}`)}
        </StatusTag>
      }
    >
      <div className={styles.finding}>
        <FindingTiles issue={issue} latest={latest} before={before} />
        <FindingPicture issue={issue} latest={latest} records={records} />
      </div>
    </Card>
  )
}

function FindingTiles({ issue, latest, before }: PartProps & { latest: Figure; before: Figure | undefined }) {
  const t = useMessages('issues')
  const measured = useMeasured()
  const { tolerance, isProviderToleranceOverride, populationCount, failureCount } = latest
  const allowed: StatTile[] =
    tolerance === null
      ? []
      : [
          {
            id: 'allowed',
            label: t('finding.allowed'),
            value: tolerance,
            ...(isProviderToleranceOverride ? { note: t('figures.override') } : {}),
          },
        ]
  const { now = null, before: lastYear = null } = latest.measured ?? {}
  const tiles: StatTile[] = latest.measured
    ? [
        ...(now === null ? [] : [{ id: 'now', label: t('finding.now'), value: formatCount(now) }]),
        ...(lastYear === null
          ? []
          : [{ id: 'before', label: t('finding.lastYear'), value: formatCount(lastYear) }]),
        {
          id: 'change',
          label: t('finding.change'),
          value: measured(latest.measured.percent, latest.measured.change),
        },
        ...allowed,
      ]
    : [
        {
          id: 'failures',
          label: t(`finding.failures.${issue.subject}`),
          value: formatCount(failureCount),
          ...(populationCount === null
            ? {}
            : {
                note: t('finding.share', {
                  share: formatPercentage(failurePercent(failureCount, populationCount)),
                  population: populationCount,
                }),
              }),
        },
        ...(before
          ? [{ id: 'before', label: t('finding.uploadBefore'), value: formatCount(before.failureCount) }]
          : []),
        ...allowed,
      ]
  return <StatTiles label={t('finding.title')} tiles={tiles} />
}

function FindingPicture({ issue, latest, records }: FindingProps & { latest: Figure }) {
  const t = useMessages('issues')
  const { isProvider } = useViewer()
  const { measured, allowed, populationCount, failureCount } = latest
  if (measured && measured.now !== null && measured.before !== null && allowed) {
    const range = allowedFigures(measured.before, allowed, measured.change)
    const over = Math.max(range.from - measured.now, measured.now - range.to, 0)
    return (
      <div className={styles.picture}>
        <RangeChart
          title={t('finding.chart')}
          sentence={t('finding.chartSentence', {
            over: formatCount(Math.round(over * 10) / 10),
            isBeyond: over > 0 ? 'yes' : 'no',
          })}
          before={{ label: t('finding.lastYear'), value: measured.before }}
          now={{ label: t('finding.now'), value: measured.now }}
          allowed={{ label: t('finding.allowed'), ...range }}
        />
        <p>{t('finding.wholeFile')}</p>
      </div>
    )
  }
  if (populationCount === null) return null
  const share = failurePercent(failureCount, populationCount)
  return (
    <div className={styles.picture}>
      {!measured && allowed && (
        <RangeBar
          value={share}
          allowed={allowed}
          scale="share"
          label={t('finding.bar', { share: formatPercentage(share), allowed: formatPercentage(allowed.to) })}
        />
      )}
      {records && (
        <FirstRecords
          {...records}
          studentHref={student => studentsPath(addressIn(issue, latest.submissionId, isProvider), student)}
        />
      )}
      <Link href={recordsPath(issue, latest.submissionId, isProvider)}>
        {t('finding.records', { count: failureCount })}
      </Link>
    </div>
  )
}

function About({ issue }: PartProps) {
  const t = useMessages('issues')
  const text = useText()
  return (
    <Card title={t('about.title')}>
      <DescriptionList
        items={[
          {
            id: 'rule',
            term: issue.subject === 'rule' ? t('about.rule') : t('about.report'),
            value: issue.description ?? issue.name,
          },
          {
            id: 'opened',
            term: t('about.opened'),
            value: t('page.raised', { instant: text(loggedAt(issue.raisedAt)), name: issue.raisedBy }),
          },
          {
            id: 'provider',
            term: t('about.provider'),
            value: `${issue.provider.instId} - ${issue.provider.name}`,
          },
          { id: 'regulator', term: t('about.regulator'), value: issue.regulator.name },
          ...(issue.wantedTolerance
            ? [{ id: 'wanted', term: t('about.wanted'), value: issue.wantedTolerance }]
            : []),
          ...(issue.link?.startsWith('http')
            ? [
                {
                  id: 'tracker',
                  term: t('about.tracker'),
                  value: (
                    <Link href={issue.link} isExternal>
                      {t('about.seeTracker')}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(issue.guidanceUrl
            ? [
                {
                  id: 'guidance',
                  term: t('about.guidance'),
                  value: (
                    <Link href={issue.guidanceUrl} isExternal>
                      {t('about.readGuidance')}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

/** Uploads, comments, files and decisions in one list, oldest first. */
function Thread({ issue, onDownload }: PartProps & Pick<IssueViewProps, 'onDownload'>) {
  const t = useMessages('issues')
  const text = useText()
  const items = threadOf(issue)
  return (
    <Card title={t('thread.title')} hint={t('thread.order')} padding="none">
      <ol className={styles.thread} data-plain aria-label={t('thread.title')}>
        {items.map(item =>
          item.kind === 'upload' ? (
            <UploadItem key={`upload ${item.figure.submissionId}`} issue={issue} {...item} />
          ) : (
            <li key={item.entry.sequence} className={styles.item} data-written={item.comment && true}>
              <Icon name={item.comment ? 'comment' : 'check'} />
              <div className={styles.body}>
                <span>
                  <strong>{item.entry.by}</strong>{' '}
                  <span className={styles.quiet}>
                    {isIssueUserEvent(item.entry.event)
                      ? t(`thread.events.${item.entry.event}`)
                      : item.entry.name}
                  </span>
                </span>
                {item.comment && <p className={styles.text}>{item.comment.text}</p>}
                {item.comment?.attachments.map(({ id, fileName, fileSize }) => (
                  <Button key={id} size="small" icon="download" onPress={() => onDownload(id)}>
                    {t('thread.download', { file: shownFileName(fileName), size: text(bytes(fileSize)) })}
                  </Button>
                ))}
                {item.entry.from.code !== item.entry.to.code && (
                  <span className={styles.quiet}>{t('thread.status', { status: item.entry.to.name })}</span>
                )}
              </div>
              <span className={styles.at}>{text(loggedAt(item.at))}</span>
            </li>
          ),
        )}
      </ol>
    </Card>
  )
}

function UploadItem({
  issue,
  figure,
  before,
  at,
}: PartProps & { figure: Figure; before: Figure | undefined; at: string }) {
  const t = useMessages('issues')
  const text = useText()
  const measured = useMeasured()
  const { isProvider } = useViewer()
  const figureOf = ({ measured: found, failureCount }: Figure): string =>
    found
      ? measured(found.percent, found.change)
      : t(`thread.count.${issue.subject}`, { count: failureCount })
  return (
    <li className={styles.item} data-upload>
      <Icon name="upload" />
      <div className={styles.body}>
        <span>
          <Link href={recordsPath(issue, figure.submissionId, isProvider)} variant="row">
            {t('thread.upload')}
          </Link>{' '}
          <span className={styles.quiet}>
            {t('thread.found', {
              value: figureOf(figure),
              isOutside: figure.isOutside ? 'yes' : 'no',
              subject: issue.subject,
              before: before ? figureOf(before) : '',
              hasBefore: before ? 'yes' : 'no',
            })}
          </span>
          {figure.isLatest && <Badge>{t('figures.latest')}</Badge>}
        </span>
      </div>
      <span className={styles.at}>{text(loggedAt(at))}</span>
    </li>
  )
}
