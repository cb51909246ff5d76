import { useParams } from 'react-router'
import { askableParties, closingResolutions } from '../../../domain/issue.ts'
import { downloadAttachment, getIssue, type IssueWire, listColleagues } from '../../../domain/wire/issues.ts'
import { concernsIssue } from '../../../domain/wire/live.ts'
import { getValidation } from '../../../domain/wire/quality.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Page, PageHeader, Skeleton } from '../../../ui/index.ts'
import { issuePath } from '../../common/address.ts'
import { isAbsent, LoadFailure } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { type Choices, lastYear, nobody } from './Composer.tsx'
import { firstRecords } from './FirstRecords.tsx'
import { offeredActions } from './offered.ts'
import { createSending, type Written } from './sending.ts'
import { IssueView } from './view.tsx'

/** Route `/issues/:issueId`: one issue with everything that has been said and measured (decisions §11). */
export function Component() {
  const t = useMessages('issues')
  const { issueId = '' } = useParams()
  const issue = useResource(
    getIssue,
    { path: { id: issueId } },
    { refreshOn: (message, shown) => concernsIssue(message, issueId, shown) },
  )
  if (isAbsent(issue)) {
    return (
      <NotFoundPage
        problem={issue.problem}
        title={t('page.notFound.title')}
        back={{ href: issuePath(), label: t('page.back') }}
      >
        {t('page.notFound.text')}
      </NotFoundPage>
    )
  }
  if (issue.data) return <Issue issue={issue.data} onChanged={issue.replace} />
  return (
    <Page header={<PageHeader title={t('title')} />}>
      <PageTitle title={t('title')} />
      {issue.status === 'failed' ? (
        <LoadFailure title={t('page.failed')} problem={issue.problem} onRetry={issue.retry} level={2} />
      ) : (
        <Skeleton shape="card" label={t('page.loading')} />
      )}
    </Page>
  )
}

/** Characters of a figure's name that an explanation begins with. */
const longestAbout = 200

/** What the address says that the reader is about to do; the first that is offered, and for themselves, where it says nothing of use. */
const choicesIn = (
  parameters: URLSearchParams,
  offered: ReturnType<typeof offeredActions>,
  viewerId: string,
): Choices => ({
  action:
    offered.find(({ type }) => type === parameters.get('do'))?.type ??
    offered.find(({ refusal }) => refusal === undefined)?.type ??
    offered[0]?.type ??
    'COMMENT',
  awaits: askableParties.find(party => party === parameters.get('ask')),
  resolution:
    closingResolutions.find(resolution => resolution === parameters.get('resolution')) ??
    closingResolutions[0],
  assignee: [parameters.get('to') ?? viewerId].find(id => id !== nobody),
  usesLast: parameters.get('use') === lastYear,
  about: parameters.get('about')?.slice(0, longestAbout),
})

interface IssueProps {
  issue: IssueWire
  onChanged: (issue: IssueWire) => void
}

function Issue({ issue, onChanged }: IssueProps) {
  const { principal, refusal } = useViewer()
  const text = useText()
  const { call, download, postFile } = useServices()
  const [parameters, changeParameters] = useAddress()
  const offered = offeredActions(issue, principal)
  const choices = choicesIn(parameters, offered, principal.userId)
  const [latest] = issue.figures
  const listsRecords =
    issue.subject === 'rule' && latest !== undefined && latest.measured === null && latest.failureCount > 0
  const noRecords = refusal('collections.reports-validation-details')
  const detail = useResource(
    getValidation,
    listsRecords && noRecords === undefined
      ? {
          path: { id: latest.submissionId, validationId: issue.code },
          query: {
            instId: issue.provider.instId,
            regulator: issue.regulator.id,
            limit: String(firstRecords),
            offset: '0',
          },
        }
      : undefined,
  )
  const colleagues = useResource(listColleagues, choices.action === 'ASSIGN' ? {} : undefined)
  const send = createSending({ call, post: postFile })
  const sending = useAction((written: Written) => send(issue, written), {
    onDone: (_, changed) => onChanged(changed),
  })
  const file = useAction(
    (attachmentId: string) => call(downloadAttachment, { path: { id: issue.id, attachmentId } }),
    { onDone: (_, { url }) => download(url) },
  )
  return (
    <>
      <PageTitle title={issue.name} />
      <IssueView
        issue={issue}
        onDownload={file.run}
        records={listsRecords ? { detail, refusal: text(noRecords) } : undefined}
        composer={{
          offered,
          choices,
          colleagues: colleagues.data?.colleagues ?? [],
          onChoose: (name, value) =>
            changeParameters(
              former => {
                const next = new URLSearchParams(former)
                next.set(name, value)
                if (name === 'do') for (const other of ['use', 'to', 'about']) next.delete(other)
                return next
              },
              { replace: true },
            ),
          onSend: entered => sending.run({ ...choices, entered }),
          isSending: sending.isRunning,
          problem: sending.problem ?? file.problem,
        }}
      />
    </>
  )
}
