import { PageTitle } from '../../hooks/index.ts'
import type { SubmissionPageSnapshot } from '../../machines/submission-page/index.ts'
import { useMessages } from '../../messages/index.ts'
import { EmptyState, LinkButton, Page, Skeleton } from '../../ui/index.ts'
import { LoadFailure } from './Loaded.tsx'
import { NotFoundPage, type NotFoundPageProps } from './NotFound.tsx'

export interface SubmissionFailureProps {
  page: SubmissionPageSnapshot
  onRetry: () => void
  listHref: string
}

/** In place of a page of a submission while there is none to show. */
export function SubmissionFailure({ page, onRetry, listHref }: SubmissionFailureProps) {
  const t = useMessages('submissions.layout')
  if (page.hasTag('missing')) return <MissingSubmission listHref={listHref} problem={page.context.problem} />
  if (page.matches({ loaded: 'notOffered' })) return <NoCollection listHref={listHref} />
  return (
    <Page>
      {page.matches({ loaded: 'failed' }) ? (
        <LoadFailure
          title={t('failed')}
          problem={page.context.problem}
          onRetry={onRetry}
          retryLabel={t('tryAgain')}
          actions={<BackToList href={listHref} />}
          level={1}
        />
      ) : (
        <>
          <PageTitle title={t('submission')} />
          <Skeleton shape="submission" label={t('loading')} />
        </>
      )}
    </Page>
  )
}

/** There is no such submission at this address. */
export function MissingSubmission({
  listHref,
  problem,
}: { listHref: string } & Pick<NotFoundPageProps, 'problem'>) {
  const t = useMessages('submissions.layout')
  return (
    <NotFoundPage
      problem={problem}
      title={t('notFound.title')}
      back={{ href: listHref, label: t('submissions') }}
    >
      {t('notFound.text')}
    </NotFoundPage>
  )
}

/** In place of a new submission of a collection that the provider cannot submit to. */
function NoCollection({ listHref }: { listHref: string }) {
  const t = useMessages('submissions.layout')
  return (
    <Page>
      <PageTitle title={t('noCollection.title')} />
      <EmptyState
        title={t('noCollection.title')}
        level={1}
        icon="lock"
        actions={<BackToList href={listHref} />}
      >
        {t('noCollection.text')}
      </EmptyState>
    </Page>
  )
}

function BackToList({ href }: { href: string }) {
  const t = useMessages('submissions.layout')
  return (
    <LinkButton href={href} icon="arrowLeft">
      {t('submissions')}
    </LinkButton>
  )
}
