import type { ReactNode } from 'react'
import { bytes } from '../../../domain/bytes.ts'
import { calendarDay, uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { nextLabel, stepLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import { timeLeft } from '../../../domain/processingProgress.ts'
import { countOfErrors } from '../../../domain/schemaFailure.ts'
import { hasArrived } from '../../../domain/status.ts'
import type { SchemaFailure } from '../../../domain/wire/quality.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { AfterFault, Standing } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Card, Columns, FileCard, ProgressBar, Stack } from '../../../ui/index.ts'
import { ErrorsByField } from '../../common/ErrorsByField.tsx'
import { ActionFailure, type Loaded } from '../../common/Loaded.tsx'
import { BulletList } from '../shared/BulletList.tsx'
import { SchemaFailures, type SchemaFailuresProps, type ShownFindings } from './SchemaFailures.tsx'
import { StepList } from './StepList.tsx'
import { SystemFault } from './SystemFault.tsx'
import { processingGroups } from './steps.ts'

export interface ProcessingViewProps extends Omit<SchemaFailuresProps, 'failures'> {
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  /** Of all stages together, 0 to 1: what has been shown never goes back. */
  share: number
  /** Findings of the schema check, or of the right-to-process check, when it failed. */
  findings: Loaded<ShownFindings>
  onDownloadSchemaReport: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** The button that starts a new submission; nothing for those who may never upload. */
  uploadAgain: ReactNode
  /** How it goes on after a fault of the system, for this reader; undefined until the facts are known. */
  after: AfterFault | undefined
  isAgency: boolean
  /** Who acts next, for this reader; undefined while it loads. */
  standing: Standing | undefined
  /** Last day for submitting, if the collection has one. */
  deadline: string | null | undefined
  /** The button that has the file processed again after a fault of the system. */
  reprocess: ReactNode
  /** Previous and next step. */
  navigation: ReactNode
}

/** Processing: the steps with what each found (specification 2 §2.8). A file that was refused shows its errors first (mock 11). */
export function ProcessingView(props: ProcessingViewProps) {
  const t = useMessages('submissions.processing')
  const { page, findings } = props
  const isRefused = page.matches({ work: 'schemaRefused' })
  return (
    <Stack gap={4}>
      <Outcome {...props} />
      <ActionFailure title={t('schemaFailed.downloadFailed')} problem={props.downloadProblem} />
      {isRefused || page.matches({ work: 'rightRefused' }) ? (
        <Columns layout="main-side">
          <Stack gap={4}>
            {isRefused && <Errors findings={findings} />}
            {isRefused && (
              <SchemaFailures
                failures={findings}
                table={props.table}
                onTableChange={props.onTableChange}
                isExpanded={props.isExpanded}
                onExpand={props.onExpand}
              />
            )}
            {!isRefused && <SubmittedFile submission={props.submission} />}
          </Stack>
          <Stack gap={4}>
            <Card title={t('stopped')}>
              <Steps {...props} isShort />
            </Card>
            <NextAct {...props} />
            {isRefused && <SubmittedFile submission={props.submission} />}
          </Stack>
        </Columns>
      ) : (
        <Underway {...props} />
      )}
      {props.navigation}
    </Stack>
  )
}

function Underway(props: ProcessingViewProps) {
  const t = useMessages('submissions.processing')
  const text = useText()
  const { submission, page } = props
  const isProcessing = page.matches({ work: 'processing' })
  return (
    <Columns layout="main-side">
      <Card title={text(stepLabel('processing'))}>
        <Stack gap={4}>
          {isProcessing && <Whole submission={submission} share={props.share} />}
          <Steps submission={submission} />
        </Stack>
      </Card>
      <Stack gap={4}>
        <SubmittedFile submission={submission} />
        {isProcessing && (
          <Banner tone="waiting" title={t('mayClose')} icon="clock">
            {t('mayCloseText')}
          </Banner>
        )}
      </Stack>
    </Columns>
  )
}

function Steps({ submission, isShort }: { submission: KnownSubmission; isShort?: boolean }) {
  return (
    <StepList
      groups={processingGroups(submission.status, submission.history)}
      mode={submission.facts.mode}
      progress={submission.progress}
      queue={submission.queue}
      {...(isShort && { isShort })}
    />
  )
}

function SubmittedFile({ submission }: Pick<ProcessingViewProps, 'submission'>) {
  const t = useMessages('submissions.processing')
  const text = useText()
  return (
    <FileCard
      name={shownFileName(submission.fileName)}
      {...(submission.fileSize === null ? {} : { size: text(bytes(submission.fileSize)) })}
      {...(hasArrived(submission.status)
        ? { meta: `${t('uploaded')} ${text(uploadedAt(submission.uploaded))}` }
        : {})}
    />
  )
}

function Errors({ findings }: Pick<ProcessingViewProps, 'findings'>) {
  const t = useMessages('schemaErrors')
  const { groups = [], withheld } = findings.data ?? {}
  if (groups.length === 0) return null
  return (
    <Card title={t('title')} hint={withheld === undefined ? t('hint') : t('withheld')} padding="none">
      <ErrorsByField groups={groups} />
    </Card>
  )
}

/** Whether nobody goes on from this file: it was replaced, or its collection takes no more files. */
const isStopped = (standing: Standing | undefined) => (standing?.stopped ? 'yes' : 'no')

/** Who acts after a refusal, and until when. */
function NextAct({ standing, deadline }: ProcessingViewProps) {
  const t = useMessages('submissions.processing')
  const text = useText()
  if (!standing) return null
  const next = text(nextLabel(standing))
  return (
    <Card title={t('next.title')}>
      <Stack gap={2}>
        <p>
          {deadline && !standing.stopped ? t('next.by', { next, date: text(calendarDay(deadline)) }) : next}
        </p>
        <p>{t('next.stays', { isStopped: isStopped(standing) })}</p>
      </Stack>
    </Card>
  )
}

/** All stages together: how far they are, and about how long the rest takes. */
function Whole({ submission, share }: Pick<ProcessingViewProps, 'submission' | 'share'>) {
  const t = useMessages('submissions.processing')
  const text = useText()
  const { mode } = submission.facts
  return <ProgressBar label={t('whole')} value={share} detail={text(timeLeft({ ...submission, mode }))} />
}

/** The one thing to know about how processing stands. */
function Outcome(props: ProcessingViewProps) {
  const t = useMessages('submissions.processing')
  const { page, submission, findings, uploadAgain: again } = props
  if (page.matches({ work: 'systemFailed' })) {
    const { after, isAgency, reprocess } = props
    return (
      <SystemFault
        after={after}
        // Only who may read it gets it.
        reason={submission.failureReason ?? undefined}
        isAgency={isAgency}
        uploadAgain={again}
        reprocess={reprocess}
      />
    )
  }
  if (page.matches({ work: 'schemaRefused' })) {
    return <SchemaRefused {...props} />
  }
  if (page.matches({ work: 'rightRefused' })) {
    return (
      <Banner tone="failed" title={t('rightToProcessFailed.title')} announced="alert" actions={again}>
        <RightToProcessReasons findings={findings.data?.failures} reason={submission.failureReason} />
        {t('rightToProcessFailed.text')}
      </Banner>
    )
  }
  if (page.matches({ work: 'uploadFailed' })) {
    return (
      <Banner tone="failed" title={t('group.fileChecking.failed')} actions={again}>
        {submission.failureReason ?? t('uploadFailed')}
      </Banner>
    )
  }
  return null
}

/** The errors in one line, the full report next to its heading, and the one thing to do. */
function SchemaRefused({
  findings,
  uploadAgain,
  isDownloading,
  onDownloadSchemaReport,
  standing,
}: ProcessingViewProps) {
  const t = useMessages('submissions.processing')
  const errors = useMessages('schemaErrors')
  const { groups = [] } = findings.data ?? {}
  return (
    <Banner
      tone="failed"
      title={t('schemaFailed.title')}
      announced="alert"
      isWide
      actions={
        <>
          <Button icon="download" isPending={isDownloading} onPress={onDownloadSchemaReport}>
            {t('schemaFailed.download')}
          </Button>
          {uploadAgain}
        </>
      }
    >
      {groups.length > 0 && (
        <p>
          <strong>{errors('total', { errors: countOfErrors(groups), kinds: groups.length })}</strong>
        </p>
      )}
      <p>{t('schemaFailed.text', { isStopped: isStopped(standing) })}</p>
    </Banner>
  )
}

interface ReasonsProps {
  findings: readonly SchemaFailure[] | undefined
  reason: string | null
}

/** Only the error of the check itself is told: nothing else of the file has been looked at. */
function RightToProcessReasons({ findings = [], reason }: ReasonsProps) {
  const t = useMessages('submissions.processing')
  if (findings.length === 0) return <p>{reason ?? t('rightToProcessFailed.none')}</p>
  return (
    <BulletList
      items={findings.map(({ Code, Error: fault, Details }) => ({
        id: `${Code} ${Details.path}`,
        content: fault,
      }))}
    />
  )
}
