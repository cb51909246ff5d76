import type { ReactNode } from 'react'
import { loggedAt, reprocessedAt, uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { hasArrived, isSignedOff } from '../../../domain/status.ts'
import type { StepId, StepView } from '../../../machines/stepper/steps.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner, CopyId, type Crumb, LinkButton, Page, PageHeader, Row } from '../../../ui/index.ts'
import {
  inspectPath,
  inspectSubmissionPath,
  isNew,
  isOnlineValidation,
  rootPath,
  type SubmissionAddress,
  withSubmission,
} from '../../common/address.ts'
import { InspectLink } from '../../common/InspectLink.tsx'
import { SubmissionCrumbs } from '../../common/SubmissionCrumbs.tsx'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { SubmissionSteps } from '../../common/SubmissionSteps.tsx'

/** What every page of a submission shows above its own content. */
export interface SubmissionLayoutViewProps {
  address: SubmissionAddress
  /** Undefined while a new submission has no file yet. */
  submission: KnownSubmission | undefined
  collectionName: string
  providerName: string
  instId: string
  steps: readonly StepView[]
  shown: StepId | undefined
  /** The collection creates its issues by itself. */
  disallowsCreateIssues: boolean
  /** Crumbs below the submission, the page in sight last. */
  trail: readonly Crumb[]
  /** What the reader may decide about the submission. */
  decisions?: ReactNode
  children: ReactNode
}

/** Breadcrumbs, file, status and steps of a submission, around the page of one step (specification 2 §2.2, §2.3). */
export function SubmissionLayoutView(props: SubmissionLayoutViewProps) {
  const t = useMessages('submissions.layout')
  const text = useText()
  const { address, submission, steps, shown } = props
  const inspectHref = inspectHrefOf(address)
  return (
    <Page
      breadcrumbs={
        <SubmissionCrumbs
          address={address}
          providerName={props.providerName}
          instId={props.instId}
          trail={props.trail}
        />
      }
      banner={bannerOf(t, text, props)}
      header={
        <PageHeader
          title={
            submission
              ? shownFileName(submission.fileName)
              : t(isOnlineValidation(address) ? 'newFile' : 'newSubmission')
          }
          status={submission && <SubmissionStatus status={submission.status} />}
          meta={<Meta {...props} />}
          actions={
            <>
              {inspectHref !== undefined && <InspectLink href={inspectHref} />}
              {submission && (
                <LinkButton href={`${rootPath(address)}/lifecycle`} icon="clock" variant="quiet">
                  {t('lifecycle')}
                </LinkButton>
              )}
            </>
          }
          decisions={submission && props.decisions}
        />
      }
      steps={<SubmissionSteps address={address} steps={steps} shown={shown} />}
    >
      {props.children}
    </Page>
  )
}

function Meta({ address, submission, collectionName }: SubmissionLayoutViewProps) {
  const t = useMessages('submissions.layout')
  const text = useText()
  return (
    <Row gap={3}>
      <span>{collectionName}</span>
      {submission && hasArrived(submission.status) && (
        <span>
          {t('uploaded')}{' '}
          {submission.originallyUploaded
            ? text(reprocessedAt(submission.originallyUploaded, submission.uploaded))
            : text(uploadedAt(submission.uploaded))}
        </span>
      )}
      {submission && <CopyId value={address.submissionId} label={t('submissionId')} last={8} />}
      {submission?.specification && <span>{t('specification', { version: submission.specification })}</span>}
    </Row>
  )
}

/** Where the inspector shows the submission, or the provider before its first upload; undefined if no page of staff has the address. */
const inspectHrefOf = (address: SubmissionAddress): string | undefined => {
  if (!('instId' in address)) return undefined
  return isNew(address) ? inspectPath(address) : inspectSubmissionPath(address.submissionId)
}

/** At most one: what matters most to the reader. */
const bannerOf = (
  t: Translate<'submissions.layout'>,
  text: ToText,
  { address, submission, disallowsCreateIssues }: SubmissionLayoutViewProps,
): ReactNode => {
  if (isOnlineValidation(address)) {
    return (
      <Banner tone="neutral" title={t('ovtBanner.title')}>
        {t('ovtBanner.text')}
      </Banner>
    )
  }
  // One that never arrived has not been replaced either.
  if (submission && !submission.isLatest && (submission.facts.hasStoredFile || submission.contentRemoved))
    return (
      <Banner
        tone="attention"
        title={t('notLatest')}
        actions={
          submission.replacedBy && (
            <LinkButton href={rootPath(withSubmission(address, submission.replacedBy))} iconEnd="arrowRight">
              {t('toLatest')}
            </LinkButton>
          )
        }
      >
        {submission.contentRemoved && t('contentRemoved', { at: text(loggedAt(submission.contentRemoved)) })}
      </Banner>
    )
  if (submission?.declinedBefore && !isSignedOff(submission.status))
    return (
      <Banner
        tone="attention"
        title={t('declinedBefore', { at: text(loggedAt(submission.declinedBefore.at)) })}
        actions={
          <LinkButton
            href={rootPath(withSubmission(address, submission.declinedBefore.submissionId))}
            iconEnd="arrowRight"
          >
            {t('toDeclined')}
          </LinkButton>
        }
      >
        {t('declinedBeforeText')}
      </Banner>
    )
  if (disallowsCreateIssues) return <Banner tone="neutral" title={t('issuesBanner')} />
  return undefined
}
