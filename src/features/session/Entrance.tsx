import { useSelector } from '@xstate/react'
import { product } from '../../domain/product.ts'
import { PageTitle } from '../../hooks/page.tsx'
import { useSession } from '../../hooks/session.ts'
import { selectHasFailed, selectProblem } from '../../machines/session/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { AppFrame, Button, EmptyState, ErrorState, Page } from '../../ui/index.ts'

/** What stands in place of the portal while nobody is signed in. */
export function Entrance() {
  const t = useMessages('session')
  return (
    <AppFrame product={product.name} homeHref="/" navigationLabel={t('navigation')} navigation={[]}>
      <Page>
        <Situation />
      </Page>
    </AppFrame>
  )
}

function Situation() {
  const text = useText()
  const t = useMessages('session')
  const session = useSession()
  const isSignedOut = useSelector(session, snapshot => snapshot.matches('signedOut'))
  const hasFailed = useSelector(session, selectHasFailed)
  const isLeaving = useSelector(session, snapshot => snapshot.matches('signingOut'))
  const problem = useSelector(session, selectProblem)
  if (isSignedOut) {
    return (
      <>
        <PageTitle title={t('signedOut.title')} />
        <EmptyState
          title={t('signedOut.title')}
          icon="check"
          level={1}
          actions={
            <Button variant="primary" onPress={() => session.send({ type: 'SIGN_IN' })}>
              {t('signedOut.signIn')}
            </Button>
          }
        >
          {t('signedOut.text', { product: product.name })}
        </EmptyState>
      </>
    )
  }
  if (hasFailed) {
    return (
      <>
        <PageTitle title={t('failed.title')} />
        <ErrorState
          title={t('failed.title')}
          level={1}
          retryLabel={t('failed.retry')}
          onRetry={() => session.send({ type: 'RETRY' })}
        >
          {text(problem?.reason)}
        </ErrorState>
      </>
    )
  }
  return (
    <>
      <PageTitle title={isLeaving ? t('leavingTitle') : t('busyTitle')} />
      <p role="status">{isLeaving ? t('leaving') : t('busy')}</p>
    </>
  )
}
