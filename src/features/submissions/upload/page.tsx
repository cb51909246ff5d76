import { byteOrderMark } from '../../../domain/csv.ts'
import { stepLabel } from '../../../domain/labels.ts'
import { limits, nilReturnFileName } from '../../../domain/limits.ts'
import { failuresEnd, failuresHeading } from '../../../domain/schemaFailure.ts'
import {
  cancelOvtUpload,
  cancelUpload,
  getUnfinishedOvtUpload,
  getUnfinishedUpload,
  requestDownload,
  requestOvtDownload,
} from '../../../domain/wire/files.ts'
import { useHandedOver } from '../../../hooks/handOver.ts'
import {
  PageTitle,
  useAction,
  useLeaveGuard,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { type UploadActor, type UploadHandle, useUpload, useUploadHandle } from '../../../hooks/upload.ts'
import {
  type KnownSubmission,
  selectExplanation,
  selectSendRefusal,
} from '../../../machines/submission/index.ts'
import { selectUploadShown } from '../../../machines/submission-page/index.ts'
import { selectIsInError, selectRefusal } from '../../../machines/upload/selectors.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { EmptyState } from '../../../ui/index.ts'
import { listPath } from '../../common/address.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { type SubmissionPageContext, useSubmissionPage } from '../shared/page.ts'
import { UnfinishedView } from './Unfinished.tsx'
import { UploadElsewhereView, UploadErrorView, UploadedView } from './UploadedView.tsx'
import { UploadView } from './view.tsx'

/** Route `upload` of a submission: a new one at a fresh address, or what was uploaded. */
export function Component() {
  const page = useSubmissionPage()
  const actor = useUpload(page.actor, useHandedOver())
  return actor ? <Upload page={page} actor={actor} /> : null
}

interface UploadProps {
  page: SubmissionPageContext
  actor: UploadActor
}

function Upload({ page, actor }: UploadProps) {
  const text = useText()
  const t = useMessages('submissions.upload')
  const { address, submission, facts, newUpload, collection } = page
  const { saveBlob } = useServices()
  const upload = useUploadHandle(actor)
  const { snapshot } = upload
  const isAtWork = snapshot.hasTag('underWay') || snapshot.hasTag('ended')
  const shown = selectUploadShown(page.page, isAtWork)
  // Asked of the actors: the stepper leads on in the step in which the file is known to have arrived, before that is drawn.
  const guard = useLeaveGuard(
    () => upload.asksBeforeLeaving() && selectUploadShown(page.actor.getSnapshot(), true) !== 'uploaded',
  )
  const saveReport = () => {
    const report = upload.report()
    const { file, checked } = snapshot.context
    if (!report || !checked) return
    const { findingsTotal, keysUnchecked } = checked
    const kept = Math.min(findingsTotal, limits.schemaFailuresKept)
    const csv = [
      byteOrderMark,
      failuresHeading(text),
      report,
      ...failuresEnd(text, findingsTotal - kept, keysUnchecked),
    ]
    saveBlob(
      `SchemaErrors.${(file?.name ?? '').replace(/\.xml$/i, '')}.csv`,
      new Blob(csv, { type: report.type }),
    )
  }
  const isInError = shown !== 'uploaded' && selectIsInError(snapshot)
  return (
    <>
      <PageTitle
        title={isInError ? t('errorTitle', { page: text(stepLabel('upload')) }) : text(stepLabel('upload'))}
      />
      {submission && shown === 'uploaded' ? (
        <Uploaded submission={submission} page={page} />
      ) : submission && shown === 'elsewhere' ? (
        <Receiving submission={submission} page={page} upload={upload} />
      ) : submission && shown === 'failed' ? (
        <UploadErrorView
          reason={submission.failureReason}
          backHref={listPath(address)}
          newUpload={newUpload}
        />
      ) : (
        <UploadView
          upload={snapshot}
          parts={upload.parts}
          goOn={upload.goOn}
          send={upload.send}
          pick={upload.pick}
          saveReport={saveReport}
          collection={collection.name}
          isReady={facts !== undefined}
          newSubmissionId={() => crypto.randomUUID()}
          backHref={listPath(address)}
          leaving={{
            isOpen: guard.isBlocked,
            onStay: guard.stay,
            onLeave: () => {
              upload.send({ type: 'LEAVE' })
              guard.leave()
            },
          }}
        />
      )}
    </>
  )
}

interface UploadedProps {
  submission: KnownSubmission
  page: SubmissionPageContext
}

function Uploaded({ submission, page }: UploadedProps) {
  const text = useText()
  const t = useMessages('submissions.upload')
  const { call, download } = useServices()
  const { refusal } = useViewer()
  const action = useAction(
    () =>
      call(page.mode === 'ovt' ? requestOvtDownload : requestDownload, {
        body: { key: `${page.instId}/${submission.submissionId}/${submission.fileName}` },
      }),
    { onDone: (_, { data }) => download(data) },
  )
  const permission = page.mode === 'ovt' ? 'online-validation.download-file' : 'collections.download-file'
  if (submission.fileName === nilReturnFileName) return <EmptyState title={t('nilReturn')} level={2} />
  return (
    <UploadedView
      submission={submission}
      onDownload={() => action.run(undefined)}
      isDownloading={action.isRunning}
      downloadProblem={action.problem}
      downloadRefusal={text(refusal(permission))}
      newUpload={page.newUpload}
    />
  )
}

interface ReceivingProps extends UploadedProps {
  upload: UploadHandle
}

/**
 * A file that this page does not send. Who began to send it in parts can go on with it here; any other is on its way from
 * another window.
 */
function Receiving({ submission, page, upload }: ReceivingProps) {
  const text = useText()
  const t = useMessages('submissions.upload')
  const { call } = useServices()
  const { principal } = useViewer()
  const { instId } = page
  const { submissionId: submissionUuid, fileName } = submission
  const isOvt = page.mode === 'ovt'
  const mayGoOn = page.newUpload !== undefined && selectSendRefusal(page.snapshot, principal) === undefined
  const unfinished = useResource(
    isOvt ? getUnfinishedOvtUpload : getUnfinishedUpload,
    mayGoOn ? { query: { submissionUuid, instId } } : undefined,
  )
  const cancelling = useAction(() =>
    call(isOvt ? cancelOvtUpload : cancelUpload, {
      body: { submissionUuid, fileName, collectionId: page.address.collectionId, instId },
    }),
  )
  const cancel = {
    cancelRefusal: text(
      selectExplanation(page.snapshot, { type: 'UPLOAD_CANCELLED', actor: principal })?.refusal?.reason,
    ),
    onCancel: () => cancelling.run(undefined),
    isCancelling: cancelling.isRunning,
    cancelProblem: cancelling.problem,
  }
  if (!mayGoOn) return <UploadElsewhereView fileName={fileName} {...cancel} />
  return (
    <WhenLoaded
      resource={unfinished}
      loading={t('unfinished.asking')}
      failed={t('unfinished.failed')}
      level={2}
    >
      {({ upload: found }) =>
        found ? (
          <UnfinishedView
            {...cancel}
            unfinished={found}
            refusal={selectRefusal(upload.snapshot)}
            onFiles={files =>
              upload.resume(submissionUuid, { name: found.fileName, size: found.fileSize }, files)
            }
          />
        ) : (
          <UploadElsewhereView fileName={fileName} {...cancel} />
        )
      }
    </WhenLoaded>
  )
}
