import { EmptyState, LinkButton, Page, Skeleton } from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { texts } from './texts.ts'

export interface LayoutFailureProps {
  submission: Loaded<unknown>
  listHref: string
}

/** In place of the layout while there is no submission to show. */
export function LayoutFailure({ submission, listHref }: LayoutFailureProps) {
  if (submission.status !== 'failed') {
    return (
      <Page>
        <Skeleton shape="card" lines={4} label={texts.loading} />
      </Page>
    )
  }
  const back = (
    <LinkButton href={listHref} icon="arrowLeft">
      {texts.submissions}
    </LinkButton>
  )
  return (
    <Page>
      {submission.problem?.kind === 'not-found' ? (
        <EmptyState title={texts.notFound.title} level={1} actions={back}>
          {texts.notFound.text}
        </EmptyState>
      ) : (
        <LoadFailure
          title={texts.failed}
          problem={submission.problem}
          onRetry={submission.retry}
          retryLabel={texts.tryAgain}
          actions={back}
          level={1}
        />
      )}
    </Page>
  )
}

/** In place of a new submission of a collection that the provider cannot submit to. */
export function NoCollection({ listHref }: { listHref: string }) {
  return (
    <Page>
      <EmptyState
        title={texts.noCollection.title}
        level={1}
        icon="lock"
        actions={
          <LinkButton href={listHref} icon="arrowLeft">
            {texts.submissions}
          </LinkButton>
        }
      >
        {texts.noCollection.text}
      </EmptyState>
    </Page>
  )
}

/** In place of a page that the viewer may not see (specification 2 §2.3). */
export function AccessDenied() {
  return (
    <EmptyState title={texts.accessDenied.title} level={2} icon="lock">
      {texts.accessDenied.text}
    </EmptyState>
  )
}
