import { bytes } from '../../../domain/bytes.ts'
import { loggedAt, uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { IssueWire } from '../../../domain/wire/issues.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Badge,
  Breadcrumbs,
  Button,
  Card,
  Columns,
  type DataColumn,
  DataTable,
  DescriptionList,
  EmptyState,
  Link,
  Page,
  PageHeader,
  Row,
  Stack,
  StatusTag,
  tableState,
} from '../../../ui/index.ts'
import { credibilityPath, issuePath, rulePath, type SubmissionAddress } from '../../common/address.ts'
import { IssueStatusTag } from '../../common/IssueStatusTag.tsx'
import { Composer, type ComposerProps } from './Composer.tsx'
import styles from './view.module.css'

/** The page of the issue's rule, or credibility report, in one submission: the provider's own, or its mirror in monitoring. */
const recordsPath = (issue: IssueWire, submissionId: string, isProvider: boolean): string => {
  const { collection, provider, code, regulator, subject } = issue
  const own = { collectionId: collection.id, submissionId }
  const address: SubmissionAddress = isProvider
    ? { area: 'submissions', ...own }
    : { area: 'monitoring', reference: collection.reference, instId: provider.instId, ...own }
  return subject === 'rule'
    ? rulePath(address, code, regulator.id)
    : credibilityPath(address, code, provider.instId)
}

export interface IssueViewProps {
  issue: IssueWire
  composer: Omit<ComposerProps, 'issue'>
  onDownload: (attachmentId: string) => void
}

/** An issue: what it is about, its figures over the uploads, what was said, and what the reader can do. */
export function IssueView({ issue, composer, onDownload }: IssueViewProps) {
  const t = useMessages('issues')
  const text = useText()
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
          title={issue.code}
          status={<IssueStatusTag status={issue.status} />}
          meta={
            <Row gap={3}>
              <span>
                {t('page.raised', { instant: text(loggedAt(issue.raisedAt)), name: issue.raisedBy })}
              </span>
              {issue.isExplained && <Badge>{t('page.explained')}</Badge>}
              {issue.assignee !== null && (
                <Badge>
                  {t('page.assigned', { name: issue.assignee, work: issue.isInWork ? 'begun' : 'waiting' })}
                </Badge>
              )}
            </Row>
          }
        >
          {issue.name}
        </PageHeader>
      }
    >
      <Columns layout="halves">
        <Stack gap={4}>
          <About issue={issue} />
          <Figures issue={issue} />
          <History issue={issue} />
        </Stack>
        <Stack gap={4}>
          <Discussion issue={issue} onDownload={onDownload} />
          <Composer {...composer} issue={issue} />
        </Stack>
      </Columns>
    </Page>
  )
}

interface PartProps {
  issue: IssueWire
}

function About({ issue }: PartProps) {
  const t = useMessages('issues')
  const latest = issue.figures.find(({ isLatest }) => isLatest)
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
            id: 'provider',
            term: t('about.provider'),
            value: `${issue.provider.instId} - ${issue.provider.name}`,
          },
          { id: 'collection', term: t('about.collection'), value: issue.collection.name },
          { id: 'regulator', term: t('about.regulator'), value: issue.regulator.name },
          ...(issue.tolerance
            ? [{ id: 'tolerance', term: t('about.tolerance'), value: issue.tolerance.text }]
            : []),
          ...(issue.wantedTolerance
            ? [{ id: 'wanted', term: t('about.wanted'), value: issue.wantedTolerance }]
            : []),
          ...(latest
            ? [
                {
                  id: 'records',
                  term: t(`about.behind.${issue.subject}`),
                  value: <RecordsLink issue={issue} submissionId={latest.submissionId} />,
                },
              ]
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

function RecordsLink({ issue, submissionId }: PartProps & { submissionId: string }) {
  const t = useMessages('issues')
  const { isProvider } = useViewer()
  return <Link href={recordsPath(issue, submissionId, isProvider)}>{t(`about.see.${issue.subject}`)}</Link>
}

type Figure = IssueWire['figures'][number]
const unpaged = tableState({ pageSize: 'all' })

function Figures({ issue }: PartProps) {
  const t = useMessages('issues')
  const text = useText()
  const isRule = issue.subject === 'rule'
  const ruleColumns: readonly DataColumn<Figure>[] = [
    {
      id: 'population',
      header: t('figures.columns.population'),
      value: row => row.populationCount,
      kind: 'number',
    },
    {
      id: 'tolerance',
      header: t('figures.columns.tolerance'),
      value: row => row.tolerance,
      cell: row =>
        row.isProviderToleranceOverride ? `${row.tolerance} ${t('figures.override')}` : row.tolerance,
    },
  ]
  const columns: readonly DataColumn<Figure>[] = [
    {
      id: 'uploaded',
      header: t('figures.columns.uploaded'),
      value: row => row.uploaded,
      cell: row => (
        <Row gap={2}>
          <span>{text(uploadedAt(row.uploaded))}</span>
          {row.isLatest && <Badge>{t('figures.latest')}</Badge>}
        </Row>
      ),
      isRowHeader: true,
    },
    {
      id: 'failures',
      header: isRule ? t('figures.columns.failures') : t('figures.columns.shaded'),
      value: row => row.failureCount,
      kind: 'number',
    },
    ...(isRule ? ruleColumns : []),
    {
      id: 'status',
      header: t('figures.columns.status'),
      value: row => Number(row.isOutside),
      cell: row => (
        <StatusTag tone={row.isOutside ? 'failed' : 'good'} variant="plain">
          {t(`figures.${row.isOutside ? 'outside' : 'inside'}.${issue.subject}`)}
        </StatusTag>
      ),
    },
  ]
  return (
    <DataTable
      id="issue-figures"
      caption={t('figures.title')}
      columns={columns}
      rows={issue.figures}
      rowId={row => row.submissionId}
      state={unpaged}
      onChange={() => {}}
      isUnpaged
      empty={<EmptyState title={t(`figures.empty.${issue.subject}`)} level={0} />}
    />
  )
}

function Discussion({ issue, onDownload }: PartProps & Pick<IssueViewProps, 'onDownload'>) {
  const t = useMessages('issues')
  const text = useText()
  return (
    <Card title={t('discussion.title')}>
      {issue.comments.length === 0 ? (
        <p>{t('discussion.empty')}</p>
      ) : (
        <ol className={styles.comments}>
          {issue.comments.map(comment => (
            <li key={comment.sequence} className={styles.comment}>
              <Row gap={2}>
                <strong>{comment.name}</strong>
                <span className={styles.quiet}>
                  {t('discussion.wrote', { name: comment.by, instant: text(loggedAt(comment.at)) })}
                </span>
              </Row>
              <p className={styles.text}>{comment.text}</p>
              {comment.attachments.map(({ id, fileName, fileSize }) => (
                <Button key={id} size="small" icon="download" onPress={() => onDownload(id)}>
                  {t('discussion.download', { file: shownFileName(fileName), size: text(bytes(fileSize)) })}
                </Button>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function History({ issue }: PartProps) {
  const t = useMessages('issues')
  const text = useText()
  return (
    <Card title={t('history.title')}>
      <ol className={styles.history}>
        {issue.history.map(entry => (
          <li key={entry.sequence}>
            {t('history.entry', {
              instant: text(loggedAt(entry.at)),
              event: entry.name,
              name: entry.by,
              from: entry.from.name,
              to: entry.to.name,
            })}
          </li>
        ))}
      </ol>
    </Card>
  )
}
