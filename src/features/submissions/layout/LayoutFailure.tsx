import { PageTitle } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { EmptyState, LinkButton, Page, Skeleton } from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { NotFound } from '../../common/NotFound.tsx'

export interface LayoutFailureProps {
  submission: Loaded<unknown>
  listHref: string
}

/** In place of the layout while there is no submission to show. */
export function LayoutFailure({ submission, listHref }: LayoutFailureProps) {
  const t = useMessages('submissions.layout')
  if (submission.status !== 'failed') {
    return (
      <Page>
        <PageTitle title={t('submission')} />
        <Skeleton shape="card" lines={4} label={t('loading')} />
      </Page>
    )
  }
  const back = (
    <LinkButton href={listHref} icon="arrowLeft">
      {t('submissions')}
    </LinkButton>
  )
  return (
    <Page>
      {submission.problem?.kind === 'not-found' ? (
        <NotFound title={t('notFound.title')} level={1} actions={back}>
          {t('notFound.text')}
        </NotFound>
      ) : (
        <LoadFailure
          title={t('failed')}
          problem={submission.problem}
          onRetry={submission.retry}
          retryLabel={t('tryAgain')}
          actions={back}
          level={1}
        />
      )}
    </Page>
  )
}

/** In place of a new submission of a collection that the provider cannot submit to. */
export function NoCollection({ listHref }: { listHref: string }) {
  const t = useMessages('submissions.layout')
  return (
    <Page>
      <PageTitle title={t('noCollection.title')} />
      <EmptyState
        title={t('noCollection.title')}
        level={1}
        icon="lock"
        actions={
          <LinkButton href={listHref} icon="arrowLeft">
            {t('submissions')}
          </LinkButton>
        }
      >
        {t('noCollection.text')}
      </EmptyState>
    </Page>
  )
}
