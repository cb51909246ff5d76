import { useParams } from 'react-router'
import { actionLabel } from '../../../domain/labels.ts'
import { newSubmissionId } from '../../../domain/submissionPath.ts'
import { getNewSubmission } from '../../../domain/wire/submissions.ts'
import { PageTitle, useResource, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Breadcrumbs, hiddenClass, LinkButton, Page, PageHeader } from '../../../ui/index.ts'
import { pagePath } from '../../common/address.ts'
import { isAbsent } from '../../common/Loaded.tsx'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { Term } from '../../common/Term.tsx'
import { TransfersIn } from '../additional-reports/TransferReports.tsx'

/** Route `/submissions/:collectionId/transfers`: a provider agrees to transfers before it uploads a file (decisions §16). */
export function Component() {
  const t = useMessages('submissions.additional-reports')
  const layout = useMessages('submissions.layout')
  const text = useText()
  const { principal, may } = useViewer()
  const collectionId = useParams().collectionId ?? ''
  const found = useResource(
    getNewSubmission,
    { path: { collectionId, instId: principal.organisationId }, query: {} },
    { refreshOn: message => message.type === 'COLLECTION' && message.collectionId === collectionId },
  )
  if (isAbsent(found))
    return (
      <NotFoundPage
        problem={found.problem}
        title={t('withoutFile.notFound.title')}
        back={{ href: '/submissions', label: layout('submissions') }}
      >
        {t('withoutFile.notFound.text')}
      </NotFoundPage>
    )
  const title = t('titles.PGRIN')
  // An older notice may lead here after the upload.
  const hasFile = found.data !== undefined && found.data.facts.latestStatusId !== null
  const name = found.data?.collection.name ?? ''
  const upload = { area: 'submissions', collectionId, submissionId: newSubmissionId } as const
  return (
    <>
      <PageTitle title={title} />
      <Page
        breadcrumbs={
          <Breadcrumbs
            label={layout('breadcrumbs')}
            crumbs={[{ id: 'list', label: layout('submissions'), href: '/submissions' }]}
          />
        }
        header={
          <PageHeader
            title={title}
            explanation={
              <Term id="transfer" isMark>
                {title}
              </Term>
            }
            meta={name}
            actions={
              may('collections.upload-submission-file') && (
                <LinkButton href={pagePath(upload, 'upload')} icon="upload">
                  {text(actionLabel('UPLOAD_REQUESTED'))}
                </LinkButton>
              )
            }
          >
            {found.data && !hasFile && t('withoutFile.lead')}
          </PageHeader>
        }
      >
        <h2 className={hiddenClass}>{t('withoutFile.heading', { collection: name })}</h2>
        <TransfersIn id={newSubmissionId} collectionId={collectionId} collection={name} hasFile={hasFile} />
      </Page>
    </>
  )
}
