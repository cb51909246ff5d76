import { useMessages } from '../../../messages/index.ts'
import { EmptyState, LinkButton, Page, Skeleton } from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'

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
        <EmptyState title={t('notFound.title')} level={1} actions={back}>
          {t('notFound.text')}
        </EmptyState>
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

/** In place of a page that the viewer may not see (specification 2 §2.3). */
export function AccessDenied() {
  const t = useMessages('submissions.layout')
  return (
    <EmptyState title={t('accessDenied.title')} level={2} icon="lock">
      {t('accessDenied.text')}
    </EmptyState>
  )
}
